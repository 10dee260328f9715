"""The standings of the season, shown between races."""

from __future__ import annotations

from paddock.core.standings import Standing, Status
from paddock.games.heat.modes.championship.phases import Over
from paddock.games.heat.modes.championship.rules import places_by_points, points_won
from paddock.games.heat.modes.championship.view import View
from paddock.games.heat.rules.driving import seat_of


def season_standings(view: View) -> tuple[Standing, ...]:
    """By points, then by the place in the race before; the gap is in points."""
    points = points_won(view.results, len(view.grid))
    places = places_by_points(points, view.places)
    over = isinstance(view.phase, Over)
    order = sorted(view.grid, key=lambda car: (places[car], car))
    return tuple(
        Standing(
            seat_of(view.seats, car),
            places[car],
            car,
            Status.HOME if over else Status.RACING,
            gap=max(points) - points[car],
            note="season",
            score="season",
            args=(("points", points[car]),),
        )
        for car in order
    )

"""Who is ahead of whom: in the race while one is run, else in the season."""

from __future__ import annotations

from paddock.core.standings import Standing, Status
from paddock.games.heat.championship.phases import Over
from paddock.games.heat.championship.view import View
from paddock.games.heat.phases import Over as RaceOver
from paddock.games.heat.standings import standings as race_standings


def standings(seen: View) -> tuple[Standing, ...]:
    """The cars on the road, or all of them by their points."""
    if seen.now is not None and not isinstance(seen.now.phase, RaceOver):
        return race_standings(seen.now)
    return season_standings(seen)


def season_standings(seen: View) -> tuple[Standing, ...]:
    """By points, then by the place in the race before; the gap is in points."""
    points, over = season_points(seen), isinstance(seen.phase, Over)
    behind = len(seen.grid) + 1
    last = seen.places or (0,) * len(seen.grid)
    keys = [(-points[car], last[car] or behind) for car in range(len(points))]
    order = sorted(range(len(points)), key=lambda car: (keys[car], car))
    return tuple(
        Standing(
            car if car < seen.seats else seen.seats - car - 1,
            1 + sum(other < keys[car] for other in keys),
            car,
            Status.HOME if over else Status.RACING,
            gap=points[order[0]] - points[car],
            note="points",
            score="points",
            args=(("points", points[car]),),
        )
        for car in order
    )


def season_points(seen: View) -> list[int]:
    """The points of each car over the season that is run; at the end over all of them."""
    legs = seen.legs
    now = legs[min(seen.race, len(legs) - 1)].season
    counted = [
        row
        for race, row in enumerate(seen.results)
        if isinstance(seen.phase, Over) or legs[race].season == now
    ]
    return [sum(row[car] for row in counted) for car in range(len(seen.grid))]

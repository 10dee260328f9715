"""The position of a crew as a sentence: place, distance to the goal, gauges."""

from __future__ import annotations

from paddock.core.seats import Seat
from paddock.core.spoken import Sentence, place_remarks
from paddock.core.words import Remark
from paddock.games.great_race.data import ROWS
from paddock.games.great_race.rules.ground import progress
from paddock.games.great_race.standings import standings
from paddock.games.great_race.view import View


def spoken(view: View, seat: Seat) -> tuple[Sentence, ...]:
    """The place of a crew, crews on the same space, and what it has."""
    crew = view.crews[seat]
    parts: list[Remark] = place_remarks(standings(view), seat)
    if seat in view.arrivals:
        return (tuple(parts),)
    rows = ROWS - progress(view.options, crew.space)
    parts.append(("at", {"space": crew.space}))
    parts.append(("rows", {"n": rows, "goal": view.goal}))
    parts += [
        ("with", {"seat": other})
        for other, rival in enumerate(view.crews)
        if other != seat and rival.space == crew.space and other not in view.arrivals
    ]
    means = {"fuel": crew.fuel, "engine": crew.engine, "chassis": crew.chassis}
    return (tuple(parts), (("means", {**means, "money": crew.money, "cards_now": crew.cards}),))

"""The road as a sentence: the place, how far to the next bend, who is near."""

from __future__ import annotations

from paddock.core.seats import Seat
from paddock.core.spoken import Sentence, place_remarks
from paddock.core.words import Remark
from paddock.games.template.data import GEARS, LIMIT
from paddock.games.template.standings import standings
from paddock.games.template.view import View


def spoken(view: View, seat: Seat) -> tuple[Sentence, ...]:
    """Where a car is, and what lies before it."""
    car = view.cars[seat]
    parts: list[Remark] = place_remarks(standings(view), seat)
    parts.append(("space", {"at": car.at}))
    bends = [at for at in range(car.at + 1, view.options.length) if LIMIT[at] < GEARS]
    if bends:
        parts.append(("bend", {"n": bends[0] - car.at, "limit": LIMIT[bends[0]]}))
    parts += [
        ("beside", {"seat": other})
        for other, rival in enumerate(view.cars)
        if other != seat and rival.at == car.at
    ]
    parts.append(("fuel", {"gear": car.gear, "fuel": car.fuel}))
    return (tuple(parts),)

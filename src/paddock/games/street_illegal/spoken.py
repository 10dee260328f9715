"""The position of a car as a sentence: place, speed and limit, cars ahead and behind."""

from __future__ import annotations

from paddock.core.seats import Seat
from paddock.core.spoken import Sentence, place_remarks
from paddock.core.standings import count_drivers
from paddock.core.words import Remark
from paddock.games.street_illegal.data import LIMIT, PRO, ROAD
from paddock.games.street_illegal.standings import standings
from paddock.games.street_illegal.view import View


def spoken(view: View, seat: Seat) -> tuple[Sentence, ...]:
    """Where a car is in the row, and the card it drives on."""
    car = view.cars[seat]
    rows = standings(view)
    if len(view.cars) > 1:
        rows = tuple([one for one in count_drivers(rows) if one.seat >= 0])
    parts: list[Remark] = place_remarks(rows, seat) if view.order else []
    here = view.track[view.leg]
    id = "card" if LIMIT[here] else "card-open"
    parts.append((id, {"leg": view.leg, "road": ROAD[here], "limit": LIMIT[here]}))
    if car.speed:
        parts.append(("speed", {"speed": car.speed}))
    if seat in view.order:
        at = view.order.index(seat)
        if at:
            parts.append(near(view, view.order[at - 1], "ahead"))
        if at + 1 < len(view.order):
            parts.append(near(view, view.order[at + 1], "behind"))
    if car.chips is not None:
        parts.append(("means", {"count": car.hand, "chips": car.chips}))
    return (tuple(parts),)


def near(view: View, other: Seat, where: str) -> Remark:
    """The next car in the row."""
    if other == PRO:
        return f"pro-{where}", {}
    return where, {"seat": other, "speed": view.cars[other].speed}

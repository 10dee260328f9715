"""The open road as a sentence: place, speed, the next curve if it can be read, who is near."""

from __future__ import annotations

from paddock.core.seats import Seat
from paddock.core.spoken import Sentence, place_remarks
from paddock.games.winds_of_war.data.enums import RACING
from paddock.games.winds_of_war.modes.mille_miglia.standings import standings
from paddock.games.winds_of_war.modes.mille_miglia.view import View
from paddock.games.winds_of_war.spoken import curve_remarks, rival_remarks
from paddock.games.winds_of_war.spoken import spoken as race_spoken
from paddock.games.winds_of_war.state.pieces import TRACK


def spoken(view: View, seat: Seat) -> tuple[Sentence, ...]:
    """Where a car is against the clock, and what lies before it; in the garage as in any race."""
    now = view.now
    if not now.cars:
        return race_spoken(now, seat)
    car, track = now.cars[seat], TRACK[now.road]
    parts = place_remarks(standings(view), seat)
    if car.status is RACING:
        parts.append(("at", {"lane": track.lane[car.box], "speed": car.speed}))
        parts += [*curve_remarks(now, seat, track), *rival_remarks(now, seat, track)]
    return (tuple(parts),)

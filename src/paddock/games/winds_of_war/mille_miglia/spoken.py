"""The open road as a sentence: the place against the clock, lane and speed, who is near."""

from __future__ import annotations

from paddock.core.seats import Seat
from paddock.core.spoken import Sentence, placed
from paddock.core.words import Remark
from paddock.games.winds_of_war.data.enums import RACING
from paddock.games.winds_of_war.mille_miglia.standings import standings
from paddock.games.winds_of_war.mille_miglia.view import View
from paddock.games.winds_of_war.spoken import around, here
from paddock.games.winds_of_war.spoken import spoken as race_spoken
from paddock.games.winds_of_war.state.pieces import TRACK


def spoken(seen: View, seat: Seat) -> tuple[Sentence, ...]:
    """Where a car is, and how fast; of the curves ahead nobody is told more than he has seen."""
    now = seen.now
    if not now.cars:
        return race_spoken(now, seat)
    parts: list[Remark] = placed(standings(seen), seat)
    if now.cars[seat].stand is RACING:
        road = TRACK[now.road]
        parts += [here(now, seat, road), *around(now, seat, road)]
    return (tuple(parts),)

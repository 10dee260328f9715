"""The career as a sentence."""

from __future__ import annotations

from paddock.core.seats import Seat
from paddock.core.spoken import Sentence, placed
from paddock.games.winds_of_war.career.phases import Racing
from paddock.games.winds_of_war.career.standings import standings
from paddock.games.winds_of_war.career.view import View
from paddock.games.winds_of_war.mille_miglia.spoken import spoken as road_spoken


def spoken(seen: View, seat: Seat) -> tuple[Sentence, ...]:
    """What is seen of the road; between two editions, the place in the career."""
    if isinstance(seen.phase, Racing):
        return road_spoken(seen.edition, seat)
    return (tuple(placed(standings(seen), seat)),)

"""The career as a sentence."""

from __future__ import annotations

from paddock.core.seats import Seat
from paddock.core.spoken import Sentence, place_remarks
from paddock.games.winds_of_war.modes.career.phases import Racing
from paddock.games.winds_of_war.modes.career.standings import standings
from paddock.games.winds_of_war.modes.career.view import View
from paddock.games.winds_of_war.modes.mille_miglia.spoken import spoken as road_spoken


def spoken(view: View, seat: Seat) -> tuple[Sentence, ...]:
    """What is seen of the road; between two editions, the place in the career."""
    if isinstance(view.phase, Racing):
        return road_spoken(view.edition, seat)
    return (tuple(place_remarks(standings(view), seat)),)

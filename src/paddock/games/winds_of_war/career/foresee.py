"""Numbers beside an option of the career: on the road its own, at the market prices."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from paddock.core.seats import Seat
from paddock.core.words import Remark
from paddock.games.winds_of_war.career.moves import Move
from paddock.games.winds_of_war.career.phases import Racing
from paddock.games.winds_of_war.career.view import View
from paddock.games.winds_of_war.foresee import Numbers
from paddock.games.winds_of_war.market import foresee as at_market
from paddock.games.winds_of_war.mille_miglia.foresee import foresee as road_foresee


def foresee(seen: View, seat: Seat, move: Move) -> Numbers:
    """As in the edition that is run, else as at the market."""
    if isinstance(seen.phase, Racing) and at_market.of_a_race(move):
        return road_foresee(seen.edition, seat, move)
    return at_market.foresee(seen.edition.now, seat, move)


def remarks(seen: View, move: Move, numbers: Mapping[str, float]) -> Iterator[Remark]:
    """As in any race, and what a sale brings in."""
    return at_market.remarks(seen.edition.now, move, numbers)


def danger(move: Move, numbers: Mapping[str, float]) -> Remark | None:
    """As in any race."""
    return at_market.danger(move, numbers)

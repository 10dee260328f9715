"""Numbers beside an option of the career: on the road its own, at the market prices."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from paddock.core.seats import Seat
from paddock.core.words import Remark
from paddock.games.winds_of_war.foresee import Numbers
from paddock.games.winds_of_war.foresee import foresee as race_foresee
from paddock.games.winds_of_war.market import foresee as at_market
from paddock.games.winds_of_war.modes.career.moves import Move
from paddock.games.winds_of_war.modes.career.phases import Racing
from paddock.games.winds_of_war.modes.career.view import View


def foresee(view: View, seat: Seat, move: Move) -> Numbers:
    """As in the edition that is run, else as at the market."""
    if isinstance(view.phase, Racing) and at_market.of_a_race(move):
        return race_foresee(view.edition.now, seat, move)
    return at_market.foresee(view.edition.now, seat, move)


def remarks(view: View, move: Move, numbers: Mapping[str, float]) -> Iterator[Remark]:
    """As in any race, and what a sale brings in."""
    return at_market.remarks(view.edition.now, move, numbers)


def danger(move: Move, numbers: Mapping[str, float]) -> Remark | None:
    """As in any race."""
    return at_market.danger(move, numbers)

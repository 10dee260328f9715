"""Numbers beside an option of the championship: in a race its own, at the market prices."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from paddock.core.seats import Seat
from paddock.core.words import Remark
from paddock.games.winds_of_war import foresee as in_race
from paddock.games.winds_of_war.market import foresee as at_market
from paddock.games.winds_of_war.modes.championship.moves import Move
from paddock.games.winds_of_war.modes.championship.phases import Racing
from paddock.games.winds_of_war.modes.championship.view import View


def foresee(view: View, seat: Seat, move: Move) -> in_race.Numbers:
    """As in the race that is run, else as at the market."""
    if isinstance(view.phase, Racing) and at_market.of_a_race(move):
        return in_race.foresee(view.now, seat, move)
    return at_market.foresee(view.now, seat, move)


def remarks(view: View, move: Move, numbers: Mapping[str, float]) -> Iterator[Remark]:
    """As in any race, and what a sale brings in."""
    return at_market.remarks(view.now, move, numbers)


def danger(move: Move, numbers: Mapping[str, float]) -> Remark | None:
    """As in any race."""
    return at_market.danger(move, numbers)

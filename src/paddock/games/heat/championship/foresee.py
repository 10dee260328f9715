"""Numbers beside an option of the championship: in a race its own."""

from __future__ import annotations

from paddock.core.seats import Seat
from paddock.games.heat.championship.moves import Keep, Move, Swap
from paddock.games.heat.championship.view import View
from paddock.games.heat.foresee import Numbers
from paddock.games.heat.foresee import foresee as foresee_in_race


def foresee(seen: View, seat: Seat, move: Move) -> Numbers:
    """As in any race; there is nothing to tell of what is chosen between two."""
    if seen.now is None or isinstance(move, Swap | Keep):
        return {}
    return foresee_in_race(seen.now, seat, move)

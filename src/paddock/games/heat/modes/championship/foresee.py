"""Numbers beside an option of the championship: in a race its own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from paddock.core.seats import Seat
from paddock.core.words import Remark
from paddock.games.heat import foresee as in_race
from paddock.games.heat.modes.championship.moves import Keep, Move, Swap
from paddock.games.heat.modes.championship.view import View


def foresee(view: View, seat: Seat, move: Move) -> in_race.Numbers:
    """As in any race; there is nothing to tell of what is chosen between two."""
    if view.now is None or isinstance(move, Swap | Keep):
        return {}
    return in_race.foresee(view.now, seat, move)


def remarks(view: View, move: Move, numbers: Mapping[str, float]) -> Iterable[Remark]:
    """As in any race."""
    if view.now is None or isinstance(move, Swap | Keep):
        return ()
    return in_race.remarks(view.now, move, numbers)


def danger(move: Move, numbers: Mapping[str, float]) -> Remark | None:
    """As in any race."""
    return None if isinstance(move, Swap | Keep) else in_race.danger(move, numbers)

"""Numbers beside an option: those of the stage that is run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from paddock.core.seats import Seat
from paddock.core.words import Remark
from paddock.games.winds_of_war.foresee import Numbers
from paddock.games.winds_of_war.foresee import danger as race_danger
from paddock.games.winds_of_war.foresee import foresee as race_foresee
from paddock.games.winds_of_war.foresee import remarks as race_remarks
from paddock.games.winds_of_war.modes.mille_miglia.moves import Move
from paddock.games.winds_of_war.modes.mille_miglia.view import View


def foresee(view: View, seat: Seat, move: Move) -> Numbers:
    """As in any race; nothing is said of a curve that nobody lights."""
    return race_foresee(view.now, seat, move)


def remarks(view: View, move: Move, numbers: Mapping[str, float]) -> Iterator[Remark]:
    yield from race_remarks(view.now, move, numbers)


def danger(move: Move, numbers: Mapping[str, float]) -> Remark | None:
    return race_danger(move, numbers)

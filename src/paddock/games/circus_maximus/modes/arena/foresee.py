"""Numbers beside a blow: with how many factors it is struck."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from paddock.core.seats import Seat
from paddock.core.words import Remark
from paddock.games.circus_maximus.modes.arena.moves import Move, Strike, Yield
from paddock.games.circus_maximus.modes.arena.rules import strength_of
from paddock.games.circus_maximus.modes.arena.view import View


def foresee(view: View, seat: Seat, move: Move) -> dict[str, float]:
    """The `factors` of a blow; a yield is for the `crowd` to judge."""
    if isinstance(move, Strike) and view.fighters:
        return {"factors": strength_of(view.fighters[seat], move, view.turn)}
    return {"crowd": 1} if isinstance(move, Yield) else {}


def remarks(view: View, move: Move, numbers: Mapping[str, float]) -> Iterator[Remark]:
    if "factors" in numbers:
        yield "factors", {"n": numbers["factors"]}


def danger(move: Move, numbers: Mapping[str, float]) -> Remark | None:
    """To yield is to put one's life into the hands of the crowd."""
    return ("crowd", {}) if "crowd" in numbers else None

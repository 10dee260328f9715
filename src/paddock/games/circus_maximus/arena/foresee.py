"""Numbers beside a blow: with how many factors it is struck."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from paddock.core.seats import Seat
from paddock.core.words import Remark
from paddock.games.circus_maximus.arena.moves import Move, Strike, Yield
from paddock.games.circus_maximus.arena.rules import strength_of
from paddock.games.circus_maximus.arena.view import View


def foresee(seen: View, seat: Seat, move: Move) -> dict[str, float]:
    """The `factors` of a blow; a yield is for the `crowd` to judge."""
    if isinstance(move, Strike) and seen.fighters:
        return {"factors": strength_of(seen.fighters[seat], move, seen.turn)}
    return {"crowd": 1} if isinstance(move, Yield) else {}


def remarks(seen: View, move: Move, numbers: Mapping[str, float]) -> Iterator[Remark]:
    if "factors" in numbers:
        yield "factors", {"n": numbers["factors"]}


def danger(move: Move, numbers: Mapping[str, float]) -> Remark | None:
    """To yield is to put one's life into the hands of the crowd."""
    return ("crowd", {}) if "crowd" in numbers else None

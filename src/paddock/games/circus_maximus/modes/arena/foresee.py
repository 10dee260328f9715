"""Forecasts of options in the arena: the factors of a blow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from paddock.core.seats import Seat
from paddock.core.words import Remark
from paddock.games.circus_maximus.modes.arena.moves import Move, Strike, Yield
from paddock.games.circus_maximus.modes.arena.rules import strength_of
from paddock.games.circus_maximus.modes.arena.view import View


def foresee(view: View, seat: Seat, move: Move) -> dict[str, float]:
    """The forecast `factors` of a blow; for a yield the `crowd`, who will judge it."""
    if isinstance(move, Strike) and view.fighters:
        return {"factors": strength_of(view.fighters[seat], move, view.turn)}
    return {"crowd": 1} if isinstance(move, Yield) else {}


def remarks(view: View, move: Move, numbers: Mapping[str, float]) -> Iterator[Remark]:
    if "factors" in numbers:
        yield "factors", {"n": numbers["factors"]}


def danger(move: Move, numbers: Mapping[str, float]) -> Remark | None:
    """A warning for a yield: the crowd decides about the fighter's life."""
    return ("crowd", {}) if "crowd" in numbers else None

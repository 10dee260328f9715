"""The liveries of a table: the colours that players chose, and those of all others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from paddock.core.game_spec import AnyGameSpec
from paddock.core.liveries import LIVERY_NAMES, livery_number
from paddock.core.seats import Seat
from paddock.server.api.errors import Denied
from paddock.server.tables.table_log import Place


def worn_liveries(places: Sequence[Place]) -> tuple[int, ...]:
    """The livery of each seat: the chosen one, else that of the seat's number, else a free one."""
    chosen = {place.livery for place in places if place.livery}
    if not chosen:
        return tuple(range(1, len(places) + 1))
    own = [place.livery or seat + 1 for seat, place in enumerate(places)]
    kept = {
        number
        for number, place in zip(own, places, strict=True)
        if place.livery or number not in chosen
    }
    free = (number for number in range(1, len(LIVERY_NAMES) + 1) if number not in kept)
    return tuple(
        number if place.livery or number not in chosen else next(free)
        for number, place in zip(own, places, strict=True)
    )


def choosable_liveries(spec: AnyGameSpec, options: Any, seats: int) -> tuple[int, ...]:
    """The liveries that the players of a race may choose."""
    return tuple(livery_number(name) for name in spec.liveries(options, seats))


def check_livery(
    spec: AnyGameSpec, options: Any, places: Sequence[Place], seat: Seat, livery: int
) -> None:
    """Refuse a livery that the game does not have, or that another seat has chosen."""
    if not livery:
        return
    if livery not in choosable_liveries(spec, options, len(places)):
        raise Denied("forbidden", "no-such-colour")
    if any(place.livery == livery for n, place in enumerate(places) if n != seat):
        raise Denied("forbidden", "colour-taken")

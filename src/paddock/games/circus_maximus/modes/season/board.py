"""What the browser's board needs to read a ledger and a sheet: the words of each line."""

from __future__ import annotations

from msgspec import Struct

from paddock.games.circus_maximus.data.kinds import name_of
from paddock.games.circus_maximus.ownership.rules.intrigue import Device, Guard
from paddock.games.circus_maximus.ownership.rules.ledger import OF_A_SEASON, Cause


class Board(Struct, frozen=True):
    causes: tuple[str, ...]
    """Of the books, in their order."""
    devices: tuple[str, ...]
    """Of skullduggery, in the order of the sums on a sheet."""
    guards: tuple[str, ...]
    """Of security, likewise."""


def board() -> Board:
    return Board(
        tuple(name_of(cause) for cause in tuple(Cause)[:OF_A_SEASON]),
        tuple(name_of(device) for device in Device),
        tuple(name_of(guard) for guard in Guard),
    )

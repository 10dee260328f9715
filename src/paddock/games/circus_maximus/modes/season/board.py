"""Static board data for the browser: the words of ledger and sheet lines."""

from __future__ import annotations

from msgspec import Struct

from paddock.games.circus_maximus.data.kinds import name_of
from paddock.games.circus_maximus.ownership.rules.intrigue import Device, Guard
from paddock.games.circus_maximus.ownership.rules.ledger import SEASON_CAUSES, Cause


class Board(Struct, frozen=True):
    causes: tuple[str, ...]
    """Causes of the books, in order."""
    devices: tuple[str, ...]
    """Devices of skullduggery, in the order of the sums on a sheet."""
    guards: tuple[str, ...]
    """Kinds of security, in the order of the sums on a sheet."""


def board() -> Board:
    return Board(
        tuple(name_of(cause) for cause in tuple(Cause)[:SEASON_CAUSES]),
        tuple(name_of(device) for device in Device),
        tuple(name_of(guard) for guard in Guard),
    )

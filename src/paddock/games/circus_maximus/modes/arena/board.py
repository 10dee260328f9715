"""Static board data for the browser: names of areas, wards and types."""

from __future__ import annotations

from msgspec import Struct

from paddock.games.circus_maximus.data.gladiators import Area, Kind
from paddock.games.circus_maximus.data.kinds import name_of
from paddock.games.circus_maximus.modes.arena.moves import Ward


class Board(Struct, frozen=True):
    kinds: tuple[str, ...]
    areas: tuple[str, ...]
    wards: tuple[str, ...]


def board() -> Board:
    return Board(
        tuple(name_of(kind) for kind in Kind),
        tuple(name_of(area) for area in Area),
        tuple(name_of(ward) for ward in Ward),
    )

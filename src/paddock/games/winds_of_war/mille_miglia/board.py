"""What the browser's board needs of the Mille Miglia: its roads. At night letters are hidden, so
these have none: they stand in the view."""

from __future__ import annotations

from msgspec import Struct

from paddock.games.winds_of_war.board import Circuit, circuit
from paddock.games.winds_of_war.data import ROADS


class Board(Struct, frozen=True):
    roads: dict[str, Circuit]


def board() -> Board:
    return Board({track.id: circuit(track) for track in ROADS})

"""What the browser's board needs for deals: under which word each item is told."""

from __future__ import annotations

from msgspec import Struct

from paddock.games.winds_of_war.market.board import item_words


class Board(Struct, frozen=True):
    items: tuple[str | None, ...]


def board() -> Board:
    return Board(item_words())

"""Word ids for the items of a deal, for the browser."""

from __future__ import annotations

from msgspec import Struct

from paddock.games.winds_of_war.data import SPARES, TUNINGS
from paddock.games.winds_of_war.market.moves import CARD_OF, PART_OF, Item


class Board(Struct, frozen=True):
    items: tuple[str | None, ...]
    """By Item: the id of its word; none for car and driver, which each team has its own of."""


def board() -> Board:
    return Board(tuple(word_of(item) for item in Item))


def word_of(item: Item) -> str | None:
    """Of a tuning card or a spare part."""
    if item in CARD_OF:
        return f"tuning-card.{TUNINGS[CARD_OF[item]].id}"
    return f"spare.{SPARES[PART_OF[item]].id}" if item in PART_OF else None

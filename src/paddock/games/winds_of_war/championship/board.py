"""What the browser's board needs for deals: what the items are called that have a name."""

from __future__ import annotations

from msgspec import Struct

from paddock.games.winds_of_war.championship.moves import CARD_OF, PART_OF, Item
from paddock.games.winds_of_war.data import SPARES, TUNINGS


class Board(Struct, frozen=True):
    items: tuple[
        str | None, ...
    ]  # by Item; none for car and driver, which each team has its own of


def board() -> Board:
    return Board(tuple(item_name(item) for item in Item))


def item_name(item: Item) -> str | None:
    """The name of a tuning card or a spare part."""
    if item in CARD_OF:
        return TUNINGS[CARD_OF[item]].name
    return SPARES[PART_OF[item]].name if item in PART_OF else None

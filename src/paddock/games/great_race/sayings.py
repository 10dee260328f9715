"""How places, tiles and cards are called in the sentences of words.toml."""

from __future__ import annotations

from paddock.core.seats import Language, Names
from paddock.core.words import Words
from paddock.games.great_race.data import (
    CARD_NAME,
    CARD_NAME_IT,
    SPACE_NAME,
    SPACE_NAME_IT,
    TILE_NAME,
    TILE_NAME_IT,
    Card,
    Space,
    Tile,
)


def space_name(space: Space, language: Language, _: Names = ()) -> str:
    return (SPACE_NAME if language == "en" else SPACE_NAME_IT)[space] if space >= 0 else "–"


def tile_name(tile: Tile, language: Language, _: Names = ()) -> str:
    return (TILE_NAME if language == "en" else TILE_NAME_IT)[tile]


def card_name(card: Card, language: Language, _: Names = ()) -> str:
    return (CARD_NAME if language == "en" else CARD_NAME_IT)[card]


def card_names(cards: tuple[Card, ...], language: Language, _: Names = ()) -> str:
    return ", ".join(card_name(card, language) for card in cards) or "–"


WORDS = Words(
    "paddock.games.great_race",
    shows={
        "card": card_name,
        "cards": card_names,
        "tile": tile_name,
        "space": space_name,
        "start": space_name,
        "goal": space_name,
        "first": space_name,
        "second": space_name,
    },
    seats=("seat", "by", "whom", "order"),
)

"""Texts of the game: `words.toml`, and formatters for places, tiles and cards."""

from __future__ import annotations

from paddock.core.languages import Named
from paddock.core.seats import Language, Names, Seat
from paddock.core.words import Words
from paddock.games.great_race.data import (
    CARD_ID,
    SPACE_ID,
    TILE_ID,
    Card,
    Continent,
    Space,
    Tile,
    Vehicle,
)


def space_name(space: Space, language: Language, names: Names = ()) -> str:
    """A place by its name; regions have an article in a sentence."""
    if space < 0:
        return "–"
    id = SPACE_ID[space]
    name = WORDS.tell(f"space.{id}", language)
    called = f"called.{id}"
    return Named(name, WORDS.tell(called, language)) if WORDS.has_message(called) else name


def tile_name(tile: Tile, language: Language, names: Names = ()) -> str:
    return WORDS.tell(f"tile.{TILE_ID[tile]}", language)


def card_name(card: Card, language: Language, names: Names = ()) -> str:
    return WORDS.tell(f"card.{CARD_ID[card]}", language)


def card_names(cards: tuple[Card, ...], language: Language, names: Names = ()) -> str:
    return ", ".join(card_name(card, language) for card in cards) or "–"


def card_effect(card: Card, language: Language, names: Names = ()) -> str:
    return WORDS.tell(f"effect.{CARD_ID[card]}", language)


def land_name(land: Continent, language: Language, names: Names = ()) -> str:
    return WORDS.tell(f"land.{land}", language)


def vehicle_name(vehicle: Vehicle, language: Language, names: Names = ()) -> str:
    return WORDS.tell(f"vehicle.{vehicle.name.lower()}", language)


def continent(car: Seat, language: Language, names: Names = ()) -> str:
    """What holds the first place when no crew has arrived."""
    return WORDS.tell("terminal.continent", language)


WORDS = Words(
    "paddock.games.great_race",
    shows={
        "card": card_name,
        "cards": card_names,
        "effect": card_effect,
        "tile": tile_name,
        "land": land_name,
        "half_track": vehicle_name,
        "space": space_name,
        "start": space_name,
        "goal": space_name,
        "first": space_name,
        "second": space_name,
    },
    seats=("seat", "by", "whom", "order"),
    others=continent,
    board=("card", "tile", "space", "vehicle", "land"),
)

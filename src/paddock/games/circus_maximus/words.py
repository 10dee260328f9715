"""The words of the house: `words.toml`, and how values are told in a sentence."""

from __future__ import annotations

from enum import Enum

import msgspec

from paddock.core.seats import Language, Names
from paddock.core.words import Show, Words
from paddock.games.circus_maximus import data
from paddock.games.circus_maximus import moves as mv
from paddock.games.circus_maximus.data.kinds import name_of
from paddock.games.circus_maximus.rules.track import place_of


def colour(chariot: int, language: Language, names: Names = ()) -> str:
    """A chariot goes by its colour."""
    return WORDS.tell(f"board.chariot.{data.COLOURS[chariot]}", language)


def named(kind: str, value: Enum, language: Language) -> str:
    """A member of a closed set: `board.weapon.small-knife`."""
    return WORDS.tell(f"{kind}.{name_of(value)}", language)


def by_name(kind: str) -> Show:
    return lambda value, language, names: named(kind, value, language)


def item(number: int, language: Language, names: Names = ()) -> str:
    """A thing of the shop."""
    return WORDS.tell(f"board.item.{data.SHOP[number]}", language)


PARTS = ("front", "corner-1", "back", "corner-2")


def square(square: int, language: Language, names: Names = ()) -> str:
    """A square as people see it: the lane, and how far along which part of the track."""
    if square < 0:
        return "–"
    lane, segment, number = place_of(square)
    part = PARTS[segment] if number > 0 or segment else "start"
    return WORDS.tell(f"square.{part}", language, lane=lane, n=number)


def levels(number: int, language: Language) -> tuple[str, ...]:
    """The levels of a thing of the shop: numbers, unless they have words of their own."""
    ids = [f"board.level.{data.SHOP[number]}.{level}" for level in range(len(data.LEVELS[number]))]
    if not WORDS.has_message(ids[0]):
        return tuple(str(level) for level in data.LEVELS[number])
    return tuple(WORDS.tell(id, language) for id in ids)


class CircusWords(Words):
    """A thing of the shop is labelled with what it is and what it costs."""

    def label(self, move: msgspec.Struct, names: Names, language: Language = "en") -> str:
        if not isinstance(move, mv.Buy):
            return super().label(move, names, language)
        value = levels(move.item, language)[move.level]
        cost = data.COSTS[move.item][move.level]
        level = self.tell("bought", language, value=value, cost=cost)
        return self.tell("move.Buy", language, names, item=move.item, level=level)


CLOSED = ("side", "part", "result", "lash", "critical", "effect", "jump")
ON_THE_BOARD = ("weapon", "weight", "sky")
"""The fields of events that hold a member of a closed set; of some the board has the words too."""

WORDS = CircusWords(
    "paddock.games.circus_maximus",
    shows={
        "chariot": colour,
        "target": colour,
        "item": item,
        **{field: by_name(field) for field in CLOSED},
        **{field: by_name(f"board.{field}") for field in ON_THE_BOARD},
        "square": square,
        "horse": lambda horse, *_: str(horse + 1),
        "horses": lambda horses, *_: "-".join(str(speed) for speed in horses),
        "row": lambda row, *_: str(row + 1),
    },
    cars=("target", "chariot"),  # of an attack, the one that defends itself
)

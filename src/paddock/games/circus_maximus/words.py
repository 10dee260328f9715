"""Words of the race: `words.toml`, and formatters for values."""

from __future__ import annotations

from enum import Enum

import msgspec

from paddock.core.seats import Language, Names
from paddock.core.words import Show, Words
from paddock.games.circus_maximus import data
from paddock.games.circus_maximus import moves as mv
from paddock.games.circus_maximus.data.kinds import DEBTOR_MARK, name_of
from paddock.games.circus_maximus.rules.track import place_of


def colour(chariot: int, language: Language, names: Names = ()) -> str:
    """A chariot by its colour."""
    return WORDS.tell(f"board.chariot.{data.COLOURS[chariot]}", language)


def enum_text(kind: str, value: Enum, language: Language) -> str:
    """The word of an enum member: `board.weapon.small-knife`."""
    return WORDS.tell(f"{kind}.{name_of(value)}", language)


def by_name(kind: str) -> Show:
    return lambda value, language, names: enum_text(kind, value, language)


def person(name: str, language: Language, names: Names = ()) -> str:
    """A driver's name. A debtor who was sold into slavery is written as his seat: `@2`."""
    return names[int(name[1:])] if name.startswith(DEBTOR_MARK) and names else name


def item(number: int, language: Language, names: Names = ()) -> str:
    """An item of the shop."""
    return WORDS.tell(f"board.item.{data.SHOP[number]}", language)


TRACK_PARTS = ("front", "corner-1", "back", "corner-2")


def square(square: int, language: Language, names: Names = ()) -> str:
    """A square in words: the lane, and the position in a part of the track."""
    if square < 0:
        return "–"
    lane, segment, number = place_of(square)
    part = TRACK_PARTS[segment] if number > 0 or segment else "start"
    return WORDS.tell(f"square.{part}", language, lane=lane, n=number)


def levels(number: int, language: Language) -> tuple[str, ...]:
    """The levels of a shop item: numbers, unless they have words."""
    ids = [f"board.level.{data.SHOP[number]}.{level}" for level in range(len(data.LEVELS[number]))]
    if not WORDS.has_message(ids[0]):
        return tuple(str(level) for level in data.LEVELS[number])
    return tuple(WORDS.tell(id, language) for id in ids)


class CircusWords(Words):
    """Labels of shop items include the level and the cost."""

    def label(self, move: msgspec.Struct, names: Names, language: Language = "en") -> str:
        if not isinstance(move, mv.Buy):
            return super().label(move, names, language)
        value = levels(move.item, language)[move.level]
        cost = data.COSTS[move.item][move.level]
        level = self.tell("bought", language, value=value, cost=cost)
        return self.tell("move.Buy", language, names, item=move.item, level=level)


ENUM_FIELDS = ("side", "part", "result", "lash", "critical", "effect", "jump")
BOARD_ENUM_FIELDS = ("weapon", "weight", "sky")
"""Event fields with enum members; the board has words for some of them too."""

WORDS = CircusWords(
    "paddock.games.circus_maximus",
    shows={
        "chariot": colour,
        "target": colour,
        "item": item,
        "name": person,
        **{field: by_name(field) for field in ENUM_FIELDS},
        **{field: by_name(f"board.{field}") for field in BOARD_ENUM_FIELDS},
        "square": square,
        "horse": lambda horse, *_: str(horse + 1),
        "horses": lambda horses, *_: "-".join(str(speed) for speed in horses),
        "row": lambda row, *_: str(row + 1),
    },
    cars=("target", "chariot"),  # the defender in an attack
)

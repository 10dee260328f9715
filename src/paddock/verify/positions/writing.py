"""What writers of positions share."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias, TypeVar

from msgspec import Struct

from paddock.core.notation import Facts
from paddock.core.seats import Names

T = TypeVar("T")


class Position(Struct, frozen=True):
    """A position as facts, and the part that begins in it."""

    facts: Facts
    begin: str


Crowd: TypeAlias = Callable[[Any, Names, random.Random], Position]
"""Writes a crowded position for some options and seats."""


def list_text(things: Iterable[object]) -> str:
    """A list in notation."""
    return ",".join(map(str, things)) or "-"


def yes(value: bool) -> str:
    return "yes" if value else "no"


def near_limit(generator: random.Random, most: int, least: int = 0) -> int:
    """A number of a gauge, most often at one of its ends."""
    dice = generator.random()
    if dice < 0.35:
        return most
    if dice < 0.55:
        return least
    if dice < 0.75:
        return max(least, most - 1)
    return generator.randint(least, most)


def some(generator: random.Random, things: Sequence[T], most: int) -> list[T]:
    """At most this many different ones."""
    return generator.sample(things, generator.randint(0, min(most, len(things))))


def series_of(crowd: Crowd) -> Crowd:
    """A series somewhere in its middle, with a crowded race."""

    def write(options: Any, names: Names, generator: random.Random) -> Position:
        race = crowd(options.race, names, generator)
        facts = {name: dict(known) for name, known in race.facts.items()}
        for name in names:
            facts.setdefault(name, {})["points"] = str(generator.randint(0, 20))
        number = generator.choice((1, options.races))
        facts["series"] = {"race": str(number), "others": str(generator.randint(0, 20))}
        return Position(facts, race.begin)

    return write

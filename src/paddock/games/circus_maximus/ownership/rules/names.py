"""Random names by the charts of the Epic book."""

from __future__ import annotations

from collections.abc import Collection

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.games.circus_maximus import data
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.rules.dice import die

MAX_ROMAN_DIE = 3
"""Up to this number of the die the name is Roman."""
NATIONS = ("greek", "egyptian", "gaul")
EPITHETS = ("the Greek", "the Egyptian", "the Gaul")
MAX_NAME_ROLLS = 3
"""After this many rolls the next free name on the chart is taken."""


@cites(R("E1.4.8"), R("Q22"))
def random_name(chance: Chance, used: Collection[str]) -> str:
    """A nation by a die, a name by row and column; names in use are rolled again."""
    name = ""
    for _ in range(MAX_NAME_ROLLS):
        nation = die(chance, "nation")
        first, second = spot(chance), spot(chance) if nation <= MAX_ROMAN_DIE else 0
        name = name_at(nation, first, second)
        if name not in used:
            return name
    nation = MAX_ROMAN_DIE
    for n in range(36 * 36):
        name = name_at(nation, (first + n) % 36, (second + n // 36) % 36)
        if name not in used:
            break
    return name


def spot(chance: Chance) -> int:
    """First die row, second die column."""
    return 6 * (die(chance, "name") - 1) + die(chance, "name") - 1


def name_at(nation: int, first: int, second: int) -> str:
    if nation <= MAX_ROMAN_DIE:
        return f"{data.FIRST_NAMES[first]} {data.SECOND_NAMES[second]}"
    which = nation - MAX_ROMAN_DIE - 1
    return f"{data.FOREIGN_NAMES[NATIONS[which]][first]} {EPITHETS[which]}"

"""Gladiator data: the charts of the book, and the figures of our own combat rules."""

from __future__ import annotations

import enum

from msgspec import Struct

from paddock.games.circus_maximus.data import read_toml, require

_tables = read_toml("arena.toml")


class Kind(enum.IntEnum):
    """A gladiator's type, for life."""

    LIGHT = 0
    MEDIUM = 1
    HEAVY = 2
    RETARIUS = 3


class Area(enum.IntEnum):
    """A hit area of the body."""

    HEAD = 0
    CHEST = 1
    GROIN = 2
    ARMS = 3
    LEGS = 4


class Shield(enum.IntEnum):
    NONE = 0
    SMALL = 1
    LARGE = 2


ARMOUR_LETTERS = ("-", "C", "B", "A")
"""By the number of wounds taken off."""


class Outfit(Struct, frozen=True, gc=False):
    """A row of an armour table: per area the wounds taken off, and the two-dice roll up to which it
    covers."""

    off: tuple[int, int, int, int, int]
    up_to: tuple[int, int, int, int, int]
    shield: Shield


def parse_outfit(text: str) -> Outfit:
    *areas, shield = text.split()
    one, two, three, four, five = [ARMOUR_LETTERS.index(area[0]) for area in areas]
    a, b, c, d, e = [int(area[1:] or 12) for area in areas]
    kind = Shield.LARGE if shield == "L" else Shield.SMALL
    return Outfit((one, two, three, four, five), (a, b, c, d, e), kind)


def parse_ratings(text: str) -> tuple[int, int, int, int, int]:
    training, strength, agility, constitution, wounds = [int(n) for n in text.split("/")]
    return training, strength, agility, constitution, wounds


CHARACTERS = tuple(
    tuple(parse_ratings(one) for one in _tables["characters"][str(row)].split())
    for row in range(1, 7)
)
"""TR, ST, AG, CON, W by row and column."""
BARE = Outfit((0, 0, 0, 0, 0), (0, 0, 0, 0, 0), Shield.NONE)
OUTFITS: tuple[tuple[Outfit, ...], ...] = (
    *(
        tuple(parse_outfit(row) for row in _tables["armour"][name])
        for name in ("light", "medium", "heavy")
    ),
    (BARE,) * 6,
)
"""By type and die; a retarius has no armour."""

_fight = _tables["fight"]
PHASES: tuple[int, ...] = tuple(_fight["phases"])
SHIELDS: tuple[int, int, int] = (0, _fight["shields"][0], _fight["shields"][1])
FLANK_LEAD, FLANK_BONUS = _fight["flank"]
REAR_LEAD, REAR_BONUS = _fight["rear"]
TURNS: int = _fight["turns"]
NET: int = _fight["net"]
FREE: int = _fight["free"]
SPARED: int = _fight["spared"]
BREATH: tuple[int, ...] = tuple(_fight["breath"])
STRIKE: tuple[int, ...] = tuple(_fight["strike"])


class Column(Struct, frozen=True, gc=False):
    """A column of the result chart: the highest rolls for a miss, a shield and a parry, then the
    wounds."""

    up_to: int
    miss: int
    shield: int
    parry: int
    wounds: tuple[int, ...]


COLUMNS = tuple(
    Column(int(most), row["miss"], row["shield"], row["parry"], tuple(row["wounds"]))
    for most, row in _tables["results"].items()
)
require(all(c.parry + len(c.wounds) == 18 for c in COLUMNS), "a throw of the arena has no result")
require(
    all(9 <= t + s + a <= 14 for row in CHARACTERS for t, s, a, _, _ in row),
    "the factors of a gladiator lie between 9 and 14",
)
require([len(row) for row in CHARACTERS] == [6] * 6, "36 characters")

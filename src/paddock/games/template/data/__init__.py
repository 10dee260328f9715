"""The components, read and checked at import: small integers, and tables for them."""

import tomllib
from importlib import resources
from typing import Annotated

from msgspec import Meta, Struct, convert

Positive = Annotated[int, Meta(ge=1)]


class GearSheet(Struct, frozen=True, forbid_unknown_fields=True):
    faces: tuple[Positive, ...]


class CardSheet(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    holds: Positive
    copies: Positive


class Sheet(Struct, frozen=True, forbid_unknown_fields=True):
    """What the file must hold."""

    source: str
    limits: tuple[Annotated[int, Meta(ge=0)], ...]
    fuel: int
    spare: int
    burn: int
    gear: tuple[GearSheet, ...]
    card: tuple[CardSheet, ...]


SHEET = convert(tomllib.loads(resources.files(__name__).joinpath("race.toml").read_text()), Sheet)

GEARS = len(SHEET.gear)
DIE = ((), *(gear.faces for gear in SHEET.gear))  # by gear; there is no gear 0
FUEL, SPARE, BURN = SHEET.fuel, SHEET.spare, SHEET.burn

NAME = tuple(card.name for card in SHEET.card)  # by card, as HOLDS
HOLDS = tuple(card.holds for card in SHEET.card)
DECK = tuple(card for card, sheet in enumerate(SHEET.card) for _ in range(sheet.copies))

LIMIT = tuple(limit or GEARS for limit in SHEET.limits) * 5  # by space; a straight holds any gear
LONGEST = len(LIMIT) - max(DIE[-1]) - BURN - 1  # no car can run off the table

assert all(limit <= GEARS for limit in SHEET.limits), "a bend names a gear that is not there"
assert len(set(NAME)) == len(NAME), "two cards have the same name"

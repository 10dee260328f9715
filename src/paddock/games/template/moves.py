"""What a driver may say. Each move is made once; asks refer to it."""

from functools import cache
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from paddock.games.template.data import GEARS, NAME

Gear: TypeAlias = Annotated[int, Meta(ge=1, le=GEARS)]
Card: TypeAlias = Annotated[int, Meta(ge=0, lt=len(NAME))]


class Choose(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """The gear of this round."""

    gear: Gear


class Boost(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """Burn this much fuel."""

    amount: Annotated[int, Meta(ge=0)]


class Block(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """Lay a card before the car that comes from behind."""

    card: Card


class LetBy(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """Keep the cards."""


Move: TypeAlias = Choose | Boost | Block | LetBy

CHOICES = tuple(Choose(gear) for gear in range(GEARS + 1))  # by gear; the first is never offered
BLOCKS = tuple(Block(card) for card in range(len(NAME)))
NO_BOOST, LET_BY = Boost(0), LetBy()


@cache
def gears_from(gear: int) -> tuple[Move, ...]:
    """The gears within one of this one, the lowest first (T2.1)."""
    return CHOICES[max(1, gear - 1) : gear + 2]


@cache
def blocks_of(hand: tuple[int, ...]) -> tuple[Move, ...]:
    """What a hand allows against a car that passes; equal cards are one option."""
    return (LET_BY, *(BLOCKS[card] for card in sorted(set(hand))))

"""What a driver may say between the races."""

from __future__ import annotations

from functools import cache
from typing import TypeAlias

from msgspec import Struct

from paddock.games.heat import moves as race
from paddock.games.heat.data import CARDS, CardNo


class Swap(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """Give back an Upgrade for one left over in the market."""

    card: CardNo
    other: CardNo


class Keep(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """The one Upgrade that goes on into the next season."""

    card: CardNo


Move: TypeAlias = Swap | Keep | race.Move

KEEP = tuple(Keep(card) for card in range(CARDS))


@cache
def swap(card: CardNo, other: CardNo) -> Swap:
    return Swap(card, other)

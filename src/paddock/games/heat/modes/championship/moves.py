"""Moves of a championship between its races."""

from __future__ import annotations

from functools import cache
from typing import TypeAlias

from msgspec import Struct

from paddock.games.heat import moves as race
from paddock.games.heat.data import CARDS, CardNo
from paddock.games.heat.moves import Card


class Swap(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """Give back an Upgrade for one left over in the market."""

    card: Card
    other: Card


class Keep(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """The one Upgrade that goes on into the next season."""

    card: Card


Move: TypeAlias = Swap | Keep | race.Move

OWN_MOVES = (Swap, Keep)
"""The moves that a race does not have."""

KEEP = tuple(Keep(card) for card in range(CARDS))


@cache
def swap(card: CardNo, other: CardNo) -> Swap:
    return Swap(card, other)

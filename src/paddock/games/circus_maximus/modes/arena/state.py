"""State of a gala: the gladiators, the pairs, and its progress."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from paddock.core.seats import Seat
from paddock.games.circus_maximus.modes.arena import phases
from paddock.games.circus_maximus.modes.arena.rules import Fighter


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """Options of a gala."""

    turns: Annotated[int, Meta(ge=3, le=30)] = 15


class Arena(Struct, frozen=True, gc=False):
    """The public part of the state; secret plans are in the phase."""

    options: Options
    seats: int
    fighters: tuple[Fighter, ...] = ()  # by seat
    bouts: tuple[tuple[Seat, Seat], ...] = ()
    bout: int = 0  # index of the current pair
    turn: int = 0

    @property
    def pair(self) -> tuple[Seat, Seat]:
        return self.bouts[self.bout]


class State(Arena, frozen=True, gc=False, kw_only=True):
    """The whole state. Secret answers are in the phase."""

    phase: phases.Phase

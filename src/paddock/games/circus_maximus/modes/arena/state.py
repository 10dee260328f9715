"""A gala at one moment: the gladiators, who fights whom, and how far it has come."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from paddock.core.seats import Seat
from paddock.games.circus_maximus.modes.arena import phases
from paddock.games.circus_maximus.modes.arena.rules import Fighter


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What is agreed before a gala."""

    turns: Annotated[int, Meta(ge=3, le=30)] = 15


class Arena(Struct, frozen=True, gc=False):
    """What everybody sees; plans lie in the phase."""

    options: Options
    seats: int
    fighters: tuple[Fighter, ...] = ()  # by seat
    bouts: tuple[tuple[Seat, Seat], ...] = ()
    bout: int = 0  # which of them is fought
    turn: int = 0

    @property
    def pair(self) -> tuple[Seat, Seat]:
        return self.bouts[self.bout]


class State(Arena, frozen=True, gc=False, kw_only=True):
    """Everything that is so. What is sealed lies in the phase."""

    phase: phases.Phase

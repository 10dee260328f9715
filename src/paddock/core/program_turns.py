"""Turns and sittings: which turn of a race a state is in, by what everybody knows."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from paddock.core.game_spec import AnyGameSpec
from paddock.core.program_types import TURNS_PER_STAGE
from paddock.core.progress import Progress


class Turn(Struct, frozen=True):
    """Where a race is, by what everybody knows."""

    number: int
    lap: int = 0
    laps: int = 0


def turn_of(spec: AnyGameSpec, state: Any) -> Turn:
    """The turn that a state is in."""
    progress: Progress = spec.progress(state)
    return Turn(spec.programs.count_turns(state), progress.lap, progress.laps)


class Sitting(Struct, frozen=True):
    """A span of turns for which all seats plan at the same time."""

    number: int
    first_turn: int
    last_turn: int


def sitting_of(turn: int, turns_per_sitting: int) -> Sitting:
    """The sitting of a turn. What comes before the first turn of a race is a sitting of its own;
    no sitting reaches into the next race."""
    stage, n = divmod(turn, TURNS_PER_STAGE)
    start = stage * TURNS_PER_STAGE
    if n == 0:
        return Sitting(start, start, start)
    number = (n - 1) // turns_per_sitting
    first = number * turns_per_sitting + 1
    last = min(first + turns_per_sitting - 1, TURNS_PER_STAGE - 1)
    return Sitting(start + number + 1, start + first, start + last)

"""Sittings of a table: spans of turns for which everybody prepares at the same time.

A sitting opens when the last row of the sitting before is saved. Its number counts from 1; 0 is
before the start. How many turns a sitting has may change from one to the next.
"""

from __future__ import annotations

from paddock.core.game_spec import AnyGameSpec
from paddock.core.program_turns import Sitting
from paddock.core.program_types import TURNS_PER_STAGE
from paddock.server.api import wire

NO_SITTING = Sitting(0, 0, -1)


def next_sitting(now: Sitting, turn: int, turns: int, *, undone: bool = False) -> Sitting:
    """The sitting after a row that leads to a turn. `turns`: those of a new sitting.

    What comes before the first turn of a race is a sitting of its own, and none reaches into the
    next race. What is taken back opens no sitting.
    """
    if undone or turn <= now.last_turn:
        return now
    is_before = turn % TURNS_PER_STAGE == 0
    following = turn - turn % TURNS_PER_STAGE + TURNS_PER_STAGE
    last = turn if is_before else min(turn + max(1, turns), following) - 1
    return Sitting(now.number + 1, turn, last)


def turns_per_sitting(spec: AnyGameSpec, options: wire.SlowOptions) -> int:
    """Turns of a sitting. New tables keep the number; those of before go on as they began."""
    return options.turns or spec.programs.turns_before


def co_driver_level(spec: AnyGameSpec, options: wire.SlowOptions) -> str:
    """Level of the bots that answer for people at a slow table."""
    return options.level or spec.programs.level

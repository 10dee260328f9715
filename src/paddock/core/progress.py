"""How far a race is: the stage of a game or mode, and the lap of the leader. It is computed from
the state at every saved move, so it must be cheap; it says only what everyone may know."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Sized
from typing import Literal, TypeAlias

from msgspec import Struct

Unit: TypeAlias = Literal["race", "round", "edition", "stage", "card"]


class Stage(Struct, frozen=True, gc=False):
    """What is counted besides laps: race 2 of 10, round 4."""

    unit: Unit
    n: int  # counted from 1
    of: int = 0  # 0: unknown


class Progress(Struct, frozen=True, gc=False):
    stage: Stage | None = None
    lap: int = 0  # of the leader; 0: the road has no laps
    laps: int = 0


def no_progress(state: object) -> Progress:
    """Neither laps nor stages are counted."""
    return Progress()


def stage_at(unit: Unit, done: int, of: int = 0) -> Stage:
    """The stage that follows a number of stages; at the end the last one."""
    return Stage(unit, min(done + 1, of) if of else done + 1, of)


def stage_of(unit: Unit, done: Sized, planned: Sized) -> Stage:
    """The stage after those that are done; at the end the last one."""
    return stage_at(unit, len(done), len(planned))


def in_stage(stage: Stage, race: Progress | None) -> Progress:
    """A stage, and the lap of the race in it if one is running."""
    return Progress(stage) if race is None else Progress(stage, race.lap, race.laps)


Results: TypeAlias = tuple[tuple[int, ...], ...]
"""The place of each seat in each stage that is done; 0: none."""


def no_results(state: object) -> Results:
    """It is one race."""
    return ()


def rank_each(stages: Iterable[Sequence[int]], seats: int, *, most: bool) -> Results:
    """Places by the numbers of each stage: points, of which the most wins, or times. 0 has none."""
    found = []
    for numbers in stages:
        better = sorted((n for n in numbers if n), reverse=most)
        found.append(tuple(better.index(n) + 1 if n else 0 for n in numbers[:seats]))
    return tuple(found)

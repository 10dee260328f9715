"""How far a race is: the stage of a game or mode, and the lap of the leader."""

from __future__ import annotations

from collections.abc import Sized
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from msgspec import Struct

if TYPE_CHECKING:
    from paddock.core.game_spec import AnyGameSpec

Unit: TypeAlias = Literal["race", "round", "edition", "stage", "card"]


class Stage(Struct, frozen=True, gc=False):
    """What is counted besides laps: race 2 of 10, round 4."""

    unit: Unit
    n: int  # counted from 1
    of: int = 0  # 0: nobody knows


class Progress(Struct, frozen=True, gc=False):
    stage: Stage | None = None
    lap: int = 0  # of the leader; 0: the road has no laps
    laps: int = 0


def no_stage(view: object) -> None:
    """Only laps are counted, if anything."""


def stage_at(unit: Unit, done: int, of: int = 0) -> Stage:
    """The stage that follows a number of stages; at the end the last one."""
    return Stage(unit, min(done + 1, of) if of else done + 1, of)


def stage_of(unit: Unit, done: Sized, planned: Sized) -> Stage:
    """The stage after those that are done; at the end the last one."""
    return stage_at(unit, len(done), len(planned))


def progress_of(spec: AnyGameSpec, view: Any) -> Progress:
    """How far a race is, by what everyone sees."""
    stage = spec.stage(view)
    leader = next((one for one in spec.standings(view) if one.place == 1), None)
    laps = 0 if leader is None else dict(leader.args).get("laps", 0)
    if leader is None or not leader.lap or not isinstance(laps, int):
        return Progress(stage)
    return Progress(stage, min(leader.lap, laps) if laps else leader.lap, laps)

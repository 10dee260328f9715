"""Events of the Mille Miglia itself."""

from __future__ import annotations

from typing import ClassVar, Literal, TypeAlias, Union

from msgspec import Struct

from paddock.core import flow
from paddock.core.seats import Seat
from paddock.games.winds_of_war import events as race
from paddock.games.winds_of_war.card import R

Tie: TypeAlias = Literal["", "damage", "die"]
"""What decided between equal times, if anything."""


class MinutesServed(Struct, frozen=True, tag=True, gc=False):
    """An error of navigation is added to the time of a stage."""

    seat: Seat
    minutes: int
    reading: int
    clause: ClassVar[str] = R("W6.112")


class StageClosed(Struct, frozen=True, tag=True, gc=False):
    """All are in: the times written down, by seat (0: retired), for the chart."""

    stage: int
    times: tuple[int, ...]
    clause: ClassVar[str] = R("W4.4.4")


class RacingTime(Struct, frozen=True, tag=True, gc=False):
    """Published at a check point: the time written down less the own start."""

    seat: Seat
    duration: int  # in minutes
    tie: Tie = ""  # at the end: what put it behind an equal time
    clause: ClassVar[str] = R("W4.4.6")

    @property
    def variant(self) -> str:
        return self.tie


class RestartSet(Struct, frozen=True, tag=True, gc=False):
    """When and how a car starts into the next stage, and how it is then."""

    seat: Seat
    reading: int
    speed: int
    points: int
    box: int
    engine: int
    clause: str


class Winner(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    duration: int  # in minutes
    tie: Tie = ""  # what decided between equal times
    clause: ClassVar[str] = R("W4.4.8")

    @property
    def variant(self) -> str:
        return self.tie


Own: TypeAlias = MinutesServed | StageClosed | RacingTime | RestartSet | Winner
Event: TypeAlias = Union[race.Event, Own]  # noqa: UP007
Events: TypeAlias = flow.Events[Event]

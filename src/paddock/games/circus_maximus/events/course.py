"""Events of the course: steps, corners, wrecks, men on foot, the line."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.data.kinds import (
    Condition,
    Driver,
    JumpResult,
    Litter,
    Part,
    Side,
    StrainResult,
)
from paddock.games.circus_maximus.rules.log import Flight, Jump, Pace


class Stepped(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    square: int
    car_at: int
    segments: int
    mf_left: int
    clause: ClassVar[str] = R("B6.3")


class Changed(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    side: Side
    square: int
    car_at: int
    segments: int
    mf_left: int
    clause: ClassVar[str] = R("B6.4")


class Slid(Struct, frozen=True, tag=True, gc=False):
    """A slide one lane further on wet sand."""

    chariot: int
    clause: ClassVar[str] = R("GO11.1")


class Slipped(Struct, frozen=True, tag=True, gc=False):
    """A voluntary sideslip."""

    chariot: int
    side: Side
    square: int
    car_at: int
    mf_left: int
    clause: ClassVar[str] = R("B6.7")


class Braked(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    endurance: int
    pace: Pace
    clause: ClassVar[str] = R("B6.61")


class Lapsed(Struct, frozen=True, tag=True, gc=False):
    """Lost MFs."""

    chariot: int
    mf: int
    pace: Pace
    clause: ClassVar[str] = R("X14")


class Strained(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    points: int
    paid: int
    roll: int
    result: StrainResult
    endurance: int
    held_out: bool
    barred_until: int
    pace: Pace
    clause: ClassVar[str] = R("B7.32")


class Forced(Struct, frozen=True, tag=True, gc=False):
    """A chariot was forced one lane aside."""

    chariot: int
    side: Side
    square: int
    car_at: int
    held_out: bool
    barred_until: int
    clause: ClassVar[str] = R("B7.33")


class HeldUp(Struct, frozen=True, tag=True, gc=False):
    """A forced move was stopped because other chariots are there."""

    chariot: int
    loss: int  # subtracted from the maximum of its next phase
    pace: Pace
    clause: ClassVar[str] = R("B9.63")


class Jostled(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    cdm: int
    pace: Pace
    clause: ClassVar[str] = R("B7.35")


class Flipped(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    condition: Condition
    driver_state: Driver
    square: int
    car_at: int
    jumps: tuple[Jump, ...]
    flying: tuple[Flight, ...]
    pace: Pace
    clause: ClassVar[str] = R("B7.1")


class Landed(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    square: int
    litter: tuple[tuple[int, Litter], ...]
    flying: tuple[Flight, ...]
    clause: ClassVar[str] = R("B12.2")


class LandedOn(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    target: int
    part: Part
    clause: ClassVar[str] = R("B12.4")


class JumpBegan(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    square: int
    due: int
    jumps: tuple[Jump, ...]
    clause: ClassVar[str] = R("B14.2")


class JumpPaid(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    paid: int
    endurance: int
    jumps: tuple[Jump, ...]
    pace: Pace
    clause: ClassVar[str] = R("B14.2")


class Jumped(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    roll: int
    jump: JumpResult
    jumps: tuple[Jump, ...]
    clause: ClassVar[str] = R("B14.2")


class StoppedOn(Struct, frozen=True, tag=True, gc=False):
    """A team without a car has stopped on an obstacle, which has no effect."""

    chariot: int
    clause: ClassVar[str] = R("Q8")


class StraightOn(Struct, frozen=True, tag=True, gc=False):
    """The number of phases in which it must go straight ahead."""

    chariot: int
    phases: int
    clause: ClassVar[str] = R("GO4")

    @property
    def variant(self) -> str:
        return "" if self.phases else "over"


class CutHimselfFree(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    square: int
    clause: ClassVar[str] = R("B16.2")


class StillDragged(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    clause: ClassVar[str] = R("B16.2")


class DraggedHurt(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    hits: int
    clause: ClassVar[str] = R("B16.3")


class RunDown(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    target: int
    cost: int
    mf_left: int
    used: int
    loss: int
    clause: ClassVar[str] = R("B17.4")


class FootBegan(Struct, frozen=True, tag=True, gc=False):
    """All chariots have moved, and there are men on foot."""

    turn: int
    clause: ClassVar[str] = R("B17.1")


class Dodged(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    square: int
    clause: ClassVar[str] = R("E2.14.2.2")


class Ran(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    square: int
    clause: ClassVar[str] = R("B17.2")


class Climbed(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    clause: ClassVar[str] = R("B17.3")


class Abandoned(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    square: int
    clause: ClassVar[str] = R("E2.12.2.3.3")


class HorsesGone(Struct, frozen=True, tag=True, gc=False):
    """No living horse is left: the chariot is out."""

    chariot: int
    driver_state: Driver
    foot: int
    litter: tuple[tuple[int, Litter], ...]
    clause: ClassVar[str] = R("X33")


class MarkerFell(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    marker: int
    clause: ClassVar[str] = R("B10.1")


class Crossed(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    mf: int
    crossed_as: int
    clause: ClassVar[str] = R("B10.3")


class Vanished(Struct, frozen=True, tag=True, gc=False):
    """A driverless team crossed the line."""

    chariot: int
    clause: ClassVar[str] = R("X49")


class TurnEnded(Struct, frozen=True, tag=True, gc=False):
    turn: int
    clause: ClassVar[str] = R("B5.2")


class GaveUp(Struct, frozen=True, tag=True, gc=False):
    """The last driver in the race ended it."""

    chariot: int
    clause: ClassVar[str] = R("Q37")


class Placed(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    place: int
    clause: ClassVar[str] = R("B10.2")

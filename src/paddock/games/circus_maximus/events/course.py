"""Events of the course: steps, corners, wrecks, men on foot, the line."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.data.kinds import JumpResult, Part, Side, StrainResult


class Stepped(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    square: int
    clause: ClassVar[str] = R("B6.3")


class Changed(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    side: Side
    square: int
    clause: ClassVar[str] = R("B6.4")


class Slid(Struct, frozen=True, tag=True, gc=False):
    """The wet sand carries it on."""

    chariot: int
    clause: ClassVar[str] = R("GO11.1")


class Slipped(Struct, frozen=True, tag=True, gc=False):
    """A sideslip by choice."""

    chariot: int
    side: Side
    square: int
    clause: ClassVar[str] = R("B6.7")


class Braked(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    clause: ClassVar[str] = R("B6.61")


class Lapsed(Struct, frozen=True, tag=True, gc=False):
    """MFs that are lost."""

    chariot: int
    mf: int
    clause: ClassVar[str] = R("X14")


class Strained(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    points: int
    paid: int
    roll: int
    result: StrainResult
    clause: ClassVar[str] = R("B7.32")


class Forced(Struct, frozen=True, tag=True, gc=False):
    """Pushed a lane aside."""

    chariot: int
    side: Side
    square: int
    clause: ClassVar[str] = R("B7.33")


class Jostled(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    cdm: int
    clause: ClassVar[str] = R("B7.35")


class Flipped(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    clause: ClassVar[str] = R("B7.1")


class Landed(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    square: int
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
    clause: ClassVar[str] = R("B14.2")


class JumpPaid(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    paid: int
    clause: ClassVar[str] = R("B14.2")


class Jumped(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    roll: int
    jump: JumpResult
    clause: ClassVar[str] = R("B14.2")


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
    clause: ClassVar[str] = R("B17.4")


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
    chariot: int
    clause: ClassVar[str] = R("X33")


class MarkerFell(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    marker: int
    clause: ClassVar[str] = R("B10.1")


class Crossed(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    mf: int
    clause: ClassVar[str] = R("B10.3")


class Vanished(Struct, frozen=True, tag=True, gc=False):
    """A driverless team over the line."""

    chariot: int
    clause: ClassVar[str] = R("X49")


class TurnEnded(Struct, frozen=True, tag=True, gc=False):
    turn: int
    clause: ClassVar[str] = R("B5.2")


class Placed(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    place: int
    clause: ClassVar[str] = R("B10.2")

"""Events before anybody moves: set-up, weather, speeds, what is announced."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from paddock.core.seats import Seat
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.data.kinds import Sky, Weight


class Owned(Struct, frozen=True, tag=True, gc=False):
    """A colour was drawn."""

    seat: Seat
    chariot: int
    clause: ClassVar[str] = R("B3.3")


class LinedUp(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    lane: int
    row: int
    clause: ClassVar[str] = R("B3.2")


class Prepared(Struct, frozen=True, tag=True, gc=False):
    """All chariots of a seat are prepared, in secret."""

    seat: Seat
    clause: ClassVar[str] = R("B3.6")


class Built(Struct, frozen=True, tag=True, gc=False):
    """What the dice made of the points."""

    chariot: int
    driver: int
    hits: int
    weight: Weight
    horses: tuple[int, ...]
    endurance: int
    clause: ClassVar[str] = R("B3.6")


class TurnBegan(Struct, frozen=True, tag=True, gc=False):
    turn: int
    clause: ClassVar[str] = R("B5.1")


class SkyChanged(Struct, frozen=True, tag=True, gc=False):
    """The weather."""

    sky: Sky
    mud: bool
    clause: ClassVar[str] = R("GO11")

    @property
    def variant(self) -> str:
        return "mud" if self.mud else ""


class Sealed(Struct, frozen=True, tag=True, gc=False):
    """All speeds of a seat are written."""

    seat: Seat
    clause: ClassVar[str] = R("B5.1")


class Showed(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    speed: int
    whip: bool
    clause: ClassVar[str] = R("X2")

    @property
    def variant(self) -> str:
        return "whip" if self.whip else ""


class PhaseBegan(Struct, frozen=True, tag=True, gc=False):
    """Its colour was drawn."""

    chariot: int
    clause: ClassVar[str] = R("B5.2")


class Started(Struct, frozen=True, tag=True, gc=False):
    """What the dead start costs."""

    chariot: int
    loss: int
    clause: ClassVar[str] = R("B6.S1")


class Whipped(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    mf: int
    clause: ClassVar[str] = R("B6.52")


class CutLoose(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    horse: int
    cost: int
    clause: ClassVar[str] = R("B9.53")


class CutFailed(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    cost: int
    clause: ClassVar[str] = R("B9.53")


class SetOff(Struct, frozen=True, tag=True, gc=False):
    """Total speed and MFs are fixed."""

    chariot: int
    total: int
    mf: int
    clause: ClassVar[str] = R("X3")

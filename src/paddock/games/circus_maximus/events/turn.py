"""Events of the set-up and the start of a turn: weather, speeds, announcements."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from paddock.core.seats import Seat
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.data.kinds import Knives, Litter, Sky, Weight, Whip
from paddock.games.circus_maximus.rules.log import Pace


class Owned(Struct, frozen=True, tag=True, gc=False):
    """A colour was drawn, and the driver has a name."""

    seat: Seat
    chariot: int
    name: str
    clause: ClassVar[str] = R("B3.3")


class LinedUp(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    lane: int
    row: int
    clause: ClassVar[str] = R("B3.2")


class Prepared(Struct, frozen=True, tag=True, gc=False):
    """All chariots of a seat are prepared, secretly."""

    seat: Seat
    clause: ClassVar[str] = R("B3.6")


class Built(Struct, frozen=True, tag=True, gc=False):
    """The dice results for the preparation points."""

    chariot: int
    driver: int  # the driver's modifier
    hits: int
    weight: Weight
    horses: tuple[int, int, int, int]
    endurance: int
    blades: tuple[int, int]
    boxes: tuple[int, int]
    whip_now: Whip
    knives: Knives
    dust: bool
    spear: bool
    clause: ClassVar[str] = R("B3.6")


class Refreshed(Struct, frozen=True, gc=False):
    """A chariot's marks after a new turn has begun."""

    chariot: int
    cdm: int
    jostled: bool


class TurnBegan(Struct, frozen=True, tag=True, gc=False):
    turn: int
    running: tuple[Refreshed, ...]
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


class RunsAt(Struct, frozen=True, tag=True, gc=False):
    """No speed is written for it: it runs without a driver or with a blinded one, or it stands."""

    chariot: int
    speed: int

    @property
    def clause(self) -> str:
        return R("B15.22") if self.speed else R("B9.52")

    @property
    def variant(self) -> str:
        return "" if self.speed else "stands"


class PhaseBegan(Struct, frozen=True, tag=True, gc=False):
    """Its colour was drawn from the cup."""

    chariot: int
    clause: ClassVar[str] = R("B5.2")


class Started(Struct, frozen=True, tag=True, gc=False):
    """The cost of a start from standing."""

    chariot: int
    loss: int
    clause: ClassVar[str] = R("B6.S1")


class Whipped(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    mf: int
    endurance: int
    pace: Pace
    clause: ClassVar[str] = R("B6.52")


class CutLoose(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    horse: int
    cost: int
    dead: int  # dead horses still in the traces, one bit each
    litter: tuple[tuple[int, Litter], ...]
    clause: ClassVar[str] = R("B9.53")


class CutFailed(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    cost: int
    clause: ClassVar[str] = R("B9.53")


class SetOff(Struct, frozen=True, tag=True, gc=False):
    """Total speed and MFs are fixed; lashes and evasions of the last turn are used up."""

    chariot: int
    total: int
    mf: int
    clause: ClassVar[str] = R("X3")

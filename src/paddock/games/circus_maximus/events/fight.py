"""Events of fights and harm: attacks, defence, horses, wheels, drivers."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.data.kinds import (
    DUST,
    KNIFE,
    SMALL_KNIFE,
    SPEAR,
    CriticalResult,
    LashResult,
    Part,
    Side,
    Weapon,
    WeaponResult,
)

WEAPON_RULES = {
    DUST: R("GO4"),
    KNIFE: R("GO5"),
    SMALL_KNIFE: R("GO5"),
    SPEAR: R("GO6"),
}


class HorseHurt(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    horse: int
    points: int
    clause: ClassVar[str] = R("B9.51")


class HorseDied(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    horse: int
    clause: ClassVar[str] = R("B9.52")


class Blown(Struct, frozen=True, tag=True, gc=False):
    """The endurance has reached nought."""

    chariot: int
    clause: ClassVar[str] = R("B8.44")


class WheelHurt(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    side: Side
    points: int
    clause: ClassVar[str] = R("B9.55")


class WheelHeld(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    side: Side
    roll: int
    clause: ClassVar[str] = R("B7.4")


class WheelLost(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    side: Side
    clause: ClassVar[str] = R("B7.4")


class Attacked(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    target: int
    weapon: Weapon
    part: Part
    clause: ClassVar[str] = R("B9.1")


class RanInto(Struct, frozen=True, tag=True, gc=False):
    """An involuntary ram."""

    chariot: int
    target: int
    part: Part
    clause: ClassVar[str] = R("B9.6")


class Contested(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    target: int
    attack: int
    defence: int
    clause: ClassVar[str] = R("B9.32")


class BackedUp(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    square: int
    clause: ClassVar[str] = R("B6.62")


class Evaded(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    side: Side
    square: int
    clause: ClassVar[str] = R("B9.31")


class HorsesLashed(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    mf: int
    must: bool
    clause: ClassVar[str] = R("B9.41")

    @property
    def variant(self) -> str:
        return "must" if self.must else ""


class DriverLashed(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    factor: int
    lash: LashResult
    clause: ClassVar[str] = R("B9.43")


class Slowed(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    loss: int
    clause: ClassVar[str] = R("B9.43")


class Wounded(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    hits: int
    clause: ClassVar[str] = R("B9.43W")


class Died(Struct, frozen=True, tag=True, gc=False):
    """The driver."""

    chariot: int
    clause: ClassVar[str] = R("B9.43W")


class WhipGrabbed(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    target: int
    clause: ClassVar[str] = R("B9.43")


class WhipLost(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    clause: ClassVar[str] = R("B13.1")


class Critical(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    critical: CriticalResult
    clause: ClassVar[str] = R("B13.1")


class Pulled(Struct, frozen=True, tag=True, gc=False):
    """Out of his car."""

    chariot: int
    clause: ClassVar[str] = R("B16.7")


class Threw(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    target: int
    weapon: Weapon
    hit: bool

    @property
    def variant(self) -> str:
        return "hit" if self.hit else ""

    @property
    def clause(self) -> str:
        return WEAPON_RULES[self.weapon]


class WasHit(Struct, frozen=True, tag=True, gc=False):
    """What dust, knife or spear does."""

    chariot: int
    effect: WeaponResult
    weapon: Weapon

    @property
    def clause(self) -> str:
        return WEAPON_RULES[self.weapon]


class NoDamage(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    target: int
    clause: ClassVar[str] = R("B9.54")


class SawAgain(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    clause: ClassVar[str] = R("GO4")


class Collided(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    target: int
    clause: ClassVar[str] = R("B6.74")


class Trampled(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    target: int
    hits: int
    clause: ClassVar[str] = R("B16.5")

"""Events of attacks, defence and damage to horses, wheels and drivers."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.data.kinds import (
    DUST,
    KNIFE,
    SMALL_KNIFE,
    SPEAR,
    Condition,
    CriticalResult,
    Driver,
    Knives,
    LashResult,
    Part,
    Side,
    Weapon,
    WeaponResult,
    Whip,
)
from paddock.games.circus_maximus.rules.log import Pace

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
    boxes_left: int  # boxes left of this horse
    pace: Pace
    clause: ClassVar[str] = R("B9.51")


class HorseDied(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    horse: int
    dead: int  # dead horses in the traces, one bit each
    endurance: int
    pace: Pace
    clause: ClassVar[str] = R("B9.52")


class Blown(Struct, frozen=True, tag=True, gc=False):
    """The endurance has reached 0."""

    chariot: int
    dm: int
    cdm: int
    pace: Pace
    clause: ClassVar[str] = R("B8.44")


class WheelHurt(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    side: Side
    points: int
    damage: int  # total damage of this wheel
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
    mf_left: int
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
    car_at: int
    segments: int
    endurance: int
    pace: Pace
    clause: ClassVar[str] = R("B6.62")


class Evaded(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    side: Side
    square: int
    car_at: int
    segments: int
    used: int  # MFs used of its next phase
    clause: ClassVar[str] = R("B9.31")


class HorsesLashed(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    mf: int
    must: bool
    endurance: int
    added: int
    offered: int
    pace: Pace
    clause: ClassVar[str] = R("B9.41")

    @property
    def variant(self) -> str:
        return "must" if self.must else ""


class DriverLashed(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    factor: int
    lash: LashResult
    endurance: int
    pace: Pace
    clause: ClassVar[str] = R("B9.43")


class Slowed(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    loss: int
    in_all: int  # off the maximum of its next phase
    pace: Pace
    clause: ClassVar[str] = R("B9.43")


class Wounded(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    hits: int
    hits_left: int
    dm: int
    cdm: int
    pace: Pace
    clause: ClassVar[str] = R("B9.43W")


class Died(Struct, frozen=True, tag=True, gc=False):
    """The driver died."""

    chariot: int
    condition: Condition
    clause: ClassVar[str] = R("B9.43W")


class WhipGrabbed(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    target: int
    whip_now: Whip  # the whip of the chariot that grabbed it
    clause: ClassVar[str] = R("B9.43")


class WhipLost(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    to: int  # the chariot that has it now; -1 for none
    whip_now: Whip
    clause: ClassVar[str] = R("B13.1")


class Critical(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    critical: CriticalResult
    dm: int
    cdm: int
    arm: bool
    eyes: int
    pace: Pace
    clause: ClassVar[str] = R("B13.1")


class Pulled(Struct, frozen=True, tag=True, gc=False):
    """The driver was pulled out of his car."""

    chariot: int
    condition: Condition
    driver_state: Driver
    clause: ClassVar[str] = R("B16.7")


class Threw(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    target: int
    weapon: Weapon
    hit: bool
    dust: bool
    knives: Knives

    @property
    def variant(self) -> str:
        return "hit" if self.hit else ""

    @property
    def clause(self) -> str:
        return WEAPON_RULES[self.weapon]


class WasHit(Struct, frozen=True, tag=True, gc=False):
    """The effect of dust, a knife or a spear."""

    chariot: int
    effect: WeaponResult
    weapon: Weapon
    eye_of: int  # the chariot that is hit: dust may be blown back
    eyes: int
    straight_on: int
    straight_later: bool

    @property
    def clause(self) -> str:
        return WEAPON_RULES[self.weapon]


class Blinded(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    pace: Pace
    clause: ClassVar[str] = R("X56")


class HorsesRammed(Struct, frozen=True, tag=True, gc=False):
    """A voluntary ram on horses where that is forbidden."""

    chariot: int
    clause: ClassVar[str] = R("E2.10.7.3")


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
    endurance: int
    loss: int  # off the maximum of its next phase
    pace: Pace
    clause: ClassVar[str] = R("B6.74")


class Trampled(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    target: int
    hits: int
    clause: ClassVar[str] = R("B16.5")

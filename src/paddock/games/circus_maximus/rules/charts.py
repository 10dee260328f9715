"""Chart lookups: from rolls and modifiers to results."""

from __future__ import annotations

import enum

from paddock.core.citations import cites
from paddock.games.circus_maximus import data
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.data.kinds import (
    JumpResult,
    LashResult,
    StrainResult,
    WeaponResult,
)


class CarsHit(enum.IntEnum):
    """The cars damaged by a ram."""

    NOBODY = 0
    ATTACKER = 1
    BOTH = 2
    DEFENDER = 3


NOBODY, ATTACKER, BOTH, DEFENDER = CarsHit


def clamp(number: int, least: int, most: int) -> int:
    return least if number < least else min(number, most)


@cites(R("B7.32"), R("E2.9.2"))
def strain(roll: int, points: int) -> StrainResult:
    """The corner strain chart of 1980: three dice less modifiers, by strain points."""
    return data.STRAIN[clamp(points, 1, 9) - 1][clamp(roll, 4, 18) - 4]


def mirrored_strain(roll: int, points: int) -> StrainResult:
    """Epic's chart, where high is good: the same chart read from the other end."""
    return strain(21 - roll, points)


@cites(R("B9.42"))
def lash(factor: int, roll: int) -> LashResult:
    """The lash at the driver: factor clamped to -4…+5, two dice."""
    return data.LASH[roll][clamp(factor, -4, 5) + 4]


@cites(R("E2.10.4.2"))
def epic_lash(difference: int) -> LashResult:
    return data.EPIC_LASH[clamp(difference, -24, 24) + 24]


@cites(R("B9.5"), R("E2.10.7"))
def horse_injury(roll: int) -> int:
    """Two dice with the car's edge; above 15 reads as 15."""
    return data.HORSE_INJURY[clamp(roll, -3, 15) + 3]


@cites(R("B9.55"), R("E2.10.8.1"))
def wheel_damage(roll: int) -> int:
    return data.WHEEL_DAMAGE[clamp(roll, -3, 15) + 3]


@cites(R("B9.54"), R("E2.10.8"))
def cars_hit(roll: int) -> CarsHit:
    """Three dice plus the attacker's modifier, less the defender's."""
    if roll <= data.ATTACKER_HIT:
        return ATTACKER
    if roll <= data.BOTH_HIT:
        return BOTH
    return NOBODY if roll <= data.NOBODY_HIT else DEFENDER


@cites(R("E2.8.9.4"))
def jump(roll: int) -> JumpResult:
    """Three dice less CDM, plus unpaid endurance. Epic adds and mirrors: the same odds."""
    return data.WRECKS[clamp(roll, -10, 60) + 10]


@cites(R("B12.2"), R("E2.13.1.2"))
def flight(epic: bool, roll: int) -> tuple[int, int]:
    """Lanes (above 0: to the outside) and squares forward."""
    return (data.EPIC_FLIGHT if epic else data.FLIGHT)[roll]


@cites(R("X55"))
def weapon(chart: tuple[WeaponResult, ...], roll: int) -> WeaponResult:
    """Dust, knife and spear: two dice and the defender's modifier."""
    return chart[clamp(roll, -20, 30) + 20]

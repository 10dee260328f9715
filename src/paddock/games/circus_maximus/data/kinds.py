"""Enums of the game.

Members used in every move are also module names: looking up an attribute of an enum takes several
times as long as a global name.
"""

from __future__ import annotations

import enum

DEBTOR_MARK = "@"
"""Stands in a driver's name before the seat of a player who was sold into slavery."""


def name_of(member: enum.Enum) -> str:
    """The name of a member in words and notation: ON_FOOT is `on-foot`."""
    return member.name.lower().replace("_", "-")


# ---------------------------------------------------------------- chariots


class Condition(enum.IntEnum):
    """A chariot's condition in the race."""

    RACING = 0  # with its driver
    EMPTY = 1  # team and car, without the driver
    RUNAWAY = 2  # the team only
    HOME = 3  # over the line
    GONE = 4  # off the track


RACING, EMPTY, RUNAWAY, HOME, GONE = Condition


class Driver(enum.IntEnum):
    """Where a driver is."""

    IN_CAR = 0
    DRAGGED = 1
    ON_FOOT = 2
    SAFE = 3
    DEAD = 4


IN_CAR, DRAGGED, ON_FOOT, SAFE, DEAD = Driver


class Weight(enum.IntEnum):
    """The weight of a car."""

    LIGHT = 0
    NORMAL = 1
    HEAVY = 2


LIGHT, NORMAL, HEAVY = Weight


class Along(enum.IntEnum):
    """The direction in which a man on foot runs along a wall."""

    BACK = -1
    FREE = 0
    AHEAD = 1


class Whip(enum.IntEnum):
    """The whip in a driver's hand."""

    NONE = 0
    REGULAR = 1
    LONG = 2


class Knives(enum.IntEnum):
    """The knives in a driver's belt, one bit each."""

    NONE = 0
    SMALL = 1
    THROWING = 2
    BOTH = 3


class Side(enum.IntEnum):
    """The two sides of a lane and of a chariot: its left is the inside."""

    INSIDE = 0
    OUTSIDE = 1


INSIDE, OUTSIDE = Side
OPPOSITE = (OUTSIDE, INSIDE)
"""The opposite side, by side."""

# ---------------------------------------------------------------- the track


class Litter(enum.IntEnum):
    """An obstacle on a square."""

    WRECK = 0
    CARCASS = 1


WRECK, CARCASS = Litter


class Sky(enum.IntEnum):
    """The weather; mud is stored separately."""

    CLEAR = 0
    UNSETTLED = 1
    RAIN = 2
    CLEARED = 3


CLEAR, UNSETTLED, RAIN, CLEARED = Sky

# ---------------------------------------------------------------- attacks


class Weapon(enum.IntEnum):
    """The means of an attack."""

    LASH = 0
    RAM = 1
    KNIFE = 2
    SMALL_KNIFE = 3
    DUST = 4
    SPEAR = 5


LASH, RAM, KNIFE, SMALL_KNIFE, DUST, SPEAR = Weapon


class Part(enum.IntEnum):
    """The attacked part of a chariot."""

    TEAM = 0
    CAR = 1
    MAN = 2  # the driver dragged behind it


TEAM, CAR, MAN = Part

# ---------------------------------------------------------------- chart results


class StrainResult(enum.IntEnum):
    """A result of the corner strain chart."""

    NOTHING = 0
    SLIP = 1
    DOUBLE = 2
    JOSTLE = 3
    LEFT_HORSE = 4
    RIGHT_HORSE = 5
    FLIP = 6


class LashResult(enum.StrEnum):
    """A result of a lash at a driver, by the letters of its chart."""

    NOTHING = "-"
    BACK = "B"
    SWERVE = "S"
    SLOW = "M"
    WOUND = "W"
    GRAB = "G"


class CriticalResult(enum.StrEnum):
    """A result of a critical hit on a driver."""

    PULLED = "pulled"
    SEVERE = "severe"
    ARM = "arm"
    EYE = "eye"
    SURPRISE = "surprise"
    DEEP = "deep"
    NOTHING = "nothing"
    MATCH = "match"


class WeaponResult(enum.StrEnum):
    """A result of dust, a knife or a spear."""

    FALL = "fall"
    INTO = "into"
    EYE = "eye"
    AWAY = "away"
    BLIND = "blind"
    WIND = "wind"
    KILLED = "killed"
    MAJOR = "major"
    MINOR = "minor"
    HORSE = "horse"
    MAJOR_HORSE = "major-horse"
    MINOR_HORSE = "minor-horse"


class JumpResult(enum.StrEnum):
    """A result of running over an obstacle."""

    NOTHING = "nothing"
    JOSTLED = "jostled"
    CAR = "car"
    HOBBLED = "hobbled"
    SERIOUSLY = "seriously"
    DANGER = "danger"
    FLIP = "flip"

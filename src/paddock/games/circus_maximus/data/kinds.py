"""The closed sets of the game, each value by its name.

Where a set is looked at in every move its members stand below it by their names alone: an attribute
of an enum takes several times as long to find as a name of a module.
"""

from __future__ import annotations

import enum


def name_of(member: enum.Enum) -> str:
    """How a member is written in words and notation: ON_FOOT is `on-foot`."""
    return member.name.lower().replace("_", "-")


# ---------------------------------------------------------------- chariots


class Condition(enum.IntEnum):
    """How a chariot stands to the race."""

    RACING = 0  # driven
    EMPTY = 1  # it runs whole, without its driver
    RUNAWAY = 2  # only its team
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
    """Of a car."""

    LIGHT = 0
    NORMAL = 1
    HEAVY = 2


LIGHT, NORMAL, HEAVY = Weight


class Along(enum.IntEnum):
    """The direction in which a man runs along a wall, once he has begun."""

    BACK = -1
    FREE = 0
    AHEAD = 1


class Whip(enum.IntEnum):
    """What a driver has in his hand."""

    NONE = 0
    REGULAR = 1
    LONG = 2


class Knives(enum.IntEnum):
    """What he has in his belt, a bit each."""

    NONE = 0
    SMALL = 1
    THROWING = 2
    BOTH = 3


class Side(enum.IntEnum):
    """The two ways to leave a lane; also the two sides of a chariot: its left is the inside."""

    INSIDE = 0
    OUTSIDE = 1


INSIDE, OUTSIDE = Side
OPPOSITE = (OUTSIDE, INSIDE)
"""The other side, by side."""

# ---------------------------------------------------------------- the track


class Litter(enum.IntEnum):
    """What lies on a square."""

    WRECK = 0
    CARCASS = 1


WRECK, CARCASS = Litter


class Sky(enum.IntEnum):
    """The weather; whether there is mud is another matter."""

    CLEAR = 0
    UNSETTLED = 1
    RAIN = 2
    CLEARED = 3


CLEAR, UNSETTLED, RAIN, CLEARED = Sky

# ---------------------------------------------------------------- attacks


class Weapon(enum.IntEnum):
    """What one attacks with."""

    LASH = 0
    RAM = 1
    KNIFE = 2
    SMALL_KNIFE = 3
    DUST = 4
    SPEAR = 5


LASH, RAM, KNIFE, SMALL_KNIFE, DUST, SPEAR = Weapon


class Part(enum.IntEnum):
    """What of a chariot is attacked."""

    TEAM = 0
    CAR = 1
    MAN = 2  # who is dragged behind it


TEAM, CAR, MAN = Part

# ---------------------------------------------------------------- what charts say


class StrainResult(enum.IntEnum):
    """What a corner may do."""

    NOTHING = 0
    SLIP = 1
    DOUBLE = 2
    JOSTLE = 3
    LEFT_HORSE = 4
    RIGHT_HORSE = 5
    FLIP = 6


class LashResult(enum.StrEnum):
    """What a lash at a driver may do, by the letters of its chart."""

    NOTHING = "-"
    BACK = "B"
    SWERVE = "S"
    SLOW = "M"
    WOUND = "W"
    GRAB = "G"


class CriticalResult(enum.StrEnum):
    """What a critical hit on a driver may do."""

    PULLED = "pulled"
    SEVERE = "severe"
    ARM = "arm"
    EYE = "eye"
    SURPRISE = "surprise"
    DEEP = "deep"
    NOTHING = "nothing"
    MATCH = "match"


class WeaponResult(enum.StrEnum):
    """What dust, a knife or a spear may do."""

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
    """What running over an obstacle may do."""

    NOTHING = "nothing"
    JOSTLED = "jostled"
    CAR = "car"
    HOBBLED = "hobbled"
    SERIOUSLY = "seriously"
    DANGER = "danger"
    FLIP = "flip"

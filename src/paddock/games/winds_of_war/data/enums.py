"""Enums of the game. The numbers index tables. Play compares with the module constants below the
enums: attribute lookup on an enum class is far slower."""

from __future__ import annotations

import enum


class Lane(enum.IntEnum):
    """The lanes of the road, from the driver's view."""

    LEFT = 0
    MIDDLE = 1
    RIGHT = 2


class Way(enum.IntEnum):
    """A step of one box: straight ahead, or diagonally forward into the next lane."""

    LEFT = -1
    AHEAD = 0
    RIGHT = 1


class Slope(enum.IntEnum):
    """The slope of a hexagon."""

    PLAIN = 0
    UP = 1
    DOWN = 2


class Ground(enum.IntEnum):
    """The ground next to the road."""

    GRASS = 0
    WALLS = 1
    TREES = 2
    SPECTATORS = 3
    CROPS = 4
    HAY = 5
    VEHICLE = 6


class Ending(enum.IntEnum):
    """How a road ends."""

    RING = 0  # no end: a lap leads back to the start
    ARRIVO = 1  # a line that is crossed at any speed
    CONTROLLO = 2  # a check point


class Letter(enum.IntEnum):
    """How tight a curve is, from a hairpin (A) to a slight bend (E)."""

    A = 0
    B = 1
    C = 2
    D = 3
    E = 4


class Colour(enum.IntEnum):
    """The dice."""

    GREEN = 0
    YELLOW = 1
    RED = 2
    BLACK = 3  # a dry road
    BLUE = 4  # a wet one


class Part(enum.IntEnum):
    """Spare parts, in the order of `parts.toml`."""

    TYRE = 0
    WATER = 1
    PLUGS = 2
    LAMPS = 3
    DRUMS = 4


class TuningCard(enum.IntEnum):
    """Tuning cards, in the order of `parts.toml`."""

    MEMINI_CARBURETTOR = 0
    ALCOHOL_FUEL_BLEND = 1
    ROOTS_SUPERCHARGER = 2
    LARGE_RADIATOR = 3
    OIL_COOLER = 4
    SUPERLEGGERA_BODY = 5
    HYDRAULIC_BRAKES = 6
    FINNED_DRUMS = 7
    RAIN_TREADS = 8
    REINFORCED_SPRINGS = 9
    TWIN_FOG_LAMPS = 10
    LONG_RANGE_TANK = 11
    PACE_NOTES = 12
    RIDING_MECHANIC = 13


class Failure(enum.IntEnum):
    """Failure cards."""

    PUNCTURE = 0
    PLUG = 1
    LAMP = 2


class Gauge(enum.IntEnum):
    """The gauges of a dashboard."""

    ENGINE = 0
    HEAT = 1
    BRAKES = 2
    BODY = 3
    TYRES = 4


class KindOfTest(enum.IntEnum):
    """The tests for which dice are rolled."""

    OVERHEATING = 0
    EXTRA_POINT = 1
    GREAT_START = 2
    CURVE = 3
    BROKEN_PART = 4


class Format(enum.StrEnum):
    """The formats of races, each with its own deck of events."""

    GRAND_PRIX = "grand-prix"
    STAGES = "stages"  # the Mille Miglia stage by stage
    ONE_STAGE = "one-stage"  # the Mille Miglia of one evening
    RING = "ring"  # the race of 1940: three timed laps
    CALABRIA = "calabria"  # the Tour of Calabria

    @property
    def like_grand_prix(self) -> bool:
        """Whether everything but start, clock and finish is as in a Grand Prix."""
        return self in (Format.GRAND_PRIX, Format.RING, Format.CALABRIA)


class Happening(enum.StrEnum):
    """What an event card does."""

    PLUG = "plug"
    CRASH = "crash"
    HEADLIGHT = "headlight"
    ROUGH = "rough"
    PUNCTURE = "puncture"
    BRAKES = "brakes"
    ENGINE = "engine"
    NAVIGATION = "navigation"
    REFUELLING = "refuelling"
    OVERHEATING = "overheating"
    SPIN = "spin"
    BRAKE_WEAR = "brake-wear"
    WEATHER = "weather"


class Struck(enum.StrEnum):
    """Which car an event card strikes."""

    ALL = "all"
    FASTEST = "fastest"
    LEADER = "leader"
    MOST_ENGINE_DAMAGE = "most engine damage"
    LEAST_ENGINE_DAMAGE = "least engine damage"
    MOST_TYRE_DAMAGE = "most tyre damage"
    LEAST_TYRE_DAMAGE = "least tyre damage"
    MOST_BRAKE_DAMAGE = "most brake damage"
    LEAST_BRAKE_DAMAGE = "least brake damage"
    COOLEST = "coolest"
    HOTTEST = "hottest"


class CarStatus(enum.IntEnum):
    """What a car is doing in the race; those before HOME will act again."""

    RACING = 0  # on the road
    OFF = 1  # off the road until the next turn
    PITS = 2
    ASIDE = 3  # stopped and repaired, where the option forbids retiring
    WAITING = 4  # for its start, behind the line of an open road
    HOME = 5
    RETIRED = 6


class Line(enum.IntEnum):
    """How a car stands to the best line of a curve."""

    NO = 0
    ON = 1
    USED = 2  # its extra point is used too


class Job(enum.IntEnum):
    """What can be repaired in the pits, in the order of the question."""

    ENGINE = 0
    COOL = 1
    WATER = 2  # cooled with water
    BRAKES = 3
    BODY = 4
    TYRE = 5
    PLUG = 6
    LAMP = 7
    TREADS = 8  # rain treads are fitted


PLAIN, UP, DOWN = Slope
PUNCTURE, PLUG, LAMP = Failure
RACING, OFF, PITS, ASIDE, WAITING, HOME, RETIRED = CarStatus
NO_LINE, ON_LINE, USED_LINE = Line

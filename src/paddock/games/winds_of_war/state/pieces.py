"""What a race is made of: its options, teams, dashboards and cars."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from paddock.games.winds_of_war.data import CIRCUITS, TRACKS
from paddock.games.winds_of_war.data.track import Track

Circuit = Literal[
    "salerno",
    "monza-1938",
    "monza-1934",
    "tripoli",
    "pescara",
    "livorno",
    "modena",
    "napoli",
    "bergamo",
    "san-remo",
    "brescia-1940",
]


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What players agree on before a Grand Prix."""

    circuit: Circuit = "salerno"
    laps: Annotated[int, Meta(ge=0, le=6)] = 0  # 0: as the circuit says
    style: Literal["arcade", "simulation"] = "arcade"
    group: Literal[1, 2, 3, 4, 5] = 3
    year: Literal[1934, 1935, 1936, 1937, 1938, 1940] = 1936
    garage: Literal["dealt", "auction"] = "dealt"
    weather: Literal["roll", "dry", "wet"] = "roll"
    qualifying: Literal["icons", "die"] = "icons"
    layout: Literal["two", "three"] = "two"
    retire: bool = True
    plot_seconds: Annotated[int, Meta(ge=0, le=600)] = 0


class Team(Struct, frozen=True, gc=False):
    """What a seat owns."""

    purse: int = 0  # what it may still spend
    spent: int = 0
    model: int = -1
    driver: int = -1
    tuning: tuple[int, ...] = ()  # sorted
    spares: tuple[int, ...] = (0, 0, 0, 0, 0)
    gift: bool = False  # a car that cannot be sold again


class Sheet(Struct, frozen=True, gc=False, cache_hash=True):
    """The dashboard of a car with its tuning, and the skill of its driver: fixed for a race."""

    top: int
    red: int
    acceleration: int
    braking: int
    turns: tuple[int, ...]
    reliability: tuple[int, ...]
    engine: int
    heat: int
    brakes: int
    body: int
    rows: tuple[tuple[int, ...], ...]
    challenge: int
    reroll: bool
    skill: int  # the price of the driver
    tuned: int  # bits by tuning card


# How a car stands.
RACING, OFF, PITS, ASIDE, HOME, RETIRED = range(6)
STANDS = ("racing", "off", "pits", "aside", "home", "retired")
# Failure cards, as bits of `broken`.
PUNCTURE, PLUG, LAMP = 1, 2, 4
# What a car has used: by the lap, and for good.
SPRINGS, ALCOHOL, MECHANIC, SPARED, FITTED, FOGGED = 1, 2, 4, 8, 16, 32
BY_LAP = SPRINGS | ALCOHOL | MECHANIC
# The best line: not on it, on it, on it and the extra point used.
NO_LINE, ON_LINE, USED_LINE = range(3)


class Car(Struct, frozen=True, gc=False, cache_hash=True):
    """A car on the road and its gauges, in boxes after the striped one."""

    box: int
    lap: int = 0  # 0: before the line for the first time
    speed: int = 0
    engine: int = 0
    heat: int = 0
    brakes: int = 0
    body: int = 0
    tyres: int = 0
    broken: int = 0
    line: int = NO_LINE
    stand: int = RACING
    until: int = 0  # the first turn in which it acts again
    used: int = 0
    splits: tuple[int, ...] = ()  # the turns in which it crossed the line


TRACK = dict(zip(CIRCUITS, TRACKS, strict=True))


def laps_of(options: Options) -> int:
    return options.laps or TRACK[options.circuit].laps


def progress(track: Track, car: Car) -> int:
    """How far a car has come: its leading edge, laps included."""
    return car.lap * track.length + track.end[car.box]


def allowance(speed: int) -> int:
    """Boxes of movement of a speed: one for every 40 km/h begun (W2.1)."""
    return (speed + 1) >> 1


class Run(Struct, frozen=True, gc=False):
    """A move while it goes on."""

    seat: int
    speed: int  # as planned: with it curves are tested
    left: int  # boxes still to go
    points: int  # of the plan, without the box of a great start
    trail: tuple[int, ...] = ()  # the slopes of the boxes entered with those points
    low: int = 99  # the lowest turning speed among the curves tested
    tested: int = -1  # the curve tested last
    moved: bool = False

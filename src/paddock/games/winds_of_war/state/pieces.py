"""Parts of a race's state: options, teams, dashboards and cars."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from paddock.core.citations import cites
from paddock.core.studio import TrackText
from paddock.games.winds_of_war.card import R
from paddock.games.winds_of_war.data import ROADS, TRACKS, Circuit
from paddock.games.winds_of_war.data.enums import (
    NO_LINE,
    RACING,
    CarStatus,
    Colour,
    Failure,
    Line,
    Slope,
    TuningCard,
)
from paddock.games.winds_of_war.data.own import Tracks, own_track_of_kind
from paddock.games.winds_of_war.data.track import Track


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a Grand Prix."""

    circuit: Circuit = "salerno"
    laps: Annotated[int, Meta(ge=0, le=6)] = 0  # 0: the default of the circuit
    style: Literal["arcade", "simulation"] = "arcade"
    group: Literal[1, 2, 3, 4, 5] = 3
    year: Literal[1934, 1935, 1936, 1937, 1938, 1940] = 1936
    garage: Literal["dealt", "auction"] = "dealt"
    weather: Literal["roll", "dry", "wet"] = "roll"
    qualifying: Literal["icons", "die"] = "icons"
    grid_challenges: bool = True
    layout: Literal["two", "three"] = "two"
    retire: bool = True
    plot_seconds: Annotated[int, Meta(ge=0, le=600)] = 0
    own: TrackText = ""  # the text of an own circuit

    def __post_init__(self) -> None:
        if self.own:
            own_track_of_kind(self.own, opened=False)

    @property
    def road(self) -> str:
        """The circuit of the race, by its id in TRACK."""
        return self.own or self.circuit


class Team(Struct, frozen=True, gc=False):
    """What a seat owns."""

    purse: int = 0  # money left to spend
    spent: int = 0
    model: int = -1
    driver: int = -1
    tuning: tuple[TuningCard, ...] = ()  # sorted
    spares: tuple[int, ...] = (0, 0, 0, 0, 0)  # by Part
    gift: bool = False  # a car that cannot be sold again


class Sheet(Struct, frozen=True, gc=False, cache_hash=True):
    """The dashboard of a car with its tuning, and its driver's skill: fixed for a race."""

    top: int
    red: int
    acceleration: int
    braking: int
    turns: tuple[int, ...]  # by Letter
    reliability: tuple[Colour, ...]
    engine: int
    heat: int
    brakes: int
    body: int
    rows: tuple[tuple[Colour, ...], ...]
    challenge: Colour
    reroll: bool
    skill: int  # the price of the driver
    tuned: tuple[TuningCard, ...]


class Car(Struct, frozen=True, gc=False, cache_hash=True):
    """A car on the road and its gauges, in boxes after the striped one."""

    box: int
    lap: int = 0  # 0: not yet over the line
    speed: int = 0
    engine: int = 0
    heat: int = 0
    brakes: int = 0
    body: int = 0
    tyres: int = 0
    broken: tuple[Failure, ...] = ()  # sorted
    line: Line = NO_LINE
    status: CarStatus = RACING
    until: int = 0  # the first turn in which it acts again
    used: tuple[TuningCard, ...] = ()  # sorted: in this lap, or for good; treads once fitted
    splits: tuple[int, ...] = ()  # the turns in which it crossed the line


TURN_SECONDS = 4  # seconds
TRACK: dict[str, Track] = Tracks({track.id: track for track in (*TRACKS, *ROADS)})


@cites(R("W1.5"), R("Q12"))
def clock(turns: int) -> tuple[int, int]:
    """The chronograph after a number of turns, in minutes and seconds."""
    return divmod(TURN_SECONDS * turns, 60)


def laps_of(options: Options) -> int:
    return options.laps or TRACK[options.road].laps


def progress(track: Track, car: Car) -> int:
    """How far a car has come: its leading edge, laps included."""
    return car.lap * track.length + track.end[car.box]


@cites(R("W2.1"), R("Q1"))
def allowance(speed: int) -> int:
    """Boxes of movement of a speed: one for every 40 km/h begun."""
    return (speed + 1) >> 1


NO_LIMIT = 99  # no curve was tested


class Run(Struct, frozen=True, gc=False):
    """A move in progress."""

    seat: int
    speed: int  # as planned; curves are tested with it
    left: int  # boxes still to go
    points: int  # of the plan, without the box of a great start
    trail: tuple[Slope, ...] = ()  # the slopes of the boxes entered with those points
    limit: int = NO_LIMIT  # the lowest turning speed among the curves tested
    tested: int = -1  # the curve tested last
    moved: bool = False

"""State of the race: options, chariots with their log sheets, obstacles on the track."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from paddock.core.seats import Seat
from paddock.games.circus_maximus import phases
from paddock.games.circus_maximus.data.kinds import (
    CLEAR,
    IN_CAR,
    NORMAL,
    RACING,
    RAIN,
    Along,
    Condition,
    Driver,
    Knives,
    Litter,
    Sky,
    Weight,
    Whip,
)
from paddock.games.circus_maximus.rules.log import Flight, Jump
from paddock.games.circus_maximus.rules.speed import NO_LANE
from paddock.games.circus_maximus.rules.track import NOWHERE, TRACKS, Track

Book = Literal["basic", "advanced", "epic"]


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """Options of a race."""

    book: Book = "advanced"
    field: Annotated[int, Meta(ge=0, le=16)] = 0
    track: Literal["model-a", "model-b", "model-c"] = "model-a"
    two_laps: bool = False
    turns: Annotated[int, Meta(ge=0, le=200)] = 0
    no_horse_rams: bool = False
    drivers: Annotated[str, Meta(max_length=400)] = ""
    reaction: bool = False
    seconds: Annotated[int, Meta(ge=1, le=60)] = 5
    ready_made: bool = False
    detailed: bool = False
    long_whips: bool = False
    scythes: bool = False
    dust: bool = False
    knife: bool = False
    spear: bool = False
    carcasses: bool = False
    critical_horses: bool = False
    acceleration: bool = False
    written_whip: bool = False
    weather: bool = False


class Chariot(Struct, frozen=True, gc=False):
    """The log sheet: a team, its car and its driver."""

    owner: Seat
    # position
    team: int = NOWHERE
    car: int = NOWHERE
    segments: int = 0  # stretches and corners done
    row: int = 0  # of the start
    condition: Condition = RACING
    # the team
    horses: tuple[int, int, int, int] = (4, 4, 4, 4)  # boxes left
    dead: int = 0  # dead horses still in the traces, one bit each
    endurance: int = 40
    blown: bool = False  # the endurance has reached 0
    tired: int = 0  # turns begun with endurance 0
    bribed: int = 0  # speed lost to a bribe
    # the car
    weight: Weight = NORMAL
    blades: tuple[int, int] = (0, 0)
    wheels: tuple[int, int] = (0, 0)  # damage, left and right
    boxes: tuple[int, int] = (10, 10)
    wrecked: bool = False
    # the driver
    name: str = ""
    driver: Driver = IN_CAR
    dm: int = 0
    cdm: int = 0
    hits: int = 6
    most_hits: int = 6
    whip: Whip = Whip.REGULAR
    knives: Knives = Knives.SMALL
    dust: bool = False
    spear: bool = False
    arm: bool = False
    eyes: int = 0  # hurt sides, one bit each: left 1, right 2
    # speed
    written: int = 0
    whip_written: bool = False  # the whip was written with the speed
    total: int = 0  # of the phase
    mf: int = 0  # left in it
    whip_mf: int = 0  # whip MFs of the phase
    prepaid: int = 0  # MFs of the phase that were used before it
    added: int = 0  # by lashes, for the coming phase
    offered: int = 0  # offered by lashes, optional
    loss: int = 0  # subtracted from the maximum of the coming phase
    loss_now: int = 0  # the same for the current phase
    used: int = 0  # MFs of the coming phase already used
    last_total: int = 0  # total speed of the last executed phase
    # marks
    moved: bool = False
    jostled: bool = False
    barred_until: int = 0  # no straining up to this turn
    held_out: bool = False  # no inside lane change this turn
    has_cut: bool = False  # 1980: it has tried to cut a horse free this turn
    straight_on: int = 0  # phases it must go straight ahead
    straight_later: bool = False  # from the next one on: dust came back at it in this one
    blind: bool = False
    safe_paid: int = NO_LANE  # safe speed paid for in this phase
    jumps: tuple[Jump, ...] = ()
    rammed: bool = False  # has rammed horses voluntarily
    carcass_cut: int = NOWHERE  # the carcass it cut loose this turn does not block it
    # after a flip
    just_flipped: bool = False  # in the current phase
    towed: int = 0  # squares the team has gone since the flip, or in this phase
    foot: int = NOWHERE
    freed: int = 0  # the turn in which he got free
    along_wall: Along = Along.FREE
    # over the line
    mf_over: int = 0  # MFs
    crossed_as: int = 0  # of crossing


class Race(Struct, frozen=True, gc=False):
    """The public state: log sheets and track."""

    options: Options
    seats: int
    chariots: tuple[Chariot, ...]
    litter: tuple[tuple[int, Litter], ...] = ()  # squares and what lies there, sorted
    flying: tuple[Flight, ...] = ()
    turn: int = 0
    mover: int = -1  # whose phase it is
    markers: int = 0
    weather_laps: int = 0  # turn of the last weather check
    corners_led: int = 0  # corners the leader has left behind
    wet_corners: int = 0  # of those, in unbroken rain
    sky: Sky = CLEAR
    mud: bool = False
    went_forward: bool = False  # some team went forward this turn
    idle_turns: int = 0  # turns in a row in which none did
    crossed: int = 0
    last_seat: Seat = -1  # seat in last place at the end of the last turn; drives runaways
    last_turn: bool = False
    spared: tuple[tuple[int, Seat], ...] = ()  # bribed drivers, and the seat each does not attack

    @property
    def epic(self) -> bool:
        return self.options.book == "epic"

    @property
    def track(self) -> Track:
        return TRACKS[self.options.track]

    @property
    def laps(self) -> int:
        return self.track.laps[self.options.two_laps]

    @property
    def last_segment(self) -> int:
        """The straight at whose end the line is, as the number of segments before it."""
        return self.track.last_segment[self.options.two_laps]

    @property
    def wet_sand(self) -> bool:
        """Rain, or mud, whose effects on lane changes and corners remain."""
        return self.mud or self.sky == RAIN


class State(Race, frozen=True, gc=False, kw_only=True):
    """The whole state. Secret answers are in the phase."""

    phase: phases.Phase

"""Racing against the clock: mean speeds, who is out of time, who has won."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.citations import cites
from paddock.core.game import replace_at
from paddock.core.seats import Seat
from paddock.games.winds_of_war.card import R
from paddock.games.winds_of_war.data.enums import HOME, NO_LINE, RETIRED, WAITING
from paddock.games.winds_of_war.data.track import UNIT
from paddock.games.winds_of_war.events import Events, RanOutOfTime
from paddock.games.winds_of_war.state.pieces import TRACK, Car
from paddock.games.winds_of_war.state.stage import STEP, RoadStage, reading

if TYPE_CHECKING:
    from paddock.games.winds_of_war.state import State

MOST_BEHIND = 180  # minutes on a stage
MOST_TURNS = 100  # on a stage, lap or section, as long as nobody has finished


def covered(road: str, stage: RoadStage, seat: Seat, car: Car, turn: int) -> tuple[int, int]:
    """How far a car has come since its start into the race, in units of the centre line, and in how
    many minutes."""
    track = TRACK[road]
    now = max(reading(stage, turn), stage.starts[seat])
    if car.status is HOME:
        now = stage.times[seat]
    laps = (car.lap - 1) * track.spaces * UNIT
    here = laps if car.status is HOME else laps + max(0, track.end[car.box])
    return stage.done * UNIT + here, max(1, now - stage.first[seat] + stage.noted[seat])


@cites(R("Q50"), R("Q97"))
def mean_speed(state: State, seat: Seat) -> Fraction:
    """Distance over time since the own start, with the minutes noted: who has most leads."""
    stage = state.stage
    assert stage is not None
    return Fraction(*covered(state.road, stage, seat, state.cars[seat], state.turn))


@cites(R("Q85"))
def time_out(state: State, events: Events) -> State:
    """At the end of a turn: cars that need three hours more than the best are out, or, where nobody
    has come in, those that were out for a hundred turns a stage, lap or section."""
    stage = state.stage
    assert stage is not None
    now = reading(stage, state.turn)
    own = [
        stage.times[seat] - stage.penalties[seat] - stage.starts[seat]
        for seat, car in enumerate(state.cars)
        if car.status is HOME
    ]
    track = TRACK[state.road]
    parts = state.laps * (track.spaces * UNIT // track.section if track.section else 1)
    most = min(own) + MOST_BEHIND if own else STEP * (MOST_TURNS * parts - 1)
    for seat, car in enumerate(state.cars):
        if car.status < HOME and car.status is not WAITING and now - stage.starts[seat] > most:
            events.append(RanOutOfTime(seat))
            gone = replace(car, status=RETIRED, speed=0, line=NO_LINE)
            state = replace(state, cars=replace_at(state.cars, seat, gone))
    return state


@cites(R("Q47"), R("Q102"))
def damage_of(car: Car) -> int:
    """Boxes of engine, brakes, bodywork and tyres, and one for each failure card."""
    return car.engine + car.brakes + car.body + car.tyres + len(car.broken)

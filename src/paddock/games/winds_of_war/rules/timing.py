"""Racing against the clock: mean speeds, time limits, the winner."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.citations import cites
from paddock.core.game import replace_at
from paddock.core.seats import Seat
from paddock.games.winds_of_war.card import R
from paddock.games.winds_of_war.data.enums import HOME, NO_LINE, RETIRED, WAITING, Format
from paddock.games.winds_of_war.data.track import BOX_UNITS
from paddock.games.winds_of_war.events import Events, RanOutOfTime
from paddock.games.winds_of_war.rules.dashboard import starting_engine
from paddock.games.winds_of_war.state.pieces import TRACK, Car
from paddock.games.winds_of_war.state.stage import TURN_MINUTES, RoadStage, reading

if TYPE_CHECKING:
    from paddock.games.winds_of_war.state import State

MAX_MINUTES_BEHIND = 180  # minutes on a stage
MAX_TURNS_WITHOUT_FINISH = 100  # on a stage, lap or section, as long as no car has finished


def distance_and_minutes(
    road: str, stage: RoadStage, seat: Seat, car: Car, turn: int
) -> tuple[int, int]:
    """The distance of a car since its start into the race, in units of the centre line, and the
    minutes."""
    track = TRACK[road]
    if stage.covered and stage.covered[seat]:
        return stage.covered[seat], 1
    now = max(reading(stage, turn), stage.starts[seat])
    if car.status is HOME:
        now = stage.times[seat]
    laps = (car.lap - 1) * track.spaces * BOX_UNITS
    here = laps if car.status is HOME else laps + max(0, track.end[car.box])
    return stage.done * BOX_UNITS + here, max(1, now - stage.first[seat] + stage.noted[seat])


@cites(R("Q50"), R("Q97"))
def mean_speed(state: State, seat: Seat) -> Fraction:
    """Distance over time since the car's own start, including noted minutes; the highest leads."""
    stage = state.stage
    assert stage is not None
    return Fraction(*distance_and_minutes(state.road, stage, seat, state.cars[seat], state.turn))


@cites(R("Q85"))
def retire_late_cars(state: State, events: Events) -> State:
    """At the end of a turn: cars three hours behind the best are out. If no car has finished, the
    limit is a hundred turns per stage, lap or section."""
    stage = state.stage
    assert stage is not None
    now = reading(stage, state.turn)
    own = [
        stage.times[seat] - stage.penalties[seat] - stage.starts[seat]
        for seat, car in enumerate(state.cars)
        if car.status is HOME
    ]
    track = TRACK[state.road]
    parts = state.laps * (track.spaces * BOX_UNITS // track.section if track.section else 1)
    most = (
        min(own) + MAX_MINUTES_BEHIND
        if own
        else TURN_MINUTES * (MAX_TURNS_WITHOUT_FINISH * parts - 1)
    )
    for seat, car in enumerate(state.cars):
        if car.status < HOME and car.status is not WAITING and now - stage.starts[seat] > most:
            events.append(RanOutOfTime(seat))
            gone = replace(car, status=RETIRED, speed=0, line=NO_LINE)
            state = replace(state, cars=replace_at(state.cars, seat, gone))
    return state


@cites(R("Q47"), R("Q102"))
def total_damage(state: State, seat: Seat) -> int:
    """Total damage: boxes of engine, brakes, bodywork and tyres after those of the start, plus one
    per failure card. An engine repaired beyond its starting box has no damage."""
    car, stage = state.cars[seat], state.stage
    format = Format.GRAND_PRIX if stage is None else stage.format
    engine = max(0, car.engine - starting_engine(state.sheets[seat], format))
    return engine + car.brakes + car.body + car.tyres + len(car.broken)

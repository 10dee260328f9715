"""Damage: the effect of rising gauges, and failures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.game import replace_at
from paddock.core.seats import Seat
from paddock.games.winds_of_war.card import R
from paddock.games.winds_of_war.data import SIX_FACES, TYRE_BOXES
from paddock.games.winds_of_war.data.enums import (
    ASIDE,
    LAMP,
    NO_LINE,
    PLUG,
    PUNCTURE,
    RETIRED,
    Failure,
    Gauge,
    TuningCard,
)
from paddock.games.winds_of_war.events import (
    BrokeDown,
    Damaged,
    DrawnAside,
    EventIgnored,
    Events,
    Retired,
    Slowed,
)
from paddock.games.winds_of_war.rules.dashboard import MIN_TOP_SPEED, engine_loss, top_speed
from paddock.games.winds_of_war.rules.dice import BROKEN_PART, roll_reliability_test
from paddock.games.winds_of_war.state.pieces import Car, Sheet

if TYPE_CHECKING:
    from paddock.games.winds_of_war.state import State

ENGINE, HEAT, BRAKES, BODY, TREAD = Gauge
SPRINGS, FOG_LAMPS = TuningCard.REINFORCED_SPRINGS, TuningCard.TWIN_FOG_LAMPS
ENGINE_TURNS, BODY_TURNS = 3, 1  # turns to repair a point, at full time


def with_car(state: State, seat: Seat, car: Car) -> State:
    """The state with another car for a seat."""
    cars = list(state.cars)  # inlined `replace_at`: the most frequent call
    cars[seat] = car
    return replace(state, cars=tuple(cars))


def with_card_used(car: Car, card: TuningCard) -> Car:
    """Mark a tuning card of this car as used."""
    return replace(car, used=tuple(sorted((*car.used, card))))


def slow_to(state: State, seat: Seat, speed: int, clause: str, events: Events) -> State:
    """Set the speed of a car; an event only if it changes."""
    car = state.cars[seat]
    if car.speed == speed:
        return state
    events.append(Slowed(seat, speed, clause))
    return with_car(state, seat, replace(car, speed=speed))


@cites(R("Q5"))
def hurt_engine(state: State, seat: Seat, points: int, events: Events) -> State:
    """Engine damage: beyond the last box the car fails; a lower top speed counts at once."""
    car, sheet = state.cars[seat], state.sheets[seat]
    total = car.engine + points
    events.append(Damaged(seat, ENGINE, points, total, R("W3.12.2")))
    state = with_car(state, seat, replace(car, engine=total))
    if total > sheet.engine:
        return give_out(state, seat, events)
    return fall_below_top(state, seat, events)


@cites(R("Q18"))
def fall_below_top(state: State, seat: Seat, events: Events) -> State:
    """After engine damage, a car faster than its new top speed falls to the box below it."""
    car, sheet = state.cars[seat], state.sheets[seat]
    limit, _ = top_speed(sheet, car)
    if car.speed <= limit:
        return state
    top = max(MIN_TOP_SPEED, sheet.top - engine_loss(sheet, car))
    return slow_to(state, seat, min(limit, top - 1), R("W3.12.2"), events)


@cites(R("Q5"))
def hurt_body(state: State, seat: Seat, points: int, events: Events) -> State:
    """Bodywork damage: beyond the last box the car fails."""
    car = state.cars[seat]
    total = car.body + points
    events.append(Damaged(seat, BODY, points, total, R("W3.12.5")))
    state = with_car(state, seat, replace(car, body=total))
    return give_out(state, seat, events) if total > state.sheets[seat].body else state


@cites(R("W3.12.11"), R("Q42"))
def give_out(state: State, seat: Seat, events: Events) -> State:
    """Damage beyond the last box: the car retires, or is drawn aside until it is repaired."""
    car, sheet = state.cars[seat], state.sheets[seat]
    if state.options.retire:
        if car.status is not RETIRED:
            events.append(Retired(seat))
        return with_car(state, seat, replace(car, status=RETIRED, speed=0, line=NO_LINE))
    turns = ENGINE_TURNS * max(0, car.engine - sheet.engine)
    turns += BODY_TURNS * max(0, car.body - sheet.body)
    events.append(DrawnAside(seat, turns))
    until = state.turn + 1 + turns
    return with_car(state, seat, replace(car, status=ASIDE, speed=0, line=NO_LINE, until=until))


@cites(R("Q5"))
def with_heat(sheet: Sheet, car: Car, seat: Seat, points: int, events: Events) -> Car:
    """Raise the heat, at most to the end of the thermometer."""
    total = min(sheet.heat, car.heat + points)
    events.append(Damaged(seat, HEAT, points, total, R("W3.12.3")))
    return replace(car, heat=total)


def heat_up(state: State, seat: Seat, points: int, events: Events) -> State:
    """Heat up a car of this state."""
    return with_car(
        state, seat, with_heat(state.sheets[seat], state.cars[seat], seat, points, events)
    )


@cites(R("Q5"))
def hurt_brakes(state: State, seat: Seat, points: int, events: Events) -> State:
    """Brake damage, at most to the end of the gauge."""
    car = state.cars[seat]
    total = min(state.sheets[seat].brakes, car.brakes + points)
    events.append(Damaged(seat, BRAKES, points, total, R("W3.12.4")))
    return with_car(state, seat, replace(car, brakes=total))


@cites(R("Q5"), R("Q67"))
def hurt_tyres(state: State, seat: Seat, points: int, events: Events) -> State:
    """Tyre damage: beyond the last box a puncture. Springs save the first point of a lap."""
    car = state.cars[seat]
    if SPRINGS in state.sheets[seat].tuned and SPRINGS not in car.used:
        car = with_card_used(car, SPRINGS)
        state = with_car(state, seat, car)
        points -= 1
    if not points:
        return state
    total = car.tyres + points
    events.append(Damaged(seat, TREAD, points, min(total, TYRE_BOXES), R("W3.12.6")))
    state = with_car(state, seat, replace(car, tyres=min(total, TYRE_BOXES)))
    if total <= TYRE_BOXES:
        return state
    return break_down(state, seat, PUNCTURE, R("W3.12.6"), events)


@cites(R("W3.12.1"), R("Q8"), R("Q46"))
def break_down(state: State, seat: Seat, failure: Failure, clause: str, events: Events) -> State:
    """Take a failure card, if there is one and the car has none of its kind."""
    car, tuned = state.cars[seat], state.sheets[seat].tuned
    if failure in car.broken or not state.failures[failure]:
        events.append(EventIgnored(seat, R("Q8")))
        return state
    if failure is LAMP and FOG_LAMPS in tuned and FOG_LAMPS not in car.used:
        events.append(EventIgnored(seat, R("Q67")))
        return with_car(state, seat, with_card_used(car, FOG_LAMPS))
    car = replace(car, broken=tuple(sorted((*car.broken, failure))))
    events.append(BrokeDown(seat, failure, car.broken, clause))
    failures = replace_at(state.failures, failure, state.failures[failure] - 1)
    state = replace(state, cars=replace_at(state.cars, seat, car), failures=failures)
    limit, _ = top_speed(state.sheets[seat], car)
    return slow_to(state, seat, min(car.speed, limit), R("Q18"), events)


@cites(R("W3.12.10"))
def check_broken_part(state: State, seat: Seat, events: Events, chance: Chance) -> State:
    """After a collision or an accident: a reliability test; with any warning a part breaks."""
    if state.cars[seat].status in (RETIRED, ASIDE):
        return state
    if not roll_reliability_test(state, seat, BROKEN_PART, R("W3.12.10"), events, chance):
        return state
    match SIX_FACES[chance.pick(SIX_FACES, "part")]:
        case 2:
            return break_down(state, seat, PUNCTURE, R("W3.12.10"), events)
        case 3:
            return break_down(state, seat, PLUG, R("W3.12.10"), events)
        case 4:
            return break_down(state, seat, LAMP, R("W3.12.10"), events)
        case 5:
            return hurt_brakes(state, seat, 1, events)
        case _:
            return hurt_engine(state, seat, 1, events)

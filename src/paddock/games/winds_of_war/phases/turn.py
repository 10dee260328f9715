"""The turn: clock, event, order, the car that is due; how a race ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.errors import Refusal
from paddock.core.flow import Ended, Pending
from paddock.core.seats import Seat
from paddock.games.winds_of_war import phases
from paddock.games.winds_of_war.card import R
from paddock.games.winds_of_war.data import RED_BOXES
from paddock.games.winds_of_war.data.enums import ASIDE, HOME, OFF, PITS, RACING, WAITING, Format
from paddock.games.winds_of_war.events import BackOnRoad, Events, HandMoved, Stopped, TurnBegan
from paddock.games.winds_of_war.moves import Move
from paddock.games.winds_of_war.rules.damage import BODY, HEAT, heat_up, hurt_engine, with_car
from paddock.games.winds_of_war.rules.dice import OVERHEATING, roll_reliability_test
from paddock.games.winds_of_war.rules.event_cards import draw_event
from paddock.games.winds_of_war.rules.order import engaged_group, order_of_movement
from paddock.games.winds_of_war.rules.road import put_back
from paddock.games.winds_of_war.rules.starts import (
    follow_marker,
    renew_cards,
    starters,
    turns_to_skip,
)
from paddock.games.winds_of_war.rules.timing import retire_late_cars
from paddock.games.winds_of_war.state.pieces import TRACK, Car, Sheet, clock
from paddock.games.winds_of_war.state.stage import HOUR_MINUTES, reading

if TYPE_CHECKING:
    from paddock.games.winds_of_war.state import State

TURNS_PER_ROTATION = 15  # turns per rotation of the clock hand
MAX_TURNS_AFTER_WINNER = 30  # turns for the others to finish
MAX_TURNS_PER_LAP = 100  # per lap
RED_HEAT, RED_BODY = RED_BOXES[HEAT], RED_BOXES[BODY]


class Over(Ended, frozen=True, tag=True, gc=False):
    """The race is over."""

    reason: str

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        return Refusal("race-over", R("Q56"))


class TurnEnded(Pending, frozen=True, tag=True, gc=False):
    """Every car has had its turn, and the clock hand has not moved yet."""

    def resume(self, state: State, events: Events, chance: Chance) -> State:
        return new_turn(state, events, chance)


@cites(R("Q56"), R("Q68"))
def ending_reason(state: State) -> str:
    """Why the race ends now; empty if it does not."""
    if all(car.status >= HOME for car in state.cars):
        return "line-crossed" if state.home else "all-retired"
    if state.stage is not None:
        return ""
    if state.home and state.turn - state.cars[state.home[0]].splits[-1] >= MAX_TURNS_AFTER_WINNER:
        return "time-up"
    if state.turn >= MAX_TURNS_PER_LAP * state.laps:
        return "stopped"
    return ""


@cites(R("Q6"), R("Q15"), R("Q48"))
def new_turn(state: State, events: Events, chance: Chance) -> State:
    """A new turn: the clock moves, perhaps an event, the order is fixed."""
    if state.stage is not None:
        state = retire_late_cars(state, events) if state.turn else state
    reason = ending_reason(state)
    if reason:
        if reason in ("time-up", "stopped"):
            events.append(Stopped(state.turn))
        return replace(state, phase=Over(reason), order=(), at=0)
    if state.stage is not None:
        return new_road_turn(state, events, chance)
    number = state.turn + 1
    events.append(TurnBegan(number, *clock(number)))
    if not number % TURNS_PER_ROTATION:
        state = draw_event(replace(state, turn=number, at=0, settled=()), events, chance)
    order = state.grid if number == 1 else order_of_movement(state, chance)
    state = replace(state, turn=number, order=order, at=0, settled=())
    return next_due(state, 0, events, chance)


@cites(R("W1.5"), R("Q82"), R("Q84"))
def new_road_turn(state: State, events: Events, chance: Chance) -> State:
    """The same on an open road. Turns in which nothing could happen are skipped; starting cars come
    after those on the road."""
    skipped = turns_to_skip(state)
    number = state.turn + 1 + skipped
    state = replace(state, turn=number, at=0, settled=())
    stage = state.stage
    assert stage is not None
    now = reading(stage, number)
    if skipped:
        state = replace(
            state, stage=replace(stage, hour=max(stage.hour, (now - 1) // HOUR_MINUTES))
        )
    events.append(HandMoved(number, now))
    if is_event_hour(state):
        state = draw_event(with_hour(state, now // HOUR_MINUTES), events, chance)
    order = (*order_of_movement(state, chance), *starters(state, chance))
    return next_due(replace(state, order=order), 0, events, chance)


@cites(R("W4.4.2"), R("Q49"), R("Q83"))
def is_event_hour(state: State) -> bool:
    """Whether the hand has reached 0 at an hour without an event yet. Not in the first turn of a
    stage, in the first of several stages, or in a race of one stage before the last start."""
    stage = state.stage
    assert stage is not None
    now = reading(stage, state.turn)
    if state.turn == 1 or now % HOUR_MINUTES or now // HOUR_MINUTES <= stage.hour:
        return False
    if stage.format is Format.STAGES:
        return stage.number > 1
    return all(car.status is not WAITING for car in state.cars)


def with_hour(state: State, hour: int) -> State:
    """Record that this hour has had its event."""
    stage = state.stage
    assert stage is not None
    return replace(state, stage=replace(stage, hour=hour))


@cites(R("Q33"))
def next_due(state: State, at: int, events: Events, chance: Chance) -> State:
    """The next car due, from a place in the order on. Engaged cars first settle who goes first."""
    if state.stage is not None and state.stage.format is Format.ONE_STAGE:
        state = follow_marker(state, events)
    order, cars, turn = state.order, state.cars, state.turn
    while at < len(order):
        seat = order[at]
        car = cars[seat]
        if car.status >= HOME or turn < car.until:
            at += 1
            continue
        if car.speed and turn > 1 and seat not in state.settled:
            group = engaged_group(state, at)
            if len(group) > 1:
                settled = tuple(sorted({*state.settled, *group}))
                phase = phases.Challenging(group, 1)
                return replace(state, at=at, settled=settled, phase=phase)
        if state.stage is None and car.status is RACING and is_cool(state.sheets[seat], car):
            # As in begin_turn, with one copy of the state.
            return replace(state, at=at, phase=phases.Planning(seat))
        return begin_turn(replace(state, at=at), seat, events, chance)
    return replace(state, at=at, phase=TurnEnded())


def next_car(state: State, events: Events, chance: Chance) -> State:
    """This car has moved: the next one is due."""
    return next_due(state, state.at + 1, events, chance)


def begin_turn(state: State, seat: Seat, events: Events, chance: Chance) -> State:
    """Begin a car's turn: it returns to the road if it was off it, or leaves the line."""
    car = state.cars[seat]
    if state.stage is not None:
        if car.box == TRACK[state.road].door:
            return phases.leave_line(state, seat, events, chance)
        state = renew_cards(state, seat)
    if car.status is not RACING:
        state = come_back(state, seat, events)
    return heat_then_plan(state, seat, events, chance)


def is_cool(sheet: Sheet, car: Car) -> bool:
    """Whether the engine is cool and the bodywork does not heat it."""
    return car.heat <= sheet.heat - RED_HEAT and car.body <= sheet.body - RED_BODY


@cites(R("W3.12.3"), R("W3.12.5"))
def heat_then_plan(state: State, seat: Seat, events: Events, chance: Chance) -> State:
    """Test a hot engine; then the car plans."""
    car, sheet = state.cars[seat], state.sheets[seat]
    points = car.heat - sheet.heat + RED_HEAT
    if points > 0 and roll_reliability_test(state, seat, OVERHEATING, R("W3.12.3"), events, chance):
        state = hurt_engine(state, seat, points, events)
        if state.cars[seat].status is not RACING:
            return next_car(state, events, chance)
    if car.body > sheet.body - RED_BODY:
        state = heat_up(state, seat, 1, events)
    return replace(state, phase=phases.Planning(seat))


RETURN_CLAUSE = {OFF: R("Q39"), PITS: R("Q45"), ASIDE: R("Q42")}


def come_back(state: State, seat: Seat, events: Events) -> State:
    """Return to the road after an accident or repairs. A car that was drawn aside has its fatal
    damage repaired."""
    car, sheet = state.cars[seat], state.sheets[seat]
    clause, aside = RETURN_CLAUSE[car.status], car.status is ASIDE
    car = put_back(state, seat, car.box)
    if aside:
        car = replace(car, engine=min(car.engine, sheet.engine), body=min(car.body, sheet.body))
    events.append(BackOnRoad(seat, car.box, car.speed, car.lap, car.engine, car.body, clause))
    return with_car(state, seat, car)

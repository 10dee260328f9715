"""The turn: the clock, the event, the order, and whose turn it is; how a race ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citing import cites
from paddock.core.errors import Refusal
from paddock.core.flow import Ended, Pending
from paddock.core.seats import Seat
from paddock.games.winds_of_war import phases
from paddock.games.winds_of_war.card import R
from paddock.games.winds_of_war.data import RED_BOXES
from paddock.games.winds_of_war.data.enums import ASIDE, HOME, OFF, PITS, RACING
from paddock.games.winds_of_war.events import BackOnRoad, Events, Stopped, TurnBegan
from paddock.games.winds_of_war.moves import Move
from paddock.games.winds_of_war.rules.damage import BODY, HEAT, heat_up, hurt_engine, with_car
from paddock.games.winds_of_war.rules.dice import OVERHEATING, reliability_test
from paddock.games.winds_of_war.rules.event_cards import draw_event
from paddock.games.winds_of_war.rules.order import group_due, order_of_movement
from paddock.games.winds_of_war.rules.road import put_back
from paddock.games.winds_of_war.state.pieces import clock, laps_of

if TYPE_CHECKING:
    from paddock.games.winds_of_war.state import State

ROTATION = 15  # turns in which the hand goes round
AFTER_WINNER = 30  # turns for the others to come home
MOST_TURNS = 100  # a lap
RED_HEAT, RED_BODY = RED_BOXES[HEAT], RED_BOXES[BODY]


class Over(Ended, frozen=True, tag=True, gc=False):
    """The race is over."""

    reason: str

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        return Refusal("race-over", R("Q56"))


class TurnEnded(Pending, frozen=True, tag=True, gc=False):
    """Every car has had its turn, and the hand of the clock has not moved yet."""

    def resume(self, state: State, events: Events, chance: Chance) -> State:
        return new_turn(state, events, chance)


@cites(R("Q56"), R("Q68"))
def ending(state: State) -> str:
    """Why the race ends now; empty: it does not."""
    if all(car.stand >= HOME for car in state.cars):
        return "line-crossed" if state.home else "all-retired"
    if state.home and state.turn - state.cars[state.home[0]].splits[-1] >= AFTER_WINNER:
        return "time-up"
    if state.turn >= MOST_TURNS * laps_of(state.options):
        return "stopped"
    return ""


@cites(R("Q6"), R("Q15"), R("Q48"))
def new_turn(state: State, events: Events, chance: Chance) -> State:
    """A new turn: the clock moves, perhaps an event, the order is fixed."""
    reason = ending(state)
    if reason:
        if reason in ("time-up", "stopped"):
            events.append(Stopped(state.turn))
        return replace(state, phase=Over(reason), order=(), at=0)
    number = state.turn + 1
    events.append(TurnBegan(number, *clock(number)))
    state = replace(state, turn=number, at=0, settled=())
    if not number % ROTATION:
        state = draw_event(state, events, chance)
    order = state.grid if number == 1 else order_of_movement(state, chance)
    return next_due(replace(state, order=order), events, chance)


@cites(R("Q33"))
def next_due(state: State, events: Events, chance: Chance) -> State:
    """Whose turn it is: engaged cars settle who goes first, then the car begins."""
    while state.at < len(state.order):
        seat = state.order[state.at]
        car = state.cars[seat]
        if car.stand >= HOME or state.turn < car.until:
            state = replace(state, at=state.at + 1)
            continue
        if car.speed and state.turn > 1 and seat not in state.settled:
            group = group_due(state)
            if len(group) > 1:
                settled = tuple(sorted({*state.settled, *group}))
                return replace(state, settled=settled, phase=phases.Challenging(group, 1))
        return begin_turn(state, seat, events, chance)
    return replace(state, phase=TurnEnded())


def next_car(state: State, events: Events, chance: Chance) -> State:
    """This car has moved."""
    return next_due(replace(state, at=state.at + 1), events, chance)


@cites(R("W3.12.3"), R("W3.12.5"))
def begin_turn(state: State, seat: Seat, events: Events, chance: Chance) -> State:
    """The car comes back to the road if it was off it; hot engines are tested; then it plans."""
    if state.cars[seat].stand is not RACING:
        state = come_back(state, seat, events)
    car, sheet = state.cars[seat], state.sheets[seat]
    points = car.heat - sheet.heat + RED_HEAT
    if points > 0 and reliability_test(state, seat, OVERHEATING, R("W3.12.3"), events, chance):
        state = hurt_engine(state, seat, points, events)
        if state.cars[seat].stand is not RACING:
            return next_car(state, events, chance)
    if car.body > sheet.body - RED_BODY:
        state = heat_up(state, seat, 1, events)
    return replace(state, phase=phases.Planning(seat))


BACK = {OFF: R("Q39"), PITS: R("Q45"), ASIDE: R("Q42")}


def come_back(state: State, seat: Seat, events: Events) -> State:
    """From beside the road, or from repairs; one drawn aside has repaired what was beyond."""
    car, sheet = state.cars[seat], state.sheets[seat]
    clause, aside = BACK[car.stand], car.stand is ASIDE
    car = put_back(state, seat, car.box)
    if aside:
        car = replace(car, engine=min(car.engine, sheet.engine), body=min(car.body, sheet.body))
    events.append(BackOnRoad(seat, car.box, car.speed, car.lap, car.engine, car.body, clause))
    return with_car(state, seat, car)

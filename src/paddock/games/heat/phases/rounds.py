"""Rounds: cars drive one by one in the order at the start of the round; the end of a round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.errors import Refusal
from paddock.core.flow import Ended, Pending
from paddock.core.seats import Seat
from paddock.games.heat import events as ev
from paddock.games.heat.card import R
from paddock.games.heat.events import Events
from paddock.games.heat.moves import Move
from paddock.games.heat.phases import planning, turn
from paddock.games.heat.rules.course import AWAY, COURSES, Course
from paddock.games.heat.rules.driving import by_place, seat_of
from paddock.games.heat.rules.legends import drive_legend

if TYPE_CHECKING:
    from paddock.games.heat.state import Car, CarNo, State


@cites(R("H3.4"), R("Q11"))
def start_round(state: State, order: tuple[CarNo, ...], events: Events) -> State:
    """Start a round: fix its order, and let all drivers plan."""
    number = state.round + 1
    events.append(ev.RoundBegan(number, tuple([car.engine for car in state.cars])))
    return replace(
        state, order=order, turn=0, round=number, phase=planning.all_to_plan(state.seats, order)
    )


@cites(R("H3.4"))
def next_car(state: State, course: Course, events: Events, chance: Chance) -> State:
    """Go to the next car: a Legend drives, a driver reveals. After the last, end the round."""
    while state.turn < len(state.order):
        car = state.order[state.turn]
        if car < state.seats:
            return turn.reveal_cards(state, car, course, events, chance)
        state = drive_legend(state, car, events, chance)
        state = replace(state, turn=state.turn + 1)
    return replace(state, phase=ROUND_OVER)


@cites(R("H10"), R("Q15"), R("Q33"))
class RoundOver(Pending, frozen=True, tag=True, gc=False):
    """All cars have driven. Cars over the line get their places, by distance and Race Line."""

    def resume(self, state: State, events: Events, chance: Chance) -> State:
        goal = COURSES[state.course].goal
        if max([car.pos for car in state.cars]) >= goal:
            state = replace(state, cars=arrive(state, goal, events))
        order = by_place(state.cars)
        if not order or min(order) >= state.seats:
            return replace(state, order=(), turn=0, phase=Over())
        return start_round(state, order, events)


class Over(Ended, frozen=True, tag=True, gc=False):
    """Every driver is home or out of the race."""

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        return Refusal("race-over", R("H10"))


ROUND_OVER = RoundOver()


@cites(R("H10.1"))
def give_up(state: State, seat: Seat, events: Events) -> State:
    """The last driver on the road gives up and gets the next place."""
    cars = list(state.cars)
    place = 1 + sum(car.place > 0 for car in cars)
    events.append(ev.GaveUp(seat, place, seat, AWAY))
    cars[seat] = replace(cars[seat], pos=AWAY, place=place)
    return replace(state, cars=tuple(cars), order=(), turn=0, phase=Over())


def arrive(state: State, goal: int, events: Events) -> tuple[Car, ...]:
    """Give places to the cars over the line, and take them off the board."""
    cars = list(state.cars)
    place = sum(car.place > 0 for car in cars)
    home = [i for i, car in enumerate(cars) if car.pos >= goal]
    for i in sorted(home, key=lambda i: (-cars[i].pos, not cars[i].line)):
        place += 1
        events.append(ev.Finished(seat_of(state.seats, i), place, i, AWAY))
        cars[i] = replace(cars[i], pos=AWAY, place=place)
    return tuple(cars)

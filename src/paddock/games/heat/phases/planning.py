"""Steps 1 and 2: all drivers choose gear and cards at once, sealed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citing import cites
from paddock.core.errors import RulesBug
from paddock.core.game import Ask, Step, put
from paddock.core.seats import Seat
from paddock.games.heat.card import R
from paddock.games.heat.events import Cluttered, Event, RoundBegan, Sealed, Shifted, Told
from paddock.games.heat.moves import Add, Move, Plan, Shift
from paddock.games.heat.phases import turn
from paddock.games.heat.rules.cards import minus, pay, unveil
from paddock.games.heat.rules.course import COURSES, Course
from paddock.games.heat.rules.plans import card_ask, plan_ask, price

if TYPE_CHECKING:
    from paddock.games.heat.state import CAR, Car, State


SKIPPED = Plan(0, ())
"""Stands for a driver who races no more."""


class Memo:
    """The plans offered for the cars last looked at: while drivers plan, the cars stay the same."""

    __slots__ = ("asks", "cars", "course")

    def __init__(self) -> None:
        self.cars: tuple[Car, ...] = ()
        self.course = ""
        self.asks: list[Ask[Move]] = []

    def look(self, state: State) -> list[Ask[Move]]:
        crs = COURSES[state.course]
        cars = state.cars
        self.asks = [plan_ask(cars[seat], seat, crs) for seat in range(state.seats)]
        self.cars, self.course = cars, state.course
        return self.asks


LAST = Memo()


@cites(R("H1"), R("H2"), R("Q34"), R("Q54"))
class Planning(Struct, frozen=True, tag=True, gc=False):
    """Gear and cards in one move; a hand of more than seven is planned card by card."""

    sealed: tuple[Plan | None, ...]
    begun: tuple[Plan | None, ...] = ()  # plans that still lack cards

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        same = LAST.cars is state.cars and LAST.course == state.course
        found = LAST.asks if same else LAST.look(state)
        if self.begun:
            return self.asks_within(state, found)
        return tuple([ask for ask, plan in zip(found, self.sealed, strict=True) if plan is None])

    def asks_within(self, state: State, found: list[Ask[Move]]) -> tuple[Ask[Move], ...]:
        """The same where somebody is in the middle of a plan."""
        out: list[Ask[Move]] = []
        for seat, begun in enumerate(self.begun):
            if self.sealed[seat] is None:
                if begun is None:
                    out.append(found[seat])
                else:
                    hand = state.cars[seat].hand
                    out.append(card_ask(seat, hand, begun.gear, begun.cards))
        return tuple(out)

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        match move:
            case Plan():
                return self.seal(state, seat, move, chance)
            case Shift():
                begun = Plan(move.gear, ())
            case Add():
                before = self.begun[seat]
                if before is None:
                    raise RulesBug(move)
                begun = Plan(before.gear, (*before.cards, move.card))
                if len(begun.cards) == begun.gear:
                    return self.seal(state, seat, begun, chance)
            case _:
                raise RulesBug(move)
        plans = put(self.begun or (None,) * state.seats, seat, begun)
        return Step(replace(state, phase=Planning(self.sealed, plans)))

    def seal(self, state: State, seat: Seat, plan: Plan, chance: Chance) -> Step[State, Event]:
        sealed = put(self.sealed, seat, plan)
        if None in sealed:
            begun = put(self.begun, seat, None) if self.begun else ()
            return Step(replace(state, phase=Planning(sealed, begun)), (Sealed(seat),))
        told: Told = [Sealed(seat)]
        crs = COURSES[state.course]
        cars = list(state.cars)
        for s, its in enumerate(sealed):
            if its is not None and its.cards:
                cars[s] = planned(cars[s], s, its, crs, told)
        step = turn.next_car(replace(state, cars=tuple(cars), turn=0), crs, told, chance)
        return Step(step.state, step.events, opened=True)


@cites(R("H1"), R("H1.1"), R("H2.2"), R("Q57"), R("T1"))
def planned(car: Car, seat: Seat, plan: Plan, crs: Course, told: Told) -> Car:
    """The car with its cards face down. Gears are shown now, except in a tournament."""
    hand = minus(car.hand, plan.cards)
    if crs.tournament:
        return replace(car, hand=hand, area=plan.cards)
    if not plan.gear:
        told.append(Cluttered(seat, plan.cards))
        return unveil(replace(car, gear=1, hand=hand, area=plan.cards))
    gear = plan.gear
    heat = price(car, gear, crs) if gear != car.gear else 0
    told.append(Shifted(seat, gear, heat))
    if heat:
        car = pay(car, heat)
    return replace(car, gear=gear, hand=hand, area=plan.cards)


@cites(R("H3.4"), R("Q11"))
def start_round(state: State, order: tuple[CAR, ...], told: Told) -> Step[State, Event]:
    """The order of the round is fixed, and everybody plans."""
    round = state.round + 1
    told.append(RoundBegan(round))
    plans = tuple([None if seat in order else SKIPPED for seat in range(state.seats)])
    state = replace(state, order=order, turn=0, round=round, phase=Planning(plans))
    return Step(state, tuple(told))

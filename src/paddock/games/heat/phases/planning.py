"""Steps 1 and 2: all drivers choose gear and cards at once, sealed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.errors import Refusal, RulesBug
from paddock.core.flow import Asking, mark_secret_shown
from paddock.core.game import Ask, replace_at
from paddock.core.seats import Seat
from paddock.games.heat import events as ev
from paddock.games.heat.card import R
from paddock.games.heat.data import HEAT, CardNo
from paddock.games.heat.events import Events
from paddock.games.heat.moves import GIVE_UP, Add, GiveUp, Move, Plan, Shift
from paddock.games.heat.phases import rounds
from paddock.games.heat.rules.cards import pay, unveil, without
from paddock.games.heat.rules.course import COURSES, Course
from paddock.games.heat.rules.plans import WHOLE, card_ask, gears_in_reach, plan_ask, shift_price

if TYPE_CHECKING:
    from paddock.games.heat.state import Car, CarNo, State


SKIPPED = Plan(0, ())
"""Stands for a driver who races no more."""


class LastLook:
    """The plans offered for the cars last looked at: while drivers plan, the cars stay the same."""

    __slots__ = ("asks", "cars", "course")

    def __init__(self) -> None:
        self.cars: tuple[Car, ...] = ()
        self.course = ""
        self.asks: list[Ask[Move]] = []

    def again(self, state: State) -> list[Ask[Move]]:
        course, cars = COURSES[state.course], state.cars
        drivers = [seat for seat in range(state.seats) if not cars[seat].place]
        self.asks = [plan_ask(cars[seat], seat, course) for seat in drivers]
        if len(state.order) == 1 < len(cars):
            self.asks = [replace(ask, options=(*ask.options, GIVE_UP)) for ask in self.asks]
        self.cars, self.course = cars, state.course
        return self.asks


LAST = LastLook()


@cites(R("H1"), R("H2"), R("H10.1"), R("Q34"), R("Q54"))
class Planning(Asking, frozen=True, tag=True, gc=False):
    """Gear and cards in one move; a hand of more than seven is planned card by card."""

    sealed: tuple[Plan | None, ...]
    begun: tuple[Plan | None, ...] = ()  # plans that still lack cards

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        same = LAST.cars is state.cars and LAST.course == state.course
        found = LAST.asks if same else LAST.again(state)
        if self.begun:
            return self.asks_within(state, found)
        sealed = self.sealed
        return tuple([ask for ask in found if sealed[ask.seat] is None])

    def asks_within(self, state: State, found: list[Ask[Move]]) -> tuple[Ask[Move], ...]:
        """The same where somebody is in the middle of a plan."""
        out: list[Ask[Move]] = []
        for ask in found:
            seat, begun = ask.seat, self.begun[ask.seat]
            if self.sealed[seat] is None:
                if begun is not None:
                    ask = card_ask(seat, state.cars[seat].hand, begun.gear, begun.cards)
                out.append(ask)
        return tuple(out)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        match move:
            case Plan():
                return self.seal(state, seat, move, events, chance)
            case Shift():
                begun = Plan(move.gear, ())
            case Add():
                before = self.begun[seat]
                if before is None:
                    raise RulesBug(move)
                begun = Plan(before.gear, (*before.cards, move.card))
                if len(begun.cards) == begun.gear:
                    return self.seal(state, seat, begun, events, chance)
            case GiveUp():
                return rounds.give_up(state, seat, events)
            case _:
                raise RulesBug(move)
        plans = replace_at(self.begun or (None,) * state.seats, seat, begun)
        return replace(state, phase=Planning(self.sealed, plans))

    def seal(self, state: State, seat: Seat, plan: Plan, events: Events, chance: Chance) -> State:
        """A plan is made; the last one lays all of them on the table."""
        sealed = replace_at(self.sealed, seat, plan)
        events.append(ev.Sealed(seat))
        if None in sealed:
            begun = replace_at(self.begun, seat, None) if self.begun else ()
            return replace(state, phase=Planning(sealed, begun))
        mark_secret_shown(events)
        course = COURSES[state.course]
        cars = list(state.cars)
        for other, its in enumerate(sealed):
            if its is not None and its.cards:
                cars[other] = planned(cars[other], other, its, course, events)
        state = replace(state, cars=tuple(cars), turn=0)
        return rounds.next_car(state, course, events, chance)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        match move:
            case Shift():
                return against_gear(state, seat, move.gear)
            case Plan():
                return against_gear(state, seat, move.gear) or against_cards(state, seat, move)
            case Add():
                return self.against_card(state, seat, move.card)
            case GiveUp():
                return Refusal("others-race", R("H10.1"))
            case _:
                return None

    def against_card(self, state: State, seat: Seat, card: CardNo) -> Refusal | None:
        """Why a card cannot be the next of a plan that is made card by card."""
        begun = self.begun[seat] if self.begun else None
        if begun is None:
            return None
        if card == HEAT:
            return Refusal("heat-not-played", R("H2.1"))
        if begun.cards.count(card) >= state.cars[seat].hand.count(card):
            return Refusal("not-in-hand", R("H2"))
        return Refusal("all-at-once", R("Q54"))


def against_gear(state: State, seat: Seat, gear: int) -> Refusal | None:
    """Why a gear cannot be chosen."""
    car, course = state.cars[seat], COURSES[state.course]
    low, high = gears_in_reach(car, course)
    if sum(card != HEAT for card in car.hand) < low:
        return Refusal("cluttered", R("H2.2"))
    if not 1 <= gear <= 4 or abs(gear - car.gear) > 2:
        return Refusal("gear-out-of-reach", R("H1.1"), (("gear", gear),))
    if not low <= gear <= high and not course.tournament:
        clause = R("E2") if abs(gear - car.gear) == 1 else R("H1.1")
        return Refusal("gear-too-dear", clause, (("heat", shift_price(car, gear, course)),))
    return None


def against_cards(state: State, seat: Seat, plan: Plan) -> Refusal:
    """Why these cards cannot be planned, or not so."""
    hand = state.cars[seat].hand
    if HEAT in plan.cards:
        return Refusal("heat-not-played", R("H2.1"))
    if len(plan.cards) != plan.gear:
        return Refusal("cards-of-the-gear", R("H2"), (("gear", plan.gear),))
    if any(plan.cards.count(card) > hand.count(card) for card in plan.cards):
        return Refusal("not-in-hand", R("H2"))
    if len(hand) > WHOLE:
        return Refusal("card-by-card", R("Q54"))
    return Refusal("slowest-first", R("H2"))


def everybody(seats: int, order: tuple[CarNo, ...]) -> Planning:
    """All drivers who still race are to plan."""
    return Planning(tuple([None if seat in order else SKIPPED for seat in range(seats)]))


@cites(R("H1"), R("Q57"), R("T1"))
def planned(car: Car, seat: Seat, plan: Plan, course: Course, events: Events) -> Car:
    """The car with its cards face down. Gears are shown now, except in a tournament."""
    hand = without(car.hand, plan.cards)
    if course.tournament:
        return replace(car, hand=hand, area=plan.cards)
    if not plan.gear:
        events.append(ev.Cluttered(seat, plan.cards, 1))
        return unveil(replace(car, gear=1, hand=hand, area=plan.cards))
    gear = plan.gear
    heat = shift_price(car, gear, course) if gear != car.gear else 0
    events.append(ev.Shifted(seat, gear, heat, car.engine - heat))
    if heat:
        car = pay(car, heat)
    return replace(car, gear=gear, hand=hand, area=plan.cards)

"""Steps 1 and 2: all drivers plan gear and cards at once, sealed."""

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
from paddock.games.heat.rules.plans import (
    MAX_WHOLE_HAND,
    card_ask,
    gears_in_reach,
    plan_ask,
    shift_price,
)

if TYPE_CHECKING:
    from paddock.games.heat.state import Car, CarNo, State


NO_PLAN = Plan(0, ())
"""Placeholder for a driver who no longer races."""


class AskCache:
    """Cache of one entry: the asks of the last state, whose cars stay the same while drivers plan.

    Threads share it, so cars, course and asks are read and replaced together, as one tuple.
    """

    __slots__ = ("entry",)

    def __init__(self) -> None:
        self.entry: tuple[tuple[Car, ...], str, tuple[Ask[Move], ...]] = ((), "", ())


LAST_ASKS = AskCache()


def plan_asks(state: State) -> tuple[Ask[Move], ...]:
    """The asks of all drivers who race, whether they have planned or not."""
    cars, course_text, asks = LAST_ASKS.entry
    if cars is state.cars and course_text == state.course:
        return asks
    cars, course = state.cars, COURSES[state.course]
    drivers = [seat for seat in range(state.seats) if not cars[seat].place]
    asks = tuple([plan_ask(cars[seat], seat, course) for seat in drivers])
    if len(state.order) == 1 < len(cars):
        asks = tuple([replace(ask, options=(*ask.options, GIVE_UP)) for ask in asks])
    LAST_ASKS.entry = (cars, state.course, asks)
    return asks


@cites(R("H1"), R("H2"), R("H10.1"), R("Q34"), R("Q54"))
class Planning(Asking, frozen=True, tag=True, gc=False):
    """Gear and cards in one move; a hand of more than seven is planned card by card."""

    sealed: tuple[Plan | None, ...]
    begun: tuple[Plan | None, ...] = ()  # plans that still lack cards

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        asks = plan_asks(state)
        if self.begun:
            return self.asks_with_begun_plans(state, asks)
        sealed = self.sealed
        return tuple([ask for ask in asks if sealed[ask.seat] is None])

    def asks_with_begun_plans(
        self, state: State, asks: tuple[Ask[Move], ...]
    ) -> tuple[Ask[Move], ...]:
        """The asks where a driver plans card by card: the next card instead of the gear."""
        out: list[Ask[Move]] = []
        for ask in asks:
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
        """Seal a plan; the last one lays all plans on the table."""
        sealed = replace_at(self.sealed, seat, plan)
        events.append(ev.Sealed(seat))
        if None in sealed:
            begun = replace_at(self.begun, seat, None) if self.begun else ()
            return replace(state, phase=Planning(sealed, begun))
        mark_secret_shown(events)
        course = COURSES[state.course]
        cars = list(state.cars)
        for other, other_plan in enumerate(sealed):
            if other_plan is not None and other_plan.cards:
                cars[other] = lay_plan(cars[other], other, other_plan, course, events)
        state = replace(state, cars=tuple(cars), turn=0)
        return rounds.next_car(state, course, events, chance)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        match move:
            case Shift():
                return why_not_gear(state, seat, move.gear)
            case Plan():
                return why_not_gear(state, seat, move.gear) or why_not_cards(state, seat, move)
            case Add():
                return self.why_not_card(state, seat, move.card)
            case GiveUp():
                return Refusal("others-race", R("H10.1"))
            case _:
                return None

    def why_not_card(self, state: State, seat: Seat, card: CardNo) -> Refusal | None:
        """Why a card is refused as the next of a plan made card by card."""
        begun = self.begun[seat] if self.begun else None
        if begun is None:
            return None
        if card == HEAT:
            return Refusal("heat-not-played", R("H2.1"))
        if begun.cards.count(card) >= state.cars[seat].hand.count(card):
            return Refusal("not-in-hand", R("H2"))
        return Refusal("all-at-once", R("Q54"))


def why_not_gear(state: State, seat: Seat, gear: int) -> Refusal | None:
    """Why a gear is refused."""
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


def why_not_cards(state: State, seat: Seat, plan: Plan) -> Refusal:
    """Why the cards of a plan are refused."""
    hand = state.cars[seat].hand
    if HEAT in plan.cards:
        return Refusal("heat-not-played", R("H2.1"))
    if len(plan.cards) != plan.gear:
        return Refusal("cards-of-the-gear", R("H2"), (("gear", plan.gear),))
    if any(plan.cards.count(card) > hand.count(card) for card in plan.cards):
        return Refusal("not-in-hand", R("H2"))
    if len(hand) > MAX_WHOLE_HAND:
        return Refusal("card-by-card", R("Q54"))
    return Refusal("slowest-first", R("H2"))


def all_to_plan(seats: int, order: tuple[CarNo, ...]) -> Planning:
    """A planning phase for all drivers who still race."""
    return Planning(tuple([None if seat in order else NO_PLAN for seat in range(seats)]))


@cites(R("H1"), R("Q57"), R("T1"))
def lay_plan(car: Car, seat: Seat, plan: Plan, course: Course, events: Events) -> Car:
    """Lay the planned cards face down. Gears are shown now, except in a tournament."""
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

"""Step 3: a driver reveals the planned cards and moves."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations_with_replacement, groupby, product
from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.errors import RulesBug
from paddock.core.flow import Asking, mark_secret_shown
from paddock.core.game import Ask, Question, replace_at
from paddock.core.seats import Seat
from paddock.games.heat import events as ev
from paddock.games.heat.card import R
from paddock.games.heat.data import HEAT, VALUES, CardNo
from paddock.games.heat.events import Events
from paddock.games.heat.moves import Choose, Move
from paddock.games.heat.phases import react, replenish
from paddock.games.heat.rules.cards import TOTALS, Total, flip, pay, unveil, without_any
from paddock.games.heat.rules.course import COURSES, Course
from paddock.games.heat.rules.driving import ADRENALINE, drive_on
from paddock.games.heat.rules.plans import shift_price

if TYPE_CHECKING:
    from paddock.games.heat.state import Car, State

Q_CHOOSE = Question("choose", R("H3.2"), args=("speed",))


@cites(R("H3"), R("H3.1"))
def reveal_cards(state: State, seat: Seat, course: Course, events: Events, chance: Chance) -> State:
    """Reveal the driver's cards: plus symbols first, then values, then the move."""
    mark_secret_shown(events)
    car = state.cars[seat]
    if HEAT in car.area:
        return stand_still(state, seat, course, events, chance)
    if course.tournament:
        car = show_gear(car, seat, course, events, chance)
    area = car.area
    if car.secret:
        car = unveil(car)
    if car.shown:
        car = replace(car, shown=without_any(car.shown, area))
    events.append(ev.Revealed(seat, car.gear, area))
    sums = TOTALS[area]
    speed = sums.speed
    if sums.plus:
        car, gain = flip(car, seat, sums.plus, events, chance)
        speed += gain
    if sums.open:
        phase = Choosing(seat, speed, sums.plus, sums.open)
        return replace(state, cars=replace_at(state.cars, seat, car), phase=phase)
    return move_off(
        state,
        car,
        seat,
        speed=speed,
        sums=sums,
        values=(),
        course=course,
        events=events,
        chance=chance,
    )


@cites(R("H2.2"), R("Q13"), R("Q36"))
def stand_still(state: State, seat: Seat, course: Course, events: Events, chance: Chance) -> State:
    """Stand still with a cluttered hand: no symbols, first gear; the cards are discarded."""
    car = state.cars[seat]
    if course.tournament:
        events.append(ev.Cluttered(seat, car.area, 1))
        car = replace(car, gear=1)
    car = unveil(replace(car, shown=without_any(car.shown, car.area)))
    state = replace(state, cars=replace_at(state.cars, seat, car))
    return replenish.replenish(state, seat, course, events, chance)


@cites(R("T1"), R("T2"), R("Q26"), R("Q41"), R("Q58"))
def show_gear(car: Car, seat: Seat, course: Course, events: Events, chance: Chance) -> Car:
    """Tournament: the number of cards gives the gear; a shift that cannot be paid is reduced."""
    gear = len(car.area)
    while shift_price(car, gear, course) > car.engine:
        if gear > car.gear:
            gear -= 1
            events.append(ev.Misjudged(seat, gear))
            i = chance.pick(car.area, "lost card")
            card = car.area[i]
            events.append(ev.CardLost(seat, card))
            car = replace(
                car,
                area=car.area[:i] + car.area[i + 1 :],
                discard=(*car.discard, card),
                shown=without_any(car.shown, (card,)),
            )
            car = unveil(car)
        else:
            gear += 1
            events.append(ev.Misjudged(seat, gear))
            car, _ = flip(car, seat, 1, events, chance)
    heat = shift_price(car, gear, course)
    events.append(ev.Shifted(seat, gear, heat, car.engine - heat))
    return replace(pay(car, heat) if heat else car, gear=gear)


@lru_cache(maxsize=1 << 10)
@cites(R("H3.2"), R("Q19"))
def value_choices(cards: tuple[CardNo, ...]) -> tuple[Choose, ...]:
    """Every different choice of values; equal cards are interchangeable."""
    by_kind = [
        tuple(combinations_with_replacement(VALUES[card], len(tuple(same))))
        for card, same in groupby(sorted(cards))
    ]
    return tuple(
        Choose(tuple(value for part in parts for value in part)) for parts in product(*by_kind)
    )


@cites(R("H3.2"))
class Choosing(Asking, frozen=True, tag=True, gc=False):
    """Choose the values of cards that have several, before the move."""

    seat: Seat
    speed: int
    plus: int
    cards: tuple[CardNo, ...]

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        return (Ask(self.seat, Q_CHOOSE, value_choices(self.cards), 0, (self.speed,)),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        if not isinstance(move, Choose):
            raise RulesBug(move)
        events.append(ev.ValueChosen(seat, move.values))
        speed = self.speed + sum(move.values)
        car = state.cars[seat]
        course = COURSES[state.course]
        sums = TOTALS[car.area]
        return move_off(
            state,
            car,
            seat,
            speed=speed,
            sums=sums,
            values=move.values,
            course=course,
            events=events,
            chance=chance,
        )


@cites(R("H3"), R("H4"), R("Q11"), R("Q17"), R("C6.14"))
def move_off(
    state: State,
    car: Car,
    seat: Seat,
    speed: int,
    sums: Total,
    values: tuple[int, ...],
    course: Course,
    events: Events,
    chance: Chance,
) -> State:
    """Move the car by its speed; then the driver may react."""
    cars = state.cars
    last = state.turn >= len(state.order) - ADRENALINE[len(cars)]
    adrenaline = last and course.effect.adrenaline
    phase = react.open_reactions(car, seat, speed, sums, adrenaline, values)
    car = drive_on(cars, car, speed, seat, events)
    return react.continue_react(state, car, phase, course, events, chance)

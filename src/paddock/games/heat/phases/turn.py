"""Step 3: one car after the other, from the front. A Legend drives; a driver reveals and moves."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations_with_replacement, groupby, product
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citing import cites
from paddock.core.errors import RulesBug
from paddock.core.game import Ask, Question, Step, put
from paddock.core.seats import Seat
from paddock.games.heat.card import R
from paddock.games.heat.data import HEAT, VALUES, CardNo
from paddock.games.heat.events import (
    CardLost,
    Cluttered,
    Event,
    Finished,
    Misjudged,
    Revealed,
    Shifted,
    Told,
    ValueChosen,
)
from paddock.games.heat.moves import Choose, Move
from paddock.games.heat.phases import after, planning, react
from paddock.games.heat.rules.cards import Total, flip, less, pay, total, unveil
from paddock.games.heat.rules.course import AWAY, COURSES, Course
from paddock.games.heat.rules.driving import ahead, by_place, name_of
from paddock.games.heat.rules.legends import drive_legend
from paddock.games.heat.rules.plans import price

if TYPE_CHECKING:
    from paddock.games.heat.state import Car, State


@cites(R("H3.4"))
def next_car(state: State, crs: Course, told: Told, chance: Chance) -> Step[State, Event]:
    """The next car of the order, or the end of the round."""
    while state.turn < len(state.order):
        car = state.order[state.turn]
        if car < state.seats:
            return reveal(state, car, crs, told, chance)
        state = drive_legend(state, car, told, chance)
        state = replace(state, turn=state.turn + 1)
    return end_round(state, told)


@cites(R("H3"), R("H2.2"), R("H3.1"))
def reveal(state: State, seat: Seat, crs: Course, told: Told, chance: Chance) -> Step[State, Event]:
    """The driver's cards are turned up; plus symbols first, then the values, then the move."""
    car = state.cars[seat]
    if HEAT in car.area:
        return stand_still(state, seat, crs, told, chance)
    if crs.tournament:
        car = show_gear(car, seat, crs, told, chance)
    area = car.area
    if car.secret:
        car = unveil(car)
    if car.shown:
        car = replace(car, shown=less(car.shown, area))
    told.append(Revealed(seat, car.gear, area))
    sums = total(area)
    speed = sums.speed
    if sums.plus:
        car, gain = flip(car, seat, sums.plus, told, chance)
        speed += gain
    if sums.open:
        phase = Choosing(seat, speed, sums.plus, sums.open)
        state = replace(state, cars=put(state.cars, seat, car), phase=phase)
        return Step(state, tuple(told))
    return move_off(state, car, seat, speed, sums, (), crs, told, chance)


@cites(R("H2.2"), R("Q13"), R("Q36"))
def stand_still(
    state: State, seat: Seat, crs: Course, told: Told, chance: Chance
) -> Step[State, Event]:
    """A cluttered hand: no move, no symbols, first gear; the cards are discarded."""
    car = state.cars[seat]
    if crs.tournament:
        told.append(Cluttered(seat, car.area))
        car = replace(car, gear=1)
    car = unveil(replace(car, shown=less(car.shown, car.area)))
    state = replace(state, cars=put(state.cars, seat, car))
    return after.replenish(state, seat, crs, told, chance)


@cites(R("T1"), R("T2"), R("Q26"), R("Q41"), R("Q58"))
def show_gear(car: Car, seat: Seat, crs: Course, told: Told, chance: Chance) -> Car:
    """Tournament: the gear follows from the number of cards; what cannot be paid is put right."""
    gear = len(car.area)
    while price(car, gear, crs) > car.engine:
        if gear > car.gear:
            gear -= 1
            told.append(Misjudged(seat, gear))
            i = chance.pick(car.area, "lost card")
            card = car.area[i]
            told.append(CardLost(seat, card))
            car = replace(
                car,
                area=car.area[:i] + car.area[i + 1 :],
                discard=(*car.discard, card),
                shown=less(car.shown, (card,)),
            )
            car = unveil(car)
        else:
            gear += 1
            told.append(Misjudged(seat, gear))
            car, _ = flip(car, seat, 1, told, chance)
    heat = price(car, gear, crs)
    told.append(Shifted(seat, gear, heat))
    return replace(pay(car, heat) if heat else car, gear=gear)


CHOOSE = Question("choose", R("H3.2"), args=("speed",))


@lru_cache(maxsize=1 << 10)
@cites(R("H3.2"), R("Q19"))
def value_choices(cards: tuple[CardNo, ...]) -> tuple[Choose, ...]:
    """Every different choice of values; equal cards are not told apart."""
    by_kind = [
        tuple(combinations_with_replacement(VALUES[card], len(tuple(same))))
        for card, same in groupby(sorted(cards))
    ]
    return tuple(
        Choose(tuple(value for part in parts for value in part)) for parts in product(*by_kind)
    )


@cites(R("H3.2"), R("Q19"))
class Choosing(Struct, frozen=True, tag=True, gc=False):
    """The values of cards that have several, before the move."""

    seat: Seat
    speed: int
    plus: int
    cards: tuple[CardNo, ...]

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        return (Ask(self.seat, CHOOSE, value_choices(self.cards), 0, (self.speed,)),)

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        if not isinstance(move, Choose):
            raise RulesBug(move)
        told: Told = [ValueChosen(seat, move.values)]
        speed = self.speed + sum(move.values)
        car = state.cars[seat]
        crs = COURSES[state.course]
        return move_off(state, car, seat, speed, total(car.area), move.values, crs, told, chance)


@cites(R("H3"), R("H4"), R("Q11"), R("Q17"), R("C6.14"))
def move_off(
    state: State,
    car: Car,
    seat: Seat,
    speed: int,
    sums: Total,
    values: tuple[int, ...],
    crs: Course,
    told: Told,
    chance: Chance,
) -> Step[State, Event]:
    """The car moves as many spaces as its speed; then the driver may react."""
    cars = state.cars
    n = len(cars)
    adrenaline = (
        state.turn >= len(state.order) - (2 if n >= 5 else 1) and n > 1 and crs.effect.adrenaline
    )
    phase = react.opening(car, seat, speed, sums, adrenaline, values)
    car = ahead(cars, car, speed, seat, told)
    return react.go_on(state, car, phase, crs, told, chance)


@cites(R("H10"), R("Q15"), R("Q33"))
def end_round(state: State, told: Told) -> Step[State, Event]:
    """Cars over the line take their places, by distance past it and the Race Line spot."""
    goal = COURSES[state.course].goal
    if max([car.pos for car in state.cars]) >= goal:
        state = replace(state, cars=arrive(state, goal, told))
    order = by_place(state.cars)
    if not order or min(order) >= state.seats:
        return Step(replace(state, order=(), turn=0, phase=after.Over()), tuple(told))
    return planning.start_round(state, order, told)


def arrive(state: State, goal: int, told: Told) -> tuple[Car, ...]:
    cars = list(state.cars)
    place = sum(car.place > 0 for car in cars)
    home = [i for i, car in enumerate(cars) if car.pos >= goal]
    for i in sorted(home, key=lambda i: (-cars[i].pos, not cars[i].line)):
        place += 1
        told.append(Finished(name_of(state, i), place))
        cars[i] = replace(cars[i], pos=AWAY, place=place)
    return tuple(cars)

"""The risk of a plan: the exact chance of a spin-out over all cards that may be turned up."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from paddock.core.citations import cites
from paddock.games.heat.card import R
from paddock.games.heat.data import HEAT, IS_SPEED, SYMBOLS, CardNo
from paddock.games.heat.moves import PayHeat, Plan, Replace
from paddock.games.heat.phases.react import GEAR_COOLS, More, mandatory_moves, played_values
from paddock.games.heat.phases.turn import value_choices
from paddock.games.heat.rules.cards import TOTALS
from paddock.games.heat.rules.course import COURSES, GRID, NO_COOLING, Course, corner_limit
from paddock.games.heat.rules.plans import shift_price
from paddock.games.heat.state import Car

if TYPE_CHECKING:
    from paddock.core.seats import Seat
    from paddock.games.heat.view import View

Counts: TypeAlias = tuple[int, int, int, int]
"""How many Speed cards of 1, 2, 3 and 4."""
Chances: TypeAlias = dict[int, float]


@cites(R("Q45"))
def risk(view: View, seat: Seat, plan: Plan) -> float:
    """The chance of a spin-out of a plan.

    The other cars stay where they are. In React the driver does what is mandatory and cools down as
    far as gear and cards allow. Cards with several values count lowest.
    """
    course = COURSES[view.course]
    car = own_car(view, seat)
    others = [(o.pos, o.line) for i, o in enumerate(view.cars) if i != seat]
    chance = 0.0
    in_hand = view.mine.hand.count(HEAT)
    for share, cards, flips, engine in revealed_cases(car, plan, course):
        limit, speed, extra, engine = settle_payments(cards, engine)
        cool = min(GEAR_COOLS[plan.gear] + TOTALS[cards].cool, in_hand)
        for turned, likely in flip_speeds(car, flips + extra).items():
            if is_spin_out(car, others, speed + turned, limit, engine, cool, course):
                chance += share * likely
    return chance


def own_car(view: View, seat: Seat) -> Car:
    """The own car with the fields that the odds need."""
    there = view.cars[seat]
    return Car(
        there.gear,
        there.pos,
        there.line,
        there.engine,
        (),
        view.mine.deck,
        there.discard,
        hidden=view.mine.hidden,
    )


def revealed_cases(
    car: Car, plan: Plan, course: Course
) -> Iterator[tuple[float, tuple[CardNo, ...], int, int]]:
    """The cases after the shift: share of all cases, cards, cards to be turned up, and engine.

    A shift that cannot be paid is possible in a tournament: a random card is lost, or one is turned
    up.
    """
    if not plan.gear:
        return
    gear, cards = plan.gear, plan.cards
    cases: list[tuple[float, tuple[CardNo, ...], int]] = [(1.0, cards, 0)]
    while shift_price(car, gear, course) > car.engine:
        if gear > car.gear:
            gear -= 1
            cases = [
                (share / len(left), left[:i] + left[i + 1 :], more)
                for share, left, more in cases
                for i in range(len(left))
            ]
        else:
            gear += 1
            cases = [(share, left, more + 1) for share, left, more in cases]
    engine = car.engine - shift_price(car, gear, course)
    for share, left, more in cases:
        yield share, left, more + TOTALS[left].plus, engine


def settle_payments(cards: tuple[CardNo, ...], engine: int) -> tuple[int, int, int, int]:
    """Limit symbols, speed, replaced cards and engine after the mandatory payments."""
    sums = TOTALS[cards]
    values = value_choices(sums.open)[0].values if sums.open else ()
    speed, extra, limit = sums.speed + sum(values), 0, sums.limit
    left = list(played_values(sums.heat, sums.open, values))
    while left:
        car = Car(1, 0, True, engine)
        match mandatory_moves(More(heat=tuple(left)), car)[0]:
            case PayHeat(card, value):
                engine -= SYMBOLS[card].heat
            case Replace(card, value):
                speed, extra, limit = speed - value, extra + 1, limit - SYMBOLS[card].limit
            case other:
                raise AssertionError(other)
        left.remove((card, value))
    return limit, speed, extra, engine


def flip_speeds(car: Car, flips: int) -> Chances:
    """Chances of the total speed of cards turned up: from the deck, then from the pile."""
    return sum_chances(count_speeds(car.deck), count_speeds(car.discard + car.hidden), flips)


@lru_cache(maxsize=1 << 12)
def count_speeds(cards: tuple[CardNo, ...]) -> Counts:
    speed = [card for card in cards if IS_SPEED[card]]
    return (speed.count(1), speed.count(2), speed.count(3), speed.count(4))


@lru_cache(maxsize=1 << 14)
def sum_chances(deck: Counts, pile: Counts, flips: int) -> Chances:
    if not any(deck):
        deck, pile = pile, (0, 0, 0, 0)
    among = sum(deck)
    if not flips or not among:
        return {0: 1.0}
    found: Chances = {}
    for i, n in enumerate(deck):
        if n:
            rest = tuple([m - (i == j) for j, m in enumerate(deck)])
            for total, chance in sum_chances(rest, pile, flips - 1).items():
                found[total + i + 1] = found.get(total + i + 1, 0.0) + chance * n / among
    return found


def is_spin_out(
    car: Car,
    others: list[tuple[int, bool]],
    speed: int,
    limit: int,
    engine: int,
    cool: int,
    course: Course,
) -> bool:
    """Whether a corner of this move cannot be paid (H7), after `cool` Heat is cooled down."""
    to = car.pos + speed
    while to > car.pos and sum(pos == to for pos, _ in others) == 2:
        to -= 1
    if not course.flags[to + GRID] & NO_COOLING:
        engine += cool
    line = course.next_line[car.pos + GRID]
    while line < len(course.lines) and course.lines[line] <= to:
        over = speed - corner_limit(course, line, limit)
        if over > 0:
            engine -= over + course.overheat[line]
            if engine < 0:
                return True
        line += 1
    return False

"""What can be planned: every gear in reach with every different choice of cards for it."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

from paddock.core.citing import cites
from paddock.core.game import Ask, Kind, Question
from paddock.core.seats import Seat
from paddock.games.heat.card import R
from paddock.games.heat.data import HEAT, RANK, CardNo
from paddock.games.heat.moves import ADD, SHIFT, Move, Plan
from paddock.games.heat.rules.course import FLOODED, GRID, Course

if TYPE_CHECKING:
    from paddock.games.heat.state import Car

PLAN = Question("plan", R("H2"), Kind.SEALED)
"""The same for a plan in one move and in steps: how far somebody has come is nobody's business."""
WHOLE = 7
"""A hand up to this size is planned in one move."""


@cites(R("H1"), R("H1.1"), R("E2"))
def shift_price(car: Car, gear: int, course: Course) -> int:
    """The Heat that a shift costs."""
    step = gear - car.gear
    heat = 1 if abs(step) == 2 else 0
    return heat + (step < 0 and bool(course.flags[car.pos + GRID] & FLOODED))


def gears_in_reach(car: Car, course: Course) -> tuple[int, int]:
    """The lowest and the highest gear that can be paid."""
    return in_reach(car.gear, car.engine, course.flags[car.pos + GRID] & FLOODED)


@cites(R("H1"), R("H1.1"), R("E2"), R("Q13"))
def in_reach(gear: int, engine: int, flooded: int) -> tuple[int, int]:
    """The lowest and the highest gear that so much Heat can pay."""
    low = gear - min(2, engine) if flooded else gear - (2 if engine else 1)
    high = gear + (2 if engine else 1)
    return max(low, 1), min(high, 4)


class Plans(dict[tuple[CardNo, ...], Plan]):
    """Every plan once, by its cards: the gear is their number."""

    def __missing__(self, cards: tuple[CardNo, ...]) -> Plan:
        self[cards] = made = Plan(len(cards), cards)
        return made


PLANS = Plans()


def plan_ask(car: Car, seat: Seat, course: Course) -> Ask[Move]:
    """The ask of a driver who has not planned."""
    options, default = offered(
        car.hand,
        car.gear,
        min(car.engine, 2),  # more than a shift can cost makes no difference
        course.flags[car.pos + GRID] & FLOODED,
        course.tournament,
    )
    return Ask(seat, PLAN, options, default)


@lru_cache(maxsize=1 << 16)
@cites(R("H2"), R("H2.1"), R("H2.2"), R("Q13"), R("Q34"), R("T1"), R("Q41"))
def offered(
    hand: tuple[CardNo, ...], gear: int, engine: int, flooded: int, tournament: bool
) -> tuple[tuple[Move, ...], int]:
    """The plans for every gear in reach, and which one is usual: the first of its gear, for the
    slowest cards come first."""
    low, high = in_reach(gear, engine, flooded)
    playable = tuple([card for card in hand if card != HEAT])
    if len(playable) < low:
        filled = playable + (HEAT,) * (low - len(playable))
        return (Plan(0, tuple(sorted(filled))),), 0
    if tournament:  # the mistake the booklet prices: two gears, and nothing to pay with
        low, high = max(gear - 2, 1), min(gear + 2, 4)
    high = min(high, len(playable))
    usual = usual_gear(gear, low, high)
    if len(hand) > WHOLE:
        return SHIFT[low : high + 1], usual - low
    cards = ranked(playable)
    plans: tuple[Move, ...] = ()
    default = 0
    for its in range(low, high + 1):
        if its == usual:
            default = len(plans)
        plans += choices_of(cards, its)
    return plans, default


def choices(playable: tuple[CardNo, ...], gear: int) -> tuple[Plan, ...]:
    """The different choices of cards for a gear; equal cards are not told apart."""
    return choices_of(ranked(playable), gear)


def ranked(playable: tuple[CardNo, ...]) -> tuple[CardNo, ...]:
    """The slowest cards first."""
    return tuple(sorted(playable, key=RANK.__getitem__))


@lru_cache(maxsize=1 << 15)
def choices_of(cards: tuple[CardNo, ...], gear: int) -> tuple[Plan, ...]:
    return tuple([PLANS[chosen] for chosen in dict.fromkeys(combinations(cards, gear))])


@cites(R("Q44"))
def usual_gear(gear: int, low: int, high: int) -> int:
    """The same gear if it can be filled, else the nearest."""
    return min(max(gear, low), high)


def lowest(playable: tuple[CardNo, ...], n: int) -> tuple[CardNo, ...]:
    """The n slowest cards."""
    return tuple(sorted(ranked(playable)[:n]))


@lru_cache(maxsize=1 << 14)
@cites(R("Q54"))
def card_ask(
    seat: Seat, hand: tuple[CardNo, ...], gear: int, cards: tuple[CardNo, ...]
) -> Ask[Move]:
    """The next card of a plan that is made card by card, from the lowest number up."""
    left = [card for card in hand if card != HEAT]
    for card in cards:
        left.remove(card)
    start = cards[-1] if cards else -1
    missing = gear - len(cards)
    options = [
        card
        for i, card in enumerate(left)
        if card >= start and len(left) - i >= missing and card not in left[:i]
    ]
    usual = lowest(tuple(card for card in hand if card != HEAT), gear)
    on_course = usual[: len(cards)] == cards
    default = options.index(usual[len(cards)]) if on_course else 0
    return Ask(seat, PLAN, tuple([ADD[card] for card in options]), default)

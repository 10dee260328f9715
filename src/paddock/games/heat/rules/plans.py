"""Plans: every gear in reach, with every different choice of cards for it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from itertools import accumulate, combinations
from operator import eq, itemgetter
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct

from paddock.core.citations import cites
from paddock.core.game import Ask, AskKind, Question
from paddock.core.seats import Seat
from paddock.games.heat.card import R
from paddock.games.heat.data import HEAT, RANK, SYMBOLS, VALUES, CardNo
from paddock.games.heat.moves import ADD, MAX_HEAT, SHIFT, TOP_GEAR, Move, Plan
from paddock.games.heat.rules.course import FLOODED, GRID, Course
from paddock.games.heat.rules.memo import Memo

if TYPE_CHECKING:
    from paddock.games.heat.state import Car

Q_PLAN = Question("plan", R("H2"), AskKind.SEALED, several="Add")
"""One question for plans in one move and in steps, so that others cannot see the progress."""
MAX_WHOLE_HAND = 7
"""A hand up to this size is planned in one move."""


# ---------------------------------------------------------------- gears


@cites(R("H1"), R("H1.1"), R("E2"))
def shift_price(car: Car, gear: int, course: Course) -> int:
    """The Heat that a shift costs."""
    step = gear - car.gear
    heat = 1 if abs(step) == 2 else 0
    return heat + (step < 0 and bool(course.flags[car.pos + GRID] & FLOODED))


@cites(R("H1"), R("H1.1"), R("E2"))
def gear_range(gear: int, engine: int, flooded: bool) -> tuple[int, int]:
    """The lowest and the highest gear that this much Heat can pay."""
    low = gear - min(2, engine) if flooded else gear - (2 if engine else 1)
    high = gear + (2 if engine else 1)
    return max(low, 1), min(high, TOP_GEAR)


GEAR_RANGES = tuple(
    tuple(
        tuple(gear_range(gear, heat, water) for gear in range(TOP_GEAR + 1))
        for heat in range(MAX_HEAT + 1)
    )
    for water in (False, True)
)
"""Gear ranges by water, Heat in the engine and gear."""


def gears_in_reach(car: Car, course: Course) -> tuple[int, int]:
    """The lowest and the highest gear that can be paid."""
    water = course.flags[car.pos + GRID] & FLOODED != 0
    return GEAR_RANGES[water][car.engine][car.gear]


# ---------------------------------------------------------------- plans


Pick: TypeAlias = Callable[[tuple[CardNo, ...]], tuple[CardNo, ...]]
"""A function that takes some cards out of a row."""


class Choices(Struct, frozen=True, gc=False):
    """The different choices out of a row of cards, by their positions in it."""

    picks: tuple[Pick, ...]  # gear by gear
    starts: tuple[int, ...]  # by gear where its choices begin, and after the last where they end
    where: dict[tuple[int, ...], int]  # by the first positions that give it: which choice it is


@cache
def choices_among(doubles: tuple[bool, ...]) -> Choices:
    """The different choices for every gear.

    `doubles` marks each card that equals the one before it: equal cards are interchangeable.
    """
    kinds = tuple(accumulate([not double for double in doubles]))
    picks: list[Pick] = []
    where: dict[tuple[int, ...], int] = {}
    starts = [0]
    for gear in range(1, TOP_GEAR + 1):
        starts.append(len(picks))
        different: set[tuple[int, ...]] = set()
        for at in combinations(range(len(kinds)), gear):
            kind = tuple([kinds[i] for i in at])
            if kind not in different:
                different.add(kind)
                where[at] = len(picks)
                picks.append(itemgetter(*at) if gear > 1 else itemgetter(slice(at[0], at[0] + 1)))
    return Choices(tuple(picks), (*starts, len(picks)), where)


def plan_of_cards(cards: tuple[CardNo, ...]) -> Plan:
    """The plan of these cards: the gear is their number."""
    return Plan(len(cards), cards)


PLANS: Memo[tuple[CardNo, ...], Plan] = Memo(plan_of_cards, 1 << 16)
"""Cache of plans: each exists once, whatever hand it comes from."""


MAX_FLIP_SPEED = 4
"""The highest Speed card that a plus symbol may turn up."""
MAX_CARD_SPEEDS = tuple(
    max(values) + symbols.plus * MAX_FLIP_SPEED
    for values, symbols in zip(VALUES, SYMBOLS, strict=True)
)
"""The highest possible speed of each card."""


class Offer(Struct, frozen=True, gc=False):
    """The different plans of a hand: gear by gear, the slowest cards first."""

    plans: tuple[Plan, ...]
    starts: tuple[int, ...]  # by gear, as those of the choices
    calm: tuple[int, ...]  # by gear: the plan with the lowest possible top speed
    pace: tuple[int, ...]  # by gear: that top speed


@cites(R("H2"), R("H2.1"))
def offer(hand: tuple[CardNo, ...]) -> Offer:
    """Every different choice of cards for every gear. Heat is never played."""
    cards = tuple(sorted([card for card in hand if card != HEAT], key=RANK.__getitem__))
    among = choices_among(tuple(map(eq, cards, (None, *cards))))
    plans = tuple([PLANS[pick(cards)] for pick in among.picks])
    speeds = tuple([MAX_CARD_SPEEDS[card] for card in cards])
    pace = (0, *accumulate(sorted(speeds)))[: TOP_GEAR + 1]
    slowest = sorted(range(len(cards)), key=speeds.__getitem__)
    calm = [among.where[tuple(sorted(slowest[:gear]))] for gear in range(1, len(pace))]
    return Offer(plans, among.starts, (0, *calm), pace)


OFFERS: Memo[tuple[CardNo, ...], Offer] = Memo(offer, 1 << 15)
"""Cache of offers by hand. The base game has a thousand hands; Upgrades make many more."""


@cites(R("Q44"), R("T1"), R("Q41"))
def plan_ask(car: Car, seat: Seat, course: Course) -> Ask[Move]:
    """The plans for every gear in reach.

    The default has the slowest cards and keeps the gear, or one lower where it might spin out.
    """
    hand, gear = car.hand, car.gear
    low, high = GEAR_RANGES[course.flags[car.pos + GRID] & FLOODED != 0][car.engine][gear]
    playable = len(hand) - hand.count(HEAT)
    if playable < low:
        return Ask(seat, Q_PLAN, (cluttered_plan(hand, low),))
    if course.tournament:  # a shift by two gears that cannot be paid is allowed, and penalised
        low, high = max(gear - 2, 1), min(gear + 2, TOP_GEAR)
    if high > playable:
        high = playable
    default = min(high, gear)
    if len(hand) > MAX_WHOLE_HAND:
        return Ask(seat, Q_PLAN, SHIFT[low : high + 1], default - low)
    offered = OFFERS[hand]
    starts = offered.starts
    first = starts[low]
    if default > low and can_spin_out(car, offered.pace[default], course) and default == gear:
        default -= 1
    plans = offered.plans[first : starts[high + 1]]
    return Ask(seat, Q_PLAN, plans, offered.calm[default] - first)


def can_spin_out(car: Car, speed: int, course: Course) -> bool:
    """Whether a car at this speed may owe more Heat in the corners than it has."""
    pos = car.pos
    line, end = course.next_line[pos + GRID], pos + speed
    lines, engine = course.lines, car.engine
    while line < len(lines) and lines[line] <= end:
        engine -= max(speed - course.limits[line], 0)
        line += 1
    return engine < 0


@cites(R("H2.2"), R("Q13"))
def cluttered_plan(hand: tuple[CardNo, ...], low: int) -> Plan:
    """The plan of a cluttered hand: all playable cards, and Heat up to the lowest gear."""
    playable = tuple([card for card in hand if card != HEAT])
    return Plan(0, tuple(sorted(playable + (HEAT,) * (low - len(playable)))))


def choices(hand: tuple[CardNo, ...], gear: int) -> tuple[Plan, ...]:
    """The different plans of a gear."""
    offered = OFFERS[hand]
    return offered.plans[offered.starts[gear] : offered.starts[gear + 1]]


def slowest_cards(hand: tuple[CardNo, ...], n: int) -> tuple[CardNo, ...]:
    """The n playable cards with the lowest possible top speed."""
    playable = [card for card in hand if card != HEAT]
    return tuple(sorted(sorted(playable, key=MAX_CARD_SPEEDS.__getitem__)[:n]))


@lru_cache(maxsize=1 << 14)
@cites(R("Q54"))
def card_ask(
    seat: Seat, hand: tuple[CardNo, ...], gear: int, cards: tuple[CardNo, ...]
) -> Ask[Move]:
    """The ask for the next card of a plan made card by card, from the lowest number up."""
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
    usual = slowest_cards(hand, gear)
    on_course = usual[: len(cards)] == cards
    default = options.index(usual[len(cards)]) if on_course else 0
    return Ask(seat, Q_PLAN, tuple([ADD[card] for card in options]), default)

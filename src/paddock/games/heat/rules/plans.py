"""What can be planned: every gear in reach with every different choice of cards for it."""

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
from paddock.games.heat.moves import ADD, MOST_HEAT, SHIFT, TOP_GEAR, Move, Plan
from paddock.games.heat.rules.course import FLOODED, GRID, Course
from paddock.games.heat.rules.memo import Memo

if TYPE_CHECKING:
    from paddock.games.heat.state import Car

Q_PLAN = Question("plan", R("H2"), AskKind.SEALED, several="Add")
"""The same for a plan in one move and in steps: how far somebody has come is nobody's business."""
WHOLE = 7
"""A hand up to this size is planned in one move."""


# ---------------------------------------------------------------- gears


@cites(R("H1"), R("H1.1"), R("E2"))
def shift_price(car: Car, gear: int, course: Course) -> int:
    """The Heat that a shift costs."""
    step = gear - car.gear
    heat = 1 if abs(step) == 2 else 0
    return heat + (step < 0 and bool(course.flags[car.pos + GRID] & FLOODED))


@cites(R("H1"), R("H1.1"), R("E2"))
def in_reach(gear: int, engine: int, flooded: bool) -> tuple[int, int]:
    """The lowest and the highest gear that so much Heat can pay."""
    low = gear - min(2, engine) if flooded else gear - (2 if engine else 1)
    high = gear + (2 if engine else 1)
    return max(low, 1), min(high, TOP_GEAR)


REACH = tuple(
    tuple(
        tuple(in_reach(gear, heat, water) for gear in range(TOP_GEAR + 1))
        for heat in range(MOST_HEAT + 1)
    )
    for water in (False, True)
)
"""By water, Heat in the engine and gear."""


def gears_in_reach(car: Car, course: Course) -> tuple[int, int]:
    """The lowest and the highest gear that can be paid."""
    water = course.flags[car.pos + GRID] & FLOODED != 0
    return REACH[water][car.engine][car.gear]


# ---------------------------------------------------------------- plans


Pick: TypeAlias = Callable[[tuple[CardNo, ...]], tuple[CardNo, ...]]
"""Takes some cards out of a row."""


class Choices(Struct, frozen=True, gc=False):
    """The different choices out of a row of cards, by their positions in it."""

    picks: tuple[Pick, ...]  # gear by gear
    starts: tuple[int, ...]  # by gear where its choices begin, and after the last where they end
    where: dict[tuple[int, ...], int]  # by the first positions that give it: which choice it is


@cache
def choices_among(doubles: tuple[bool, ...]) -> Choices:
    """For every gear. `doubles` says of each card of the row whether it is like the one before:
    equal cards are not told apart."""
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


def planned(cards: tuple[CardNo, ...]) -> Plan:
    """The plan of these cards: the gear is their number."""
    return Plan(len(cards), cards)


PLANS: Memo[tuple[CardNo, ...], Plan] = Memo(planned, 1 << 16)
"""Every plan once, whatever hands it may come from."""


FASTEST_FLIP = 4
"""The highest Speed card that a plus symbol may turn up."""
AT_MOST = tuple(
    max(values) + symbols.plus * FASTEST_FLIP
    for values, symbols in zip(VALUES, SYMBOLS, strict=True)
)
"""By card: the highest speed that it can come to."""


class Offer(Struct, frozen=True, gc=False):
    """The different plans of a hand: gear by gear, the slowest cards first."""

    plans: tuple[Plan, ...]
    starts: tuple[int, ...]  # by gear, as those of the choices
    calm: tuple[int, ...]  # by gear: the plan that is slowest however its cards turn out
    pace: tuple[int, ...]  # by gear: the highest speed it can come to


@cites(R("H2"), R("H2.1"))
def offer(hand: tuple[CardNo, ...]) -> Offer:
    """Every different choice of cards for every gear. Heat is never played."""
    cards = tuple(sorted([card for card in hand if card != HEAT], key=RANK.__getitem__))
    among = choices_among(tuple(map(eq, cards, (None, *cards))))
    plans = tuple([PLANS[pick(cards)] for pick in among.picks])
    speeds = tuple([AT_MOST[card] for card in cards])
    pace = (0, *accumulate(sorted(speeds)))[: TOP_GEAR + 1]
    slowest = sorted(range(len(cards)), key=speeds.__getitem__)
    calm = [among.where[tuple(sorted(slowest[:gear]))] for gear in range(1, len(pace))]
    return Offer(plans, among.starts, (0, *calm), pace)


OFFERS: Memo[tuple[CardNo, ...], Offer] = Memo(offer, 1 << 15)
"""By hand. In the base game there are a thousand; Upgrades make many more."""


@cites(R("Q44"), R("T1"), R("Q41"))
def plan_ask(car: Car, seat: Seat, course: Course) -> Ask[Move]:
    """The plans for every gear in reach. The usual one has the slowest cards, and the gear that
    the car is in, or a lower one that is free where that one might spin out."""
    hand, gear = car.hand, car.gear
    low, high = REACH[course.flags[car.pos + GRID] & FLOODED != 0][car.engine][gear]
    playable = len(hand) - hand.count(HEAT)
    if playable < low:
        return Ask(seat, Q_PLAN, (cluttered(hand, low),))
    if course.tournament:  # the mistake the booklet prices: two gears, and nothing to pay with
        low, high = max(gear - 2, 1), min(gear + 2, TOP_GEAR)
    if high > playable:
        high = playable
    usual = min(high, gear)
    if len(hand) > WHOLE:
        return Ask(seat, Q_PLAN, SHIFT[low : high + 1], usual - low)
    found = OFFERS[hand]
    starts = found.starts
    first = starts[low]
    if usual > low and spins(car, found.pace[usual], course) and usual == gear:
        usual -= 1
    return Ask(seat, Q_PLAN, found.plans[first : starts[high + 1]], found.calm[usual] - first)


def spins(car: Car, speed: int, course: Course) -> bool:
    """Whether a car at this speed may owe more Heat in the corners than it has."""
    pos = car.pos
    line, end = course.next_line[pos + GRID], pos + speed
    lines, engine = course.lines, car.engine
    while line < len(lines) and lines[line] <= end:
        engine -= max(speed - course.limits[line], 0)
        line += 1
    return engine < 0


@cites(R("H2.2"), R("Q13"))
def cluttered(hand: tuple[CardNo, ...], low: int) -> Plan:
    """All cards that can be played, and Heat for the rest of the lowest gear in reach."""
    playable = tuple([card for card in hand if card != HEAT])
    return Plan(0, tuple(sorted(playable + (HEAT,) * (low - len(playable)))))


def choices(hand: tuple[CardNo, ...], gear: int) -> tuple[Plan, ...]:
    """The different plans of a gear."""
    found = OFFERS[hand]
    return found.plans[found.starts[gear] : found.starts[gear + 1]]


def slowest(hand: tuple[CardNo, ...], n: int) -> tuple[CardNo, ...]:
    """The n cards that can be played and are slowest however they turn out."""
    playable = [card for card in hand if card != HEAT]
    return tuple(sorted(sorted(playable, key=AT_MOST.__getitem__)[:n]))


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
    usual = slowest(hand, gear)
    on_course = usual[: len(cards)] == cards
    default = options.index(usual[len(cards)]) if on_course else 0
    return Ask(seat, Q_PLAN, tuple([ADD[card] for card in options]), default)

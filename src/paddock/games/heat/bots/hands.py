"""The best plan out of a hand, and what a hand that is still to be filled is worth."""

from __future__ import annotations

from functools import lru_cache

from paddock.games.heat.bots.turns import COOLS, MOST_HEAT, after_turn, turned
from paddock.games.heat.data import HEAT, STRESS, SYMBOLS, CardNo
from paddock.games.heat.foresee import open_sums
from paddock.games.heat.moves import Plan
from paddock.games.heat.rules.cards import TOTALS
from paddock.games.heat.rules.course import COURSES, FLOODED, GRID, Course
from paddock.games.heat.rules.plans import choices

CLOG = 0.05
"""Turns that a Heat card left in the hand costs."""
STRESS_COSTS = 0.05
MOST_FLIPS = 3
CLUTTERED = 2.0
"""Turns that a hand without a plan costs."""
NO_PLAN = Plan(0, ())


def best_plan(
    hand: tuple[CardNo, ...], pos: int, gear: int, engine: int, course: Course
) -> tuple[float, Plan]:
    """The fewest turns that a plan out of this hand leads to, and the plan."""
    return found_plan(course.text, hand, pos, gear, engine)


@lru_cache(maxsize=1 << 16)
def found_plan(
    text: str, hand: tuple[CardNo, ...], pos: int, gear: int, engine: int
) -> tuple[float, Plan]:
    course = COURSES[text]
    heats = hand.count(HEAT)
    wet = bool(course.flags[pos + GRID] & FLOODED)
    best, chosen = after_turn(pos, 1, engine, course) + CLUTTERED, NO_PLAN
    for new in range(max(1, gear - 2), min(4, gear + 2) + 1):
        left = engine - (abs(new - gear) == 2) - (wet and new < gear)
        if left < 0:
            continue
        cooled = min(COOLS[new - 1], heats)
        left = min(left + cooled, MOST_HEAT)
        extra = 1 + CLOG * (heats - cooled)
        for speed, plus, heat, own, stress, plan in ways(hand, new):
            turns = extra + stress + turned(text, pos, speed, own, new, left - heat, plus)
            if turns < best:
                best, chosen = turns, plan
    return best, chosen


@lru_cache(maxsize=1 << 15)
def ways(hand: tuple[CardNo, ...], gear: int) -> tuple[tuple[int, int, int, int, float, Plan], ...]:
    """The different turns of a gear: speed, plus symbols, Heat less cooldown, limit, the cost of
    Stress that stays, and a plan."""
    found: dict[tuple[int, int, int, int], tuple[int, Plan]] = {}
    hot = max(0, hand.count(HEAT) - COOLS[gear - 1])  # what the gear does not cool down
    for plan in choices(hand, gear):
        cards = plan.cards
        sums = TOTALS[cards]
        heat = sum(SYMBOLS[card].heat for card in sums.heat) - min(sums.cool, hot)
        calm = cards.count(STRESS)
        for more in open_sums(sums.open):
            key = (sums.speed + more, min(sums.plus, MOST_FLIPS), heat, sums.limit)
            if key not in found or calm > found[key][0]:
                found[key] = calm, plan
    stress = hand.count(STRESS)
    return tuple(
        [(*key, STRESS_COSTS * (stress - calm), plan) for key, (calm, plan) in found.items()]
    )


MIXERS = (389, 743, 211, 907)
FILLS = len(MIXERS)


def held(
    hand: tuple[CardNo, ...],
    deck: tuple[CardNo, ...],
    pile: tuple[CardNo, ...],
    pos: int,
    gear: int,
    engine: int,
    course: Course,
    fills: int = FILLS,
) -> float:
    """The mean over a few ways to fill the hand up."""
    missing = course.hand - len(hand)
    if missing <= 0:
        return best_plan(hand, pos, gear, engine, course)[0]
    whole = 0.0
    for start in range(fills):
        whole += best_plan(filled(hand, deck, pile, missing, start), pos, gear, engine, course)[0]
    return whole / fills


def filled(
    hand: tuple[CardNo, ...],
    deck: tuple[CardNo, ...],
    pile: tuple[CardNo, ...],
    missing: int,
    start: int,
) -> tuple[CardNo, ...]:
    """One of the ways: cards off a deck in some order, and off the pile when that runs out."""
    drawn = mixed(deck, start)[:missing]
    if len(drawn) < missing:
        drawn += mixed(pile, start)[: missing - len(drawn)]
    return tuple(sorted(hand + drawn))


@lru_cache(maxsize=1 << 14)
def mixed(cards: tuple[CardNo, ...], start: int) -> tuple[CardNo, ...]:
    """The cards in one of a few orders that have nothing to do with their numbers."""
    factor = MIXERS[start]
    order = sorted(range(len(cards)), key=lambda i: (i + 1) * factor % 1009)
    return tuple([cards[i] for i in order])

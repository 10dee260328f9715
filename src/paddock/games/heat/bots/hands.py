"""The best plan of a hand, and the value of a hand that is still to be filled."""

from __future__ import annotations

from functools import lru_cache

from paddock.games.heat.bots.turns import (
    GEAR_COOLDOWN,
    MAX_USEFUL_HEAT,
    after_turn,
    turns_after_plan,
)
from paddock.games.heat.data import HEAT, STRESS, SYMBOLS, CardNo
from paddock.games.heat.foresee import open_sums
from paddock.games.heat.moves import Plan
from paddock.games.heat.rules.cards import TOTALS
from paddock.games.heat.rules.course import COURSES, FLOODED, GRID, Course
from paddock.games.heat.rules.plans import choices

HEAT_IN_HAND_TURNS = 0.05
"""Cost of a Heat card left in the hand, in turns."""
STRESS_IN_HAND_TURNS = 0.05
MAX_FLIPS = 3
CLUTTERED_TURNS = 2.0
"""Cost of a hand without a plan, in turns."""
NO_PLAN = Plan(0, ())


def best_plan(
    hand: tuple[CardNo, ...], pos: int, gear: int, engine: int, course: Course
) -> tuple[float, Plan]:
    """The plan of this hand that needs the fewest turns to the finish, and those turns."""
    return cached_best_plan(course.text, hand, pos, gear, engine)


@lru_cache(maxsize=1 << 16)
def cached_best_plan(
    text: str, hand: tuple[CardNo, ...], pos: int, gear: int, engine: int
) -> tuple[float, Plan]:
    course = COURSES[text]
    heats = hand.count(HEAT)
    wet = bool(course.flags[pos + GRID] & FLOODED)
    best, chosen = after_turn(pos, 1, engine, course) + CLUTTERED_TURNS, NO_PLAN
    for new in range(max(1, gear - 2), min(4, gear + 2) + 1):
        left = engine - (abs(new - gear) == 2) - (wet and new < gear)
        if left < 0:
            continue
        cooled = min(GEAR_COOLDOWN[new - 1], heats)
        left = min(left + cooled, MAX_USEFUL_HEAT)
        extra = 1 + HEAT_IN_HAND_TURNS * (heats - cooled)
        for speed, plus, heat, own, stress, plan in distinct_plans(hand, new):
            turns = extra + stress + turns_after_plan(text, pos, speed, own, new, left - heat, plus)
            if turns < best:
                best, chosen = turns, plan
    return best, chosen


@lru_cache(maxsize=1 << 15)
def distinct_plans(
    hand: tuple[CardNo, ...], gear: int
) -> tuple[tuple[int, int, int, int, float, Plan], ...]:
    """One plan for each different effect in a gear.

    Each row: speed, plus symbols, Heat less cooldown, limit symbols, the cost of Stress that stays
    in the hand, and the plan.
    """
    found: dict[tuple[int, int, int, int], tuple[int, Plan]] = {}
    hot = max(
        0, hand.count(HEAT) - GEAR_COOLDOWN[gear - 1]
    )  # Heat cards that the gear does not cool down
    for plan in choices(hand, gear):
        cards = plan.cards
        sums = TOTALS[cards]
        heat = sum(SYMBOLS[card].heat for card in sums.heat) - min(sums.cool, hot)
        calm = cards.count(STRESS)
        for more in open_sums(sums.open):
            key = (sums.speed + more, min(sums.plus, MAX_FLIPS), heat, sums.limit)
            if key not in found or calm > found[key][0]:
                found[key] = calm, plan
    stress = hand.count(STRESS)
    return tuple(
        [
            (*key, STRESS_IN_HAND_TURNS * (stress - calm), plan)
            for key, (calm, plan) in found.items()
        ]
    )


SHUFFLE_FACTORS = (389, 743, 211, 907)
FILL_SAMPLES = len(SHUFFLE_FACTORS)


def hand_turns(
    hand: tuple[CardNo, ...],
    deck: tuple[CardNo, ...],
    pile: tuple[CardNo, ...],
    pos: int,
    gear: int,
    engine: int,
    course: Course,
    fills: int = FILL_SAMPLES,
) -> float:
    """The mean turns over a few samples of the cards that fill the hand up."""
    missing = course.hand - len(hand)
    if missing <= 0:
        return best_plan(hand, pos, gear, engine, course)[0]
    whole = 0.0
    for start in range(fills):
        whole += best_plan(
            sample_hand(hand, deck, pile, missing, start), pos, gear, engine, course
        )[0]
    return whole / fills


def sample_hand(
    hand: tuple[CardNo, ...],
    deck: tuple[CardNo, ...],
    pile: tuple[CardNo, ...],
    missing: int,
    start: int,
) -> tuple[CardNo, ...]:
    """A sample of the filled hand: cards from the deck, then from the pile if it runs out."""
    drawn = shuffle_cards(deck, start)[:missing]
    if len(drawn) < missing:
        drawn += shuffle_cards(pile, start)[: missing - len(drawn)]
    return tuple(sorted(hand + drawn))


@lru_cache(maxsize=1 << 14)
def shuffle_cards(cards: tuple[CardNo, ...], start: int) -> tuple[CardNo, ...]:
    """The cards in one of a few fixed orders, unrelated to their numbers."""
    factor = SHUFFLE_FACTORS[start]
    order = sorted(range(len(cards)), key=lambda i: (i + 1) * factor % 1009)
    return tuple([cards[i] for i in order])

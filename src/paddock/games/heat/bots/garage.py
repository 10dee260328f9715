"""Which Upgrade suits a course: what a hand with it leads to, the mean over a lap."""

from __future__ import annotations

from functools import lru_cache

from paddock.games.heat.bots.hands import best_plan
from paddock.games.heat.bots.turns import HANDS
from paddock.games.heat.data import HEAT, SYMBOLS, CardNo, Symbols
from paddock.games.heat.rules.course import COURSES

PLACES = 6
"""On so many spaces of a lap a hand is tried."""
BESIDE = tuple((HEAT,) * (i % 3) + hand[: 6 - i % 3] for i, hand in enumerate(HANDS[:6]))
"""What is in the hand beside the Upgrade."""
GEAR, ENGINE = 3, 2
WORTH = Symbols(
    reduce=5, slip=2, scrap=0, salvage=2, direct=8, accel=6, refresh=8, supercool=6, draft=3
)
"""Hundredths of a turn that each symbol saves which no plan looks at."""


@lru_cache(maxsize=1 << 13)
def outlook_with(text: str, card: CardNo) -> float:
    """Turns to the finish with this Upgrade in the hand: the fewer the better."""
    course = COURSES[text]
    held = HEAT if SYMBOLS[card].is_heat else card
    step = course.track.spaces // PLACES
    total = 0.0
    for pos in range(0, PLACES * step, step):
        for beside in BESIDE:
            hand = tuple(sorted((held, *beside)))
            total += best_plan(hand, pos, GEAR, ENGINE, course)[0]
    return total / (PLACES * len(BESIDE)) - beyond_plans(SYMBOLS[card]) / 100


def beyond_plans(symbols: Symbols) -> int:
    names = Symbols.__struct_fields__
    return sum([getattr(symbols, name) * getattr(WORTH, name) for name in names])

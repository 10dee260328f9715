"""What to buy for a chariot by the detailed specification (GO1)."""

from __future__ import annotations

import functools

from paddock.core.chance import Chance
from paddock.core.game import Ask
from paddock.games.circus_maximus import data
from paddock.games.circus_maximus.moves import Move
from paddock.games.circus_maximus.phases import prepare
from paddock.games.circus_maximus.state import Options
from paddock.games.circus_maximus.view import View

HORSE = (0.0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.34)
WHEEL = (0.0, 0.04, 0.045, 0.05, 0.05)
SPENT = 0.005
"""What a point is worth that buys more than is of use."""
GAINS: dict[str, tuple[float, ...]] = {
    "driver": (0.0, 0.154, 0.29, 0.42),
    "hits": (0.0, 0.02, 0.035, 0.04, 0.045, 0.05),
    "horse-1": HORSE,
    "horse-4": HORSE,
    "horse-2": HORSE,
    "horse-3": HORSE,
    "whip": (0.0, 0.04, 0.05),
    "left-wheel": WHEEL,
    "right-wheel": WHEEL,
    "endurance": (0.0, 0.02, *[0.03 + SPENT * more for more in range(11)]),
}
"""By the levels of the shop, in shares of the field; what is not named brings nothing. By 2,203
races of charioteers and 314 of `hard` in which 39 builds of all points met: speed wins, a driver is
hardly worth the horses he costs, wheels of two boxes break; the rest is for what is left."""
WORTHS = tuple([GAINS.get(name, (0.0,) * len(data.COSTS[n])) for n, name in enumerate(data.SHOP)])
WHIM = 0.015
"""By so much one likes one build better than another that is as good: not all are alike."""
WHIMS = range(1 << 10)


def appraise(view: View, ask: Ask[Move], chance: Chance) -> list[float] | None:
    """Each level with the best that the rest of the points will buy; nothing of other questions."""
    if ask.question.prompt != prepare.Q_BUY.prompt:
        return None
    _, item, left = ask.args
    assert isinstance(item, int)
    assert isinstance(left, int)
    worths = [with_rest(view.options, item, left, level) for level in range(len(ask.options))]
    return [
        0.5 + worth - max(worths) + WHIM * chance.pick(WHIMS, "whim") / len(WHIMS)
        for worth in worths
    ]


def buy(view: View, ask: Ask[Move], chance: Chance) -> Move:
    """The best of them."""
    worths = appraise(view, ask, chance)
    assert worths is not None
    return ask.options[worths.index(max(worths))]


def with_rest(options: Options, item: int, left: int, level: int) -> float:
    """What a level is worth, and what can be bought after it."""
    return WORTHS[item][level] + rest(options, item + 1, left - data.COSTS[item][level], level)


@functools.lru_cache(maxsize=1 << 13)
def rest(options: Options, item: int, left: int, before: int) -> float:
    """The most that so many points are worth from this thing on."""
    if item == len(data.SHOP):
        return 0.0
    levels = range(prepare.levels_of(options, item, left, before))
    return max([with_rest(options, item, left, level) for level in levels])

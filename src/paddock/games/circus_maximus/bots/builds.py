"""Bot purchases for a chariot by the detailed specification (GO1)."""

from __future__ import annotations

import functools

from paddock.core.chance import Chance
from paddock.core.game import Ask
from paddock.games.circus_maximus import data
from paddock.games.circus_maximus.moves import Move
from paddock.games.circus_maximus.phases import prepare
from paddock.games.circus_maximus.state import Options
from paddock.games.circus_maximus.view import View

HORSE_GAINS = (0.0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.34)
WHEEL_GAINS = (0.0, 0.04, 0.045, 0.05, 0.05)
SPENT_POINT_GAIN = 0.005
"""Value of a point spent on a level that brings nothing else."""
GAINS: dict[str, tuple[float, ...]] = {
    "driver": (0.0, 0.154, 0.29, 0.42),
    "hits": (0.0, 0.02, 0.035, 0.04, 0.045, 0.05),
    "horse-1": HORSE_GAINS,
    "horse-4": HORSE_GAINS,
    "horse-2": HORSE_GAINS,
    "horse-3": HORSE_GAINS,
    "whip": (0.0, 0.04, 0.05),
    "left-wheel": WHEEL_GAINS,
    "right-wheel": WHEEL_GAINS,
    "endurance": (0.0, 0.02, *[0.03 + SPENT_POINT_GAIN * more for more in range(11)]),
}
"""Value of each shop level, in shares of the field; items not named bring nothing. Measured in
2,203 races of charioteers and 314 of `hard` with 39 builds: speed wins, a driver is hardly worth
the horses he costs, and wheels of two boxes break."""
LEVEL_GAINS = tuple(
    [GAINS.get(name, (0.0,) * len(data.COSTS[n])) for n, name in enumerate(data.SHOP)]
)
RANDOM_PREFERENCE = 0.015
"""Random bonus for a build, so that equally good builds are all used."""
RANDOM_STEPS = range(1 << 10)


def appraise(view: View, ask: Ask[Move], chance: Chance) -> list[float] | None:
    """The value of each level with the best use of the remaining points; None for other
    questions."""
    if ask.question.prompt != prepare.Q_BUY.prompt:
        return None
    _, item, left = ask.args
    assert isinstance(item, int)
    assert isinstance(left, int)
    worths = [value_with_rest(view.options, item, left, level) for level in range(len(ask.options))]
    return [
        0.5
        + worth
        - max(worths)
        + RANDOM_PREFERENCE * chance.pick(RANDOM_STEPS, "whim") / len(RANDOM_STEPS)
        for worth in worths
    ]


def choose_level(view: View, ask: Ask[Move], chance: Chance) -> Move:
    """The best of these levels."""
    worths = appraise(view, ask, chance)
    assert worths is not None
    return ask.options[worths.index(max(worths))]


def value_with_rest(options: Options, item: int, left: int, level: int) -> float:
    """The value of a level plus the best purchases after it."""
    return LEVEL_GAINS[item][level] + best_rest_value(
        options, item + 1, left - data.COSTS[item][level], level
    )


@functools.lru_cache(maxsize=1 << 13)
def best_rest_value(options: Options, item: int, left: int, before: int) -> float:
    """The highest value of the points left, from this item on."""
    if item == len(data.SHOP):
        return 0.0
    levels = range(prepare.levels_of(options, item, left, before))
    return max([value_with_rest(options, item, left, level) for level in levels])

"""Expectation over dice, one move deep: the greedy bot of this game.

A curve taken too fast and a challenge are decided by two or three dice. With a few random samples a
bot would leave the road whenever the first sample is lucky. So the dice that an option throws at
once are averaged over all their results.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from math import prod
from typing import Any, Generic

from paddock.core.chance import Chance, RepeatableChance
from paddock.core.game import Ask, Game, M, S, V
from paddock.core.seats import Seat
from paddock.games.winds_of_war.moves import Halt, Pit
from paddock.games.winds_of_war.rules.dice import (
    CHALLENGE,
    CURVE,
    EXTRA_POINT,
    FAILED_WARNINGS,
    GREAT_START,
    LABELS,
)

SAMPLES_PER_OPTION = 3
"""Number of samples for the best options, with other luck in what happens after the first throw."""
OPTIONS_RESAMPLED = 3
NEEDLESS_STOP_COST = 0.3  # more than the errors of any bot
TEST_LABELS = {LABELS[test] for test in (CURVE, EXTRA_POINT, GREAT_START)}

STOP_PROMPTS = frozenset({"fix", "halt"})
"""To leave a stop ends the turn, another repair does not. For the last car of a turn the next turn
begins then, so both are compared at the time of the decision."""

Warnings = tuple[bool, ...]  # which dice show a warning


class FixedDice:
    """Chance with fixed results for the dice of the first throw (blank by default); everything else
    is passed on to the given chance."""

    __slots__ = ("_lie", "_luck", "chances", "label")

    def __init__(self, luck: Chance, lie: Warnings | None = None) -> None:
        self._luck, self._lie = luck, lie
        self.label = ""
        self.chances: list[float] = []  # of a warning, for each die of that throw

    def pick(self, faces: Sequence[object], label: str, to: Seat | None = None) -> int:
        thrown = len(self.chances)
        if (
            (label not in TEST_LABELS and label != CHALLENGE)
            or self.label not in ("", label)
            or (self._lie is not None and thrown == len(self._lie))
        ):
            return self._luck.pick(faces, label, to)
        self.label = label
        self.chances.append(faces.count("warning") / len(faces))
        warned = self._lie is not None and self._lie[thrown]
        return faces.index("warning" if warned else "blank")


def other_results(label: str, chances: Sequence[float]) -> Iterator[tuple[Warnings, float]]:
    """The results of some dice other than all blank, with their probabilities. A test counts only
    warnings; a challenge also who has one."""
    every = [
        (lie, prod([p if bad else 1 - p for p, bad in zip(chances, lie, strict=True)]))
        for lie in product((False, True), repeat=len(chances))
    ]
    if label == CHALLENGE:
        yield from every[1:]
        return
    for warnings in range(1, min(FAILED_WARNINGS, len(chances)) + 1):
        same = [e for e in every if min(sum(e[0]), FAILED_WARNINGS) == warnings]
        yield same[0][0], sum([likely for _, likely in same])


def without_needless_stops(options: Sequence[object], means: list[float]) -> list[float]:
    """The values with a stop far below the best plan where it is worse: not even a bot that errs
    stops for nothing."""
    best = max(means)
    return [
        mean - NEEDLESS_STOP_COST if isinstance(move, Pit | Halt) and mean < best else mean
        for move, mean in zip(options, means, strict=True)
    ]


class ExpectedValues(Generic[S, M, V]):
    """Values of options: the evaluation of the view after each, averaged over its throw."""

    def __init__(
        self, game: Game[S, M, Any, V, Any], evaluate: Callable[[V, Seat, V | None], float]
    ) -> None:
        self.game, self.evaluate = game, evaluate

    def option_values(self, view: V, ask: Ask[M], chance: Chance) -> list[float]:
        options = tuple(ask.options)
        state = self.game.imagine(view, ask.seat, chance)
        before = view if ask.question.prompt in STOP_PROMPTS else None
        means = [0.0] * len(options)
        sure: set[int] = set()
        alive = list(range(len(options)))
        for tried in range(SAMPLES_PER_OPTION):
            luck = RepeatableChance(chance)
            for i in alive:
                if i in sure:
                    continue
                worth, certain = self.mean_value(before, state, ask.seat, options[i], luck)
                means[i] += (worth - means[i]) / (tried + 1)
                if certain:
                    sure.add(i)
            alive.sort(key=lambda i: (-means[i], i))
            del alive[OPTIONS_RESAMPLED:]
            if sure.issuperset(alive):
                break
        # Options dropped early must not come before the others.
        least = min([means[i] for i in alive])
        for i in set(range(len(options))).difference(alive):
            means[i] = min(means[i], least)
        return without_needless_stops(options, means)

    def mean_value(
        self, before: V | None, state: S, seat: Seat, move: M, luck: RepeatableChance
    ) -> tuple[float, bool]:
        """The mean value of an option over its throw, and whether no other luck was used."""
        luck.rewind()
        throw = FixedDice(luck)
        worth = self.value_after(before, state, seat, move, throw)
        certain = luck.untouched
        if not throw.chances:
            return worth, certain
        worth *= prod([1 - chance for chance in throw.chances])
        for lie, likely in other_results(throw.label, throw.chances):
            luck.rewind()
            worth += likely * self.value_after(before, state, seat, move, FixedDice(luck, lie))
            certain = certain and luck.untouched
        return worth, certain

    def value_after(self, before: V | None, state: S, seat: Seat, move: M, luck: Chance) -> float:
        """The value of an option, at the time of the decision if that is given."""
        state = self.game.play(state, seat, move, luck).state
        return self.evaluate(self.game.view(state, seat), seat, before)

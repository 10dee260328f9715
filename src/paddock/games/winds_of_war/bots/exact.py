"""One move deep, by expectation: greedy for this game.

A curve taken too fast is a throw of two or three dice, and so is a challenge. Judged by a few
samples it tempts a driver off the road whenever the first one comes out well, so here the throw
that an option leads to at once is weighed over all the ways its dice may lie.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from math import prod
from typing import Any, Generic

from paddock.core.chance import Chance, RepeatableChance
from paddock.core.game import Ask, Game, M, S, V
from paddock.core.seats import Seat
from paddock.games.winds_of_war.rules.dice import (
    CHALLENGE,
    CURVE,
    EXTRA_POINT,
    FAILED,
    GREAT_START,
    LABELS,
)

LUCKS = 3
"""So often the promising options are tried, with other luck in what their throw leaves open."""
PROMISING = 3
TESTS = {LABELS[test] for test in (CURVE, EXTRA_POINT, GREAT_START)}

Lie = tuple[bool, ...]  # which of some dice show a warning


class Loaded:
    """Luck in which the dice of the first throw lie as they are told to, and blank beyond that;
    everything else as it comes."""

    __slots__ = ("_lie", "_luck", "chances", "label")

    def __init__(self, luck: Chance, lie: Lie | None = None) -> None:
        self._luck, self._lie = luck, lie
        self.label = ""
        self.chances: list[float] = []  # of a warning, on each die of that throw

    def pick(self, faces: Sequence[object], label: str, to: Seat | None = None) -> int:
        thrown = len(self.chances)
        if (
            (label not in TESTS and label != CHALLENGE)
            or self.label not in ("", label)
            or (self._lie is not None and thrown == len(self._lie))
        ):
            return self._luck.pick(faces, label, to)
        self.label = label
        self.chances.append(faces.count("warning") / len(faces))
        warned = self._lie is not None and self._lie[thrown]
        return faces.index("warning" if warned else "blank")


def lies(label: str, chances: Sequence[float]) -> Iterator[tuple[Lie, float]]:
    """The ways in which dice may lie other than all blank, and how likely they are. Of a test only
    the number of warnings counts, of a challenge who has one."""
    every = [
        (lie, prod([p if bad else 1 - p for p, bad in zip(chances, lie, strict=True)]))
        for lie in product((False, True), repeat=len(chances))
    ]
    if label == CHALLENGE:
        yield from every[1:]
        return
    for warnings in range(1, min(FAILED, len(chances)) + 1):
        same = [e for e in every if min(sum(e[0]), FAILED) == warnings]
        yield same[0][0], sum([likely for _, likely in same])


class Exact(Generic[S, M, V]):
    """Weighs options by how the view is judged after each, in the mean over its throw."""

    def __init__(self, game: Game[S, M, Any, V, Any], evaluate: Callable[[V, Seat], float]) -> None:
        self.game, self.evaluate = game, evaluate

    def appraise(self, view: V, ask: Ask[M], chance: Chance) -> list[float]:
        options = tuple(ask.options)
        state = self.game.imagine(view, ask.seat, chance)
        means = [0.0] * len(options)
        sure: set[int] = set()
        alive = list(range(len(options)))
        for tried in range(LUCKS):
            luck = RepeatableChance(chance)
            for i in alive:
                if i in sure:
                    continue
                worth, certain = self.weighed(state, ask.seat, options[i], luck)
                means[i] += (worth - means[i]) / (tried + 1)
                if certain:
                    sure.add(i)
            alive.sort(key=lambda i: (-means[i], i))
            del alive[PROMISING:]
            if sure.issuperset(alive):
                break
        least = min([means[i] for i in alive])  # those left behind cannot come before the others
        for i in set(range(len(options))).difference(alive):
            means[i] = min(means[i], least)
        return means

    def weighed(self, state: S, seat: Seat, move: M, luck: RepeatableChance) -> tuple[float, bool]:
        """What an option is worth in the mean over its throw, and whether nothing else is left to
        luck."""
        luck.rewind()
        throw = Loaded(luck)
        worth = self.after(state, seat, move, throw)
        certain = luck.untouched
        if not throw.chances:
            return worth, certain
        worth *= prod([1 - chance for chance in throw.chances])
        for lie, likely in lies(throw.label, throw.chances):
            luck.rewind()
            worth += likely * self.after(state, seat, move, Loaded(luck, lie))
            certain = certain and luck.untouched
        return worth, certain

    def after(self, state: S, seat: Seat, move: M, luck: Chance) -> float:
        state = self.game.play(state, seat, move, luck).state
        return self.evaluate(self.game.view(state, seat), seat)

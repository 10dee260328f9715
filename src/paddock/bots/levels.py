"""Levels: drivers whom a person can choose by how hard they are to beat."""

from __future__ import annotations

import math
from typing import Generic

from paddock.bots.bot import Bot
from paddock.bots.greedy import Greedy
from paddock.bots.search import Search
from paddock.core.chance import Chance
from paddock.core.game import Ask, M, S, V
from paddock.core.house import AnyHouse

LEVELS = ("easy", "medium", "hard")

DICE, SIDES = 4, range(1 << 16)


class Misjudging(Generic[V, M]):
    """Looks one move ahead like greedy, and is a little wrong about each option: seldom about what
    matters much, often about what matters little."""

    def __init__(self, house: AnyHouse, by: float) -> None:
        self.by, self.small, self.considers = by, house.mind.small, house.mind.considers
        self.greedy: Greedy[V, M] = Greedy(house)

    def choose(self, seen: V, ask: Ask[M], chance: Chance) -> M:
        options = ask.candidates
        if len(options) == 1:
            return options[0]
        if ask.question.prompt in self.small:
            return self.greedy.choose(seen, ask, chance)
        ranked = self.greedy.ranked(seen, ask, chance, self.considers)
        if not self.by:
            return ranked[0][1]
        return max(ranked, key=lambda one: one[0] + self.by * error(chance))[1]


def error(chance: Chance) -> float:
    """About as often, and as much, as people err: near nought for the most part."""
    thrown = sum([chance.pick(SIDES, "bot") for _ in range(DICE)]) / len(SIDES)
    return (thrown - DICE / 2) / math.sqrt(DICE / 12)


def easy(house: AnyHouse) -> Misjudging[V, M]:
    return Misjudging(house, house.mind.misjudges[0])


def medium(house: AnyHouse) -> Misjudging[V, M]:
    return Misjudging(house, house.mind.misjudges[1])


def hard(house: AnyHouse) -> Search[S, M, V] | Misjudging[V, M]:
    """By samples, so that it chooses the same again; none: in this game nothing is gained by it,
    and it looks one move ahead, but at as many options as closely as those who err."""
    samples = house.mind.samples
    return Search(house, samples) if samples else Misjudging(house, 0.0)


GIVEN = 3
"""Of so many decisions one is given away."""


class Generous(Generic[V, M]):
    """A handicap: now and then it decides as an easy driver would."""

    def __init__(self, house: AnyHouse, driver: Bot[V, M]) -> None:
        self.driver, self.small = driver, house.mind.small
        self.easy: Misjudging[V, M] = easy(house)

    def choose(self, seen: V, ask: Ask[M], chance: Chance) -> M:
        small = ask.question.prompt in self.small or len(ask.candidates) == 1
        given = not small and not chance.pick(range(GIVEN), "bot")
        return (self.easy if given else self.driver).choose(seen, ask, chance)

"""Levels: drivers whom a person can choose by how hard they are to beat."""

from __future__ import annotations

import math
from typing import Generic

from paddock.bots.bot import Bot
from paddock.bots.greedy import Greedy
from paddock.bots.search import Search
from paddock.core.chance import Chance
from paddock.core.game import Ask, M, S, V
from paddock.core.game_spec import AnyGameSpec

LEVELS = ("easy", "medium", "hard")

DICE, SIDES = 4, range(1 << 16)


class NoisyBot(Generic[V, M]):
    """Looks one move ahead like greedy, and is a little wrong about each option: seldom about what
    matters much, often about what matters little."""

    def __init__(self, spec: AnyGameSpec, by: float) -> None:
        self.by, self.error_free_prompts, self.top_options = (
            by,
            spec.bot_hints.error_free_prompts,
            spec.bot_hints.top_options,
        )
        self.greedy: Greedy[V, M] = Greedy(spec)

    def choose(self, view: V, ask: Ask[M], chance: Chance) -> M:
        options = ask.candidates
        if len(options) == 1:
            return options[0]
        if ask.question.prompt in self.error_free_prompts:
            return self.greedy.choose(view, ask, chance)
        ranked = self.greedy.rank(view, ask, chance, self.top_options)
        if not self.by:
            return ranked[0][1]
        return max(ranked, key=lambda one: one[0] + self.by * draw_error(chance))[1]


def draw_error(chance: Chance) -> float:
    """About as often, and as much, as people err: near nought for the most part."""
    thrown = sum([chance.pick(SIDES, "bot") for _ in range(DICE)]) / len(SIDES)
    return (thrown - DICE / 2) / math.sqrt(DICE / 12)


def make_easy(spec: AnyGameSpec) -> NoisyBot[V, M]:
    return NoisyBot(spec, spec.bot_hints.noise[0])


def make_medium(spec: AnyGameSpec) -> NoisyBot[V, M]:
    return NoisyBot(spec, spec.bot_hints.noise[1])


def make_hard(spec: AnyGameSpec) -> Search[S, M, V] | NoisyBot[V, M]:
    """By samples, so that it chooses the same again; none: in this game nothing is gained by it,
    and it looks one move ahead, but at as many options as closely as those who err."""
    samples = spec.bot_hints.samples
    return Search(spec, samples) if samples else NoisyBot(spec, 0.0)


GIVEN_AWAY_ONE_IN = 3
"""Of so many decisions one is given away."""


class GenerousBot(Generic[V, M]):
    """A handicap: now and then it decides as an easy driver would."""

    def __init__(self, spec: AnyGameSpec, driver: Bot[V, M]) -> None:
        self.driver, self.error_free_prompts = driver, spec.bot_hints.error_free_prompts
        self.easy: NoisyBot[V, M] = make_easy(spec)

    def choose(self, view: V, ask: Ask[M], chance: Chance) -> M:
        small = ask.question.prompt in self.error_free_prompts or len(ask.candidates) == 1
        given = not small and not chance.pick(range(GIVEN_AWAY_ONE_IN), "bot")
        return (self.easy if given else self.driver).choose(view, ask, chance)

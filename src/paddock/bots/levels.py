"""Levels: bots by difficulty, for people to choose."""

from __future__ import annotations

import math
from typing import Generic

from paddock.bots.bot import Bot, sensible_ask
from paddock.bots.greedy import Greedy
from paddock.bots.search import Search
from paddock.core.chance import Chance
from paddock.core.game import Ask, M, S, V
from paddock.core.game_spec import AnyGameSpec

LEVELS = ("easy", "medium", "hard")

DICE, SIDES = 4, range(1 << 16)


class NoisyBot(Generic[V, M]):
    """A greedy bot with a random error in each rating: large mistakes are rare, small ones
    common."""

    def __init__(self, spec: AnyGameSpec, by: float) -> None:
        self.by, self.error_free_prompts, self.top_options = (
            by,
            spec.bot_hints.error_free_prompts,
            spec.bot_hints.top_options,
        )
        self.greedy: Greedy[V, M] = Greedy(spec)

    def choose(self, view: V, ask: Ask[M], chance: Chance) -> M:
        ask = sensible_ask(self.greedy.spec, view, ask)
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
    """A random error, approximately normal with deviation 1: mostly near zero."""
    thrown = sum([chance.pick(SIDES, "bot") for _ in range(DICE)]) / len(SIDES)
    return (thrown - DICE / 2) / math.sqrt(DICE / 12)


def make_easy(spec: AnyGameSpec) -> NoisyBot[V, M]:
    return NoisyBot(spec, spec.bot_hints.noise[0])


def make_medium(spec: AnyGameSpec) -> NoisyBot[V, M]:
    return NoisyBot(spec, spec.bot_hints.noise[1])


def make_hard(spec: AnyGameSpec) -> Search[S, M, V] | NoisyBot[V, M]:
    """Search by samples, so that it is reproducible. Without samples: one move ahead without
    errors, because search does not help in this game."""
    samples = spec.bot_hints.samples
    return Search(spec, samples) if samples else NoisyBot(spec, 0.0)


GIVEN_AWAY_ONE_IN = 3
"""One in this many decisions is given away."""


class GenerousBot(Generic[V, M]):
    """Handicap: some decisions are played like the easy bot."""

    def __init__(self, spec: AnyGameSpec, driver: Bot[V, M]) -> None:
        self.driver, self.error_free_prompts = driver, spec.bot_hints.error_free_prompts
        self.easy: NoisyBot[V, M] = make_easy(spec)

    def choose(self, view: V, ask: Ask[M], chance: Chance) -> M:
        small = ask.question.prompt in self.error_free_prompts or len(ask.candidates) == 1
        given = not small and not chance.pick(range(GIVEN_AWAY_ONE_IN), "bot")
        return (self.easy if given else self.driver).choose(view, ask, chance)

"""Styles: how a bot chooses among options of nearly equal value."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Generic

from msgspec import Struct

from paddock.bots.bot import Bot, sensible_ask
from paddock.bots.greedy import Greedy
from paddock.bots.imagined_state import ImaginedState, seat_value
from paddock.bots.search import AnySearch, Search
from paddock.core.chance import Chance, RepeatableChance
from paddock.core.game import Ask, M, V
from paddock.core.game_spec import AnyGameSpec
from paddock.core.seats import Seat

MAX_APPARENT_COST = 0.05
"""Share of the field: options that seem to cost more are not considered."""
MAX_ALTERNATIVES = 2
"""Options considered in addition to the bot's own choice."""
WORLDS = 8
"""Imagined states in which each of them is tried."""


class Style(Struct, frozen=True):
    """What counts in addition to the expected place, as a factor."""

    risk: float = 0.0  # how far it may turn out better or worse
    spite: float = 0.0  # how well the best of the others stands: less is better


STYLES = {"bold": Style(risk=0.7), "careful": Style(risk=-0.7), "spiteful": Style(spite=0.7)}


class StyledBot(Generic[V, M]):
    """A bot with a style: its own choice, or a nearly equal option that fits the style better."""

    def __init__(self, spec: AnyGameSpec, driver: Bot[V, M], temper: Style) -> None:
        self.spec, self.driver, self.style = spec, driver, temper
        self.greedy: Greedy[V, M] = Greedy(spec)
        self.search: AnySearch = Search(spec, 1)

    def choose(self, view: V, ask: Ask[M], chance: Chance) -> M:
        first = self.driver.choose(view, ask, chance)
        ask = sensible_ask(self.spec, view, ask)
        if len(ask.candidates) == 1:
            return first
        ranked = self.greedy.rank(view, ask, chance, MAX_ALTERNATIVES)
        best = ranked[0][0]
        near = {move: worth for worth, move in ranked if worth >= best - MAX_APPARENT_COST}
        near[first] = best
        if len(near) == 1:
            return first
        moves = tuple(near)
        lures = zip(self.style_bonuses(view, ask, moves, chance), near.values(), moves, strict=True)
        return max(lures, key=lambda one: one[0] + one[1])[2]

    def style_bonuses(
        self, view: V, ask: Ask[M], moves: Sequence[M], chance: Chance
    ) -> list[float]:
        """The bonus of each move by the style, from results in the same imagined states."""
        owns: list[list[float]] = [[] for _ in moves]
        bests = [0.0] * len(moves)
        for _ in range(WORLDS):
            world: ImaginedState[Any, M, V] = ImaginedState(
                self.spec, view, ask, chance, self.search.rollout_move
            )
            thoughts = RepeatableChance(chance)
            for i, move in enumerate(moves):
                thoughts.rewind()
                state = self.state_after(world, ask, move, thoughts)
                owns[i].append(seat_value(self.spec, state, ask.seat))
                if self.style.spite:
                    bests[i] += self.best_of_others(state, ask.seat) / WORLDS
        temper = self.style
        return [
            temper.risk * standard_deviation(own) - temper.spite * best
            for own, best in zip(owns, bests, strict=True)
        ]

    def state_after(
        self, world: ImaginedState[Any, M, V], ask: Ask[M], move: M, thoughts: RepeatableChance
    ) -> Any:
        """The state after a move; if the game has a rollout policy, at the next cutoff."""
        if (
            self.spec.bot_hints.rollout_policy is None
            or ask.question.prompt in self.spec.bot_hints.error_free_prompts
        ):
            return world.after(move)
        return self.search.play_out(world, move, thoughts)

    def best_of_others(self, state: Any, seat: Seat) -> float:
        racing = {one.seat for one in self.spec.standings(self.spec.game.view(state, None))}
        others = [s for s in sorted(racing) if s >= 0 and s != seat]
        return max([seat_value(self.spec, state, s) for s in others], default=0.0)


def mean(values: list[float]) -> float:
    return sum(values) / len(values)


def standard_deviation(values: list[float]) -> float:
    middle = mean(values)
    return math.sqrt(mean([(value - middle) ** 2 for value in values]))

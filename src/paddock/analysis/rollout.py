"""Rollouts: two options of a decision, each played to the finish in the same imagined states.

The result is a place and does not depend on the game's rating. It is slower and noisier than a
search, so it only checks what a search has found.
"""

from __future__ import annotations

from typing import Any

from paddock.analysis.draws import LabelledChance
from paddock.bots.bot import place_share
from paddock.bots.greedy import Greedy
from paddock.bots.imagined_state import ImaginedState
from paddock.bots.search import MAX_OPTIONS_AT_A_GLANCE, AnySearch, Search
from paddock.core.chance import Chance, RepeatableChance
from paddock.core.game import Ask
from paddock.core.game_spec import AnyGameSpec

MAX_DECISIONS = 5000
"""Decisions after which a race is rated as it stands."""


class Rollout:
    """Plays on by habit; where that would look at some options only, one move deep."""

    def __init__(self, spec: AnyGameSpec) -> None:
        self.spec = spec
        self.search: AnySearch = Search(spec, 1)
        self.greedy: Greedy[Any, Any] = Greedy(spec, 1)

    def sample_leads(
        self, view: Any, ask: Ask[Any], one: Any, other: Any, chance: Chance, worlds: int
    ) -> list[float]:
        """By how much of the field an option comes out better than another, world by world. The
        dice fall alike for both, by what they are thrown for."""
        found = []
        for _ in range(worlds):
            world: ImaginedState[Any, Any, Any] = ImaginedState(
                self.spec, view, ask, chance, self.search.rollout_move
            )
            world.luck = LabelledChance(chance)
            thoughts = RepeatableChance(chance)
            came = []
            for move in (one, other):
                thoughts.rewind()
                came.append(self.play_to_finish(world, move, thoughts))
            found.append(came[0] - came[1])
        return found

    def play_to_finish(
        self, world: ImaginedState[Any, Any, Any], move: Any, thoughts: RepeatableChance
    ) -> float:
        """The result of a seat after a move."""
        game, state = self.spec.game, world.after(move)
        for _ in range(MAX_DECISIONS):
            asks = game.asks(state)
            if not asks:
                break
            ask = asks[0]
            state = game.play(state, ask.seat, self.move(state, ask, thoughts), world.luck).state
        outcome = game.outcome(state)
        if outcome is None:
            return self.search.seat_value(state, world.seat, None)
        return place_share(outcome, world.seat)

    def move(self, state: Any, ask: Ask[Any], thoughts: RepeatableChance) -> Any:
        if (
            self.spec.bot_hints.rollout_policy is not None
            or len(ask.options) <= MAX_OPTIONS_AT_A_GLANCE
        ):
            return self.search.rollout_move(state, ask, thoughts)
        return self.greedy.choose(self.spec.game.view(state, ask.seat), ask, thoughts)

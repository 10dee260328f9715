"""Rollout bot: the quick policy that search uses in its playouts, as a driver of its own."""

from __future__ import annotations

from typing import Generic

from paddock.core.chance import Chance
from paddock.core.errors import UnknownBot
from paddock.core.game import Ask, M, V
from paddock.core.game_spec import AnyGameSpec


class Rollout(Generic[V, M]):
    """Follows the rollout policy of a game, on a state that matches its view."""

    def __init__(self, spec: AnyGameSpec) -> None:
        policy = spec.bot_hints.rollout_policy
        if policy is None:
            raise UnknownBot(f"{spec.card.title} has no rollout policy")
        self.game, self.policy = spec.game, policy

    def choose(self, view: V, ask: Ask[M], chance: Chance) -> M:
        options = ask.candidates
        if len(options) == 1:
            return options[0]
        move: M = self.policy(self.game.imagine(view, ask.seat, chance), ask, chance)
        return move

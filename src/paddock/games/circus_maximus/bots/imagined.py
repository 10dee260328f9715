"""Rollout policy: every seat drives like a charioteer until the next turn begins."""

from __future__ import annotations

from paddock.core.chance import Chance
from paddock.core.game import Ask
from paddock.games.circus_maximus.bots.charioteer import Charioteer
from paddock.games.circus_maximus.moves import Move
from paddock.games.circus_maximus.phases import Speeds
from paddock.games.circus_maximus.state import State
from paddock.games.circus_maximus.view import view

DRIVER = Charioteer()


def rollout_policy(state: State, ask: Ask[Move], luck: Chance) -> Move:
    """The move of a charioteer who drives to win."""
    return DRIVER.choose(view(state, ask.seat), ask, luck)


def is_cutoff(begun: State, now: State) -> bool:
    """Whether a turn is over and speeds are written for the next one."""
    return now.turn > begun.turn and isinstance(now.phase, Speeds)

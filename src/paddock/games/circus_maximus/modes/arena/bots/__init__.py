"""Bots of the arena: position value and gladiator bots."""

from __future__ import annotations

from paddock.core.chance import Chance
from paddock.core.game import Ask
from paddock.core.game_spec import BotHints
from paddock.games.circus_maximus.modes.arena.bots.exchange import appraise
from paddock.games.circus_maximus.modes.arena.bots.gladiator import Gladiator, gladiator
from paddock.games.circus_maximus.modes.arena.bots.worth import evaluate, worth
from paddock.games.circus_maximus.modes.arena.moves import Move
from paddock.games.circus_maximus.modes.arena.phases import Planning
from paddock.games.circus_maximus.modes.arena.state import State
from paddock.games.circus_maximus.modes.arena.view import View, view

LEVELS = ("gladiator",)
BOTS = {"gladiator": gladiator}
FIGHTER = Gladiator()


def rollout_policy(state: State, ask: Ask[Move], luck: Chance) -> Move:
    """The move of a gladiator who decides by the open state only."""
    return FIGHTER.choose(view(state, ask.seat), ask, luck)


def is_cutoff(begun: State, now: State) -> bool:
    """Whether a bout is over."""
    return begun.bout != now.bout or not isinstance(now.phase, Planning)


BOT_HINTS: BotHints[State, Move, View] = BotHints(
    option_values=appraise,
    rollout_policy=rollout_policy,
    cutoff=is_cutoff,
    state_value=worth,
    noise=(0.6, 0.055),
    top_options=24,
)

__all__ = ["BOTS", "BOT_HINTS", "LEVELS", "Gladiator", "evaluate", "gladiator"]

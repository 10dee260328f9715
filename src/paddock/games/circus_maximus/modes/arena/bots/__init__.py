"""How well a gladiator stands, and those who fight."""

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


def habit(state: State, ask: Ask[Move], luck: Chance) -> Move:
    """What a gladiator does who goes by what he sees."""
    return FIGHTER.choose(view(state, ask.seat), ask, luck)


def pause(begun: State, now: State) -> bool:
    """A bout is over."""
    return begun.bout != now.bout or not isinstance(now.phase, Planning)


BOT_HINTS: BotHints[State, Move, View] = BotHints(
    option_values=appraise,
    rollout_policy=habit,
    cutoff=pause,
    state_value=worth,
    noise=(0.6, 0.055),
    top_options=24,
)

__all__ = ["BOTS", "BOT_HINTS", "LEVELS", "Gladiator", "evaluate", "gladiator"]

"""How well a gladiator stands, and those who fight."""

from __future__ import annotations

from paddock.core.chance import Chance
from paddock.core.game import Ask
from paddock.core.house import Mind
from paddock.games.circus_maximus.arena.bots.exchange import appraise
from paddock.games.circus_maximus.arena.bots.gladiator import Gladiator, gladiator
from paddock.games.circus_maximus.arena.bots.worth import evaluate, worth
from paddock.games.circus_maximus.arena.moves import Move
from paddock.games.circus_maximus.arena.phases import Planning
from paddock.games.circus_maximus.arena.state import State
from paddock.games.circus_maximus.arena.view import View, view

LEVELS = ("gladiator",)
BOTS = {"gladiator": gladiator}
FIGHTER = Gladiator()


def habit(state: State, ask: Ask[Move], luck: Chance) -> Move:
    """What a gladiator does who goes by what he sees."""
    return FIGHTER.choose(view(state, ask.seat), ask, luck)


def pause(begun: State, now: State) -> bool:
    """A bout is over."""
    return begun.bout != now.bout or not isinstance(now.phase, Planning)


MIND: Mind[State, Move, View] = Mind(
    appraise=appraise,
    habit=habit,
    pause=pause,
    worth=worth,
    misjudges=(0.6, 0.055),
    considers=24,
)

__all__ = ["BOTS", "LEVELS", "MIND", "Gladiator", "evaluate", "gladiator"]

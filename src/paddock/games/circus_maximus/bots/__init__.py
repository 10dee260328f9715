"""How well a seat stands, and drivers who know the game."""

from __future__ import annotations

from paddock.core.house import Mind
from paddock.games.circus_maximus.bots.builds import appraise
from paddock.games.circus_maximus.bots.charioteer import Charioteer, charioteer
from paddock.games.circus_maximus.bots.imagined import habit, pause
from paddock.games.circus_maximus.bots.worth import evaluate, expected
from paddock.games.circus_maximus.moves import Move
from paddock.games.circus_maximus.state import State
from paddock.games.circus_maximus.view import View

LEVELS = ("charioteer", *[f"charioteer:{character}" for character in range(1, 7)])
BOTS = {"charioteer": charioteer}
"""`charioteer` drives to win; `charioteer:4` has a character, `charioteer:thunderfoot` a build."""

MIND: Mind[State, Move, View] = Mind(
    appraise=appraise,
    habit=habit,
    pause=pause,
    worth=expected,
    misjudges=(0.03, 0.008),
    small=frozenset({"drive"}),
)

__all__ = ["BOTS", "LEVELS", "MIND", "Charioteer", "charioteer", "evaluate"]

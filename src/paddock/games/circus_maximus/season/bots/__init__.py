"""How well a player stands, and one who runs a stable."""

from __future__ import annotations

from paddock.core.house import Mind
from paddock.games.circus_maximus.season.bots.counsel import appraise
from paddock.games.circus_maximus.season.bots.owner import Owner, owner
from paddock.games.circus_maximus.season.bots.worth import evaluate
from paddock.games.circus_maximus.season.moves import Move
from paddock.games.circus_maximus.season.state import State
from paddock.games.circus_maximus.season.view import View

LEVELS = ("charioteer",)
BOTS = {"charioteer": owner}

MIND: Mind[State, Move, View] = Mind(
    appraise=appraise, sums=True, misjudges=(0.045, 0.014), small=frozenset({"drive"})
)

__all__ = ["BOTS", "LEVELS", "MIND", "Owner", "evaluate", "owner"]

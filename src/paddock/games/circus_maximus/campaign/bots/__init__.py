"""How well a player stands, and one who builds up a stable."""

from __future__ import annotations

from paddock.core.house import Mind
from paddock.games.circus_maximus.campaign.bots.counsel import appraise
from paddock.games.circus_maximus.campaign.bots.patron import Patron, patron
from paddock.games.circus_maximus.campaign.bots.worth import evaluate
from paddock.games.circus_maximus.campaign.moves import Move
from paddock.games.circus_maximus.campaign.state import State
from paddock.games.circus_maximus.campaign.view import View

LEVELS = ("charioteer",)
BOTS = {"charioteer": patron}
MIND: Mind[State, Move, View] = Mind(
    appraise=appraise, sums=True, misjudges=(0.045, 0.014), small=frozenset({"drive"})
)

__all__ = ["BOTS", "LEVELS", "MIND", "Patron", "evaluate", "patron"]

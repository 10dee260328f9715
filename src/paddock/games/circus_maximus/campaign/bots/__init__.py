"""How well a player stands, and one who builds up a stable."""

from __future__ import annotations

from paddock.core.house import Mind
from paddock.games.circus_maximus.campaign.bots.patron import Patron, patron
from paddock.games.circus_maximus.campaign.bots.worth import evaluate
from paddock.games.circus_maximus.campaign.moves import Move
from paddock.games.circus_maximus.campaign.state import State
from paddock.games.circus_maximus.campaign.view import View

LEVELS = ("charioteer",)
BOTS = {"charioteer": patron}
MIND: Mind[State, Move, View] = Mind(misjudges=(0.02, 0.006), small=frozenset({"drive"}))

__all__ = ["BOTS", "LEVELS", "MIND", "Patron", "evaluate", "patron"]

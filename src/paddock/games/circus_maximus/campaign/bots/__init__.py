"""How well a player stands, and one who builds up a stable."""

from __future__ import annotations

from paddock.games.circus_maximus.campaign.bots.patron import Patron, patron
from paddock.games.circus_maximus.campaign.bots.worth import evaluate

LEVELS = ("charioteer",)
BOTS = {"charioteer": patron}

__all__ = ["BOTS", "LEVELS", "Patron", "evaluate", "patron"]

"""How well a player stands, and one who runs a stable."""

from __future__ import annotations

from paddock.games.circus_maximus.season.bots.owner import Owner, owner
from paddock.games.circus_maximus.season.bots.worth import evaluate

LEVELS = ("charioteer",)
BOTS = {"charioteer": owner}

__all__ = ["BOTS", "LEVELS", "Owner", "evaluate", "owner"]

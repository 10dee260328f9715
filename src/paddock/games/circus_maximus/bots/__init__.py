"""How well a seat stands, and drivers who know the game."""

from __future__ import annotations

from paddock.games.circus_maximus.bots.charioteer import Charioteer, charioteer
from paddock.games.circus_maximus.bots.worth import evaluate

LEVELS = ("charioteer", *[f"charioteer:{character}" for character in range(1, 7)])
BOTS = {"charioteer": charioteer}
"""`charioteer` drives to win; `charioteer:4` has a character, `charioteer:thunderfoot` a build."""

__all__ = ["BOTS", "LEVELS", "Charioteer", "charioteer", "evaluate"]

"""The rulebook page of this house."""

from __future__ import annotations

from paddock.core.citing import Rulebook

RULEBOOK = Rulebook("paddock.games.circus_maximus")
R = RULEBOOK

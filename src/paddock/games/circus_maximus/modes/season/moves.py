"""Moves of the season: those of all owners."""

from __future__ import annotations

from paddock.games.circus_maximus.ownership.moves import Move, Own

__all__ = ["Move", "Own"]

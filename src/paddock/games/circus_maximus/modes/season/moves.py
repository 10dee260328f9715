"""What a player of the season may say: what owners of stables say anywhere."""

from __future__ import annotations

from paddock.games.circus_maximus.ownership.moves import Move, Own

__all__ = ["Move", "Own"]

"""What may be said in the Mille Miglia: what may be said in a race."""

from __future__ import annotations

from paddock.games.winds_of_war.moves import Move

__all__ = ["Move"]

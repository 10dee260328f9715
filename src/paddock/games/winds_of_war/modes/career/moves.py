"""What a team may say in a career: what is said in a race, and at the market between two."""

from __future__ import annotations

from paddock.games.winds_of_war.market.moves import Move

__all__ = ["Move"]

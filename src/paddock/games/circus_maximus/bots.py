"""How well a seat stands, and drivers who know the game."""

from __future__ import annotations

from paddock.core.seats import Seat
from paddock.games.circus_maximus.phases import Finished
from paddock.games.circus_maximus.view import View


def evaluate(seen: View, seat: Seat) -> float:
    """From 0 to 1."""
    if isinstance(seen.phase, Finished):
        places = [p for p, c in zip(seen.phase.places, seen.chariots, strict=True) if c.owner == seat and p]
        return 1 - (min(places) - 1) / len(seen.chariots) if places else 0.0
    return 0.5

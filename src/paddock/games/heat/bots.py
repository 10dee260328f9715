"""How well a seat stands, from what it knows."""

from __future__ import annotations

from paddock.core.seats import Seat
from paddock.games.heat.rules.course import COURSES
from paddock.games.heat.view import View


def evaluate(seen: View, seat: Seat) -> float:
    """Spaces travelled against the best of the others."""
    crs = COURSES[seen.course]
    return min(1.0, max(0.0, 0.5 + seen.cars[seat].pos / crs.goal / 2))

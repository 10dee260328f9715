"""How well a seat stands, from what it knows."""

from __future__ import annotations

from paddock.core.seats import Seat
from paddock.games.great_race.view import View


def evaluate(seen: View, seat: Seat) -> float:
    return 0.5

"""placeholder"""
from __future__ import annotations
from paddock.core.seats import Seat
from paddock.games.winds_of_war.view import View
def evaluate(seen: View, seat: Seat) -> float:
    return 0.5

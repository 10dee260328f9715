"""How well a seat stands in a championship."""

from __future__ import annotations

from paddock.core.seats import Seat
from paddock.games.heat import bots as race
from paddock.games.heat.championship.view import View
from paddock.games.heat.data import POINTS


def evaluate(seen: View, seat: Seat) -> float:
    """The race now, and the points so far: worth more the fewer races are left."""
    now = 0.5 if seen.now is None else race.evaluate(seen.now, seat)
    if not seen.results:
        return now
    total = [sum(row[car] for row in seen.results) for car in range(len(seen.grid))]
    rivals = [points for car, points in enumerate(total) if car != seat]
    lead = total[seat] - max(rivals, default=0)
    standing = 0.5 + max(-0.5, min(0.5, lead / (2 * POINTS[0])))
    share = len(seen.results) / len(seen.legs)
    return (1 - share / 2) * now + share / 2 * standing

"""How well a seat stands: turns to the finish, its own against the others'."""

from __future__ import annotations

from paddock.core.seats import Seat
from paddock.games.winds_of_war.bots.garage import prospects
from paddock.games.winds_of_war.bots.grid import hopes, on_grid
from paddock.games.winds_of_war.bots.outlook import turns_to_go
from paddock.games.winds_of_war.data.enums import HOME, RETIRED
from paddock.games.winds_of_war.view import View

__all__ = ["evaluate"]

EVEN = 8.0  # turns of a lead that make three quarters of a win
LONG = 50.0  # turns of a race, in the part of the judgement that leaves out the others


def evaluate(seen: View, seat: Seat) -> float:
    """From 0, lost, to 1, won."""
    if on_grid(seen):
        return hopes(seen, seat)
    if not seen.cars:
        return prospects(seen, seat)
    mine = finish(seen, seat)
    rivals = [finish(seen, s) for s in range(len(seen.cars)) if s != seat]
    lead = min(rivals) - mine if rivals else 0.0
    likely = 0.5 + 0.4 * lead / (EVEN + abs(lead))
    return likely + 0.1 * LONG / (LONG + max(0.0, mine))


def finish(seen: View, seat: Seat) -> float:
    """The turn in which a car may be expected to cross the last line."""
    car = seen.cars[seat]
    if car.stand == HOME:
        return car.splits[-1] + 0.1 * seen.home.index(seat)
    moved = car.stand == RETIRED or seat not in seen.order[seen.at :]
    return seen.turn - (not moved) + turns_to_go(seen, seat)

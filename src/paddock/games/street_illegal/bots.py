"""How well a seat stands, from what it knows."""

from __future__ import annotations

from paddock.core.seats import Seat
from paddock.games.street_illegal.phases import (
    Bidding,
    Braking,
    Driving,
    DropOne,
    Finished,
    LineUp,
    Optimizing,
    Swapping,
    TooFast,
)
from paddock.games.street_illegal.tables import ICON, LEGS, LIMIT, MPH, PLACES, ROAD
from paddock.games.street_illegal.view import View

CHIP = 0.024  # what a chip is worth in places out of six
CARD = 0.03  # a card in hand
TEN = 0.012  # ten miles an hour in the duels to come


def evaluate(seen: View, seat: Seat) -> float:
    """The place now; then chips, cards and the speed for the duels that are still to come."""
    if isinstance(seen.phase, Bidding | Swapping | LineUp):
        return 0.5 + before_start(seen, seat)
    place = seen.order.index(seat)
    now = 1 - place / (PLACES - 1)
    if isinstance(seen.phase, Finished):
        return now
    left = (LEGS - seen.leg) / LEGS
    chips = seen.chips
    worth = CHIP * min(chips, 7) * left + CARD * len(seen.hand) * left
    worth += TEN * prospects(seen, seat)
    return now * 0.8 + 0.1 + 0.5 * worth


def before_start(seen: View, seat: Seat) -> float:
    """Before the start: cards that fit the first roads, and a speed near the first limit."""
    phase = seen.phase
    if not isinstance(phase, LineUp):
        return sum(MPH[card] for card in seen.hand) / 10_000
    up = phase.laid[seat]
    if not up:
        return 0.0
    limit = LIMIT[seen.track[0]] or 130
    mean = sum(MPH[card] for card in up) / len(up) * 3
    fitting = sum(ICON[card] == ROAD[seen.track[leg]] for card in up for leg in (0, 1))
    return 0.02 * fitting - abs(mean - limit) / 1000


def prospects(seen: View, seat: Seat) -> float:
    """Tens of miles that this car has for the duels, less what the limit will ask for."""
    up = seen.rivals[seat].up
    speed = sum(MPH[card] for card in up)
    limit = LIMIT[seen.track[seen.leg]]
    phase = seen.phase
    fitting = 0.0
    if seen.leg + 1 < LEGS:
        road = ROAD[seen.track[seen.leg + 1]]
        fitting = sum(ICON[card] == road for card in up) * 1.2
    if not limit:
        return speed / 10 + fitting
    over = max(0, speed - limit) / 10
    if over and mine(seen, seat):
        can_pay = over <= min(seen.chips, len(seen.hand))
        return limit / 10 + fitting + (over - over * 2.2 if can_pay else -9)
    if over and isinstance(phase, Driving | DropOne | Optimizing):
        return limit / 10 + fitting - over
    return speed / 10 + fitting


def mine(seen: View, seat: Seat) -> bool:
    """Whether this seat is the one that is too fast now."""
    phase = seen.phase
    if isinstance(phase, TooFast | Braking):
        return phase.seat == seat
    return False

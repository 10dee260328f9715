"""How well a seat stands, from what it knows."""

from __future__ import annotations

from paddock.core.seats import Seat
from paddock.games.street_illegal.data import ICON, LEGS, LIMIT, MPH, PLACES, PRO, ROAD
from paddock.games.street_illegal.phases import (
    Again,
    Bidding,
    Braking,
    Duel,
    Finished,
    LineUp,
    Passing,
    ProDuel,
    Swapping,
    TooFast,
)
from paddock.games.street_illegal.view import View

# Everything in places: what it is likely to gain until the end of the race.
CHIP = 0.12  # a chip, with the whole race to come
CARD = 0.10  # a card in hand
TEN = 0.09  # ten miles an hour
MANY = 8  # more chips than this are hardly ever paid
USUAL = 90  # a usual speed
FITTING = 0.20  # an open card with the icon of the next road: it pays two chips
OVER = 0.40  # ten miles an hour above the limit that are still to be paid or braked
PRO_MPH = 100  # how fast an Old Pro usually turns out
PRO_CARD = 35  # his third card
SURE = 30  # a lead that wins nearly every duel


def evaluate(seen: View, seat: Seat) -> float:
    """The place, the duels of this leg, and what is in hand for the legs to come."""
    if isinstance(seen.phase, Bidding | Swapping | LineUp):
        return 0.5 + before_start(seen, seat)
    at = seen.order.index(seat)
    if isinstance(seen.phase, Finished):
        return 1 - at / (PLACES - 1)
    left = (LEGS - seen.leg - 1) / (LEGS - 1)
    places = PLACES - 1 - at + this_leg(seen, seat, at)
    places += left * (CHIP * min(seen.chips, MANY) + CARD * len(seen.hand))
    places += left * TEN * (speed(seen, seat) - USUAL) / 10
    places += fitting(seen, seat) - above(seen, seat)
    return max(0.0, min(1.0, 0.05 + 0.9 * places / (PLACES - 1)))


def this_leg(seen: View, seat: Seat, at: int) -> float:
    """Places likely won and lost in the duels of this leg that are still to come."""
    phase = seen.phase
    mine = speed(seen, seat) + 5 * min(seen.chips, len(seen.hand))
    match phase:
        case Duel(front=front, back=back) if seat in (front, back):
            other = back if seat == front else front
            won = chance_of(mine - their_speed(seen, other))
            return won if seat == back else won - 1
        case ProDuel(seat=who, at=place, first=first, second=second) if who == seat:
            pro = MPH[first] + MPH[second]
            limit = LIMIT[seen.track[seen.leg]]
            if not limit or pro < limit or seen.options.better_old_pros:
                pro += PRO_CARD
            won = chance_of(mine - pro)
            return won if place == at else won - 1
        case Passing(at=place) | Again(at=place) | Duel(at=place) | ProDuel(at=place):
            turn = place
        case _:
            turn = PLACES
    value = 0.0
    if 0 < at <= turn:
        value += 0.8 * chance_of(mine - their_speed(seen, seen.order[at - 1]))
    if at < turn and at + 1 < PLACES:
        value -= 0.8 * chance_of(their_speed(seen, seen.order[at + 1]) - mine)
    return value


def chance_of(lead: float) -> float:
    """How likely a duel is won with this lead."""
    return max(0.0, min(1.0, 0.5 + lead / (2 * SURE)))


def speed(seen: View, seat: Seat) -> int:
    left, middle, right = seen.rivals[seat].up
    return MPH[left] + MPH[middle] + MPH[right]


def their_speed(seen: View, other: int) -> float:
    """The speed of another car in a duel, with the chips it may add."""
    if other == PRO:
        return PRO_MPH
    rival = seen.rivals[other]
    chips = 2 if rival.chips is None else rival.chips
    return speed(seen, other) + 5 * min(chips, rival.hand)


def fitting(seen: View, seat: Seat) -> float:
    """What the icons of the open cards will earn on the next road."""
    if seen.leg + 1 >= LEGS:
        return 0.0
    road = ROAD[seen.track[seen.leg + 1]]
    return FITTING * sum([ICON[card] == road for card in seen.rivals[seat].up])


def above(seen: View, seat: Seat) -> float:
    """What being too fast will cost, while it is still to be settled."""
    limit = LIMIT[seen.track[seen.leg]]
    over = speed(seen, seat) - limit
    phase = seen.phase
    if not limit or over <= 0 or isinstance(phase, Passing | Duel | ProDuel | Again):
        return 0.0
    if isinstance(phase, TooFast | Braking) and phase.seat == seat:
        affordable = over // 10 <= min(seen.chips, len(seen.hand))
        return OVER * over / 10 if affordable else OVER * 4
    return OVER * over / 20


def before_start(seen: View, seat: Seat) -> float:
    """Before the start: cards that fit the first roads, and a speed near the first limit."""
    phase = seen.phase
    if not isinstance(phase, LineUp):
        return sum([MPH[card] for card in seen.hand]) / 10_000
    up = phase.laid[seat]
    if not up:
        return 0.0
    limit = LIMIT[seen.track[0]] or 130
    mean = sum([MPH[card] for card in up]) / len(up) * 3
    fits = sum([ICON[card] == ROAD[seen.track[leg]] for card in up for leg in (0, 1)])
    return 0.02 * fits - abs(mean - limit) / 1000

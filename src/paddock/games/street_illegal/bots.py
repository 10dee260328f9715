"""How well a seat stands, from what it knows: its place, the duels still to come, and its means."""

from __future__ import annotations

import itertools
import math

from paddock.core.seats import Seat
from paddock.games.street_illegal.data import (
    ICON,
    LEGS,
    LIMIT,
    MPH,
    PLACES,
    PRO,
    ROAD,
)
from paddock.games.street_illegal.phases import (
    Again,
    Bidding,
    Braking,
    Driving,
    Duel,
    Finished,
    LineUp,
    Nitrous,
    Optimizing,
    Passing,
    ProDuel,
    Swapping,
    TooFast,
)
from paddock.games.street_illegal.view import View

# All in places: what a thing is worth over a whole race.
CHIP = 0.16
CARD = 0.3
FIT = 0.12  # a face-up card with the icon of the next road
PACE = 0.05  # ten miles an hour carried into the next leg
ENOUGH = 7  # chips beyond which more are no use
TIGHT = 1.1  # how sharply speed decides a duel of players: tens of miles


def pro_table(limit: int) -> dict[int, float]:
    """How likely an Old Pro is slower than a speed, on a track with this limit."""
    values = sorted(set(MPH))
    chance: dict[int, float] = {}
    for first, second, third in itertools.product(values, repeat=3):
        pro = first + second
        pro += third if limit == 0 or pro < limit else 0
        for speed in range(pro + 10, 260, 10):
            chance[speed] = chance.get(speed, 0.0) + 1 / len(values) ** 3
    return chance


SLOWER_PRO = {limit: pro_table(limit) for limit in sorted(set(LIMIT))}


def evaluate(seen: View, seat: Seat) -> float:
    """From 0, last and without means, to 1, first at the finish."""
    phase = seen.phase
    if isinstance(phase, Bidding | Swapping | LineUp):
        return 0.4 + before_start(seen, seat)
    at = seen.order.index(seat)
    if isinstance(phase, Finished):
        return 1 - at / (PLACES - 1)
    me = Means(seen, seat)
    places = at - gain(seen, at, me) + loss(seen, at, me) - future(seen, me)
    return 1 - max(0.0, min(1.0, (places + 2) / (PLACES + 3)))


class Means:
    """What a car will have in the duels of this leg, once it has met the limit."""

    __slots__ = ("cards", "chips", "speed", "up")

    def __init__(self, seen: View, seat: Seat) -> None:
        self.up = seen.rivals[seat].up
        self.speed = sum(MPH[card] for card in self.up)
        self.chips, self.cards = seen.chips, len(seen.hand)
        limit = LIMIT[seen.track[seen.leg]]
        over = (self.speed - limit) // 10
        if limit and over > 0 and owes(seen, seat):
            if over <= min(self.chips, self.cards):
                self.chips -= over
            else:  # braking goes below the limit, and costs a card
                self.speed, self.cards = limit - 20, max(0, self.cards - 1)

    @property
    def boost(self) -> int:
        return min(self.chips, self.cards)


def owes(seen: View, seat: Seat) -> bool:
    """Whether this seat has still to meet the limit of this leg."""
    phase = seen.phase
    match phase:
        case TooFast() | Braking():
            if phase.seat == seat:
                return True
            phase = phase.then
        case _:
            pass
    if isinstance(phase, Driving | Optimizing):
        return seen.order.index(seat) >= phase.at
    return not isinstance(phase, Passing | Duel | ProDuel | Nitrous | Again)


def walk(seen: View) -> int:
    """How far the passing has come: cars at this place in the order, or before it, still act."""
    phase = seen.phase
    if isinstance(phase, TooFast | Braking):
        phase = phase.then
    match phase:
        case Passing(at=at) | Duel(at=at) | ProDuel(at=at) | Nitrous(at=at) | Again(at=at):
            return at
        case _:
            return PLACES - 1


def gain(seen: View, at: int, me: Means) -> float:
    """Places this car may expect to win by passing, one after another, slower each time."""
    if at > walk(seen):
        return 0.0
    limit = LIMIT[seen.track[seen.leg]]
    won, likely, speed, boost = 0.0, 1.0, me.speed, me.boost
    for place in range(at - 1, -1, -1):
        likely *= beats(seen, speed, boost, place)
        won += likely
        speed -= 20
        if limit and speed > limit:
            boost -= (speed - limit) // 10
        boost = max(0, boost - 1)
        likely *= 0.6
    return won


def loss(seen: View, at: int, me: Means) -> float:
    """Places this car may expect to lose to those behind it."""
    lost, likely, moving = 0.0, 1.0, walk(seen)
    for place in range(at + 1, min(PLACES, moving + 1)):
        likely *= 1 - holds(seen, me.speed, me.boost, place)
        lost += likely
        likely *= 0.4
    return lost


def beats(seen: View, speed: int, boost: int, place: int) -> float:
    """How likely a car of this speed passes the one in a place."""
    rival = seen.order[place]
    if rival == PRO:
        return pro_slower(seen, speed + 10 * min(boost, 2))
    ahead, chips = strength(seen, rival)
    return sigmoid((speed - ahead) / 10 + 0.5 * (boost - chips) - 0.5)


def holds(seen: View, speed: int, boost: int, place: int) -> float:
    """How likely a car of this speed holds its place against the one in a place behind."""
    rival = seen.order[place]
    if rival == PRO:
        return pro_slower(seen, speed + 10 * min(boost, 2) + 10)
    behind, chips = strength(seen, rival)
    return sigmoid((speed - behind) / 10 + 0.5 * (boost - chips) + 0.5)


def strength(seen: View, rival: Seat) -> tuple[int, int]:
    """The speed a rival will have in his duels, and the chips he may add."""
    car = seen.rivals[rival]
    speed = sum(MPH[card] for card in car.up)
    chips = min(2 if car.chips is None else car.chips, car.hand)
    limit = LIMIT[seen.track[seen.leg]]
    if limit and speed > limit and owes(seen, rival):
        speed = limit
    return speed, chips


def pro_slower(seen: View, speed: int) -> float:
    limit = LIMIT[seen.track[seen.leg]]
    if isinstance(seen.phase, ProDuel):
        pro = MPH[seen.phase.first] + MPH[seen.phase.second]
        if limit and pro >= limit and not seen.options.better_old_pros:
            return float(pro < speed)
        return max(0.0, min(1.0, (speed - pro - 10) / 60))
    if seen.options.better_old_pros:
        limit = 0
    return SLOWER_PRO[limit].get(max(0, min(250, speed)), 0.0)


def sigmoid(tens: float) -> float:
    return 1 / (1 + math.exp(-tens * TIGHT))


def future(seen: View, me: Means) -> float:
    """Chips, cards and pace for the legs after this one."""
    left = LEGS - 1 - seen.leg
    if not left:
        return 0.0
    share = min(1.0, left / 3)
    road, limit = ROAD[seen.track[seen.leg + 1]], LIMIT[seen.track[seen.leg + 1]] or 150
    fits = sum(ICON[card] == road for card in me.up)
    pace = (min(me.speed, limit) - 0.5 * max(0, me.speed - limit)) / 10
    means = CHIP * min(me.chips, ENOUGH) + CARD * min(me.cards, 5)
    return share * (means + FIT * fits + PACE * pace)


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

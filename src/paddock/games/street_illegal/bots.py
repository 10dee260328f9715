"""How well a seat stands, from what it knows: its place, the duels still to come, and its means."""

from __future__ import annotations

import itertools
import math

from paddock.core.house import Mind
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
from paddock.games.street_illegal.moves import Move
from paddock.games.street_illegal.phases import (
    Again,
    Bidding,
    Braking,
    Driven,
    Driving,
    Duel,
    LineUp,
    Nitrous,
    Optimizing,
    Over,
    Passing,
    ProDuel,
    Swapping,
    TooFast,
)
from paddock.games.street_illegal.state import State
from paddock.games.street_illegal.view import View

MIND: Mind[State, Move, View] = Mind(samples=100, misjudges=(0.06, 0.025))

# All in places: what a thing is worth over a whole race.
CHIP = 0.16
CARD = 0.3
FIT = 0.12  # a face-up card with the icon of the next road
PACE = 0.05  # ten miles an hour carried into the next leg
ENOUGH = 7  # chips beyond which more are no use
TIGHT = 1.1  # how sharply speed decides a duel of players: tens of miles
FAINT = 0.02  # what is less likely is left out of account
USUAL = 2.5  # what a usual car has of all this
VAGUE = 1.5  # so many places from the middle are a good guess before the last leg


def pro_table(limit: int) -> tuple[float, ...]:
    """How likely an Old Pro is slower than a speed in tens, on a track with this limit."""
    values = sorted(set(MPH))
    chance = [0.0] * 26
    for first, second, third in itertools.product(values, repeat=3):
        pro = first + second
        pro += third if limit == 0 or pro < limit else 0
        for tens in range(pro // 10 + 1, 26):
            chance[tens] += 1 / len(values) ** 3
    return tuple(chance)


SLOWER_PRO = {limit: pro_table(limit) for limit in sorted(set(LIMIT))}
STEEP = 20
FASTER = tuple(1 / (1 + math.exp(-fives / 2 * TIGHT)) for fives in range(-STEEP, STEEP + 1))
"""How likely a car wins a duel of players that is so many times five miles faster."""

BEFORE = frozenset({Bidding, Swapping, LineUp})


def evaluate(seen: View, seat: Seat) -> float:
    """The place to be expected at the finish, on the scale of outcomes: 1 is first, 0 is last."""
    if type(seen.phase) in BEFORE:
        return worth(before_start(seen, seat), LEGS)
    at = seen.order.index(seat)
    if type(seen.phase) is Over:
        return worth(at, 0)
    leg = Leg(seen)
    me = Means(seen, seat, at, leg)
    legs = LEGS - 1 - seen.leg
    return worth(at - gain(leg, at, me) + loss(leg, at, me) - future(seen, me, legs), legs)


def worth(place: float, legs: int) -> float:
    """A place, counted from 0, as a share. With legs to come nothing is certain: however far in
    front or behind a car may be thought, a better chance is still better."""
    last = PLACES - 1
    if legs:
        place = last / (1 + math.exp((last / 2 - place) / VAGUE))
    return 1 - place / last


class Leg:
    """How far this leg has come: who has still to meet the limit, and who may still pass."""

    __slots__ = ("late", "limit", "moving", "owing", "pros", "seen", "turned")

    def __init__(self, seen: View) -> None:
        self.seen, self.limit = seen, LIMIT[seen.track[seen.leg]]
        self.pros = SLOWER_PRO[0 if seen.options.better_old_pros else self.limit]
        self.owing, self.late = 0, PRO  # cars from this place back owe the limit, and this one
        self.moving = PLACES - 1  # cars up to this place in the order still act
        self.turned = PLACES  # the place of the Old Pro who has turned two cards
        phase = seen.phase
        if isinstance(phase, (TooFast, Braking)):
            self.late = phase.seat
            phase = phase.then
        if isinstance(phase, (Driving, Optimizing, Driven)):
            self.owing = phase.at
        elif isinstance(phase, (Passing, Duel, ProDuel, Nitrous, Again)):
            self.owing, self.moving = PLACES, phase.at
            if isinstance(phase, ProDuel):
                self.turned = phase.at if seen.order[phase.at] == PRO else phase.at - 1

    def strength(self, place: int, rival: Seat) -> tuple[int, int]:
        """The speed a rival will have in his duels, and the chips he may add."""
        car = self.seen.cars[rival]
        left, middle, right = car.up
        speed = MPH[left] + MPH[middle] + MPH[right]
        limit = self.limit
        if limit and speed > limit and (place >= self.owing or rival == self.late):
            speed = limit
        chips = 2 if car.chips is None else car.chips
        return speed, min(car.hand, chips)

    def slower_than(self, speed: int) -> float:
        """How likely the Old Pro who has turned two cards is slower than this. Never not at all: in
        another world he turns others, and to try costs nothing."""
        phase = self.seen.phase
        assert isinstance(phase, ProDuel)
        if not phase.third:
            return 1.0 if phase.speed < speed else FAINT
        return max(FAINT, min(1.0, (speed - phase.speed - 10) / 60))


class Means:
    """What a car will have in the duels of this leg, once it has met the limit."""

    __slots__ = ("boost", "cards", "chips", "speed", "up")

    def __init__(self, seen: View, seat: Seat, at: int, leg: Leg) -> None:
        self.up = left, middle, right = seen.cars[seat].up
        speed = MPH[left] + MPH[middle] + MPH[right]
        chips, cards, limit = seen.cars[seat].chips or 0, len(seen.hand), leg.limit
        if limit and speed > limit and (at >= leg.owing or seat == leg.late):
            over = (speed - limit) // 10
            if over <= chips and over <= cards:
                chips -= over
            else:  # braking goes below the limit, and costs a card
                speed, cards = limit - 20, max(0, cards - 1)
        self.speed, self.chips, self.cards = speed, chips, cards
        self.boost = min(cards, chips)


def gain(leg: Leg, at: int, me: Means) -> float:
    """Places this car may expect to win by passing, one after another, slower each time."""
    if at > leg.moving:
        return 0.0
    order, limit, pros, turned = leg.seen.order, leg.limit, leg.pros, leg.turned
    won, likely, speed, boost = 0.0, 1.0, me.speed, me.boost
    for place in range(at - 1, -1, -1):
        rival = order[place]
        if rival == PRO:
            mine = speed + (20 if boost > 1 else 10 * boost)
            likely *= pros[mine // 10] if place != turned else leg.slower_than(mine)
        else:
            ahead, chips = leg.strength(place, rival)
            likely *= faster((speed - ahead) // 5 + boost - chips - 1)
        won += likely
        likely *= 0.6
        speed -= 20
        if likely < FAINT or speed < 0:
            break
        boost -= 1 + ((speed - limit) // 10 if limit and speed > limit else 0)
        if boost < 0:
            boost = 0
    return won


def loss(leg: Leg, at: int, me: Means) -> float:
    """Places this car may expect to lose to those behind it."""
    order, pros, speed, boost = leg.seen.order, leg.pros, me.speed, me.boost
    lost, likely = 0.0, 1.0
    for place in range(at + 1, min(PLACES, leg.moving + 1)):
        rival = order[place]
        if rival == PRO:
            mine = speed + (30 if boost > 1 else 10 * boost + 10)
            likely *= 1 - (pros[mine // 10] if place != leg.turned else leg.slower_than(mine))
        else:
            behind, chips = leg.strength(place, rival)
            likely *= 1 - faster((speed - behind) // 5 + boost - chips + 1)
        lost += likely
        likely *= 0.4
        if likely < FAINT:
            break
    return lost


def faster(fives: int) -> float:
    """How likely a duel of players is won."""
    if fives > STEEP:
        return 1.0
    return FASTER[fives + STEEP] if fives >= -STEEP else 0.0


def future(seen: View, me: Means, legs: int) -> float:
    """Places to be won by chips, cards and pace in the legs after this one, against a usual car."""
    if not legs:
        return 0.0
    next_one = seen.track[seen.leg + 1]
    road, limit, speed = ROAD[next_one], LIMIT[next_one] or 150, me.speed
    one, two, three = me.up
    fits = (ICON[one] == road) + (ICON[two] == road) + (ICON[three] == road)
    pace = (speed if speed <= limit else limit - 0.5 * (speed - limit)) / 10
    means = CHIP * min(me.chips, ENOUGH) + CARD * min(me.cards, 5)
    return min(1.0, legs / 3) * (means + FIT * fits + PACE * pace - USUAL)


def before_start(seen: View, seat: Seat) -> float:
    """The place to be expected by the grid, by cards that fit the first roads, and by a speed near
    the first limit."""
    phase = seen.phase
    if isinstance(phase, LineUp):
        up = phase.laid[seat]
        if not up:
            return grid(seen, seat)
        limit = LIMIT[seen.track[0]] or 130
        mean = sum(MPH[card] for card in up) / len(up) * 3
        fitting = sum(ICON[card] == ROAD[seen.track[leg]] for card in up for leg in (0, 1))
        return grid(seen, seat) - 2 * FIT * fitting + abs(mean - limit) / 100
    return grid(seen, seat) - sum(MPH[card] for card in seen.hand) / 1000


def grid(seen: View, seat: Seat) -> float:
    """The place on the grid, or the middle of those that are still to be had."""
    if seen.order:
        return seen.order.index(seat)
    phase = seen.phase
    while isinstance(phase, Swapping):
        phase = phase.then
    assert isinstance(phase, Bidding)
    if seat in phase.placed:
        return PLACES - 1 - phase.placed.index(seat)
    return PLACES - (len(phase.placed) + len(seen.cars) + 1) / 2

"""How well a seat stands, from what it knows: its place, the duels still to come, and its means."""

from __future__ import annotations

import itertools
import math

from paddock.core.chance import Chance
from paddock.core.game import Ask, replace_at
from paddock.core.game_spec import BotHints
from paddock.core.seats import Seat
from paddock.games.street_illegal.data import (
    CHIP_MPH,
    HAND,
    ICON,
    LEGS,
    LIMIT,
    MPH,
    NONE,
    PLACES,
    PRO,
    ROAD,
    Tempo,
)
from paddock.games.street_illegal.game import GAME
from paddock.games.street_illegal.moves import ATTACK, Brake, Change, Drive, Move, Stay
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
from paddock.games.street_illegal.view import View, view

# What a thing is worth in places at the finish, by the legs to come, from races of drivers by habit
# (`tools.games.street_fit`). The longer the road, the less a place is worth that is held
# now, against chips and cards.
PLACE = (1.0, 1.01, 0.87, 0.76, 0.67, 0.6, 0.54, 0.46)
CHIP = (0.0, 0.19, 0.215, 0.22, 0.21, 0.2, 0.18, 0.17)
# A face-up card with the icon of the next road.
FIT = (0.0, 0.27, 0.29, 0.3, 0.26, 0.26, 0.28, 0.25)
LEVEL = (0.0, 0.25, 0.27, 0.24, 0.05, -0.05, -0.17, -0.28)
LAST_CHIP = 0.03  # on the last leg, for duels that may follow
MANY = 10  # chips beyond which more are no use
CARD = 0.1
HIGH = 0.01  # ten miles more on a card of the hand
PACE = 0.012  # ten miles an hour carried into the next leg …
OVER = 0.055  # … and what is over its limit, to be paid or braked
USUAL = 10  # a usual speed, in tens
FREE = 150  # where there is no limit
HAND_LEFT = HAND - 3  # cards in a hand once three are laid
MEAN = sum(MPH) / len(MPH)  # a card's miles
# What comes of places hoped for and feared: before the passing and in it; on the last leg.
WON, WON_LAST = (0.59, 0.72), (0.67, 0.9)
LOST, LOST_LAST = (0.81, 1.4), (0.66, 0.97)
MIDDLE = (PLACES - 1) / 2

TIGHT = 1.1  # how sharply speed decides a duel of players: tens of miles
UNSURE = 0.01  # options of a duel so close to the best are chosen as often
CARDS_MPH = tuple(sorted(set(MPH)))
FAINT = 0.02  # what is less likely is left out of account


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


def evaluate(view: View, seat: Seat) -> float:
    """The place to be expected at the finish, on the scale of outcomes: 1 is first, 0 is last."""
    if type(view.phase) in BEFORE:
        return worth(before_start(view, seat), LEGS)
    at = view.order.index(seat)
    if type(view.phase) is Over:
        return worth(at - MIDDLE, 0)
    leg, car = Leg(view), view.cars[seat]
    owes = at >= leg.owing or seat == leg.late
    return judged(leg, at, Means(leg, car.up, car.chips or 0, view.hand, owes))


def appraise(view: View, ask: Ask[Move], chance: Chance) -> list[float] | None:
    """The same after each option without trying it, where that is quicker and surer: what is drawn
    is a usual card, a rival in a duel may spend anything."""
    phase = view.phase
    if isinstance(phase, (Driving, Again)):
        return driven(view, ask, phase)
    if isinstance(phase, (Duel, ProDuel)):
        return duelled(view, ask, phase)
    return limited(view, ask, phase) if isinstance(phase, TooFast) else None


def driven(view: View, ask: Ask[Move], phase: Driving | Again) -> list[float]:
    """Cards that are driven, or none."""
    seat, at, leg = ask.seat, phase.at, Leg(view)
    car, hand, chips = view.cars[seat], view.hand, view.cars[seat].chips or 0
    leg.late = seat
    if isinstance(phase, Driving):
        leg.owing = at + 1
    me = Means(leg, car.up, chips, hand, owes=True)
    passive = judged(leg, at, me)
    found = []
    for move in ask.options:
        if type(move) is Drive:
            faster = Means(leg, replace_at(car.up, move.slot, move.card), chips, hand, owes=True)
            faster.miles += MEAN - MPH[move.card]
            found.append(judged(leg, at, faster))
        elif type(move) is Stay:
            leg.moving = at - 1
            found.append(judged(leg, at, me))
            leg.moving = at
        elif type(move) is Change:
            found.append(passive + HIGH / 10 * (MEAN - MPH[move.card]) / PLACES)
        else:
            found.append(passive)
    return found


def limited(view: View, ask: Ask[Move], phase: TooFast) -> list[float]:
    """Chips for what is over the limit, or a card and the speed."""
    seat, leg = ask.seat, Leg(view)
    at, car, hand = view.order.index(seat), view.cars[seat], view.hand
    leg.late = PRO
    paid = Means(leg, car.up, (car.chips or 0) - phase.owed, hand, owes=False)
    slow = Means(leg, car.up, car.chips or 0, hand, owes=False)
    slow.brake(leg.limit)
    braked = judged(leg, at, slow)
    found = []
    for move in ask.options:
        if type(move) is Brake:
            gone = MPH[move.card] if move.card != NONE else 0
            found.append(braked - HIGH / 10 * gone / PLACES)
        else:
            found.append(judged(leg, at, paid))
    return found


def duelled(view: View, ask: Ask[Move], phase: Duel | ProDuel) -> list[float]:
    """Chips in a duel, by how likely they win it."""
    seat, at, order = ask.seat, phase.at, view.order
    car, in_front = view.cars[seat], order[at] != seat
    chips = car.chips or 0
    held, passed = Leg(view), Leg(view)
    held.moving = passed.moving = at - 1
    held.turned = passed.turned = PLACES
    passed.order = (*order[: at - 1], order[at], order[at - 1], *order[at + 1 :])
    me = Means(held, car.up, chips, view.hand, owes=False)
    stays, changes = judged(held, at - in_front, me), judged(passed, at - 1 + in_front, me)
    cost = max(CHIP[held.legs], LAST_CHIP) / PLACES
    win, lose = (stays, changes) if in_front else (changes, stays)
    found = []
    for spent in range(len(ask.options)):
        mine = car.speed + CHIP_MPH * spent
        likely = wins(view, phase, mine, in_front=in_front)
        found.append(likely * win + (1 - likely) * lose - spent * cost)
    return found


def wins(view: View, phase: Duel | ProDuel, mine: int, *, in_front: bool) -> float:
    """How likely a speed wins a duel; a tie is for who is in front."""
    if isinstance(phase, ProDuel):
        theirs = [phase.speed + miles for miles in CARDS_MPH] if phase.third else [phase.speed]
    else:
        rival = view.cars[phase.back if in_front else phase.front]
        most = min(rival.hand, 2 if rival.chips is None else rival.chips)
        theirs = [rival.speed + CHIP_MPH * spent for spent in range(most + 1)]
    least = mine if in_front else mine - 1
    return sum([speed <= least for speed in theirs]) / len(theirs)


def habit(state: State, ask: Ask[Move], chance: Chance) -> Move:
    """The option that looks best. Who can attack does: it costs nothing. In a duel nobody is sure
    what another will spend: what looks nearly as good is as likely."""
    seat, options, phase = ask.seat, ask.options, type(state.phase)
    if phase is Passing:
        return ATTACK
    worths = appraise(view(state, seat), ask, chance) if phase in APPRAISED else None
    if worths is None:
        worths = []
        for move in options:
            after = GAME.play(state, seat, move, chance).state
            worths.append(evaluate(view(after, seat), seat))
    close = max(worths) - (UNSURE if phase is Duel else 0.0)
    best = [move for move, worth in zip(options, worths, strict=True) if worth >= close]
    return best[chance.pick(range(len(best)), "bot")] if len(best) > 1 else best[0]


APPRAISED = frozenset({Driving, Again, Duel, ProDuel, TooFast})


def pause(begun: State, now: State) -> bool:
    """At the end of a leg everybody has had his turn."""
    return now.leg != begun.leg


BOT_HINTS: BotHints[State, Move, View] = BotHints(
    option_values=appraise, rollout_policy=habit, cutoff=pause, samples=100, noise=(0.06, 0.025)
)


def worth(places: float, legs: int) -> float:
    """Places behind the middle as a share. With legs to come nothing is certain: however far in
    front or behind a car may be thought, a better chance is still better."""
    return (1 - (math.tanh(places / MIDDLE) if legs else places / MIDDLE)) / 2


def judged(leg: Leg, at: int, me: Means) -> float:
    """What a car may expect with these means."""
    legs, duels, seen = leg.legs, leg.duels, leg.seen
    won, lost = gain(leg, at, me), loss(leg, at, me)
    if not legs:
        return worth(at - MIDDLE - WON_LAST[duels] * won + LOST_LAST[duels] * lost, 0)
    next_one = seen.track[seen.leg + 1]
    road, over = ROAD[next_one], me.speed - (LIMIT[next_one] or FREE)
    one, two, three = me.up
    fits = (ICON[one] == road) + (ICON[two] == road) + (ICON[three] == road)
    chips = min(MANY, me.chips)
    behind = PLACE[legs] * (at - MIDDLE - WON[duels] * won + LOST[duels] * lost) + LEVEL[legs]
    behind -= CHIP[legs] * chips + FIT[legs] * fits + CARD * (me.cards - HAND_LEFT)
    behind -= HIGH / 10 * (me.miles - MEAN * me.held) + PACE * (me.speed / 10 - USUAL)
    return worth(behind + OVER / 10 * over if over > 0 else behind, legs)


class Leg:
    """How far this leg has come: who has still to meet the limit, and who may still pass."""

    __slots__ = (
        "duels", "known", "late", "legs", "limit", "moving", "order", "owing", "pros", "seen",
        "turned",
    )  # fmt: skip

    def __init__(self, view: View) -> None:
        self.seen, self.limit = view, LIMIT[view.track[view.leg]]
        self.pros = SLOWER_PRO[0 if view.options.better_old_pros else self.limit]
        self.owing, self.late = 0, PRO  # cars from this place back owe the limit, and this one
        self.moving = PLACES - 1  # cars up to this place in the order still act
        self.turned = PLACES  # the place of the Old Pro who has turned two cards
        self.order = view.order
        self.legs = LEGS - 1 - view.leg  # to come
        self.duels = 0  # 1: cars have begun to pass
        self.known: dict[int, tuple[int, int]] = {}
        phase = view.phase
        if isinstance(phase, (TooFast, Braking)):
            self.late = phase.seat
            phase = phase.then
        if isinstance(phase, (Driving, Optimizing, Driven)):
            self.owing = phase.at
        elif isinstance(phase, (Passing, Duel, ProDuel, Nitrous, Again)):
            self.owing, self.moving, self.duels = PLACES, phase.at, 1
            if isinstance(phase, ProDuel):
                self.turned = phase.at if view.order[phase.at] == PRO else phase.at - 1

    def strength(self, place: int, rival: Seat) -> tuple[int, int]:
        """The speed a rival will have in his duels, and the chips he may add."""
        known = self.known.get(place)
        if known is not None:
            return known
        car = self.seen.cars[rival]
        left, middle, right = car.up
        speed = MPH[left] + MPH[middle] + MPH[right]
        limit = self.limit
        if limit and speed > limit and (place >= self.owing or rival == self.late):
            speed = limit
        chips = 2 if car.chips is None else car.chips
        found = self.known[place] = speed, min(car.hand, chips)
        return found

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

    __slots__ = ("boost", "cards", "chips", "held", "miles", "speed", "up")

    def __init__(
        self, leg: Leg, up: tuple[Tempo, ...], chips: int, hand: tuple[Tempo, ...], owes: bool
    ) -> None:
        left, middle, right = self.up = up
        speed, limit, cards = MPH[left] + MPH[middle] + MPH[right], leg.limit, len(hand)
        self.held = cards
        self.miles: float = sum([MPH[card] for card in hand])  # of the hand
        self.speed, self.chips, self.cards = speed, chips, cards
        if limit and speed > limit and owes:
            over = (speed - limit) // 10
            if over <= chips and over <= cards:
                self.chips -= over
            else:
                self.brake(limit)
        self.boost = min(self.cards, self.chips)

    def brake(self, limit: int) -> None:
        """It goes below the limit, and costs a card."""
        self.speed, self.cards = limit - 20, max(0, self.cards - 1)
        self.boost = min(self.cards, self.chips)


def gain(leg: Leg, at: int, me: Means) -> float:
    """Places this car may expect to win by passing, one after another, slower each time."""
    if at > leg.moving:
        return 0.0
    order, limit, pros, turned = leg.order, leg.limit, leg.pros, leg.turned
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
    order, pros, speed, boost = leg.order, leg.pros, me.speed, me.boost
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


def before_start(view: View, seat: Seat) -> float:
    """Places behind the middle, by the grid, by cards that fit the first roads, and by a speed near
    the first limit."""
    phase = view.phase
    behind = PLACE[-1] * (grid(view, seat) - MIDDLE)
    if isinstance(phase, LineUp):
        up = phase.laid[seat]
        if not up:
            return behind
        limit = LIMIT[view.track[0]] or FREE
        mean = sum(MPH[card] for card in up) / len(up) * 3
        fitting = sum(ICON[card] == ROAD[view.track[leg]] for card in up for leg in (0, 1))
        return behind - FIT[-1] * fitting + abs(mean - limit) / 120
    return behind - sum(MPH[card] for card in view.hand) / 3000


def grid(view: View, seat: Seat) -> float:
    """The place on the grid, or the middle of those that are still to be had."""
    if view.order:
        return view.order.index(seat)
    phase = view.phase
    while isinstance(phase, Swapping):
        phase = phase.then
    assert isinstance(phase, Bidding)
    if seat in phase.placed:
        return PLACES - 1 - phase.placed.index(seat)
    return PLACES - (len(phase.placed) + len(view.cars) + 1) / 2

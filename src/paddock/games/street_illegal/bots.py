"""Bot hints and evaluation for Street Illegal: place, duels to come, chips and cards."""

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

# Values in places at the finish, by legs to come, fitted to simulated races
# (`tools.games.street_fit`). With more legs to come, a place counts less than chips and cards.
PLACE_VALUES = (1.0, 1.01, 0.87, 0.76, 0.67, 0.6, 0.54, 0.46)
CHIP_VALUES = (0.0, 0.19, 0.215, 0.22, 0.21, 0.2, 0.18, 0.17)
# A face-up card with the icon of the next road.
FITTING_CARD_VALUES = (0.0, 0.27, 0.29, 0.3, 0.26, 0.26, 0.28, 0.25)
LEVEL_VALUES = (0.0, 0.25, 0.27, 0.24, 0.05, -0.05, -0.17, -0.28)
LAST_LEG_CHIP_VALUE = 0.03  # on the last leg, for duels that may follow
MAX_USEFUL_CHIPS = 10  # more chips have no value
CARD_VALUE = 0.1
TEN_MPH_IN_HAND_VALUE = 0.01  # ten miles more on a card of the hand
TEN_MPH_VALUE = 0.012  # ten miles an hour carried into the next leg …
TEN_MPH_OVER_COST = 0.055  # … and what is over its limit, to be paid or braked
MEAN_SPEED_TENS = 10  # a usual speed, in tens
OPEN_ROAD_LIMIT = 150  # where there is no limit
NEEDLESS_BRAKING_COST = 0.3  # of going faster and braking at once
HAND_LEFT = HAND - 3  # cards in a hand once three are laid
MEAN_CARD_MPH = sum(MPH) / len(MPH)  # a card's miles
# What comes of places hoped for and feared: before the passing and in it; on the last leg.
WON, WON_LAST = (0.59, 0.72), (0.67, 0.9)
LOST, LOST_LAST = (0.81, 1.4), (0.66, 0.97)
MIDDLE = (PLACES - 1) / 2

DUEL_STEEPNESS = 1.1  # how sharply speed decides a duel of players: tens of miles
DUEL_INDIFFERENCE = 0.01  # options of a duel this close to the best are equally likely
CARDS_MPH = tuple(sorted(set(MPH)))
MIN_CHANCE = 0.02  # smaller chances are ignored


def pro_table(limit: int) -> tuple[float, ...]:
    """The chance that an Old Pro is slower than a speed in tens, on a track with this limit."""
    values = sorted(set(MPH))
    chance = [0.0] * 26
    for first, second, third in itertools.product(values, repeat=3):
        pro = first + second
        pro += third if limit == 0 or pro < limit else 0
        for tens in range(pro // 10 + 1, 26):
            chance[tens] += 1 / len(values) ** 3
    return tuple(chance)


SLOWER_PRO = {limit: pro_table(limit) for limit in sorted(set(LIMIT))}
MAX_DUEL_STEPS = 20
DUEL_WIN_CHANCES = tuple(
    1 / (1 + math.exp(-fives / 2 * DUEL_STEEPNESS))
    for fives in range(-MAX_DUEL_STEPS, MAX_DUEL_STEPS + 1)
)
"""The chance to win a duel of players, by the lead in steps of five mph."""

PHASES_BEFORE_START = frozenset({Bidding, Swapping, LineUp})


def evaluate(view: View, seat: Seat) -> float:
    """The expected place at the finish, on the scale of outcomes: 1 is first, 0 is last."""
    if type(view.phase) in PHASES_BEFORE_START:
        return place_value(places_before_start(view, seat), LEGS)
    at = view.order.index(seat)
    if type(view.phase) is Over:
        return place_value(at - MIDDLE, 0)
    leg, car = Leg(view), view.cars[seat]
    owes = at >= leg.owing or seat == leg.late
    return judge(leg, at, Means(leg, car.up, car.chips or 0, view.hand, owes))


def appraise(view: View, ask: Ask[Move], chance: Chance) -> list[float] | None:
    """The value of each option without playing it, where that is faster and more exact.

    A drawn card counts as a mean card; a rival in a duel may spend any chips.
    """
    phase = view.phase
    if isinstance(phase, (Driving, Again)):
        return drive_values(view, ask, phase)
    if isinstance(phase, (Duel, ProDuel)):
        return duel_values(view, ask, phase)
    return limit_values(view, ask, phase) if isinstance(phase, TooFast) else None


def drive_values(view: View, ask: Ask[Move], phase: Driving | Again) -> list[float]:
    """The values of driving with a card, or with none."""
    seat, at, leg = ask.seat, phase.at, Leg(view)
    car, hand, chips = view.cars[seat], view.hand, view.cars[seat].chips or 0
    leg.late = seat
    if isinstance(phase, Driving):
        leg.owing = at + 1
    me = Means(leg, car.up, chips, hand, owes=True)
    passive = judge(leg, at, me)
    found = []
    for move in ask.options:
        if type(move) is Drive:
            faster = Means(leg, replace_at(car.up, move.slot, move.card), chips, hand, owes=True)
            faster.miles += MEAN_CARD_MPH - MPH[move.card]
            value = judge(leg, at, faster)
            if MPH[move.card] > MPH[car.up[move.slot]] and brakes_after(leg, at, faster, value):
                value = min(value, passive) - NEEDLESS_BRAKING_COST
            found.append(value)
        elif type(move) is Stay:
            leg.moving = at - 1
            found.append(judge(leg, at, me))
            leg.moving = at
        elif type(move) is Change:
            found.append(
                passive + TEN_MPH_IN_HAND_VALUE / 10 * (MEAN_CARD_MPH - MPH[move.card]) / PLACES
            )
        else:
            found.append(passive)
    return found


def brakes_after(leg: Leg, at: int, faster: Means, value: float) -> bool:
    """Whether a car that goes faster would brake at once: it must, or it is better than paying."""
    if faster.braked:
        return True
    left, middle, right = faster.up
    if not leg.limit or MPH[left] + MPH[middle] + MPH[right] <= leg.limit:
        return False
    slow = Means(leg, faster.up, faster.chips, (), owes=False)
    slow.cards, slow.held, slow.miles = faster.cards, faster.held, faster.miles
    slow.brake(leg.limit)
    return judge(leg, at, slow) > value


def limit_values(view: View, ask: Ask[Move], phase: TooFast) -> list[float]:
    """The values of paying chips for the excess, or braking."""
    seat, leg = ask.seat, Leg(view)
    at, car, hand = view.order.index(seat), view.cars[seat], view.hand
    leg.late = PRO
    paid = Means(leg, car.up, (car.chips or 0) - phase.owed, hand, owes=False)
    slow = Means(leg, car.up, car.chips or 0, hand, owes=False)
    slow.brake(leg.limit)
    braked = judge(leg, at, slow)
    found = []
    for move in ask.options:
        if type(move) is Brake:
            gone = MPH[move.card] if move.card != NONE else 0
            found.append(braked - TEN_MPH_IN_HAND_VALUE / 10 * gone / PLACES)
        else:
            found.append(judge(leg, at, paid))
    return found


def duel_values(view: View, ask: Ask[Move], phase: Duel | ProDuel) -> list[float]:
    """The values of spending chips in a duel, by the chance to win."""
    seat, at, order = ask.seat, phase.at, view.order
    car, in_front = view.cars[seat], order[at] != seat
    chips = car.chips or 0
    held, passed = Leg(view), Leg(view)
    held.moving = passed.moving = at - 1
    held.turned = passed.turned = PLACES
    passed.order = (*order[: at - 1], order[at], order[at - 1], *order[at + 1 :])
    me = Means(held, car.up, chips, view.hand, owes=False)
    stays, changes = judge(held, at - in_front, me), judge(passed, at - 1 + in_front, me)
    cost = max(CHIP_VALUES[held.legs], LAST_LEG_CHIP_VALUE) / PLACES
    win, lose = (stays, changes) if in_front else (changes, stays)
    found = []
    for spent in range(len(ask.options)):
        mine = car.speed + CHIP_MPH * spent
        likely = win_chance(view, phase, mine, in_front=in_front)
        found.append(likely * win + (1 - likely) * lose - spent * cost)
    return found


def win_chance(view: View, phase: Duel | ProDuel, mine: int, *, in_front: bool) -> float:
    """The chance that a speed wins a duel; the car in front wins ties."""
    if isinstance(phase, ProDuel):
        theirs = [phase.speed + miles for miles in CARDS_MPH] if phase.third else [phase.speed]
    else:
        rival = view.cars[phase.back if in_front else phase.front]
        most = min(rival.hand, 2 if rival.chips is None else rival.chips)
        theirs = [rival.speed + CHIP_MPH * spent for spent in range(most + 1)]
    least = mine if in_front else mine - 1
    return sum([speed <= least for speed in theirs]) / len(theirs)


def likely_move(state: State, ask: Ask[Move], chance: Chance) -> Move:
    """Rollout policy: the option with the best value; always attack, because it costs nothing.

    In a duel options of nearly equal value are equally likely: the rival's chips are unknown.
    """
    seat, options, phase = ask.seat, ask.options, type(state.phase)
    if phase is Passing:
        return ATTACK
    worths = appraise(view(state, seat), ask, chance) if phase in APPRAISED else None
    if worths is None:
        worths = []
        for move in options:
            after = GAME.play(state, seat, move, chance).state
            worths.append(evaluate(view(after, seat), seat))
    close = max(worths) - (DUEL_INDIFFERENCE if phase is Duel else 0.0)
    best = [move for move, worth in zip(options, worths, strict=True) if worth >= close]
    return best[chance.pick(range(len(best)), "bot")] if len(best) > 1 else best[0]


APPRAISED = frozenset({Driving, Again, Duel, ProDuel, TooFast})


def is_leg_over(begun: State, now: State) -> bool:
    """Whether a rollout stops: at the end of a leg all cars have had their turn."""
    return now.leg != begun.leg


BOT_HINTS: BotHints[State, Move, View] = BotHints(
    option_values=appraise,
    rollout_policy=likely_move,
    cutoff=is_leg_over,
    samples=100,
    noise=(0.06, 0.025),
    error_free_prompts=frozenset({"too-fast"}),
)


def place_value(places: float, legs: int) -> float:
    """The value from 0 to 1 of places behind the middle.

    With legs to come it approaches 0 and 1 smoothly, so a better chance always counts.
    """
    return (1 - (math.tanh(places / MIDDLE) if legs else places / MIDDLE)) / 2


def judge(leg: Leg, at: int, me: Means) -> float:
    """The expected value for a car with these means."""
    legs, duels, view = leg.legs, leg.duels, leg.view
    won, lost = gain(leg, at, me), loss(leg, at, me)
    if not legs:
        return place_value(at - MIDDLE - WON_LAST[duels] * won + LOST_LAST[duels] * lost, 0)
    next_track = view.track[view.leg + 1]
    road, over = ROAD[next_track], me.speed - (LIMIT[next_track] or OPEN_ROAD_LIMIT)
    one, two, three = me.up
    fits = (ICON[one] == road) + (ICON[two] == road) + (ICON[three] == road)
    chips = min(MAX_USEFUL_CHIPS, me.chips)
    behind = (
        PLACE_VALUES[legs] * (at - MIDDLE - WON[duels] * won + LOST[duels] * lost)
        + LEVEL_VALUES[legs]
    )
    behind -= (
        CHIP_VALUES[legs] * chips
        + FITTING_CARD_VALUES[legs] * fits
        + CARD_VALUE * (me.cards - HAND_LEFT)
    )
    behind -= TEN_MPH_IN_HAND_VALUE / 10 * (me.miles - MEAN_CARD_MPH * me.held) + TEN_MPH_VALUE * (
        me.speed / 10 - MEAN_SPEED_TENS
    )
    return place_value(behind + TEN_MPH_OVER_COST / 10 * over if over > 0 else behind, legs)


class Leg:
    """Progress of the leg: cars that still have to meet the limit, cars that may still pass."""

    __slots__ = (
        "duels", "late", "legs", "limit", "moving", "order", "owing", "pros", "strengths", "turned",
        "view",
    )  # fmt: skip

    def __init__(self, view: View) -> None:
        self.view, self.limit = view, LIMIT[view.track[view.leg]]
        self.pros = SLOWER_PRO[0 if view.options.better_old_pros else self.limit]
        self.owing, self.late = 0, PRO  # cars from this place back owe the limit, and this one
        self.moving = PLACES - 1  # cars up to this place in the order still act
        self.turned = PLACES  # the place of the Old Pro who has turned two cards
        self.order = view.order
        self.legs = LEGS - 1 - view.leg  # to come
        self.duels = 0  # 1: cars have begun to pass
        self.strengths: dict[int, tuple[int, int]] = {}  # cache by place
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
        """The speed of a rival in its duels, and the chips it may add."""
        cached = self.strengths.get(place)
        if cached is not None:
            return cached
        car = self.view.cars[rival]
        left, middle, right = car.up
        speed = MPH[left] + MPH[middle] + MPH[right]
        limit = self.limit
        if limit and speed > limit and (place >= self.owing or rival == self.late):
            speed = limit
        chips = 2 if car.chips is None else car.chips
        strength = self.strengths[place] = speed, min(car.hand, chips)
        return strength

    def slower_than(self, speed: int) -> float:
        """The chance that the Old Pro who has turned two cards is slower than this.

        Never zero: in another imagined state the cards differ, and an attack costs nothing.
        """
        phase = self.view.phase
        assert isinstance(phase, ProDuel)
        if not phase.third:
            return 1.0 if phase.speed < speed else MIN_CHANCE
        return max(MIN_CHANCE, min(1.0, (speed - phase.speed - 10) / 60))


class Means:
    """Speed, chips and cards of a car in the duels of this leg, after it has met the limit."""

    __slots__ = ("boost", "braked", "cards", "chips", "held", "miles", "speed", "up")

    def __init__(
        self, leg: Leg, up: tuple[Tempo, ...], chips: int, hand: tuple[Tempo, ...], owes: bool
    ) -> None:
        left, middle, right = self.up = up
        speed, limit, cards = MPH[left] + MPH[middle] + MPH[right], leg.limit, len(hand)
        self.held = cards
        self.miles: float = sum([MPH[card] for card in hand])  # of the hand
        self.speed, self.chips, self.cards = speed, chips, cards
        self.braked = False
        if limit and speed > limit and owes:
            over = (speed - limit) // 10
            if over <= chips and over <= cards:
                self.chips -= over
            else:
                self.brake(limit)
        self.boost = min(self.cards, self.chips)

    def brake(self, limit: int) -> None:
        """Brake below the limit, which costs a card."""
        self.braked = True
        self.speed, self.cards = limit - 20, max(0, self.cards - 1)
        self.boost = min(self.cards, self.chips)


def gain(leg: Leg, at: int, me: Means) -> float:
    """The expected places won by passing, one car after another, slower each time."""
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
            likely *= duel_win_chance((speed - ahead) // 5 + boost - chips - 1)
        won += likely
        likely *= 0.6
        speed -= 20
        if likely < MIN_CHANCE or speed < 0:
            break
        boost -= 1 + ((speed - limit) // 10 if limit and speed > limit else 0)
        if boost < 0:
            boost = 0
    return won


def loss(leg: Leg, at: int, me: Means) -> float:
    """The expected places lost to cars behind."""
    order, pros, speed, boost = leg.order, leg.pros, me.speed, me.boost
    lost, likely = 0.0, 1.0
    for place in range(at + 1, min(PLACES, leg.moving + 1)):
        rival = order[place]
        if rival == PRO:
            mine = speed + (30 if boost > 1 else 10 * boost + 10)
            likely *= 1 - (pros[mine // 10] if place != leg.turned else leg.slower_than(mine))
        else:
            behind, chips = leg.strength(place, rival)
            likely *= 1 - duel_win_chance((speed - behind) // 5 + boost - chips + 1)
        lost += likely
        likely *= 0.4
        if likely < MIN_CHANCE:
            break
    return lost


def duel_win_chance(fives: int) -> float:
    """The chance to win a duel of players, by the lead in steps of five mph."""
    if fives > MAX_DUEL_STEPS:
        return 1.0
    return DUEL_WIN_CHANCES[fives + MAX_DUEL_STEPS] if fives >= -MAX_DUEL_STEPS else 0.0


def places_before_start(view: View, seat: Seat) -> float:
    """Places behind the middle: by grid, cards that fit the first roads, speed near the limit."""
    phase = view.phase
    behind = PLACE_VALUES[-1] * (grid_place(view, seat) - MIDDLE)
    if isinstance(phase, LineUp):
        up = phase.laid[seat]
        if not up:
            return behind
        limit = LIMIT[view.track[0]] or OPEN_ROAD_LIMIT
        mean = sum(MPH[card] for card in up) / len(up) * 3
        fitting = sum(ICON[card] == ROAD[view.track[leg]] for card in up for leg in (0, 1))
        return behind - FITTING_CARD_VALUES[-1] * fitting + abs(mean - limit) / 120
    return behind - sum(MPH[card] for card in view.hand) / 3000


def grid_place(view: View, seat: Seat) -> float:
    """The place on the grid, or the middle of the places still free."""
    if view.order:
        return view.order.index(seat)
    phase = view.phase
    while isinstance(phase, Swapping):
        phase = phase.then
    assert isinstance(phase, Bidding)
    if seat in phase.placed:
        return PLACES - 1 - phase.placed.index(seat)
    return PLACES - (len(phase.placed) + len(view.cars) + 1) / 2

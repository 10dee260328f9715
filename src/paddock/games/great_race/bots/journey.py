"""Forecast of a crew: its best position at the end of the round."""

from __future__ import annotations

import functools
import math

from msgspec import Struct

from paddock.games.great_race.bots.prices import (
    A_CARD,
    A_DANGER,
    A_DRAW,
    A_FUEL,
    A_POINT,
    A_SHORTAGE,
    A_SPARE,
    CARDS,
    CHASSIS,
    ENGINE,
    money_worth,
)
from paddock.games.great_race.bots.ways import Way, ahead, ground, purse, to_next_city, way_from
from paddock.games.great_race.data import (
    BLACK_FUEL,
    CITY,
    CITY_CARDS,
    CITY_FUEL,
    DANGER,
    DANGER_POINTS,
    EMPTY,
    FINANCING,
    FUEL,
    FUEL_PRICE,
    MOST_CHASSIS,
    MOST_ENGINE,
    MOST_FUEL,
    NEXT,
    PARTS,
    PARTS_PRICE,
    POINTS,
    ROUTES,
    SABOTAGE_POINTS,
    SPACES,
    STOP,
    TOOLBOX,
    TOOLBOX_POINTS,
    TRANSPORT,
    TRANSPORT_SAVES,
    Card,
    Space,
    Tile,
)
from paddock.games.great_race.view import CrewSeen

SURE_ACTIONS = 3.0  # actions that a crew can surely do in a round
NEAR_ACTION_VALUE = 0.6  # value of each action less than that
SPARE_VALUE = 0.3  # value of a spare action, relative to a needed one
NEED_SPREAD = 1.5  # uncertainty of the need, in actions
FARE_CREDIT_FRANCS = FINANCING[3]  # what a crew may still raise for a fare on its way
MAX_POINTS = MOST_ENGINE + MOST_CHASSIS


class Outlook(Struct, frozen=True):
    """Forecast of a crew at the end of the round."""

    need: float  # actions that it will take to arrive
    spare: float  # what it then has left over
    points: float
    money: int
    home: bool
    blind: int  # steps into the unknown until there
    slack: int  # mechanics that are not needed to arrive
    turns: int  # that it takes to arrive
    more_points: float = 0.0  # what it may bring along if it takes its time
    more_money: int = 0
    more_turns: int = 0


class Journey(Struct):
    """Simulation of a crew through the rest of a round."""

    here: Space
    fuel: float
    engine: int
    points: float  # of engine and chassis
    money: int
    saved: int  # francs that Transport cards take off a route
    mends: int  # points that the cards of the hand can mend
    blind: int = 0
    gained: float = 0.0  # what came in besides: cards of cities, less those used up

    def drive(self, left: int, far: Way, board: tuple[Tile, ...], escorted: bool) -> bool:
        """Drive once along the path; false if points are missing for the first step."""
        start, first, stops = self.here, self.here - self.here % SPACES, 0.0
        bag = ground(first)
        for _ in range(left):
            to = first + far.next[self.here % SPACES]
            if to not in NEXT[self.here]:
                if self.here == start:
                    self.embark(to)
                return True
            if CITY[to]:
                if self.fuel >= CITY_FUEL:
                    self.enter(to)
                return True
            tile = board[to % SPACES]
            if tile == EMPTY:
                fuel, points = bag.fuel, bag.points
                danger, stop = bag.danger, bag.stop
            else:
                fuel, points, danger, stop = FUEL[tile], POINTS[tile], DANGER[tile], STOP[tile]
            fuel += BLACK_FUEL[to]
            if not escorted:
                points += DANGER_POINTS * danger
            if points > self.points:
                return self.here != start
            if fuel > self.fuel:
                return True
            self.here, self.fuel, self.points = to, self.fuel - fuel, self.points - points
            self.engine = min(self.engine, int(self.points + 1))
            stops, self.blind = stops + stop, self.blind + (tile == EMPTY)
            if stops >= 1:
                return True
        return True

    def embark(self, to: Space) -> None:
        """Take the route to a city, if it can be paid."""
        price = min([route.price for route in ROUTES[self.here] if route.to == to])
        price = max(0, price - self.saved)
        if self.fuel >= CITY_FUEL and price <= self.money:
            self.money, self.saved = self.money - price, 0
            self.enter(to)

    def enter(self, city: Space) -> None:
        """Enter a city: pay its fuel and count its cards."""
        self.here, self.fuel = city, self.fuel - CITY_FUEL
        self.gained += A_CARD * CITY_CARDS[city]

    def refuel(self, wanted: float) -> None:
        """Buy fuel up to a level, as far as the money goes."""
        price = FUEL_PRICE[self.here]
        bought = max(0, min(math.ceil(wanted - self.fuel), self.money // price))
        self.fuel, self.money = self.fuel + bought, self.money - bought * price

    def repair(self) -> bool:
        """Repair with the cards in hand and a bought set; false if nothing could be repaired."""
        room = int(MAX_POINTS - self.points)
        by_card, self.mends = min(self.mends, room), 0
        price = PARTS_PRICE[self.here]
        bought = self.money >= price and room > by_card
        if bought:
            self.money -= price
        self.points += by_card + bought
        self.engine = min(MOST_ENGINE, self.engine + by_card + bought)
        self.gained -= by_card * CARDS[PARTS]
        return by_card + bought > 0


@functools.lru_cache(maxsize=1 << 16)
def outlook(
    crew: CrewSeen,
    hand: tuple[Card, ...],
    left: int,
    buys: bool,
    goal: Space,
    board: tuple[Tile, ...],
    threats: int,
) -> Outlook:
    """The best forecast for the rest of the round, mechanic by mechanic."""
    money = crew.money + FINANCING[crew.financing]
    saved = TRANSPORT_SAVES * hand.count(TRANSPORT)
    far = way_from(crew.space, goal, board, purse(money + saved + FARE_CREDIT_FRANCS))
    kept = cards_worth(crew, hand) + helpers_worth(crew, far, board, threats)
    mechanics, escorted = crew.mechanics, crew.escorts > 0
    on = Journey(
        crew.space,
        crew.fuel,
        crew.engine,
        float(crew.engine + crew.chassis),
        money,
        saved,
        hand.count(PARTS) + TOOLBOX_POINTS * hand.count(TOOLBOX),
    )
    best, least, under_way = None, math.inf, left > 0
    while True:
        strong = on.drive(left, far, board, escorted)
        if on.here == goal:
            dallies = not under_way and crew.space not in NEXT[goal]
            return arrival(on, crew, mechanics, dallies)
        under_way = False
        need = to_next_city(on.here, far, board)
        here = on.here % SPACES
        toil = far.toil[here]
        has = worth_of(on, crew, need) + kept + rest_worth(on, mechanics)
        balance = has - (far.cost[here] - toil)
        missing = NEED_SPREAD * math.log1p(math.exp(-balance / NEED_SPREAD))
        total = worth_less(toil + missing, missing + balance)
        if best is None or total < least:
            least = total
            best = Outlook(
                need=toil + missing,
                spare=missing + balance,
                points=on.points,
                money=on.money,
                home=False,
                blind=on.blind,
                slack=0,
                turns=0,
            )
        if not mechanics:
            return best
        mechanics -= 1
        if not on.engine or not strong:
            if not on.repair():
                return best
            left = 0
            continue
        left = on.engine
        if buys:
            on.refuel(MOST_FUEL if CITY[on.here] else min(MOST_FUEL, need))
        buys = True


def arrival(on: Journey, crew: CrewSeen, mechanics: int, dallies: bool) -> Outlook:
    """Forecast of a crew that arrives: at once, or after its other assistants have worked."""
    turns, income = crew.mechanics - mechanics, FINANCING[crew.financing]
    money = on.money - income
    if money < 0:  # the financing is needed to pay for the path
        turns, money, income = turns + 1, on.money, 0
    if not dallies:
        return Outlook(
            need=0.0,
            spare=0.0,
            points=on.points,
            money=money,
            home=True,
            blind=on.blind,
            slack=mechanics,
            turns=turns,
        )
    more, paid = spare_repairs(on, mechanics, PARTS_PRICE[crew.space])
    return Outlook(
        need=0.0,
        spare=0.0,
        points=on.points,
        money=money,
        home=True,
        blind=on.blind,
        slack=mechanics,
        turns=turns,
        more_points=more,
        more_money=income - paid,
        more_turns=(income > 0) + (mechanics if more else 0),
    )


def worth_less(need: float, spare: float) -> float:
    """How far behind a crew is that needs more actions and has some to spare."""
    near = min(need, SURE_ACTIONS)
    return need - near + NEAR_ACTION_VALUE * near - SPARE_VALUE * spare


def worth_of(on: Journey, crew: CrewSeen, need: float) -> float:
    """The value of what a crew has: fuel, points, money, cards."""
    short = min(MOST_FUEL, max(0.0, need - on.fuel))
    worth = A_FUEL * on.fuel - A_SHORTAGE * short + A_POINT * on.points + on.gained
    return worth + ENGINE[on.engine] + CHASSIS[crew.chassis] + money_worth(on.money)


def spare_repairs(on: Journey, mechanics: int, price: int) -> tuple[float, int]:
    """Points that spare mechanics can mend before the arrival, and the price."""
    room, money, cards = MAX_POINTS - on.points, on.money, on.mends
    mended, paid = 0.0, 0
    for _ in range(mechanics):
        by_card = min(cards, room)
        bought = money >= price and room - by_card >= 1
        mended, room, cards = mended + by_card + bought, room - by_card - bought, 0
        if bought:
            money, paid = money - price, paid + price
    return mended, paid


def rest_worth(on: Journey, mechanics: int) -> float:
    """The value of mechanics that repair: the first with all cards, each with a bought set."""
    room, worth, money = MAX_POINTS - on.points, 0.0, on.money
    price, cards = PARTS_PRICE[on.here], float(on.mends)
    for _ in range(mechanics):
        by_card = min(cards, room)
        gain = by_card * (A_POINT - CARDS[PARTS])
        cards, room = cards - by_card, room - by_card
        if money >= price and room >= 1:
            paid = money_worth(money) - money_worth(money - price)
            if paid < A_POINT:
                gain, money, room = gain + A_POINT - paid, money - price, room - 1
        worth += max(A_SPARE, gain)
    return worth


def cards_worth(crew: CrewSeen, hand: tuple[Card, ...]) -> float:
    """The value of the known cards and of the others."""
    return sum([CARDS[card] for card in hand]) + A_CARD * (crew.cards - len(hand))


def helpers_worth(crew: CrewSeen, far: Way, board: tuple[Tile, ...], threats: int) -> float:
    """The value of scouts (lay tiles or draw cards) and escorts (meet dangers or clear tiles)."""
    if not crew.scouts and not crew.escorts:
        return 0.0
    seen = ahead(crew.space, far, board)
    worth, blanks, room = 0.0, seen.blanks, crew.chassis - crew.cards
    gain = ground(crew.space - crew.space % SPACES).scouted
    for _ in range(crew.scouts):
        laying = gain * min(2, blanks)
        if room > 0 and laying < A_DRAW:
            worth, room = worth + A_DRAW, room - 1
        else:
            worth, blanks = worth + max(A_SPARE, laying), blanks - 2 if blanks > 1 else 0
    dangers, worst = seen.dangers if crew.mechanics else 0.0, seen.worst
    for _ in range(crew.escorts):
        meeting = A_POINT * DANGER_POINTS * A_DANGER * min(1.0, dangers)
        guarding = 0.5 * A_POINT * SABOTAGE_POINTS * min(1, threats)
        clearing = worst
        gains = sorted((meeting, guarding, clearing), reverse=True)
        worth += max(A_SPARE, gains[0])
        if gains[0] == meeting:
            dangers = max(0.0, dangers - 1)
        elif gains[0] == guarding:
            threats -= 1
        else:
            worst = 0.0
    return worth

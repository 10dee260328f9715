"""Where the rest of a round leads a crew, as far as it can be foreseen."""

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

IN_REACH = 3.0  # so many actions are done in a round for certain
NEARER = 0.6  # and what it is worth to need even fewer
LEFT_OVER = 0.3  # what is not needed on the way, for one that is
SMOOTH = 1.5  # nobody knows exactly what is needed
MOST_POINTS = MOST_ENGINE + MOST_CHASSIS


class Outlook(Struct, frozen=True):
    """A crew at the end of the round."""

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
    """A crew on its way through the rest of a round."""

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
        """One drive along the way; false if points are what is missing for its first step."""
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
        """The passage there, if it can be paid."""
        price = min([route.price for route in ROUTES[self.here] if route.to == to])
        price = max(0, price - self.saved)
        if self.fuel >= CITY_FUEL and price <= self.money:
            self.money, self.saved = self.money - price, 0
            self.enter(to)

    def enter(self, city: Space) -> None:
        """A city: its fuel, and its cards."""
        self.here, self.fuel = city, self.fuel - CITY_FUEL
        self.gained += A_CARD * CITY_CARDS[city]

    def refuel(self, wanted: float) -> None:
        """Fuel up to a level, as far as the money goes."""
        price = FUEL_PRICE[self.here]
        bought = max(0, min(math.ceil(wanted - self.fuel), self.money // price))
        self.fuel, self.money = self.fuel + bought, self.money - bought * price

    def repair(self) -> bool:
        """With the cards of the hand and a bought set, as far as there is something to mend."""
        room = int(MOST_POINTS - self.points)
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
    """The best that the rest of the round can lead to, mechanic by mechanic."""
    money = crew.money + FINANCING[crew.financing]
    saved = TRANSPORT_SAVES * hand.count(TRANSPORT)
    far = way_from(crew.space, goal, board, purse(money + saved))
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
        missing = SMOOTH * math.log1p(math.exp(-balance / SMOOTH))
        total = worth_less(toil + missing, missing + balance)
        if best is None or total < least:
            least = total
            best = Outlook(
                toil + missing, missing + balance, on.points, on.money, False, on.blind, 0, 0
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
    """A crew that comes home: at once, or after all its other assistants have done their work."""
    turns, income = crew.mechanics - mechanics, FINANCING[crew.financing]
    money = on.money - income
    if money < 0:  # what is financed pays for the way
        turns, money, income = turns + 1, on.money, 0
    if not dallies:
        return Outlook(0.0, 0.0, on.points, money, True, on.blind, mechanics, turns)
    more, paid = spare_repairs(on, mechanics, PARTS_PRICE[crew.space])
    return Outlook(
        0.0,
        0.0,
        on.points,
        money,
        True,
        on.blind,
        mechanics,
        turns,
        more,
        income - paid,
        (income > 0) + (mechanics if more else 0),
    )


def worth_less(need: float, spare: float) -> float:
    """What a crew that needs so many actions more, and has so much left over, is behind."""
    near = min(need, IN_REACH)
    return need - near + NEARER * near - LEFT_OVER * spare


def worth_of(on: Journey, crew: CrewSeen, need: float) -> float:
    """What a crew has to go on with."""
    short = min(MOST_FUEL, max(0.0, need - on.fuel))
    worth = A_FUEL * on.fuel - A_SHORTAGE * short + A_POINT * on.points + on.gained
    return worth + ENGINE[on.engine] + CHASSIS[crew.chassis] + money_worth(on.money)


def spare_repairs(on: Journey, mechanics: int, price: int) -> tuple[float, int]:
    """What mechanics that are not needed to arrive can mend before, and for how much."""
    room, money, cards = MOST_POINTS - on.points, on.money, on.mends
    mended, paid = 0.0, 0
    for _ in range(mechanics):
        by_card = min(cards, room)
        bought = money >= price and room - by_card >= 1
        mended, room, cards = mended + by_card + bought, room - by_card - bought, 0
        if bought:
            money, paid = money - price, paid + price
    return mended, paid


def rest_worth(on: Journey, mechanics: int) -> float:
    """Mechanics that do not drive may repair: the first with all cards, each with a bought set."""
    room, worth, money = MOST_POINTS - on.points, 0.0, on.money
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
    """The cards that are known, and the others."""
    return sum([CARDS[card] for card in hand]) + A_CARD * (crew.cards - len(hand))


def helpers_worth(crew: CrewSeen, far: Way, board: tuple[Tile, ...], threats: int) -> float:
    """Scouts lay tiles on the blanks ahead or draw cards; escorts meet dangers or clear the way."""
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

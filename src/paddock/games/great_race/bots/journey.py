"""Where the rest of a round leads a crew, as far as it can be foreseen."""

from __future__ import annotations

import functools
import math

from msgspec import Struct

from paddock.games.great_race.bots.prices import (
    A_CARD,
    A_DRAW,
    A_FUEL,
    A_REPAIR,
    A_RISK,
    A_SCOUT,
    A_SHORTAGE,
    CARDS,
    CHASSIS,
    ENGINE,
    ESCORTS,
    LEFT_OVER,
    MEAN_FUEL,
    MEAN_POINTS,
    MEAN_STOP,
    NOT_YET,
    SOUND,
    arrived,
    money_worth,
    points_worth,
)
from paddock.games.great_race.bots.ways import Way, blanks, to_next_city, way
from paddock.games.great_race.data import (
    BLACK_FUEL,
    CITY,
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


class Journey(Struct):
    """A crew on its way through the rest of a round, as far as it can be foreseen."""

    here: Space
    fuel: int
    engine: int
    points: float  # of engine and chassis
    money: int
    saved: int  # francs that Transport cards take off a route
    mends: int  # points that the cards of the hand can mend
    spent: float  # what the cards were worth that are used up
    blind: int  # steps into the unknown

    def drive(self, left: int, far: Way, board: tuple[Tile, ...], escorted: bool) -> bool:
        """One drive along the way; false if points are what is missing for its first step."""
        start, first, stops = self.here, self.here - self.here % SPACES, 0.0
        for _ in range(left):
            to = first + far.next[self.here % SPACES]
            if to not in NEXT[self.here]:
                if self.here == start:
                    self.embark(to)
                return True
            if CITY[to]:
                if self.fuel >= CITY_FUEL:
                    self.here, self.fuel = to, self.fuel - CITY_FUEL
                return True
            tile = board[to % SPACES]
            if tile == EMPTY:
                fuel, wear, stop = MEAN_FUEL, MEAN_POINTS, MEAN_STOP
            else:
                fuel, stop = FUEL[tile], float(STOP[tile])
                wear = POINTS[tile] + DANGER_POINTS * (DANGER[tile] and not escorted)
            fuel += BLACK_FUEL[to]
            if wear > self.points:
                return self.here != start
            if fuel > self.fuel:
                return True
            self.here, self.fuel, self.points = to, self.fuel - fuel, self.points - wear
            stops, self.blind = stops + stop, self.blind + (tile == EMPTY)
            if stops >= 1:
                return True
        return True

    def embark(self, to: Space) -> None:
        """The passage there, if it can be paid."""
        price = min([route.price for route in ROUTES[self.here] if route.to == to])
        price = max(0, price - self.saved)
        if self.fuel >= CITY_FUEL and price <= self.money:
            self.here, self.fuel, self.money = to, self.fuel - CITY_FUEL, self.money - price
            self.saved = 0

    def refuel(self, wanted: int) -> None:
        """Fuel up to a level, as far as the money goes."""
        price = FUEL_PRICE[self.here]
        bought = max(0, min(wanted - self.fuel, self.money // price))
        self.fuel, self.money = self.fuel + bought, self.money - bought * price

    def repair(self) -> bool:
        """With all there is: the cards of the hand and a bought set; or nothing at all."""
        mended, self.mends = self.mends, 0
        self.spent += mended * CARDS[PARTS]
        if self.money >= PARTS_PRICE[self.here]:
            self.money -= PARTS_PRICE[self.here]
            mended += 1
        self.engine = min(MOST_ENGINE, self.engine + mended)
        self.points = min(MOST_ENGINE + MOST_CHASSIS, self.points + mended)
        return mended > 0


@functools.lru_cache(maxsize=1 << 15)
def prospect(
    crew: CrewSeen,
    hand: tuple[Card, ...],
    left: int,
    buys: bool,
    goal: Space,
    board: tuple[Tile, ...],
    taste: int,
    before: int,
) -> float:
    """The best that the rest of the round can lead to, mechanic by mechanic."""
    far, mechanics = way(goal, board, taste), crew.mechanics
    kept = sum([CARDS[card] for card in hand]) + A_CARD * (crew.cards - len(hand))
    kept += scouts_worth(crew, blanks(board, far, crew.space)) + ESCORTS[crew.escorts]
    if mechanics and (crew.engine < 2 or crew.engine + crew.chassis < SOUND):
        kept += A_REPAIR
    on = Journey(
        crew.space,
        crew.fuel,
        crew.engine,
        float(crew.engine + crew.chassis),
        crew.money + FINANCING[crew.financing],
        TRANSPORT_SAVES * hand.count(TRANSPORT),
        hand.count(PARTS) + TOOLBOX_POINTS * hand.count(TOOLBOX),
        0.0,
        0,
    )
    best = -math.inf
    while True:
        strong = on.drive(left, far, board, crew.escorts > 0)
        if on.here == goal:
            there = arrived(int(on.points), on.money, before) - NOT_YET - A_RISK * on.blind
            return max(best + kept, there + LEFT_OVER * mechanics)
        need = to_next_city(on.here, far, board)
        worth = points_worth(on.points, far.cost[on.here % SPACES])
        worth += ENGINE[on.engine] + CHASSIS[crew.chassis]
        worth += A_FUEL * on.fuel + money_worth(on.money) - on.spent
        worth -= far.cost[on.here % SPACES] + A_SHORTAGE * min(MOST_FUEL, max(0, need - on.fuel))
        best = max(best, worth + LEFT_OVER * mechanics)
        if not mechanics:
            return best + kept
        mechanics -= 1
        if not on.engine or not strong:
            if not on.repair():
                return best + kept
            left = 0
            continue
        left = on.engine
        if buys:
            on.refuel(MOST_FUEL if CITY[on.here] else min(MOST_FUEL, need))
        buys = True


def scouts_worth(crew: CrewSeen, unknown: int) -> float:
    """A scout is worth two tiles on the blanks ahead, or a card if there is room in the hand."""
    room = max(0, crew.chassis - crew.cards)
    laying = min(crew.scouts, (unknown + 1) // 2)
    drawing = min(crew.scouts - laying, room)
    return A_SCOUT * laying + A_DRAW * drawing + 0.05 * crew.scouts

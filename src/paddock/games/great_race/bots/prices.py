"""What things are worth, in actions: what an assistant does in one."""

from __future__ import annotations

import functools

from paddock.games.great_race.data import DANGER, FRANCS_A_POINT, FUEL, POINTS, STOP, Tile

A_FUEL = 0.65
A_POINT = 0.75
A_STEP = 0.9
A_CARD = 0.6  # one whose face is not known
A_ROUTE = 16.0  # francs of a route's price: money for it must be saved up, so it is dear
A_SPARE = 0.5  # a mechanical point that the way will not wear off
A_LACK = 1.5  # one that it will, and that is not there: it must be mended
WORN = 0.12  # points worn off by a way, for each action that it costs
ENGINE = (-3.0, -0.6, -0.1, 0.1, 0.2, 0.25)  # and what the engine's are worth besides
CHASSIS = (-1.0, -0.4, 0.0, 0.1, 0.1, 0.1)
CARDS = (0.3, 0.7, 0.8, 0.9, 1.0, 0.5, 1.2, 0.8, 0.2, 1.4, 0.9, 0.6, 2.0, 0.4, 0.6)
ARRIVED = 10.0
PRESTIGE = 0.8
NOT_YET = 1.0  # what it is worth less to be able to arrive
ESCORTS = (0.0, 0.5, 0.7, 0.8, 0.9, 1.0)
LEFT_OVER = 0.1  # a mechanic that has nothing to do
A_SHORTAGE = 0.3  # a fuel that must be bought far from a city, besides
A_SCOUT, A_DRAW = 0.5, 0.4  # a scout that lays tiles on the way, or draws a card
MEAN_FUEL, MEAN_POINTS, MEAN_STOP = 3, 0.5, 0.5  # a tile that nobody has seen
A_RISK = 0.5  # a step into the unknown, when the goal seems within reach
A_REPAIR, SOUND = 0.7, 6  # a mechanic to a vehicle with fewer points than this


@functools.cache
def money_worth(money: int) -> float:
    """The first francs are worth more than the last."""
    return min(money, 60) / 18 + max(0, min(money, 160) - 60) / 24 + max(0, money - 160) / 50


def points_worth(points: float, cost: float) -> float:
    """Mechanical points, with a way before them that costs so many actions."""
    return A_SPARE * points - A_LACK * max(0.0, 1 + WORN * cost - points)


def arrived(points: int, money: int, place: int) -> float:
    """A crew at the goal: its prestige, and the better the earlier it came."""
    early = (4.0, 2.0, 1.0, 0.0)[place]
    cash = 0.8 * (money // FRANCS_A_POINT) + 0.2 * money / FRANCS_A_POINT
    return ARRIVED + PRESTIGE * (points + cash) + early


def tile_cost(tile: Tile) -> float:
    """What entering a tile costs, in actions."""
    points = POINTS[tile] + (1.2 if DANGER[tile] else 0)
    return A_FUEL * FUEL[tile] + A_POINT * points + (0.6 if STOP[tile] else 0) + A_STEP


TILE_COST = tuple(tile_cost(tile) for tile in range(len(FUEL)))
LAID = tuple(max(0.3, 1.2 - 0.3 * cost) for cost in TILE_COST)  # one in a scout's fingers

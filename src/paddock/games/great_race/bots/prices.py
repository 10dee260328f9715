"""Values of things, counted in actions of an assistant."""

from __future__ import annotations

import functools

from paddock.games.great_race.data import DANGER, DANGER_POINTS, FUEL, POINTS, STOP, Tile

A_STEP = 0.35  # about three spaces are one drive
A_FUEL = 0.5
A_SHORTAGE = 0.3  # a fuel that must be bought far from a city, besides
A_POINT = 0.8
A_STOP = 0.35
A_DANGER = 0.8  # share of a danger that counts: an escort or a ranger may cancel it
A_BLANK = 0.3  # cost of unknown ground
A_CARD = 0.65  # one whose face is not known
A_CITY = 0.3  # the rest of a drive that a city ends, less cheap fuel there
ENGINE = (-4.0, -1.0, -0.1, 0.0, 0.02, 0.03)  # what the engine's points are worth besides
CHASSIS = (-2.4, -1.4, -0.7, -0.2, 0.1, 0.3)
CARDS = (0.2, 0.7, 0.8, 0.9, 0.5, 0.5, 1.1, 0.7, 0.15, 1.2, 1.2, 0.4, 1.8, 0.5, 0.45)
A_DRAW = 0.6  # a scout that draws a card
A_SPARE = 0.02  # an assistant that has nothing to do
A_START = 0.15  # a drive that has not got anywhere yet
A_ROUND = 5.0  # cost of arriving a round later
PRESTIGE = 0.8
NOT_YET = 0.5  # discount for an arrival that is still to come
LOST = -30.0  # value of not arriving before the race ends


@functools.cache
def money_worth(money: int) -> float:
    """The value of money: the first francs are worth more than the last."""
    return min(money, 80) / 20 + max(0, min(money, 160) - 80) / 30 + max(0, money - 160) / 60


def tile_cost(tile: Tile) -> float:
    """The cost of entering a tile."""
    points = POINTS[tile] + A_DANGER * DANGER_POINTS * DANGER[tile]
    return A_FUEL * FUEL[tile] + A_POINT * points + A_STOP * STOP[tile] + A_STEP


TILE_COST = tuple(map(tile_cost, range(len(FUEL))))

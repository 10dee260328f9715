"""The ways across: what they cost by what is known of the ground."""

from __future__ import annotations

import functools
import heapq
import math
from bisect import bisect

from msgspec import Struct

from paddock.games.great_race.bots.prices import (
    A_BLANK,
    A_CARD,
    A_CITY,
    A_FUEL,
    A_STEP,
    A_STOP,
    TILE_COST,
    money_worth,
)
from paddock.games.great_race.data import (
    BLACK_FUEL,
    CITY,
    CITY_CARDS,
    CITY_FUEL,
    DANGER,
    EMPTY,
    FUEL,
    LANDS,
    NEXT,
    POINTS,
    ROUTES,
    SPACES,
    STOP,
    Space,
    Tile,
)

FARES = (0, *sorted({route.price for routes in ROUTES for route in routes}))
AHEAD = 6  # so many spaces of the way are looked at
CHEAPEST = 0.15  # no space costs less, whatever it gives


class Ground(Struct, frozen=True):
    """What a continent costs before anything is known of it."""

    unknown: float  # a tile nobody has seen
    scouted: float  # what it is worth to lay one of one's own choice instead
    fuel: float  # the means of the bag
    points: float
    danger: float
    stop: float
    fixed: tuple[float, ...]  # of each space: of a city all, of others what is not the tile
    toil: tuple[float, ...]  # of each space: as much of it as is driving
    ways: tuple[tuple[tuple[int, int], ...], ...]  # neighbours, and the fare there in francs


@functools.cache
def ground(first: Space) -> Ground:
    """The continent whose spaces begin there."""
    land = next(land for land in LANDS.values() if land.first == first)
    bag, count = land.bag, len(land.bag)
    unknown = sum(TILE_COST[tile] for tile in bag) / count + A_BLANK
    stop = sum(STOP[tile] for tile in bag) / count
    fixed, ways = [], []
    for space in land.spaces:
        if CITY[space]:
            cost = A_FUEL * CITY_FUEL + A_STEP + A_CITY - A_CARD * CITY_CARDS[space]
        else:
            cost = A_FUEL * BLACK_FUEL[space]
        fixed.append(max(CHEAPEST, cost) if CITY[space] else cost)
        by_land = [(beside % SPACES, 0) for beside in NEXT[space]]
        by_sea = [(route.to % SPACES, route.price) for route in ROUTES[space]]
        ways.append((*by_land, *by_sea))
    return Ground(
        unknown,
        sum(max(0.0, unknown - TILE_COST[tile]) for tile in bag) / count,
        sum(FUEL[tile] for tile in bag) / count,
        sum(POINTS[tile] for tile in bag) / count,
        sum(DANGER[tile] for tile in bag) / count,
        stop,
        tuple(fixed),
        tuple(A_STEP + (A_CITY if CITY[space] else A_STOP * stop) for space in land.spaces),
        tuple(ways),
    )


@functools.cache
def fare_worth(price: int) -> float:
    """A passage takes the rest of a drive, and money."""
    return 2 * A_STEP + money_worth(price)


def purse(money: int) -> int:
    """The dearest fare that money is enough for."""
    return FARES[bisect(FARES, money) - 1]


class Way(Struct, frozen=True):
    """The cheapest way to the goal from every space."""

    cost: tuple[float, ...]
    toil: tuple[float, ...]  # as much of it as is driving; the rest is fuel, points and money
    next: tuple[int, ...]


@functools.lru_cache(maxsize=1 << 13)
def way(goal: Space, board: tuple[Tile, ...], purse: int) -> Way:
    """The way by what is known of the ground; passages only as far as the purse goes."""
    first = goal - goal % SPACES
    known = ground(first)
    ways, unknown = known.ways, known.unknown
    enter = [
        fixed if CITY[first + i] else fixed + (unknown if tile == EMPTY else TILE_COST[tile])
        for i, (fixed, tile) in enumerate(zip(known.fixed, board, strict=True))
    ]
    cost = [math.inf] * SPACES
    cost[goal % SPACES] = 0.0
    toil = [0.0] * SPACES
    next = [goal % SPACES] * SPACES
    edge = [(0.0, goal % SPACES)]
    while edge:
        so_far, here = heapq.heappop(edge)
        if so_far > cost[here]:
            continue
        so_far += enter[here]
        driven = toil[here] + known.toil[here]
        for before, fare in ways[here]:
            if fare > purse and NEXT[first + before]:  # from an island there is no other way
                continue
            total = so_far + fare_worth(fare) if fare else so_far
            if total < cost[before]:
                cost[before] = total
                toil[before] = driven + (2 * A_STEP if fare else 0.0)
                next[before] = here
                heapq.heappush(edge, (total, before))
    return Way(tuple(cost), tuple(toil), tuple(next))


@functools.cache
def hops(goal: Space) -> tuple[int, ...]:
    """The least steps to the goal from every space of the land, whatever lies between."""
    ways = ground(goal - goal % SPACES).ways
    found = [SPACES] * SPACES
    edge, steps = [goal % SPACES], 0
    while edge:
        for here in edge:
            found[here] = steps
        steps += 1
        near = {before for here in edge for before, _ in ways[here]}
        edge = [before for before in sorted(near) if found[before] > steps]
    return tuple(found)


class Ahead(Struct, frozen=True):
    """The next few spaces of a way."""

    blanks: int  # not known
    dangers: float  # to be expected there, known ones and others
    worst: float  # what the dearest known tile costs more than one nobody has seen


def ahead(space: Space, far: Way, board: tuple[Tile, ...]) -> Ahead:
    """What lies before a vehicle."""
    first = space - space % SPACES
    known = ground(first)
    here, blanks, dangers, worst = space % SPACES, 0, 0.0, 0.0
    for _ in range(AHEAD):
        here = far.next[here]
        tile = board[here]
        if CITY[first + here]:
            continue
        if tile == EMPTY:
            blanks, dangers = blanks + 1, dangers + known.danger
        else:
            dangers += DANGER[tile]
            worst = max(worst, TILE_COST[tile] - known.unknown)
    return Ahead(blanks, dangers, worst)


def to_next_city(here: Space, far: Way, board: tuple[Tile, ...]) -> float:
    """The fuel to the next city on the way: what is short of it is dear. In a city none is."""
    if CITY[here]:
        return 0
    first, fuel = here - here % SPACES, float(CITY_FUEL)
    mean = ground(first).fuel
    while True:
        here = first + far.next[here % SPACES]
        if CITY[here]:
            return fuel
        tile = board[here % SPACES]
        fuel += BLACK_FUEL[here] + (mean if tile == EMPTY else FUEL[tile])

"""The ways across: what they cost by what is known of the ground, and who looks for which."""

from __future__ import annotations

import functools
import heapq
import math

from msgspec import Struct

from paddock.core.seats import Seat
from paddock.games.great_race.bots.prices import (
    A_FUEL,
    A_ROUTE,
    A_STEP,
    MEAN_FUEL,
    TILE_COST,
)
from paddock.games.great_race.data import (
    BLACK_FUEL,
    CITY,
    CITY_CARDS,
    CITY_FUEL,
    EMPTY,
    FUEL,
    LANDS,
    NEXT,
    ROUTES,
    SPACES,
    Space,
    Tile,
)
from paddock.games.great_race.view import View

AHEAD = 6  # so many spaces of the way are looked at
NO_TASTE = -1
APART = 3  # so many rounds
SHUNNED = 0.7  # what a space of another corridor seems to cost more, while the crews spread out


def taste(seen: View, seat: Seat) -> int:
    """At first each crew looks for a way of its own, by its place in the turn order."""
    if seen.round > APART:
        return NO_TASTE
    place = seen.order.index(seat)
    return place if place < len(LANDS[seen.options.continent].corridors) else NO_TASTE


class Ground(Struct, frozen=True):
    """What a continent costs before anything is known of it, to a crew that has chosen a way."""

    unknown: float  # a tile nobody has seen
    fixed: tuple[float, ...]  # of each space: of a city all, of others what is not the tile
    ways: tuple[tuple[tuple[int, float], ...], ...]  # neighbours, and the price of getting there


@functools.cache
def ground(first: Space, taste: int) -> Ground:
    land = next(land for land in LANDS.values() if land.first == first)
    unknown = sum(TILE_COST[tile] for tile in land.bag) / len(land.bag) + 0.15
    chosen = land.corridors[taste].spaces if taste >= 0 else frozenset(land.spaces)
    shunned = {s for c in land.corridors for s in c.spaces if s not in chosen}
    fixed, ways = [], []
    for space in land.spaces:
        if CITY[space]:
            cost = max(0.2, A_FUEL + A_STEP + 0.3 - 0.45 * CITY_CARDS[space])
        else:
            cost = A_FUEL * BLACK_FUEL[space]
        fixed.append(cost + (SHUNNED if space in shunned else 0.0))
        by_land = [(beside % SPACES, 0.0) for beside in NEXT[space]]
        by_sea = [(route.to % SPACES, route.price / A_ROUTE) for route in ROUTES[space]]
        ways.append((*by_land, *by_sea))
    return Ground(unknown, tuple(fixed), tuple(ways))


class Way(Struct, frozen=True):
    """The cheapest way to the goal from every space: what it costs, and its next space."""

    cost: tuple[float, ...]
    next: tuple[int, ...]


@functools.lru_cache(maxsize=1 << 13)
def way(goal: Space, board: tuple[Tile, ...], taste: int) -> Way:
    """The way by what is known of the ground."""
    first = goal - goal % SPACES
    known = ground(first, taste)
    ways, unknown = known.ways, known.unknown
    enter = [
        fixed if CITY[first + i] else fixed + (unknown if tile == EMPTY else TILE_COST[tile])
        for i, (fixed, tile) in enumerate(zip(known.fixed, board, strict=True))
    ]
    cost = [math.inf] * SPACES
    cost[goal % SPACES] = 0.0
    next = [goal % SPACES] * SPACES
    edge = [(0.0, goal % SPACES)]
    while edge:
        so_far, here = heapq.heappop(edge)
        if so_far > cost[here]:
            continue
        so_far += enter[here]
        for before, price in ways[here]:
            if so_far + price < cost[before]:
                cost[before] = so_far + price
                next[before] = here
                heapq.heappush(edge, (so_far + price, before))
    return Way(tuple(cost), tuple(next))


def blanks(board: tuple[Tile, ...], far: Way, space: Space) -> int:
    """How many of the next few spaces on the way are blank on the map."""
    here, first, count = space % SPACES, space - space % SPACES, 0
    for _ in range(AHEAD):
        here = far.next[here]
        count += board[here] == EMPTY and not CITY[first + here]
    return count


def to_next_city(here: Space, far: Way, board: tuple[Tile, ...]) -> int:
    """The fuel to the next city on the way: what is short of it is dear. In a city none is."""
    if CITY[here]:
        return 0
    first, fuel = here - here % SPACES, CITY_FUEL
    while True:
        here = first + far.next[here % SPACES]
        if CITY[here]:
            return fuel
        tile = board[here % SPACES]
        fuel += BLACK_FUEL[here] + (MEAN_FUEL if tile == EMPTY else FUEL[tile])

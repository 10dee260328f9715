"""Shortest paths across a continent (Dijkstra), by the known cost of the ground."""

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
SPACES_AHEAD = 6  # spaces of the path that are judged
MIN_SPACE_COST = 0.15  # a positive cost keeps the search correct


class Ground(Struct, frozen=True):
    """Costs of a continent before any tile is known."""

    unknown: float  # a tile that is not known yet
    scouted: float  # gain from laying a chosen tile instead
    fuel: float  # the means of the bag
    points: float
    danger: float
    stop: float
    enter: tuple[tuple[float, ...], ...]  # of each space by the tile that lies there; last: none
    toil: tuple[float, ...]  # of each space: as much of it as is driving
    ways: tuple[tuple[tuple[int, int], ...], ...]  # neighbours, and the fare there in francs


@functools.cache
def ground(first: Space) -> Ground:
    """The continent whose spaces begin there."""
    land = next(land for land in LANDS.values() if land.first == first)
    bag, count = land.bag, len(land.bag)
    unknown = sum(TILE_COST[tile] for tile in bag) / count + A_BLANK
    stop = sum(STOP[tile] for tile in bag) / count
    enter, ways = [], []
    for space in land.spaces:
        if CITY[space]:
            cost = A_FUEL * CITY_FUEL + A_STEP + A_CITY - A_CARD * CITY_CARDS[space]
            enter.append((max(MIN_SPACE_COST, cost),) * (len(TILE_COST) + 1))
        else:
            more = A_FUEL * BLACK_FUEL[space]
            enter.append((*[more + cost for cost in TILE_COST], more + unknown))
        by_land = [(neighbour % SPACES, 0) for neighbour in NEXT[space]]
        by_sea = [(route.to % SPACES, route.price) for route in ROUTES[space]]
        ways.append((*by_land, *by_sea))
    return Ground(
        unknown=unknown,
        scouted=sum(max(0.0, unknown - TILE_COST[tile]) for tile in bag) / count,
        fuel=sum(FUEL[tile] for tile in bag) / count,
        points=sum(POINTS[tile] for tile in bag) / count,
        danger=sum(DANGER[tile] for tile in bag) / count,
        stop=stop,
        enter=tuple(enter),
        toil=tuple(A_STEP + (A_CITY if CITY[space] else A_STOP * stop) for space in land.spaces),
        ways=tuple(ways),
    )


@functools.cache
def fare_worth(price: int) -> float:
    """The cost of a route: the rest of a drive, and money."""
    return 2 * A_STEP + money_worth(price)


def purse(money: int) -> int:
    """The most expensive fare that this money can pay."""
    return FARES[bisect(FARES, money) - 1]


class Way(Struct, frozen=True):
    """The cheapest path to the goal from every space."""

    cost: tuple[float, ...]
    toil: tuple[float, ...]  # as much of it as is driving; the rest is fuel, points and money
    next: tuple[int, ...]
    fare: tuple[int, ...]  # the dearest that is paid on the way from each space


@functools.cache
def backwards(
    first: Space, purse: int
) -> tuple[tuple[tuple[int, ...], tuple[tuple[int, int, float], ...]], ...]:
    """Predecessors of each space: by land, and by routes that the purse can pay, with their cost.

    From an island all routes count: there is no other path.
    """
    return tuple(
        (
            tuple([before for before, fare in ways if not fare]),
            tuple([
                (before, fare, fare_worth(fare))
                for before, fare in ways
                if fare and (fare <= purse or not NEXT[first + before])
            ]),
        )
        for ways in ground(first).ways
    )  # fmt: skip


@functools.lru_cache(maxsize=1 << 13)
def best_way(goal: Space, board: tuple[Tile, ...], purse: int) -> Way:
    """The cheapest paths over known and unknown ground, with routes that the purse can pay."""
    first = goal - goal % SPACES
    known, back = ground(first), backwards(first, purse)
    toils = known.toil
    enter = [costs[tile] for costs, tile in zip(known.enter, board, strict=True)]
    cost = [math.inf] * SPACES
    cost[goal % SPACES] = 0.0
    toil = [0.0] * SPACES
    next = [goal % SPACES] * SPACES
    dearest = [0] * SPACES
    edge = [(0.0, goal % SPACES)]
    pop, push = heapq.heappop, heapq.heappush
    while edge:
        so_far, here = pop(edge)
        if so_far > cost[here]:
            continue
        so_far += enter[here]
        driven = toil[here] + toils[here]
        by_land, by_sea = back[here]
        for before in by_land:
            if so_far < cost[before]:
                cost[before], toil[before], next[before] = so_far, driven, here
                dearest[before] = dearest[here]
                push(edge, (so_far, before))
        for before, fare, worth in by_sea:
            total = so_far + worth
            if total < cost[before]:
                cost[before], toil[before], next[before] = total, driven + 2 * A_STEP, here
                dearest[before] = max(dearest[here], fare)
                push(edge, (total, before))
    return Way(tuple(cost), tuple(toil), tuple(next), tuple(dearest))


def way_from(here: Space, goal: Space, board: tuple[Tile, ...], purse: int) -> Way:
    """The cheapest paths for a crew there; without a limit on money if it can pay that path."""
    anyhow = best_way(goal, board, FARES[-1])
    return anyhow if anyhow.fare[here % SPACES] <= purse else best_way(goal, board, purse)


@functools.cache
def hops(goal: Space) -> tuple[int, ...]:
    """The fewest steps to the goal from every space of the continent."""
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


class SpacesAhead(Struct, frozen=True):
    """The next few spaces of a path."""

    blanks: int  # not known
    dangers: float  # to be expected there, known ones and others
    worst: float  # extra cost of the dearest known tile over an unknown one


def ahead(space: Space, far: Way, board: tuple[Tile, ...]) -> SpacesAhead:
    """The next few spaces ahead of a vehicle."""
    first = space - space % SPACES
    known = ground(first)
    here, blanks, dangers, worst = space % SPACES, 0, 0.0, 0.0
    for _ in range(SPACES_AHEAD):
        here = far.next[here]
        tile = board[here]
        if CITY[first + here]:
            continue
        if tile == EMPTY:
            blanks, dangers = blanks + 1, dangers + known.danger
        else:
            dangers += DANGER[tile]
            worst = max(worst, TILE_COST[tile] - known.unknown)
    return SpacesAhead(blanks, dangers, worst)


def to_next_city(here: Space, far: Way, board: tuple[Tile, ...]) -> float:
    """The fuel needed to the next city on the path; 0 in a city."""
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

"""How well a seat stands, from what it knows.

Everything is counted in actions, that is, in what an assistant is worth: the way that is still to
go on the cheapest route, less what the crew has to go it with (fuel, points, money, cards,
assistants), less how well the rivals stand.
"""

from __future__ import annotations

import functools
import heapq
import math

from msgspec import Struct
from msgspec.structs import replace

from paddock.core.seats import Seat
from paddock.games.great_race.data import (
    BLACK_FUEL,
    CITY,
    CITY_CARDS,
    DANGER,
    EMPTY,
    FINANCING,
    FUEL,
    FUEL_PRICE,
    GUIDE,
    LANDS,
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
    Card,
    Space,
    Tile,
)
from paddock.games.great_race.moves import PLANS
from paddock.games.great_race.phases import (
    Bearing,
    Driving,
    Facing,
    Halting,
    Hunting,
    Laying,
    Lifting,
    Phase,
    Planning,
    Repairing,
    Sabotaging,
    Supplied,
    Swindling,
)
from paddock.games.great_race.rules.ground import goal
from paddock.games.great_race.view import Rival, View

FRANCS = 22.0  # so many are worth an action
A_FUEL = 0.65
A_POINT = 0.75
A_STEP = 0.6
A_CARD = 0.6  # one whose face is not known
STEPS = 3.2  # of a drive, on the average
FUEL_A_STEP = 1.55
A_ROUTE = 14.0  # francs of a route's price: money for it must be saved up, so it is dear
WEAR = (-5.0, -1.5, 0.5, 2.0, 3.2, 4.2, 5.0, 5.7, 6.3, 6.8, 7.3)  # all mechanical points
ENGINE = (-3.0, -0.6, -0.1, 0.1, 0.2, 0.25)  # and what the engine's are worth besides
CHASSIS = (-1.0, -0.4, 0.0, 0.1, 0.1, 0.1)
AHEAD = 6  # so many spaces of the way are looked at
CARDS = (0.3, 0.7, 1.0, 0.9, 0.5, 0.8, 1.3, 0.5, 0.2, 1.3, 1.2, 0.5, 2.0, 0.7, 0.6)
ARRIVED = 10.0
PRESTIGE = 0.8
ESCORTS = (0.0, 0.4, 0.5, 0.6, 0.7, 0.8)
RIVALS = 0.5  # what their standing counts against one's own


def evaluate(seen: View, seat: Seat) -> float:
    """Between 0 and 1: the own standing against the best rival's and the rivals' mean."""
    end = goal(seen.options)
    own, far = way(end, seen.board, taste(seen, seat)), way(end, seen.board, NO_TASTE)
    mine = standing(seen, seat, own, seen.hand) + pending(seen, seen.phase, seat, own)
    others = [standing(seen, s, far, r.known) for s, r in enumerate(seen.rivals) if s != seat]
    rivals = 0.5 * max(others) + 0.5 * sum(others) / len(others)
    return 1 / (1 + math.exp(-(mine - RIVALS * rivals) / 10))


# ------------------------------------------------------------------ the way
NO_TASTE = -1
SHUNNED = 1.0  # what a space of another corridor seems to cost more, while the crews spread out


def taste(seen: View, seat: Seat) -> int:
    """In the first round each crew looks for a way of its own, by its place in the turn order."""
    if seen.round > 1:
        return NO_TASTE
    place = seen.order.index(seat)
    return place if place < len(LANDS[seen.options.continent].corridors) else NO_TASTE


def tile_cost(tile: Tile) -> float:
    """What entering a tile costs, in actions."""
    points = POINTS[tile] + (1.2 if DANGER[tile] else 0)
    return A_FUEL * FUEL[tile] + A_POINT * points + (0.6 if STOP[tile] else 0) + A_STEP


TILE_COST = tuple(tile_cost(tile) for tile in range(len(FUEL)))
LAID = tuple(max(0.3, 1.2 - 0.3 * cost) for cost in TILE_COST)  # one in a scout's fingers


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


def blanks(seen: View, far: Way, here: int) -> int:
    """How many of the next few spaces on the way are blank on the map."""
    board, first, count = seen.board, LANDS[seen.options.continent].first, 0
    for _ in range(AHEAD):
        here = far.next[here]
        count += board[here] == EMPTY and not CITY[first + here]
    return count


# ------------------------------------------------------------------ a crew
def money_worth(money: int) -> float:
    """The first francs are worth more than the last."""
    return min(money, 60) / 18 + max(0, min(money, 160) - 60) / 24 + max(0, money - 160) / 50


MONEY = tuple(money_worth(10 * tens) for tens in range(300))


def standing(seen: View, seat: Seat, far: Way, hand: tuple[Card, ...]) -> float:
    """A crew: what it has, less the way it still has to go."""
    crew, phase = seen.rivals[seat], seen.phase
    if seat in seen.arrivals:
        early = (4.0, 2.0, 1.0, 0.0)[seen.arrivals.index(seat)]
        prestige = crew.engine + crew.chassis + crew.money // 50
        return ARRIVED + PRESTIGE * prestige + early
    if isinstance(phase, Planning) and phase.sealed[seat] >= 0:
        crew = planned(crew, phase.sealed[seat])
    here = crew.space % SPACES
    unknown = blanks(seen, far, here) if crew.scouts else 0
    return resources(crew, hand, unknown) - far.cost[here]


def planned(crew: Rival, number: int) -> Rival:
    """The crew with the assistants of the plan behind its own screen."""
    plan = PLANS[number]
    return replace(
        crew,
        scouts=plan.scouts,
        mechanics=plan.mechanics,
        escorts=plan.escorts,
        financing=plan.financing,
    )


@functools.lru_cache(maxsize=1 << 14)
def resources(crew: Rival, hand: tuple[Card, ...], unknown: int) -> float:
    """What a crew has to go its way with: gauges, cards, money, assistants."""
    worth = WEAR[crew.engine + crew.chassis] + ENGINE[crew.engine] + CHASSIS[crew.chassis]
    worth += A_FUEL * crew.fuel + scouts_worth(crew, unknown)
    worth += sum([CARDS[card] for card in hand]) + A_CARD * (crew.cards - len(hand))
    worth += drives_worth(crew) + ESCORTS[crew.escorts]
    tens = crew.money // 10
    return worth + 0.03 * MONEY[tens] + 0.97 * MONEY[tens + FINANCING[crew.financing] // 10]


def scouts_worth(crew: Rival, unknown: int) -> float:
    """A scout is worth two tiles on the blanks ahead, or a card if there is room in the hand."""
    room = max(0, crew.chassis - crew.cards)
    laying = min(crew.scouts, (unknown + 1) // 2)
    drawing = min(crew.scouts - laying, room)
    return 0.9 * laying + 0.6 * drawing + 0.05 * crew.scouts


def drives_worth(crew: Rival) -> float:
    """Mechanics are worth the steps that fuel, bought fuel and engine allow, and repairs."""
    if not crew.mechanics:
        return 0.0
    bought = min(MOST_FUEL - crew.fuel, crew.money // FUEL_PRICE[crew.space])
    fuel = crew.fuel + 0.8 * bought
    drive = min(STEPS, float(crew.engine))
    steps = min(crew.mechanics * drive, fuel / FUEL_A_STEP)
    worn = MOST_ENGINE + MOST_CHASSIS - crew.engine - crew.chassis
    repair = 0.7 if worn > 4 or crew.engine < 2 else 0.0
    return 0.32 * steps + 0.2 * crew.mechanics + repair + 0.35 * min(crew.fuel, 4)


# ------------------------------------------------------------------ what is going on
def pending(seen: View, phase: Phase, seat: Seat, far: Way) -> float:
    """What the decision in progress is still worth to the seat that takes it."""
    if getattr(phase, "seat", None) != seat:
        return 0.0
    crew = seen.rivals[seat]
    match phase:
        case Driving():
            return drive_worth(seen, crew, phase.left, far)
        case Bearing():
            return pending(seen, phase.then, seat, far) - 0.8 * phase.points
        case Facing():
            cost = 0.5 if crew.escorts else 1.5
            return pending(seen, phase.then, seat, far) - cost
        case Halting():
            return pending(seen, phase.then, seat, far) if GUIDE in seen.hand else 0.0
        case Laying():
            return sum([LAID[tile] for tile in phase.tiles])
        case Repairing():
            return repair_worth(seen, crew)
        case Supplied():
            return sum(sorted([CARDS[card] for card in phase.drawn])[1:])
        case Lifting():
            return 0.42
        case Hunting():
            return 0.4
        case Sabotaging():
            return 0.8
        case Swindling():
            return 0.1
        case _:
            return 0.0


def drive_worth(seen: View, crew: Rival, left: int, far: Way) -> float:
    """The steps of a drive that are still to come: along the cheapest way, as far as fuel goes."""
    here, fuel, worth = crew.space, crew.fuel, 0.0
    first = here - here % SPACES
    while left:
        before, here = here, first + far.next[here % SPACES]
        if here not in NEXT[before]:  # a route: only now, and if there is money
            paid = [route.price for route in ROUTES[before] if route.to == here]
            return 0.45 if before == crew.space and paid and paid[0] <= crew.money else worth
        tile = seen.board[here % SPACES]
        if CITY[here]:
            return worth + (0.45 if fuel else 0.0)
        if tile == EMPTY:
            return worth + (0.4 if fuel > 1 and crew.engine + crew.chassis > 2 else 0.1)
        fuel -= FUEL[tile] + BLACK_FUEL[here]
        if fuel < 0 or crew.engine + crew.chassis <= POINTS[tile]:
            return worth
        worth += 0.5
        if STOP[tile]:
            return worth
        left -= 1
    return worth


def repair_worth(seen: View, crew: Rival) -> float:
    """What the repair in progress can still mend, less what it costs: the best of all mixtures."""
    price, tens = PARTS_PRICE[crew.space], crew.money // 10
    hand, best = seen.hand, 0.0
    for sets in range(2 if crew.money >= price else 1):
        paid = MONEY[tens] - MONEY[tens - sets * price // 10]
        for toolboxes in range(hand.count(TOOLBOX) + 1):
            for parts in range(hand.count(PARTS) + 1):
                mended = mending_worth(crew, sets + parts + TOOLBOX_POINTS * toolboxes)
                cards = CARDS[TOOLBOX] * toolboxes + CARDS[PARTS] * parts
                best = max(best, mended - cards - paid)
    return best


def mending_worth(crew: Rival, points: int) -> float:
    """So many points more, the engine's first."""
    engine = min(MOST_ENGINE, crew.engine + points)
    chassis = min(MOST_CHASSIS, crew.chassis + crew.engine + points - engine)
    before = WEAR[crew.engine + crew.chassis] + ENGINE[crew.engine] + CHASSIS[crew.chassis]
    return WEAR[engine + chassis] + ENGINE[engine] + CHASSIS[chassis] - before

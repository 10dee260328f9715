"""Q40: a crew with no fuel, no money and no cards still has a way on, wherever it stands.

From every space of both maps, in both directions, with the dearest tiles everywhere and the bag
empty, a patient crew comes one space nearer to the goal within a few rounds, with nothing but its
assistants. Step by step that is the goal.
"""

from __future__ import annotations

import random
from typing import Literal

import pytest
from msgspec.structs import replace

from paddock.core.chance import UnrecordedChance
from paddock.core.game import Ask
from paddock.games.great_race.data import (
    CITY,
    DANGER,
    EMPTY,
    FUEL_PRICE,
    JOINS,
    LANDS,
    NEXT,
    POINTS,
    ROUTES,
    SPACES,
    TILE,
    Space,
    Vehicle,
    steps_from,
)
from paddock.games.great_race.game import GAME
from paddock.games.great_race.moves import (
    BUY,
    DRIVE,
    FINANCE,
    GO,
    HALT,
    PASS,
    REPAIR,
    Lose,
    Mend,
    Move,
    Plan,
    sail,
)
from paddock.games.great_race.phases import Driving, Planning, Sequence
from paddock.games.great_race.rules.ground import fuel_cost, goal
from paddock.games.great_race.state import Crew, Options, State

ROUNDS = 12
DEAREST = {"africa": ("mountain", "bandits"), "south-america": ("pass", "outlaws")}


def empty_handed(options: Options, space: Space, tile: str) -> State:
    """Nothing left, anywhere, and the dearest tile on every space."""
    land = LANDS[options.continent]
    board = tuple(EMPTY if CITY[s] else TILE[tile] for s in land.spaces)
    poor = Crew(Vehicle.FRENCH, space, 0, 0, 0, 0)
    start = land.north if goal(options) == land.south else land.south
    rival = Crew(Vehicle.ITALIAN, start, 8, 5, 5, 80)
    state = GAME.setup(options, 2, UnrecordedChance(random.Random(1))).state
    return replace(
        state,
        order=(0, 1),
        pile=(1, 0),
        crews=(poor, rival),
        board=board,
        bag=(),
        deck=(),
        market=(),
        phase=Planning((None, None)),
    )


def ahead(state: State) -> Space:
    """The next space on a shortest way to the goal."""
    steps = steps_from(goal(state.options), JOINS)
    return min(JOINS[state.crews[0].space], key=lambda s: steps[s])


def lacking(state: State) -> tuple[int, int, int]:
    """Fuel, points and money that the next space needs and the crew lacks."""
    crew, to = state.crews[0], ahead(state)
    fuel, points, money = 1, 0, 0
    if not CITY[to]:
        tile = state.board[to % SPACES]
        fuel, points = fuel_cost(to, tile), POINTS[tile] + 2 * DANGER[tile]
    if to not in NEXT[crew.space]:
        money = next(route.price for route in ROUTES[crew.space] if route.to == to)
    points = max(points, 1)  # an engine to drive with
    return fuel - crew.fuel, points - crew.engine - crew.chassis, money - crew.money


def patient(state: State, ask: Ask[Move]) -> Move:
    """Mend first, then fill the tank, then save for the passage, then go."""
    crew, phase = state.crews[0], state.phase
    fuel, points, money = lacking(state)
    match phase:
        case Planning():
            ready = fuel <= 0 and money <= 0
            return Plan(0, 1, 0, 4) if points > 0 or ready else Plan(0, 0, 0, 5)
        case Sequence():
            affordable = crew.money // FUEL_PRICE[crew.space]
            if fuel > 0 and points <= 0 and BUY[min(fuel, affordable)] in ask.options:
                return BUY[min(fuel, affordable)]
            if FINANCE in ask.options:
                return FINANCE
            if points > 0 and REPAIR in ask.options:
                return REPAIR
            return DRIVE if DRIVE in ask.options and fuel <= 0 and money <= 0 else PASS
        case Driving():
            to = ahead(state)
            for move in (GO[to], sail(to, 0)):
                if move in ask.options:
                    return move
            return HALT
    repairs = [m for m in ask.options if isinstance(m, Mend) and m.sets]
    if repairs:  # the engine first
        return max(repairs, key=lambda m: (m.engine if crew.engine == 0 else m.chassis, m.engine))
    losses = [m for m in ask.options if isinstance(m, Lose)]
    return losses[0] if losses else ask.default_move


def idle(ask: Ask[Move]) -> Move:
    return PASS if PASS in ask.options else ask.default_move


@pytest.mark.parametrize("direction", ["south", "north"])
@pytest.mark.parametrize("continent", ["africa", "south-america"])
@pytest.mark.parametrize("which", [0, 1])
def test_there_is_a_way_on_from_everywhere(
    continent: Literal["africa", "south-america"], direction: Literal["south", "north"], which: int
) -> None:
    options = Options(continent, direction, 60)
    for space in LANDS[continent].spaces:
        if space == goal(options):
            continue
        state = empty_handed(options, space, DEAREST[continent][which])
        luck = UnrecordedChance(random.Random(space))
        while state.crews[0].space == space and state.round <= ROUNDS:
            asks = GAME.asks(state)
            ask = asks[0]
            move = patient(state, ask) if ask.seat == 0 else idle(ask)
            state = GAME.play(state, ask.seat, move, luck).state
        assert state.crews[0].space != space, f"stuck for {ROUNDS} rounds at {space}"

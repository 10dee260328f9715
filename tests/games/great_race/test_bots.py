"""What the evaluation knows: the way, the tank, the blanks on the map, an empty cashbox."""

from __future__ import annotations

import random

from msgspec.structs import replace

from paddock.bots import make
from paddock.core.chance import Fresh
from paddock.core.notation import read_facts
from paddock.games.great_race import RACE
from paddock.games.great_race.bots import evaluate
from paddock.games.great_race.bots.ways import APART, NO_TASTE, way
from paddock.games.great_race.data import EMPTY, LANDS, SPACE, SPACES, TILE
from paddock.games.great_race.game import GAME
from paddock.games.great_race.moves import DRIVE, Buy, Go, Move, Plan
from paddock.games.great_race.notation import begin, place
from paddock.games.great_race.state import Options, State

NAMES = ("alex", "bob")
AFRICA = LANDS["africa"]


def position(*lines: str, options: Options | None = None) -> State:
    return place(read_facts(lines), options or Options(), NAMES)


def worth(*lines: str) -> float:
    return evaluate(GAME.view(position(*lines), 0), 0)


def chosen(state: State, part: str) -> Move:
    """What a greedy bot does when that part begins."""
    luck = Fresh(random.Random(7))
    state = begin(state, part, luck).state
    ask = next(ask for ask in GAME.asks(state) if ask.seat == 0)
    move: Move = make("greedy", RACE).choose(GAME.view(state, 0), ask, luck)
    return move


def test_nearer_is_better() -> None:
    assert worth("alex space STA") > worth("alex space GAO") > worth("alex space CB")


def test_fuel_points_money_and_cards_are_worth_something() -> None:
    poor = "alex fuel 2 engine 2 chassis 2 money 20"
    assert worth("alex fuel 4 engine 2 chassis 2 money 20") > worth(poor)
    assert worth("alex fuel 2 engine 3 chassis 2 money 20") > worth(poor)
    assert worth("alex fuel 2 engine 2 chassis 2 money 60") > worth(poor)
    assert worth(poor + " hand pilot") > worth(poor)


def test_a_rival_who_is_ahead_makes_it_worse() -> None:
    assert worth("bob space CB") > worth("bob space JOH")


def test_who_has_arrived_stands_better_than_who_has_not() -> None:
    there = worth("alex space CAP engine 1 chassis 0 money 0 passed yes", "table arrivals alex")
    assert there > worth("alex space a42 engine 1 chassis 0 money 0")


def test_the_way_goes_round_a_dear_tile() -> None:
    goal, board = AFRICA.south, (EMPTY,) * SPACES
    plain = way(goal, board, NO_TASTE)
    here = SPACE["a8"] % SPACES
    first = plain.next[here]
    blocked = replace_tile(board, first, TILE["mountain"])
    cheap = replace_tile(board, SPACE["a9"] % SPACES, TILE["track"])
    assert way(goal, blocked, NO_TASTE).cost[here] >= plain.cost[here]
    assert way(goal, cheap, NO_TASTE).cost[here] <= plain.cost[here]


def replace_tile(board: tuple[int, ...], at: int, tile: int) -> tuple[int, ...]:
    return (*board[:at], tile, *board[at + 1 :])


def test_in_a_city_the_tank_is_filled() -> None:
    state = position("alex space LAM fuel 1 money 120 mechanics 2", "bob scouts 1")
    move = chosen(state, "convoy")
    assert isinstance(move, Buy)
    assert move.fuel >= 5


def test_a_crew_without_fuel_and_money_finances() -> None:
    tiles = "table tiles a1:track,a2:track,a8:track,a10:sand,a16:track,a19:track round 3"
    state = position("alex space a8 fuel 0 money 0 chassis 2", "bob space a8", tiles)
    move = chosen(state, "planning")
    assert isinstance(move, Plan)
    assert move.financing >= 3


def test_a_rich_crew_with_blanks_ahead_scouts() -> None:
    move = chosen(position("alex fuel 8 money 400"), "planning")
    assert isinstance(move, Plan)
    assert move.scouts >= 1
    assert move.mechanics >= 1


def test_a_crew_saves_for_a_round_in_which_it_drives_far() -> None:
    poor = chosen(position("alex fuel 8 money 80", "table round 3"), "planning")
    rich = chosen(position("alex fuel 8 money 200", "table round 3"), "planning")
    assert isinstance(poor, Plan)
    assert isinstance(rich, Plan)
    assert poor.financing == 5
    assert rich.mechanics >= 3


def test_before_the_goal_nobody_waits_for_more_prestige() -> None:
    state = position("alex space a42 fuel 2 money 120 mechanics 2 financing 3", "bob scouts 1")
    assert chosen(state, "convoy") == DRIVE
    luck = Fresh(random.Random(7))
    state = GAME.play(begin(state, "convoy", luck).state, 0, DRIVE, luck).state
    (ask,) = GAME.asks(state)
    move = make("greedy", RACE).choose(GAME.view(state, 0), ask, luck)
    assert move == Go(AFRICA.south)


def test_a_vehicle_that_broke_down_is_mended() -> None:
    broken = position("alex space a42 fuel 2 money 120 engine 0 chassis 1", "table round 7")
    move = chosen(broken, "planning")
    assert isinstance(move, Plan)
    assert move.mechanics >= 2, "one mends, one drives"


def test_the_crews_look_for_ways_of_their_own_at_first_only() -> None:
    state = position("table order alex,bob")
    later = replace(state, round=APART + 1)
    board, goal = state.board, AFRICA.south
    assert way(goal, board, 0).cost != way(goal, board, 1).cost
    assert evaluate(GAME.view(state, 0), 0) != evaluate(GAME.view(later, 0), 0)


def test_a_crew_may_have_hoarded_money_for_sixty_rounds() -> None:
    assert worth("alex money 12000") > worth("alex money 400")

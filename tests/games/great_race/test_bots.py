"""What the evaluation knows: the way, the tank, the blanks on the map, an empty cashbox."""

from __future__ import annotations

import random

import pytest
from msgspec import convert
from msgspec.structs import replace

from paddock.bots import make_bot
from paddock.bots.bot import sensible_ask
from paddock.core.chance import UnrecordedChance
from paddock.core.notation import read_facts
from paddock.games.great_race import RACE
from paddock.games.great_race.bots import evaluate
from paddock.games.great_race.bots.ways import best_way
from paddock.games.great_race.data import EMPTY, HUNTER, LANDS, SABOTEUR, SPACE, SPACES, TILE
from paddock.games.great_race.game import GAME
from paddock.games.great_race.moves import (
    CLEAR,
    DRIVE,
    EXPLORE,
    HALT,
    RECRUIT,
    Buy,
    Go,
    Move,
    Pick,
    Plan,
    Sabotage,
)
from paddock.games.great_race.notation import begin, place
from paddock.games.great_race.phases import Handover, Hunting, Sabotaging
from paddock.games.great_race.state import Options, State

NAMES = ("alex", "bob")
AFRICA = LANDS["africa"]


def position(*lines: str, options: Options | None = None) -> State:
    return place(read_facts(lines), options or Options(), NAMES)


def worth(*lines: str) -> float:
    return evaluate(GAME.view(position(*lines), 0), 0)


def greedy_move(state: State, part: str) -> Move:
    """What a greedy bot does when that part begins."""
    luck = UnrecordedChance(random.Random(7))
    state = begin(state, part, luck).state
    ask = next(ask for ask in GAME.asks(state) if ask.seat == 0)
    move: Move = make_bot("greedy", RACE).choose(GAME.view(state, 0), ask, luck)
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
    plain = best_way(goal, board, 0)
    here = SPACE["a8"] % SPACES
    first = plain.next[here]
    blocked = replace_tile(board, first, TILE["mountain"])
    cheap = replace_tile(board, SPACE["a9"] % SPACES, TILE["track"])
    assert best_way(goal, blocked, 0).cost[here] >= plain.cost[here]
    assert best_way(goal, cheap, 0).cost[here] <= plain.cost[here]


def replace_tile(board: tuple[int, ...], at: int, tile: int) -> tuple[int, ...]:
    return (*board[:at], tile, *board[at + 1 :])


def test_in_a_city_before_a_long_way_the_tank_is_filled() -> None:
    state = position("alex space LAM fuel 1 money 120 mechanics 2", "bob scouts 1")
    move = greedy_move(state, "convoy")
    assert isinstance(move, Buy)
    assert move.fuel >= 4


def test_a_crew_without_fuel_and_money_finances() -> None:
    tiles = "table tiles a1:track,a2:track,a8:track,a10:sand,a16:track,a19:track round 3"
    state = position("alex space a8 fuel 0 money 0 chassis 2", "bob space a8", tiles)
    move = greedy_move(state, "planning")
    assert isinstance(move, Plan)
    assert move.financing >= 3


def test_a_crew_with_a_full_tank_sets_off_in_round_1() -> None:
    for continent, direction in (("africa", "south"), ("south-america", "north")):
        options = convert({"continent": continent, "direction": direction}, Options)
        move = greedy_move(position("alex fuel 8 money 80", options=options), "planning")
        assert isinstance(move, Plan)
        assert move.mechanics >= 1
        assert move.financing <= 3, "the rest is for a fare"


def test_a_crew_that_cannot_go_far_has_its_way_scouted() -> None:
    move = greedy_move(position("alex space NIA fuel 5 money 20", "table round 3"), "planning")
    assert isinstance(move, Plan)
    assert move.scouts >= 2


def test_an_escort_is_worth_more_when_a_rival_openly_holds_a_saboteur() -> None:
    def escort(rival: str) -> float:
        near = "alex space a41 fuel 6 money 60"
        tiles = "table tiles a41:track,a40:track,a42:track"
        return worth(near + " escorts 1", rival, tiles) - worth(near, rival, tiles)

    assert escort("bob space a41 hand saboteur known saboteur") > escort(
        "bob space a41 hand saboteur"
    )


def test_before_the_goal_nobody_waits_for_more_prestige() -> None:
    state = position("alex space a42 fuel 2 money 120 mechanics 2 financing 3", "bob scouts 1")
    assert greedy_move(state, "convoy") == DRIVE
    luck = UnrecordedChance(random.Random(7))
    state = GAME.play(begin(state, "convoy", luck).state, 0, DRIVE, luck).state
    (ask,) = GAME.asks(state)
    move = make_bot("greedy", RACE).choose(GAME.view(state, 0), ask, luck)
    assert move == Go(AFRICA.south)


def test_a_vehicle_that_broke_down_is_mended() -> None:
    broken = position("alex space a42 fuel 2 money 120 engine 0 chassis 1", "table round 7")
    move = greedy_move(broken, "planning")
    assert isinstance(move, Plan)
    assert move.mechanics >= 2, "one mends, one drives"


def test_a_passage_is_on_the_way_of_those_who_can_pay_it() -> None:
    land, board = LANDS["south-america"], (EMPTY,) * SPACES
    here, there = SPACE["STG"] % SPACES, SPACE["PUN"] % SPACES
    assert best_way(land.south, board, 200).next[here] == there
    assert best_way(land.south, board, 70).next[here] != there
    island = SPACE["TAN"]
    assert best_way(AFRICA.south, board, 0).next[island] in (
        SPACE["BEI"],
        SPACE["DAR"],
        SPACE["CAP"],
    )


def test_fuel_is_bought_also_by_those_who_can_then_no_longer_pay_a_fare_at_once() -> None:
    """With 120 F, just the fare from Beira, crews kept their money and burnt a mechanic."""
    for city in ("LEO", "STA", "BAN", "ELI", "ALB"):
        state = position(f"alex space {city} fuel 1 money 120 mechanics 2", "bob scouts 1")
        assert isinstance(greedy_move(state, "convoy"), Buy), city


@pytest.mark.parametrize("rival", ["bob scouts 1", "bob space a40 mechanics 2", "bob space CAP"])
@pytest.mark.parametrize("left", [1, 3])
def test_nobody_halts_beside_the_goal_with_the_fuel_to_enter_it(rival: str, left: int) -> None:
    arrived = ("table arrivals bob",) if "CAP" in rival else ()
    mine = f"alex space a42 fuel 1 engine {left} chassis 0 money 0 mechanics 2 financing 3"
    state = position(mine, rival, *arrived, "table order alex,bob")
    luck = UnrecordedChance(random.Random(7))
    state = GAME.play(begin(state, "convoy", luck).state, 0, DRIVE, luck).state
    (ask,) = GAME.asks(state)
    assert {Go(AFRICA.south), HALT} <= set(ask.options)
    assert make_bot("greedy", RACE).choose(GAME.view(state, 0), ask, luck) == Go(AFRICA.south)


@pytest.mark.parametrize("escorts", [0, 1])
def test_a_saboteur_breaks_what_hurts_most_also_where_it_may_be_cancelled(escorts: int) -> None:
    state = position(f"bob engine 2 chassis 5 escorts {escorts}")
    state = replace(state, phase=Sabotaging(0, SABOTEUR, Handover(0)))
    assert greedy_answer(state) == Sabotage(1, 2, 0)


@pytest.mark.parametrize("escorts", [0, 1])
@pytest.mark.parametrize("first", [None, "a17"])
def test_a_hunter_clears_the_way_and_does_not_spoil_it(escorts: int, first: str | None) -> None:
    tiles = "table tiles a1:track,a2:track,a8:mountain,a9:track,a17:mountain"
    state = position("alex space CB", f"bob space CB escorts {escorts}", tiles)
    one = None if first is None else SPACE[first]
    state = replace(state, phase=Hunting(0, HUNTER, one, Handover(0)))
    assert greedy_answer(state) in (Pick(SPACE["a8"]), Pick(SPACE["a17"]))


def greedy_answer(state: State) -> Move:
    """What a greedy bot says to the first seat's question."""
    luck = UnrecordedChance(random.Random(7))
    move: Move = make_bot("greedy", RACE).choose(GAME.view(state, 0), GAME.asks(state)[0], luck)
    return move


def test_a_crew_may_have_hoarded_money_for_sixty_rounds() -> None:
    assert worth("alex money 12000") > worth("alex money 400")


def sensible_moves(state: State, part: str) -> list[Move]:
    """The options that bots consider when that part begins."""
    state = begin(state, part, UnrecordedChance(random.Random(7))).state
    ask = next(ask for ask in GAME.asks(state) if ask.seat == 0)
    return list(sensible_ask(RACE, GAME.view(state, 0), ask).options)


def test_a_drive_that_was_begun_is_not_ended_on_the_spot() -> None:
    tiles = "table tiles a1:track"
    assert HALT not in sensible_moves(position("alex fuel 5", tiles), "drive")
    assert sensible_moves(position("alex fuel 0 space a1", tiles), "drive")[-1] == HALT


def test_nobody_sets_off_without_fuel() -> None:
    assert DRIVE in sensible_moves(position("alex mechanics 1 fuel 1"), "convoy")
    assert DRIVE not in sensible_moves(position("alex mechanics 1 fuel 0 money 0"), "convoy")


def test_escorts_leave_tiles_that_all_have_passed() -> None:
    behind = "table tiles a1:track,a2:track,a8:track"
    assert CLEAR not in sensible_moves(
        position("alex escorts 1 space a8", behind, "bob space a8"), "convoy"
    )
    assert CLEAR in sensible_moves(
        position("alex escorts 1 space a8", behind, "bob space a1"), "convoy"
    )


def test_a_scout_draws_where_no_tiles_are_missing() -> None:
    away = "table tiles a42:track"
    moves = sensible_moves(position("alex scouts 1 space a42 chassis 5", away), "convoy")
    assert RECRUIT in moves
    assert EXPLORE not in moves
    assert EXPLORE in sensible_moves(position("alex scouts 1"), "convoy")

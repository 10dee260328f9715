"""Races between bots have the length and the spread that the components were tuned for."""

from __future__ import annotations

import pytest

from paddock.games.great_race.data import CONTINENTS, Continent
from paddock.games.great_race.state import Options
from tests.games.great_race.figures import (
    DIRECTIONS,
    ROUNDS,
    Direction,
    Race,
    cell,
    corridor,
    race,
    races,
    told,
)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("continent", CONTINENTS)
def test_greedy_crews_arrive_after_4_to_9_rounds(
    continent: Continent, direction: Direction, seats: int
) -> None:
    found = list(races(Options(continent, direction), seats, 3, 5))
    assert {r.rounds for r in found} <= set(ROUNDS)
    assert "3 races, 0 without an arrival" in told(found, seats)[0]


def test_the_same_seed_is_the_same_race() -> None:
    options = Options("south-america", "north")
    assert race(options, 2, "7") == race(options, 2, "7")


def test_a_corridor_is_the_one_most_spaces_are_in() -> None:
    from paddock.games.great_race.data import SPACE

    assert corridor([SPACE[id] for id in ("CB", "LAG", "LUA", "WAL", "LIV", "CAP")]) == "west"


def test_the_table_says_what_does_not_hold() -> None:
    fair = [Race(5, seat, seat, way, 1) for seat in (0, 1) for way in ("west", "east")]
    assert cell(fair, 2).row("fair").endswith("holds")
    one_way = cell([Race(5, seat, seat, "west", 1) for seat in (0, 1)], 2)
    assert one_way.row("one way").endswith("corridor")
    short = cell([Race(3, seat, seat, "east", 1) for seat in (0, 1)], 2)
    assert short.row("short").endswith("rounds, corridor")
    assert (one_way + short).races == 4
    ways = ("west", "centre", "east") * 400
    hasty = cell([Race(3 if n == 7 else 5, n % 2, 0, way, 1) for n, way in enumerate(ways)], 2)
    assert hasty.row("one hasty race of many").endswith("rounds")
    first = cell([Race(5, 0, 0, way, 1) for way in ("west", "east") * 500], 2)
    assert first.row("first").endswith("seat")


def test_a_seat_is_counted_in_the_races_it_was_in() -> None:
    two = cell([Race(5, seat, seat, "west", 1) for seat in (0, 1)], 2)
    three = cell([Race(5, seat, seat, "west", 1) for seat in (0, 1, 2)], 3)
    both = two + three
    assert both.times_its_share(both.seats) == 1.0

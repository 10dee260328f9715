"""Races between bots have the length and the spread that the components were tuned for."""

from __future__ import annotations

from paddock.games.great_race.state import Options
from tests.games.great_race.figures import corridor, race, races, told


def test_greedy_crews_arrive_in_a_handful_of_rounds() -> None:
    found = list(races(Options(), 4, 3, 5))
    assert all(r.winner >= 0 for r in found)
    assert all(2 <= r.rounds <= 12 for r in found)
    assert "3 races, 0 without an arrival" in told(found, 4)[0]


def test_the_same_seed_is_the_same_race() -> None:
    options = Options("south-america", "north")
    assert race(options, 2, "7") == race(options, 2, "7")


def test_a_corridor_is_the_one_most_spaces_are_in() -> None:
    from paddock.games.great_race.data import SPACE

    assert corridor([SPACE[id] for id in ("CB", "LAG", "LUA", "WAL", "LIV", "CAP")]) == "west"

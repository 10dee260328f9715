"""The command that holds many races against the bounds: what it counts, and that it is strict."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace
from tools.games.great_race_figures import (
    BOUNDS,
    CORRIDOR,
    KINDS,
    Kind,
    Tally,
    corridor,
    holds,
    light_way,
    luckiest_seat,
    race,
    report,
    way_report,
)

from paddock.games.great_race.data import LANDS, SPACE

FINE = Tally(
    races=100,
    crews=300,
    moved_at_once=240,
    plans=1000,
    all_on_one=100,
    scouts=500,
    mechanics=2100,
    escorts=400,
    financing=2000,
    drives=1000,
    at_the_limit=200,
    far=250,
    gained=1000,
    thrown_away=200,
    arrived=100,
    several=55,
    first_wins=75,
    rounds=Counter({3: 1, 5: 99}),
    corridors=Counter({"west": 60, "east": 40}),
)


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_somebody_arrives_after_3_to_10_rounds_and_nobody_waits_at_the_door(kind: Kind) -> None:
    found = race(kind, "5")
    assert found.arrived == 1
    assert set(found.rounds) <= set(range(3, 11))
    assert found.at_the_door == 0


def test_the_same_seed_is_the_same_race() -> None:
    kind = Kind("south-america", "north", 2)
    assert race(kind, "7") == race(kind, "7")


def test_a_corridor_is_the_one_most_spaces_are_in() -> None:
    assert corridor([SPACE[id] for id in ("CB", "LAG", "LUA", "WAL", "LIV", "CAP")]) == "west"


def test_what_is_just_within_its_bound_holds() -> None:
    assert holds({KINDS[0]: FINE})
    assert not any("DOES NOT HOLD" in line for line in report({KINDS[0]: FINE}))


@pytest.mark.parametrize(
    ("field", "value", "line"),
    [
        ("moved_at_once", 239, "crews that move in round 1"),
        ("all_on_one", 101, "plans with all five on one post"),
        ("scouts", 499, "scouts, of five"),
        ("mechanics", 1199, "mechanics, of five"),
        ("escorts", 399, "escorts, of five"),
        ("financing", 2001, "financing, of five"),
        ("at_the_limit", 199, "drives that reach the engine's limit"),
        ("far", 249, "drives of three spaces or more"),
        ("thrown_away", 201, "cards gained and thrown away"),
        ("several", 54, "races in which two or more crews arrive"),
        ("first_wins", 76, "first to arrive also wins"),
        ("rounds", Counter({3: 60, 5: 40}), "rounds: median"),
        ("rounds", Counter({2: 2, 5: 98}), "races of 3 to 10 rounds"),
        ("at_the_door", 1, "halts beside the goal, a race"),
        ("corridors", Counter({"west": 61, "east": 39}), "winners by the most used corridor"),
    ],
)
def test_what_is_just_beyond_it_does_not(field: str, value: object, line: str) -> None:
    found = {KINDS[0]: replace(FINE, **{field: value})}
    assert not holds(found)
    (wrong,) = [row for row in report(found) if "DOES NOT HOLD" in row]
    assert wrong.startswith(line)


def test_corridors_are_held_to_their_bound_in_each_direction() -> None:
    south, north = Kind("africa", "south", 2), Kind("africa", "north", 2)
    east = replace(FINE, corridors=Counter({"east": 100}))
    west = replace(FINE, corridors=Counter({"west": 100}))
    found = {south: west, north: east}
    assert not holds(found)
    wrong = [row for row in report(found) if "DOES NOT HOLD" in row]
    assert [row.split("(")[1].split(":")[0] for row in wrong] == ["africa south", "africa north"]


def test_every_bound_has_a_name_of_its_own() -> None:
    names = [bound.name for bound in (*BOUNDS, CORRIDOR)]
    assert len(set(names)) == len(names)


def test_each_continent_has_a_way_without_black_spaces() -> None:
    assert [light_way(land) for land in LANDS.values()] == [18, 17]


def test_a_seat_is_counted_in_the_races_it_was_in() -> None:
    two = Tally(winners=Counter({(2, 0): 1, (2, 1): 1}))
    three = Tally(winners=Counter({(3, 0): 1, (3, 1): 1, (3, 2): 1}))
    assert luckiest_seat(two + three) == 1.0


def test_the_table_of_ways_counts_spaces_and_passages_by_race() -> None:
    sea = (SPACE["TAN"], SPACE["CAP"])
    tally = replace(
        FINE,
        entered=Counter({SPACE["CAP"]: 100, SPACE["TAN"]: 4}),
        sailed=Counter({sea: 4}),
        with_passage=30,
        several=70,
    )
    lines = list(way_report({KINDS[0]: tally}))
    assert lines[0] == "africa: 100 races"
    assert "TAN 4%, CAP 100%" in lines[1]
    assert "TAN-CAP (80 F) 4%" in lines[2]
    assert "TAN" in lines[3]
    assert "CAP" not in lines[3]
    assert not any("DOES NOT HOLD" in line for line in lines)

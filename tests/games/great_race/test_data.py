"""The components: counts, tables cell by cell where they are printed, maps that hang together."""

from __future__ import annotations

import math
from collections import Counter

import pytest

from paddock.games.great_race import data
from paddock.games.great_race.data import (
    BLACK,
    CARD_ID,
    CITY,
    CITY_CARDS,
    DANGER,
    DECK,
    FUEL,
    KIND,
    LANDS,
    NEXT,
    PLACE,
    POINTS,
    ROUTES,
    ROW,
    SIGN,
    SPACE,
    STOP,
    TILE,
    TILE_ID,
    WHEN,
    Land,
)

PRINTED = {  # copies, when, danger sign; the last two counts are reconstructed
    "hunter": (2, "before", True),
    "ranger": (3, "any", False),
    "cartographer": (3, "before", False),
    "supplier": (2, "before", False),
    "transport": (2, "drive", False),
    "mechanic": (3, "before", False),
    "pilot": (3, "before", False),
    "saboteur": (3, "before", True),
    "swindler": (2, "before", True),
    "financier": (2, "before", False),
    "toolbox": (2, "repair", False),
    "guide": (2, "drive", False),
    "refuelling": (2, "before", False),
    "parts": (8, "repair", False),
    "jerrycan": (9, "any", False),
}
BOTH = pytest.mark.parametrize("land", LANDS.values(), ids=list(LANDS))


def test_there_are_48_cards_of_15_kinds_as_printed() -> None:
    counts = Counter(CARD_ID[card] for card in DECK)
    found = {id: (counts[id], WHEN[card], SIGN[card]) for card, id in enumerate(CARD_ID)}
    assert found == PRINTED
    assert len(DECK) == 48


def test_the_printed_figures() -> None:
    assert data.START_MONEY == {2: (80, 70), 3: (80, 80, 70), 4: (80, 80, 80, 70)}
    assert data.BONUS == {2: (20, 0), 3: (20, 10, 0), 4: (20, 10, 0, 0)}
    assert data.FINANCING == (0, 10, 20, 40, 70, 110)
    assert data.ARRIVAL == (5, 3, 1, 0)
    assert data.FRANCS_A_POINT == 50
    assert {data.FUEL_PRICE[s] for s in range(120) if CITY[s]} == {10}
    assert {data.FUEL_PRICE[s] for s in range(120) if not CITY[s]} == {20}
    assert {data.PARTS_PRICE[s] for s in range(120) if CITY[s]} == {20}
    assert {data.PARTS_PRICE[s] for s in range(120) if not CITY[s]} == {40}
    assert (data.TRANSPORT_SAVES, data.FINANCIER_PAYS, data.REFUELLING_GIVES) == (50, 30, 5)
    assert (data.DANGER_POINTS, data.SABOTAGE_POINTS, data.TOOLBOX_POINTS) == (2, 2, 3)
    assert (data.MOST_FUEL, data.MOST_ENGINE, data.MOST_CHASSIS) == (8, 5, 5)


@BOTH
def test_a_bag_has_60_tiles_of_its_own_continent(land: Land) -> None:
    assert len(land.bag) == 60
    assert Counter(land.bag).most_common()[-1][1] >= 2, "perft draws two of each"
    half = range(10) if land.id == "africa" else range(10, 20)
    assert set(land.bag) == set(half)


def test_the_tiles_cell_by_cell() -> None:
    table = {
        "track": (1, 0, False, False),
        "savannah": (2, 0, False, False),
        "sand": (3, 0, False, False),
        "rocks": (2, 2, False, False),
        "jungle": (3, 1, False, False),
        "swamp": (3, 0, False, True),
        "ford": (2, 1, False, True),
        "mountain": (3, 1, False, True),
        "beasts": (2, 0, True, False),
        "bandits": (3, 0, True, False),
    }
    for number, (id, row) in enumerate(table.items()):
        for tile in (TILE[id], number + 10):  # the other continent's costs the same
            assert (FUEL[tile], POINTS[tile], DANGER[tile], STOP[tile]) == row, TILE_ID[tile]


def test_no_space_costs_more_than_4_fuel_and_2_points() -> None:
    assert max(FUEL) + 1 <= 4
    assert max(p + 2 * d for p, d in zip(POINTS, DANGER, strict=True)) <= 2


@pytest.mark.parametrize(
    ("continent", "kinds", "links", "routes"),
    [
        ("africa", {"purple": 2, "city": 19, "tile": 29, "black": 10}, 111, 9),
        ("south-america", {"purple": 2, "city": 21, "tile": 26, "black": 11}, 108, 10),
    ],
)
def test_what_a_continent_is_made_of(
    continent: str, kinds: dict[str, int], links: int, routes: int
) -> None:
    land = LANDS[continent]
    assert Counter(KIND[s] for s in land.spaces) == kinds
    assert sum(len(NEXT[s]) for s in land.spaces) == 2 * links
    assert sum(len(ROUTES[s]) for s in land.spaces) == 2 * routes


@BOTH
def test_everything_hangs_together(land: Land) -> None:
    assert set(data.steps_from(land.north, data.JOINS)) == set(land.spaces)
    for space in land.spaces:
        assert all(space in NEXT[neighbour] for neighbour in NEXT[space])
        assert all(CITY[route.to] for route in ROUTES[space])
        assert CITY[space] or not CITY_CARDS[space]


@BOTH
def test_rows_go_by_latitude_from_1_to_15(land: Land) -> None:
    by_latitude = sorted(land.spaces, key=lambda s: -PLACE[s][0])
    rows = [ROW[s] for s in by_latitude]
    assert rows == sorted(rows)
    assert set(rows) == set(range(1, 16))
    assert (ROW[land.north], ROW[land.south]) == (1, 15)


@BOTH
def test_neighbours_are_near_each_other_on_the_globe(land: Land) -> None:
    for space in land.spaces:
        for neighbour in NEXT[space]:
            assert kilometres(space, neighbour) < 1700, (space, neighbour)


def kilometres(one: int, other: int) -> float:
    (a, b), (c, d) = (tuple(map(math.radians, PLACE[s])) for s in (one, other))
    haversine = math.sin((c - a) / 2) ** 2 + math.cos(a) * math.cos(c) * math.sin((d - b) / 2) ** 2
    return 2 * 6371 * math.asin(math.sqrt(haversine))


@pytest.mark.parametrize(
    ("continent", "steps", "light_steps"), [("africa", 14, 18), ("south-america", 14, 17)]
)
def test_distances_from_end_to_end(continent: str, steps: int, light_steps: int) -> None:
    land = LANDS[continent]
    assert data.steps_from(land.north, NEXT)[land.south] == steps
    light = tuple(() if BLACK[s] else tuple(b for b in NEXT[s] if not BLACK[b]) for s in range(120))
    assert data.steps_from(land.north, light)[land.south] == light_steps, "a way round black spaces"


def test_black_is_what_was_unexplored_in_1935() -> None:
    black = {data.SPACE_ID[s] for s in range(120) if BLACK[s]}
    deserts = {
        "a5",
        "a3",
        "a4",
        "a10",
        "a35",
        "a36",
        "s28",
    }  # Sahara, Ovamboland, Kalahari, Atacama
    forests = {"a20", "a22", "a26", "a32", "s3", "s5", "s6", "s9", "s12", "s15", "s16", "s20"}
    assert black == deserts | forests | {"s25", "s38"}  # the Chaco, the ice fields of Aysén


def test_the_purple_cities() -> None:
    purple = {id for id, space in SPACE.items() if KIND[space] == "purple"}
    assert purple == {"CB", "CAP", "CAR", "USH"}
    assert all(CITY_CARDS[SPACE[id]] == 0 for id in purple)


@BOTH
def test_corridors_have_no_space_in_common(land: Land) -> None:
    spaces = [space for corridor in land.corridors for space in corridor.spaces]
    assert len(land.corridors) == 3
    assert len(set(spaces)) == len(spaces)


def test_bad_data_is_refused() -> None:
    with pytest.raises(data.BadData, match="no way"):
        data.require(False, "no way")

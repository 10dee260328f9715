"""Component data: every table is checked against known values, and every circuit as a road."""

from __future__ import annotations

import itertools
import tomllib
from pathlib import Path

import pytest

from paddock.games.winds_of_war.data import (
    CIRCUITS,
    CLASSES,
    DECK,
    DIE,
    DRIVER_INDEX,
    DRIVERS,
    EVENTS,
    FAILURE_CARD_COUNTS,
    MODEL_INDEX,
    MODELS,
    POINTS,
    PRIZES,
    SKILLS,
    SPARES,
    TRACKS,
    TUNINGS,
    YEARS,
    cars_of_year,
    hireable_drivers,
    read_data_file,
)
from paddock.games.winds_of_war.data.enums import Format, Ground, Lane, Way
from paddock.games.winds_of_war.data.judging import GRID_BOXES
from paddock.games.winds_of_war.data.track import BOX_UNITS, FAR, Track

SEGMENTS = {
    "salerno": "S8 C3 S4 B3 S6 D4 S5 A2 S7 C3 S4 E4",
    "monza-1938": "S10 E4 S6 C3 S5 D4 S8 D4 S4 B3 S7 C4",
    "monza-1934": "S7 A2 S4 B4 S4 A2 S6 C3 S3 A2 S5 B4 S3 C3",
    "tripoli": "S14 E5 S10 D4 S12 E5 S8 D4 S10 E4 S6 C3",
    "pescara": "S12 D4 S4 B3 S3 A2 S3 B3 S3 C3 S3 A2 S4 B3 S14 E4 S12 A3",
    "livorno": "S8 C3 S5 B3 S6 A2 S4 C3 S7 D4 S3 B3",
    "modena": "S6 B3 S5 C3 S6 A2 S4 B3 S5 D4",
    "napoli": "S4 A2 S3 B3 S3 A2 S4 C3 S3 B3 S2 A2 S5 C3 S3 B3",
    "bergamo": "S4 B3 S3 A2 S4 C3 S3 A2 S3 B3 S5 B3",
    "san-remo": "S5 A2 S3 B3 S4 C3 S3 A2 S4 B3 S3 D3",
    "brescia-1940": "S10 E4 S9 B3 S9 D4 S6 B3 S5 E4 S3 A2",
}
SPACES = {
    "salerno": 53,
    "monza-1938": 62,
    "monza-1934": 52,
    "tripoli": 85,
    "pescara": 85,
    "livorno": 51,
    "modena": 41,
    "napoli": 48,
    "bergamo": 38,
    "san-remo": 38,
    "brescia-1940": 62,
}
every_circuit = pytest.mark.parametrize("track", TRACKS, ids=CIRCUITS)


# ------------------------------------------------------------------ cards and cars


def test_the_dice_have_so_many_warnings() -> None:
    assert [faces.count("warning") for faces in DIE] == [1, 2, 3, 1, 2]
    assert all(len(faces) == 6 and faces[0] == "blank" for faces in DIE)


def test_forty_one_cars_two_of_them_for_scenarios() -> None:
    assert len(MODELS) == 41
    assert [car.id for car in MODELS if not car.group] == [
        "alfa-romeo-1500-sport",
        "om-665-compressore",
    ]
    assert {group: len(cars) for group, cars in CLASSES.items()} == {1: 7, 2: 7, 3: 8, 4: 11, 5: 6}


def test_what_the_rulebook_says_of_the_alfa_and_the_om() -> None:
    alfa, om = (
        MODELS[MODEL_INDEX["alfa-romeo-1500-sport"]],
        MODELS[MODEL_INDEX["om-665-compressore"]],
    )
    assert (alfa.top * 20, alfa.acceleration, alfa.braking) == (160, 3, 2)
    assert [turn * 20 for turn in alfa.turns[:3]] == [40, 80, 80]
    assert alfa.reliability == (0, 1)
    assert om.turns[2] * 20 == 100


@pytest.mark.parametrize(
    ("id", "top", "acceleration", "braking", "turns"),
    [
        ("mercedes-benz-w25", 300, 7, 4, (60, 80, 100, 140, 160)),
        ("delahaye-135-cs", 220, 5, 3, (60, 80, 100, 140, 160)),
        ("bmw-328-roadster", 180, 4, 3, (40, 80, 100, 120, 160)),
        ("alfa-romeo-tipo-b-p3", 280, 6, 3, (60, 80, 100, 140, 160)),
        ("fiat-500-a-siata", 120, 2, 2, (40, 60, 80, 100, 120)),
    ],
)
def test_cars_cell_by_cell(
    id: str, top: int, acceleration: int, braking: int, turns: tuple[int, ...]
) -> None:
    car = MODELS[MODEL_INDEX[id]]
    assert (car.top * 20, car.acceleration, car.braking) == (top, acceleration, braking)
    assert tuple(turn * 20 for turn in car.turns) == turns


def test_seidel_has_green_in_row_0_and_yellow_in_row_2() -> None:
    rows = SKILLS[DRIVERS[DRIVER_INDEX["wilhelm-seidel"]].grade].rows
    assert (rows[0], rows[2]) == ((0,), (1,))


def test_driver_x_rolls_red_and_costs_nothing() -> None:
    x = DRIVERS[DRIVER_INDEX["x"]]
    assert (SKILLS[x.grade].challenge, SKILLS[x.grade].reroll, x.price) == (2, False, 0)


def test_twenty_seven_drivers_and_two_without_a_card() -> None:
    assert len(DRIVERS) == 29
    assert len(hireable_drivers(None)) == 27
    assert DRIVER_INDEX["tazio-nuvolari"] in hireable_drivers(1934)
    assert DRIVER_INDEX["tazio-nuvolari"] not in hireable_drivers(1935)


def test_the_confidence_index_is_the_dry_chance_of_no_warning() -> None:
    blank = [faces.count("blank") / 6 for faces in DIE]
    for skill in SKILLS.values():
        for row, told in zip(skill.rows, skill.confidence, strict=True):
            chance = blank[3]
            for colour in row:
                chance *= blank[colour]
            assert abs(100 * chance - told) <= 3.5


def test_every_event_occurs_in_a_scenario_and_where_it_may_be_tied_with_a_tie() -> None:
    drawn: dict[int, list[str]] = {}
    for file in (Path(__file__).parent / "scenarios").glob("*.toml"):
        for scenario in tomllib.loads(file.read_text("utf-8"))["scenario"]:
            for number in scenario.get("dice", {}).get("event", ()):
                drawn.setdefault(number, []).append(scenario["name"])
    assert set(drawn) >= set(EVENTS)
    tied = (*range(100, 105), *range(106, 110), *range(116, 119))
    assert all(any("a tie goes" in name for name in drawn[number]) for number in tied)


def test_the_event_deck() -> None:
    assert sorted(EVENTS) == list(range(100, 125))
    assert [n for n, card in EVENTS.items() if Format.GRAND_PRIX in card.out] == [
        104,
        112,
        113,
        114,
        115,
        124,
    ]
    assert len(DECK) == 19
    kinds = [EVENTS[number].happening for number in DECK]
    assert {kind: kinds.count(kind) for kind in kinds} == {
        "plug": 2,
        "crash": 2,
        "rough": 2,
        "puncture": 2,
        "brakes": 2,
        "engine": 1,
        "overheating": 2,
        "spin": 2,
        "brake-wear": 1,
        "weather": 3,
    }


def test_prizes_years_parts() -> None:
    assert POINTS == (8, 6, 4, 2, 1)
    assert PRIZES == (400, 300, 200, 100, 50)
    assert FAILURE_CARD_COUNTS == (6, 4, 4)
    assert [(part.id, part.price, part.cards) for part in SPARES] == [
        ("tyre", 40, 12),
        ("water", 20, 8),
        ("plugs", 30, 6),
        ("lamps", 30, 5),
        ("drums", 60, 5),
    ]
    assert len(TUNINGS) == 14
    assert {year: y.budget for year, y in YEARS.items()} == {
        1934: 1400,
        1935: 1400,
        1936: 1450,
        1937: 1450,
        1938: 1500,
        1940: 1500,
    }
    assert 1939 not in YEARS
    assert [MODELS[i].id for i in cars_of_year(1938) if MODELS[i].grand_prix] == ["maserati-6cm"]
    assert not [i for i in cars_of_year(1940) if MODELS[i].grand_prix]


# ------------------------------------------------------------------ circuits


@every_circuit
def test_the_segments_are_those_of_the_circuit(track: Track) -> None:
    middle = [b for b in range(len(track.lane)) if track.lane[b] == Lane.MIDDLE]
    runs = []
    names = [track.name_of[b] for b in middle[-GRID_BOXES:] + middle[:-GRID_BOXES]]
    for segment, group in itertools.groupby(names, key=lambda name: int(name.split("M")[0])):
        curve = [c for c in track.curves if c.segment == segment]
        runs.append(("ABCDE"[curve[0].letter] if curve else "S") + str(len(list(group))))
    assert " ".join(runs) == SEGMENTS[track.id]
    assert track.spaces == len(middle) == SPACES[track.id]


@every_circuit
def test_lanes_of_a_curve_have_the_boxes_they_should(track: Track) -> None:
    for number, curve in enumerate(track.curves):
        for part in curve.parts:
            counts = [
                sum(
                    track.lane[b] == lane
                    and track.curve[b] == number
                    and part.start < track.end[b] <= part.end
                    for b in range(len(track.lane))
                )
                for lane in (part.inner, Lane.MIDDLE, 2 - part.inner)
            ]
            n = part.boxes
            assert counts == ([n - 1, n, n + 1] if curve.letter < 3 else [n, n, n])


@every_circuit
def test_boxes_of_a_lane_follow_each_other_without_a_gap(track: Track) -> None:
    for b, there in enumerate(track.ahead):
        assert track.lane[there] == track.lane[b]
        assert track.start[there] % track.length == track.end[b] % track.length
        assert track.behind[there] == b


@every_circuit
def test_every_step_goes_forward(track: Track) -> None:
    for b, ways in enumerate(track.ways):
        assert 2 <= len(ways) <= 3
        for way, there in ways:
            assert track.lane[there] == track.lane[b] + way
            gained = (track.end[there] - track.end[b]) % track.length
            assert 0 < gained <= 2 * BOX_UNITS
            if way:  # the box of the neighbouring lane just beyond this box's edge
                begin = track.start[there] % track.length
                point = track.end[b] % track.length
                assert 0 <= (point - begin) % track.length < track.end[there] - track.start[there]


@every_circuit
def test_best_lines_go_from_outside_by_the_middle_to_the_inside(track: Track) -> None:
    for curve in track.curves:
        first = curve.parts[0]
        lanes = [track.lane[b] for b in curve.line]
        assert lanes[0] == 2 - first.inner
        assert lanes[1] == Lane.MIDDLE
        assert lanes[2] == first.inner
        assert lanes[-1] == Lane.MIDDLE
        assert track.to_line[curve.line[0]] == 0
        assert track.curve[curve.line[-1]] < 0
        for here, there in itertools.pairwise(curve.line):
            assert there in [box for _, box in track.ways[here]]
            assert track.next_line[here] == there


@every_circuit
def test_distances_to_the_lines(track: Track) -> None:
    for b in range(len(track.lane)):
        straight = track.curve[b] < 0
        assert (track.to_line[b] == FAR) is not straight
        assert (track.to_exit[b] == FAR) is straight


@every_circuit
def test_the_grid_lies_before_the_line_and_the_pits_around_it(track: Track) -> None:
    for row, boxes in enumerate(track.grid):
        assert [track.lane[b] for b in boxes] == list(Lane)
        assert all(track.end[b] == track.length - row * BOX_UNITS for b in boxes)
        assert all(track.pits[b] for b in boxes)
    first = [b for b in range(len(track.lane)) if track.start[b] == 0]
    assert all(track.pits[b] for b in first)
    assert len({track.hexagon[b] for b in range(len(track.lane)) if track.pits[b]}) == 1


@every_circuit
def test_every_edge_has_its_ground(track: Track) -> None:
    for b, lane in enumerate(track.lane):
        assert (track.ground[b] is None) is (lane is Lane.MIDDLE)


def test_all_six_kinds_of_ground_lie_somewhere_outside() -> None:
    found = {
        track.ground[b]
        for track in TRACKS
        for b, lane in enumerate(track.lane)
        if lane is not Lane.MIDDLE and (lane is Lane.LEFT) == (track.outward[b] is Way.LEFT)
    }
    assert found == set(Ground)


def test_every_data_file_says_where_it_comes_from() -> None:
    for name in ("cars", "drivers", "dice", "parts", "events", "seasons"):
        assert read_data_file(f"{name}.toml")["source"]
    for circuit in CIRCUITS:
        assert read_data_file(f"circuits/{circuit}.toml")["reconstructed"] is True

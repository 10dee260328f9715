"""Validation of roads: broken ones are refused, each with its reason; all printed ones pass."""

from __future__ import annotations

from typing import Any

import pytest

from paddock.core.studio import BadTrack
from paddock.games.winds_of_war.data import (
    CIRCUITS,
    MODEL_INDEX,
    MODELS,
    ROADS,
    read_data_file,
    read_text,
)
from paddock.games.winds_of_war.data.enums import Format
from paddock.games.winds_of_war.data.getting_through import SLOWEST, fewest_turns
from paddock.games.winds_of_war.data.judging import RULES, WARNINGS, judge
from paddock.games.winds_of_war.data.laying import read_track
from paddock.games.winds_of_war.data.own import own_track, read_own, track_warnings
from paddock.games.winds_of_war.data.track import BOX_UNITS
from paddock.games.winds_of_war.modes.career.state import Options as Career
from paddock.games.winds_of_war.modes.mille_miglia.rules import format_of
from paddock.games.winds_of_war.modes.mille_miglia.state import Options as RoadOptions
from paddock.games.winds_of_war.state import Options

STAGE: dict[str, Any] = {
    "id": "nowhere",
    "name": "Nowhere",
    "open": True,
    "end": "controllo",
    "km": 40,
    "spaces": 15,
    "hexagons": ["S4", "S1 C3r S1", "S2 left=hay right=grass", "S4"],
}
RING: dict[str, Any] = {
    "id": "round",
    "name": "Round",
    "spaces": 33,
    "hexagons": ["S5 pits", "S3 D4r", "S5", "S2 C3r", "S5", "S3 B3l"],
}
LONG: dict[str, Any] = {
    "id": "far",
    "name": "Far",
    "open": True,
    "end": "controllo",
    "km": 0,
    "spaces": 105,
    "hexagons": ["S6", "S3 B3r assist", *["S4 B3r"] * 12, "S5", "S4"],
}


def stage(*hexagons: str, **more: object) -> dict[str, Any]:
    return STAGE | {"hexagons": list(hexagons)} | more


def ring(*hexagons: str, **more: object) -> dict[str, Any]:
    return RING | {"hexagons": list(hexagons)} | more


def no_assist(data: dict[str, Any]) -> list[str]:
    return [line.replace(" assist", "") for line in data["hexagons"]]


BROKEN = [
    ("a hexagon of a space", stage("S4", "S1 C3r S1", "S5", "S1"), "V1"),
    ("a hexagon of eight", stage("S4", "S1 C3r S4", "S3"), "V1"),
    ("two curves in one", stage("S2 B3r S2 B3r", "S5"), "V2"),
    ("a curve over an edge", stage("S4", "S1 C3r", "C3r", "S4"), "V3"),
    ("a letter that is none", stage("S4", "S1 F3r S1 S3", "S6"), "V4"),
    ("a curve without a side", stage("S4", "S1 C3 S1", "S6"), "V4"),
    ("a word that says nothing", stage("S4", "S1 C3r S1", "S6 mud"), "V4"),
    ("a long A", stage("S4", "S1 A4r S1", "S5"), "V5"),
    ("a chicane with a short part", stage("S4", "S1 B1r2l S1", "S6"), "V5"),
    ("a chicane to one side", stage("S3", "S1 B2r2r S1", "S6"), "V6"),
    ("up and down at once", stage("S4 up down", "S1 C3r S1", "S6"), "V7"),
    ("an unknown ground", stage("S4 left=lava", "S1 C3r S1", "S6"), "V8"),
    ("a vehicle inside", stage("S4", "S1 C3r S1 right=grass,vehicle,grass", "S6"), "V8"),
    ("assistance on a straight", stage("S4", "S1 C3r S1", "S6 assist"), "V9"),
    ("assistance at the start", stage("S3 C3r S1 assist", "S5", "S3"), "V9"),
    ("pits in a curve", ring("S5 pits", "S3 D4r pits", "S5", "S2 C3r", "S5", "S3 B3l"), "V10"),
    ("no curve at all", stage("S7", "S7"), "V11"),
    ("an end that is none", STAGE | {"end": "traguardo"}, "V11"),
    ("a ring with an end", RING | {"end": "arrivo"}, "V11"),
    ("a grid that does not fit", ring("S3 pits", "D4r", "S7", "S3 C3r", "S7", "S3 B3l"), "V12"),
    ("a ring that ends straight", ring("S5 pits", "S3 D4r", "S5", "S2 C3r", "S6 B3l", "S2"), "V12"),
    ("a start in a curve", stage("S1 C3r S1", "S5", "S5"), "V13"),
    ("a single box between two", stage("S4", "C3r S1", "B3r", "S4"), "V14"),
    ("no room to brake", stage("S7", "S3 C3r", "S2"), "V15"),
    ("pits on a stage", stage("S4", "S1 C3r S1", "S6 pits"), "V16"),
    ("a ring without pits", ring("S5", "S3 D4r", "S5", "S2 C3r", "S5", "S3 B3l"), "V16"),
    ("pits at the start of a tour", LONG | {"section": 50}, "V16"),
    ("two teams", stage("S2 B3r S2 assist", "B3r S1 assist", "S4"), "V17"),
    ("an evening without mechanics", LONG | {"hexagons": no_assist(LONG)}, "V17"),
    (
        "mechanics everywhere",
        LONG | {"hexagons": ["S4", *["S4 B3r assist"] * 13, "S7", "S3"]},
        "V17",
    ),
    ("a ring for ants", ring("S5 pits", "S3 D4r", "S5", "S2 C3r", spaces=22), "V18"),
    (
        "a hundred boxes in one stage",
        STAGE | {"km": 280, "spaces": 105, "hexagons": LONG["hexagons"]},
        "V18",
    ),
    ("kilometres that are not", STAGE | {"km": 60}, "V19"),
    ("a murderous stage", STAGE | {"damage": {"engine": 5}}, "V19"),
]


@pytest.mark.parametrize("data", [STAGE, RING, LONG], ids=lambda data: str(data["id"]))
def test_a_road_in_order_passes_and_can_be_laid(data: dict[str, Any]) -> None:
    assert judge(data) == ()
    track = read_track(data)
    assert track.length == (data["spaces"] + track.open) * BOX_UNITS


@pytest.mark.parametrize(("data", "rule"), [row[1:] for row in BROKEN], ids=[r[0] for r in BROKEN])
def test_a_broken_road_is_refused_with_the_reason(data: dict[str, Any], rule: str) -> None:
    assert rule in {fault.rule for fault in judge(data)}
    with pytest.raises(BadTrack, match=rf"\({rule}\)"):
        read_track(data)


def test_every_rule_is_broken_once() -> None:
    assert {rule for _, _, rule in BROKEN} | {"V20"} == set(RULES)  # for that one, see below


def file(*hexagons: str, **more: object) -> str:
    """A road for one evening, as a player writes it."""
    keys = {"name": "Nowhere", "open": True, "end": "controllo", **more}
    lines = [f"{key} = {str(v).lower() if v is True else repr(v)}" for key, v in keys.items()]
    return "\n".join([*lines, f"hexagons = {list(hexagons)}", ""])


def test_a_road_on_which_a_small_car_is_out_of_time_is_refused() -> None:
    """Thirty hairpins and little else: a hundred turns are not enough for a Fiat 500 (V20). With a
    dozen fewer it finishes."""
    hairpins = ["S5", "S2 A2r S3 assist", *["S2 A2r S3"] * 29, *["S5"] * 8]
    assert [fault.rule for fault in read_own(file(*hairpins))[1]] == ["V20"]
    with pytest.raises(BadTrack, match=r"a small car cannot finish in time \(V20\)"):
        own_track(file(*hairpins))
    fewer = ["S5", "S2 A2r S3 assist", *["S2 A2r S3"] * 17, *["S5"] * 8]
    assert read_own(file(*fewer))[1] == ()


BOUNDS = {  # turns of the Fiat 500, the BMW 328, without stops and dice
    "brescia-parma": (26, 18),
    "perugia-gubbio": (8, 6),
    "one-evening": (64, 48),
    "calabria": (93, 76),
}


def test_the_search_finds_what_is_known_of_our_roads() -> None:
    for id, known in BOUNDS.items():
        lines = read_data_file(f"stages/{id}.toml")["hexagons"]
        cars = (SLOWEST, MODELS[MODEL_INDEX["bmw-328-roadster"]])
        for car, turns in zip(cars, known, strict=True):
            assert fewest_turns(lines, car) == turns


def test_what_is_unwise_is_told_and_keeps_nobody_from_racing() -> None:
    mountains = ["S2 up", *["S3 B3r up"] * 15, "S3 B3l assist", "S4"]
    assert [warning.rule for warning in track_warnings(file(*mountains))] == list(WARNINGS)
    valley = ["S6", "S3 D4r assist", *["S4 B3r"] * 12, "S5", "S4"]
    assert track_warnings(file(*valley)) == ()
    assert track_warnings(file("S1")) == ()  # faults come first


def test_a_ring_is_no_road_and_a_road_no_ring() -> None:
    valley = file("S6", "S3 D4r assist", *["S4 B3r"] * 12, "S5", "S4")
    with pytest.raises(BadTrack, match="raced like the Mille Miglia"):
        Options(own=valley)
    with pytest.raises(BadTrack, match="raced as a Grand Prix"):
        RoadOptions(own=RING_FILE)
    assert RoadOptions(own=valley).own == Career(own=valley).own == valley
    tour = file("S6", "S3 D4r", *["S4 B3r"] * 9, "S5 pits", *["S4 B3r"] * 3, "S5", section=70)
    assert format_of(RoadOptions(own=valley)) is Format.ONE_STAGE
    assert format_of(RoadOptions(own=tour, year=1940)) is Format.CALABRIA
    with pytest.raises(BadTrack, match="V16"):
        Career(own=tour)


RING_FILE = f"""name = "Round"
hexagons = {RING["hexagons"]}
"""


def test_our_own_roads_pass() -> None:
    for id in CIRCUITS:
        assert judge(read_data_file(f"circuits/{id}.toml")) == ()
    for track in ROADS:
        if track.open:
            assert judge(read_data_file(f"stages/{track.id}.toml")) == ()
            assert read_own(read_text(f"stages/{track.id}.toml"))[1] == ()  # as an own road

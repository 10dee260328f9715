"""Open roads: start and end, their files, and what the board must not show."""

from __future__ import annotations

import itertools
import math
import random

import pytest

from paddock.games.winds_of_war.board import compute_outline, make_circuit
from paddock.games.winds_of_war.data import (
    CALABRIA,
    ONE_EVENING,
    RING_1940,
    ROADS,
    TRACKS,
    YEARS,
    read_data_file,
)
from paddock.games.winds_of_war.data.atlas import ATLAS, point_on_route
from paddock.games.winds_of_war.data.enums import Ending, Lane, Letter
from paddock.games.winds_of_war.data.track import BOX_UNITS, FAR, Track
from paddock.games.winds_of_war.modes.mille_miglia.board import board
from paddock.games.winds_of_war.rules.night import visible_verges
from paddock.games.winds_of_war.state.pieces import TRACK
from tests.games.winds_of_war.secrets import other_letters

ROAD = {track.id: track for track in ROADS}
OPEN = [track for track in ROADS if track.open]
every_road = pytest.mark.parametrize("track", OPEN, ids=lambda track: track.id)


@every_road
def test_every_way_leads_from_the_start_to_the_end(track: Track) -> None:
    """As many steps in the middle lane as there are spaces, and one more to cross the end."""
    box, steps = track.door, 0
    while track.ahead[box] != box:
        box, steps = track.ahead[box], steps + 1
    assert steps == track.spaces + 1
    assert box > track.door
    for here, ways in enumerate(track.ways):
        for _, there in ways:
            assert here > track.door or track.end[there] > track.end[here] or there > track.door


@every_road
def test_behind_the_first_boxes_lies_the_start(track: Track) -> None:
    assert {track.behind[box] for box in track.level[track.door]} == {track.door}
    assert track.behind[track.door] == track.door


@every_road
def test_only_a_check_point_is_braked_for(track: Track) -> None:
    """Beyond the last curve the distance to a check point counts; to an arrivo there is none."""
    last = track.behind[track.door + 1]
    assert track.coming[last] == -1
    assert track.to_line[last] == (0 if track.ending is Ending.CONTROLLO else FAR)


def test_the_stages_of_the_years() -> None:
    """As many stages, kilometres, spaces, check points and places of assistance as they should."""
    found = {}
    for year, page in YEARS.items():
        stages = [ROAD[id] for id in page.stages]
        found[year] = (
            len(stages),
            sum(track.km for track in stages),
            sum(track.spaces for track in stages),
            sum(track.ending is Ending.CONTROLLO for track in stages),
            sum(len(track.assistance) for track in stages),
        )
    assert found == {
        1934: (15, 1638, 613, 13, 7),
        1935: (15, 1638, 613, 13, 7),
        1936: (15, 1611, 602, 13, 7),
        1937: (15, 1638, 613, 13, 7),
        1938: (13, 1663, 624, 9, 5),
        1940: (0, 0, 0, 0, 0),
    }
    assert all(
        ROAD[page.stages[-1]].ending is Ending.CONTROLLO for page in list(YEARS.values())[:5]
    )
    assert ROAD[ONE_EVENING].spaces == 148


def test_the_board_has_no_letters_of_roads_with_a_night() -> None:
    for id, road in board().roads.items():
        assert road.open == (id != RING_1940)
        assert all((curve.letter is None) == road.open for curve in road.curves)


def test_the_ring_of_1940_is_that_of_the_grand_prix_with_a_door() -> None:
    """Cars start from behind its line into any lane; nothing else is different."""
    ring = ROAD[RING_1940]
    circuit = next(track for track in TRACKS if track.id == "brescia-1940")
    assert ring.door == len(circuit.lane)
    assert ring.ahead[: ring.door] == circuit.ahead
    assert ring.behind[: ring.door] == circuit.behind
    assert [there for _, there in ring.ways[ring.door]] == [
        circuit.ahead[box] for box in (circuit.grid[0][lane] for lane in (1, 0, 2))
    ]
    assert not ring.pits[ring.door]


def test_the_tour_of_calabria() -> None:
    """Three sections of 81 spaces and three more; pits at the beginning of the second and third."""
    road = ROAD[CALABRIA]
    assert (road.spaces, road.section, len(road.curves)) == (246, 81 * BOX_UNITS, 27)
    pits = {road.start[box] // road.section for box in range(len(road.lane)) if road.pits[box]}
    assert pits == {1, 2}


@every_road
def test_the_drawing_of_an_open_road_does_not_touch_itself(track: Track) -> None:
    nodes = board().roads[track.id].nodes
    assert len(nodes) == track.spaces + 1
    for i, here in enumerate(nodes):
        for there in nodes[i + 9 :]:
            assert math.dist(here, there) > 3


@pytest.mark.parametrize("track", ROADS, ids=lambda track: track.id)
def test_every_road_lies_on_the_map(track: Track) -> None:
    """It leads from its first town to its last, and stages begin where the previous one ends."""
    towns = ATLAS.routes[track.id]
    assert point_on_route(track.id, 0) == towns[0].at
    assert math.dist(point_on_route(track.id, 1), towns[-1].at) < 1e-9
    if track.km:
        assert towns[0].name in track.name
        assert towns[-1].name in track.name


def test_every_stage_says_which_years_it_belongs_to() -> None:
    for track in ROADS:
        if track.km:
            years = read_data_file(f"stages/{track.id}.toml")["years"]
            assert years == [year for year, page in YEARS.items() if track.id in page.stages]


def test_by_night_the_board_does_not_depend_on_letters() -> None:
    """Letters dealt again, with the ground that goes with them: what is printed is the same, and
    what lies beside a curve in the dark is not told."""
    generator = random.Random(1)
    changed = 0
    for track in ROADS:
        if not track.has_night:
            continue
        dark = (None,) * len(track.curves)
        other = TRACK[other_letters(track, dark, generator)]
        changed += sum(a != b for a, b in zip(track.letters, other.letters, strict=True))
        assert make_circuit(track) == make_circuit(other), track.id
        assert compute_outline(track) == compute_outline(other), track.id
        assert visible_verges(track, dark) == dark
        assert None not in visible_verges(track, track.letters)
    assert changed > 30


def test_the_drawing_of_a_road_with_night_bends_all_curves_of_one_shape_alike() -> None:
    """Our roads have drawings of their own. One made by letters, or before letters changed, would
    tell some of them."""
    bends: dict[tuple[bool, tuple[int, ...]], set[tuple[int, ...]]] = {}
    for track in ROADS:
        if not track.has_night:
            continue
        nodes = make_circuit(track).nodes
        ways = [
            math.degrees(math.atan2(d - b, c - a)) for (a, b), (c, d) in itertools.pairwise(nodes)
        ]
        for curve in track.curves:
            first = curve.parts[0].start // BOX_UNITS
            side = 1 if curve.parts[0].inner is Lane.RIGHT else -1
            boxes = tuple(part.boxes for part in curve.parts)
            spaces = range(first + 1, first + sum(boxes))
            turned = tuple(side * round((ways[k] - ways[k - 1] + 180) % 360 - 180) for k in spaces)
            bends.setdefault((curve.letter >= Letter.D, boxes), set()).add(turned)
    assert len(bends) >= 5
    assert all(len(drawn) == 1 for drawn in bends.values()), bends

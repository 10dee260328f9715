"""The charts equal the printed ones, cell by cell; the track fits every clue."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from paddock.games.circus_maximus import data
from paddock.games.circus_maximus import moves as mv
from paddock.games.circus_maximus.data import STRAIN_NAMES
from paddock.games.circus_maximus.data.kinds import INSIDE, OUTSIDE, StrainResult
from paddock.games.circus_maximus.phases.prepare import BLADES
from paddock.games.circus_maximus.rules import charts
from paddock.games.circus_maximus.rules.track import (
    BACK,
    CORNER_1,
    FRONT,
    TRACKS,
    WALL,
    Track,
    check_clues,
    named_square,
    square_name,
)
from paddock.games.circus_maximus.words import WORDS, levels

A = TRACKS["model-a"]

# ---------------------------------------------------------------- charts

CORNER = """
4  - - - - - - - - -
5  - - - - - - - - S
6  - - - - - - - S SS
7  - - - - - - S SS J
8  - - - - - S SS J LH
9  - - - - S SS J LH RH
10 - - - S SS J LH RH FP
11 - - S SS J LH RH FP FP
12 - S SS J LH RH FP FP FP
13 S SS J LH RH FP FP FP FP
14 SS J LH RH FP FP FP FP FP
15 J LH RH FP FP FP FP FP FP
16 LH RH FP FP FP FP FP FP FP
17 RH FP FP FP FP FP FP FP FP
18 FP FP FP FP FP FP FP FP FP
"""
LASH = """
2  M M B G W M S - M G
3  G M G B B W B S G S
4  B - W M B B W G M B
5  G B M W M M G B S S
6  - G B B W G M M B W
7  G - G G G S S S S S
8  - G - - S W W W W W
9  M M M S - - - B W B
10 M W S - - B B W - M
11 W S - M B - B - B -
12 S M - W M B - M B B
"""
RANDOM_TEAMS = """
2  4334 59 62 65 68 71 74
3  5324 55 59 62 65 68 71
4  5325 52 55 59 62 65 68
5  4444 49 52 55 59 62 65
6  5335 46 49 52 55 59 62
7  6335 40 43 46 49 52 55
8  6435 33 36 40 43 46 49
9  7435 30 33 36 40 43 46
10 6446 27 30 33 36 40 43
11 7545 24 27 30 33 36 40
12 7447 21 24 27 30 33 36
"""


def rows(text: str) -> list[tuple[int, list[str]]]:
    return [(int(line.split()[0]), line.split()[1:]) for line in text.strip().splitlines()]


def test_the_corner_strain_chart() -> None:
    for roll, cells in rows(CORNER):
        found = [STRAIN_NAMES[charts.strain(roll, points)] for points in range(1, 10)]
        assert found == cells, f"row {roll}"
    assert charts.strain(-3, 9) == charts.strain(4, 9)
    assert charts.strain(25, 1) == StrainResult.FLIP
    assert charts.strain(9, 14) == charts.strain(9, 9)


def test_the_mirrored_chart_of_the_epic_book() -> None:
    epic = {3: "FP", 4: "RH", 5: "LH", 6: "J", 7: "SS", 8: "S", 9: "-", 17: "-"}
    for roll, name in epic.items():
        assert STRAIN_NAMES[charts.mirrored_strain(roll, 1)] == name
    for roll in range(-3, 25):
        for points in range(1, 12):
            assert charts.mirrored_strain(roll, points) == charts.strain(21 - roll, points)
    nine = {11: "FP", 12: "RH", 13: "LH", 14: "J", 15: "SS", 16: "S", 17: "-"}
    for roll, name in nine.items():
        assert STRAIN_NAMES[charts.mirrored_strain(roll, 9)] == name


def test_the_lash_at_the_driver() -> None:
    for roll, cells in rows(LASH):
        assert [charts.lash(factor, roll) for factor in range(-4, 6)] == cells, f"row {roll}"
    assert charts.lash(-9, 7) == charts.lash(-4, 7)
    assert charts.lash(11, 7) == charts.lash(5, 7)


def test_the_lash_of_the_epic_book() -> None:
    found = [charts.epic_lash(difference) for difference in range(-14, 15)]
    middle = ["-", "-", "B", "B", "M", "M", "S"]
    assert found == ["G"] * 12 + middle + ["W"] * 10


def test_horse_injury_and_wheel_damage() -> None:
    """Every possible roll: two dice, three less for a light car, four more for long blades."""
    rolls = range(-1, 17)
    injury = [0] * 7 + [1, 1, 1, 2, 2, 3, 4, 5, 6, 8, 8]
    assert [charts.horse_injury(roll) for roll in rolls] == injury
    damage = [1] * 6 + [2, 2, 2, 3, 3, 4, 4, 5, 6, 7, 8, 8]
    assert [charts.wheel_damage(roll) for roll in rolls] == damage


def test_which_cars_are_hit() -> None:
    found = [charts.cars_hit(roll) for roll in range(-6, 28)]
    a, b, n, d = charts.ATTACKER, charts.BOTH, charts.NOBODY, charts.DEFENDER
    assert found == [a] * 13 + [b, b, b, n, n, n] + [d] * 15


def test_running_over_wrecks() -> None:
    assert {charts.jump(roll) for roll in range(-4, 9)} == {"nothing"}
    assert {charts.jump(roll) for roll in range(17, 40)} == {"flip"}
    found = [charts.jump(roll) for roll in range(8, 18)]
    assert found == [
        "nothing",
        "jostled",
        "jostled",
        "car",
        "hobbled",
        "hobbled",
        "seriously",
        "danger",
        "danger",
        "flip",
    ]


def test_where_wrecks_land() -> None:
    left = {2: (-1, 3), 3: (2, 5), 4: (0, 0), 5: (0, 2), 6: (0, 1), 7: (1, 3), 8: (-1, 1)}
    right = {9: (1, 4), 10: (3, 2), 11: (4, 6), 12: (-3, 4)}
    assert left | right == data.FLIGHT
    assert left | right | {3: (-2, 5), 8: (1, 1)} == data.EPIC_FLIGHT


def test_what_chariots_are_made_of() -> None:
    teams = (
        "5434 4444 5325 5424 5324 4334",
        "6445 6435 5445 6335 5435 5335",
        "7447 7536 7545 7436 6446 7435",
    )
    for row, text in enumerate(teams):
        assert [data.parse_digits(team) for team in text.split()] == list(data.TEAMS[row])
    assert data.ENDURANCE == (
        (36, 33, 30, 27, 24, 21),
        (55, 52, 49, 46, 43, 40),
        (74, 71, 68, 65, 62, 59),
    )
    assert data.HITS == (5, 6, 6, 7, 7, 8, 9, 10)


def test_random_chariots_of_the_epic_book() -> None:
    assert len(rows(RANDOM_TEAMS)) == 11
    for roll, (team, *endurance) in rows(RANDOM_TEAMS):
        assert data.RANDOM_TEAM[roll] == (data.parse_digits(team), tuple(map(int, endurance)))
    assert data.RANDOM_CAR == (0, 0, 1, 1, 2, 2)
    assert data.RANDOM_DRIVER == (0, 0, 0, 1, 1, 2)


def test_criticals_and_weapons() -> None:
    names = [data.CRITICAL[roll] for roll in range(2, 8)]
    assert names == ["pulled", "severe", "arm", "eye", "surprise", "deep"]
    assert {data.CRITICAL[roll] for roll in range(8, 12)} == {"nothing"}
    assert data.CRITICAL[12] == "match"
    more = [data.CRITICAL_HORSE[roll] for roll in range(2, 13)]
    assert more == [0] * 7 + [1, 2, 3, 99]
    expected = {
        data.DUST: "fall into into into eye eye eye away away blind wind",
        data.EPIC_DUST: "fall into into into eye eye eye blind blind away wind",
        data.KNIFE: "killed major major major major minor minor minor minor-horse "
        "major-horse horse",
        data.EPIC_KNIFE: "killed major major major major horse horse horse major-horse minor "
        "minor-horse",
        data.SPEAR: "major major major major major minor minor minor killed killed killed",
    }
    for chart, cells in expected.items():
        assert [charts.weapon(chart, roll) for roll in range(2, 13)] == cells.split()
        assert charts.weapon(chart, -2) == charts.weapon(chart, 2)  # modifiers go beyond the dice
        assert charts.weapon(chart, 15) == charts.weapon(chart, 12)


def test_builds_and_shop() -> None:
    assert data.BUILDS == {
        "thunderfoot": (2, 2, 0, 0),
        "flashing-hooves": (2, 0, 2, 0),
        "lasting-pleasure": (1, 0, 1, 2),
        "horse-with-no-name": (1, 1, 1, 1),
    }
    prices = dict(zip(data.SHOP, data.COSTS, strict=True))
    assert prices["driver"] == (0, 5, 10, 15)
    assert prices["hits"] == (0, 1, 2, 3, 4, 5)
    for n in range(1, 5):
        assert prices[f"horse-{n}"] == tuple(range(8))
    assert prices["whip"] == (0, 2, 4)
    assert prices["left-wheel"] == prices["right-wheel"] == (0, 1, 2, 3, 4)
    assert prices["endurance"] == tuple(range(13))
    assert (prices["dust"], prices["knife"], prices["spear"]) == ((0, 1), (0, 2), (0, 4))
    blades = dict(zip(BLADES, prices["blades"], strict=True))
    assert blades[2, 0] == blades[0, 2] == 4
    assert blades[4, 0] == blades[0, 4] == 6
    assert (blades[2, 2], blades[4, 4]) == (7, 11)
    assert blades[2, 4] == blades[4, 2] == 4 + 6


# ---------------------------------------------------------------- track


def test_the_lattice_of_model_a() -> None:
    """Lane n, sector s, place p: every move as the components table has it."""

    def at(n: int, s: int, p: int) -> int:
        return A.at(n, CORNER_1, s * (n + 1) + p)

    for n in range(1, 9):
        for s in range(3):
            for p in range(n + 1):
                q = at(n, s, p)
                before = A.behind[q]
                if A.in_corner[before]:
                    out = at(n + 1, s, p + 1) if n < 8 else WALL
                    assert A.change[OUTSIDE][before] == out
                    inner = at(n - 1, s, max(0, p - 1)) if n > 1 else WALL
                    assert A.change[INSIDE][before] == inner
                if n < 8:
                    beside = at(n + 1, s, p if p < n else n + 1)
                    assert A.slip[OUTSIDE][q] == beside
                if n > 1:
                    assert A.slip[INSIDE][q] == at(n - 1, s, max(0, p - 1))
                reach = set()
                if n < 8:
                    reach |= {at(n + 1, s, p)} | ({at(n + 1, s, n + 1)} if p == n else set())
                if n > 1 and p:
                    reach.add(at(n - 1, s, p - 1))
                assert set(A.reach[q]) == reach


@pytest.mark.parametrize("track", TRACKS.values(), ids=list(TRACKS))
def test_squares_join_up(track: Track) -> None:
    assert len(track.squares) == len(set(track.squares))
    for q in track.squares:
        assert named_square(square_name(q)) == q
        assert track.ahead[q] in track.squares
        if not track.is_grey[q] and not (track.number[q] == 1 and track.segment[q] == FRONT):
            assert track.ahead[track.behind[q]] == q
        for side in (INSIDE, OUTSIDE):
            for other in track.touching[side][q]:
                assert q in track.touching[1 - side][other]
    for lane in range(1, 9):
        start = track.at(lane, FRONT, 1)
        square, steps = track.ahead[start], 1
        while square != start:
            square, steps = track.ahead[square], steps + 1
        assert steps == 2 * (34 + track.corner[lane - 1])


def test_sector_lengths_and_what_clears_a_corner() -> None:
    assert A.corner == (6, 9, 12, 15, 18, 21, 24, 27)
    assert A.safe[1:] == (8, 9, 12, 15, 17, 20, 22, 25)
    strain = [n + 2 - s for n, s in zip(A.corner, A.safe[1:], strict=True)]
    assert strain == [0, 2, 2, 2, 3, 3, 4, 4]
    need = [A.to_line(A.at(lane, FRONT, 0), 0, 10) for lane in (1, 4, 8)]
    assert need == [235, 280, 340]
    assert A.to_line(A.at(3, BACK, 34), 10, 10) == 1


CLUES: tuple[tuple[str, list[int]], ...] = (
    ("corner", [7, 9, 12, 15, 18, 21, 24, 27]),
    ("safe", [8, 10, 12, 15, 17, 20, 22, 25]),
    ("safe", [8, 9, 13, 15, 17, 20, 22, 25]),
    ("corner", [6, 9, 12, 15, 17, 21, 24, 27]),
    ("corner", [6, 9, 12, 15, 18, 21, 22, 27]),
)


@pytest.mark.parametrize(("key", "wrong"), CLUES)
def test_a_track_that_breaks_a_clue_is_refused(key: str, wrong: list[int]) -> None:
    counts: dict[str, Any] = copy.deepcopy(data.TRACK["model-a"])
    counts[key] = wrong
    with pytest.raises(ValueError, match="components of Circus Maximus"):
        check_clues(Track("wrong", counts), data.TRACK["clues"])


def test_things_of_the_shop_are_labelled_with_what_they_are_and_cost() -> None:
    blades = data.SHOP.index("blades")
    for item in range(len(data.SHOP)):
        assert len(levels(item, "en")) == len(levels(item, "it")) == len(data.COSTS[item])
    mixed = mv.Buy(blades, BLADES.index((2, 4)))
    assert WORDS.label(mixed, ()) == "scythe blades: left, long right (10 points)"
    assert WORDS.label(mixed, (), "it") == "le lame falcate: sinistra, lunga a destra (10 punti)"

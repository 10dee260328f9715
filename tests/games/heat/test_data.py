"""The printed components: tables cell by cell, sector lengths, counts."""

from collections import Counter

import pytest

from paddock.games.heat import data
from paddock.games.heat.data import EVENTS, LEGENDS, SPONSORS, SYMBOLS, TRACKS, VALUES

SECTORS = {
    "usa": [24, 21, 16, 8],
    "italia": [38, 9, 7],
    "gb": [30, 15, 7, 6, 5],
    "france": [25, 8, 7, 12, 8],
    "japan": [17, 2, 6, 27, 8],
    "mexico": [23, 5, 19, 6, 6, 1],
    "nederland": [30, 4, 3, 10, 8],
    "espana": [17, 4, 14, 3, 12, 21, 20, 7, 3, 3, 5],
    "deutschland": [21, 12, 1, 13, 8, 7],
    "southafrica": [20, 7, 6, 10, 12, 9, 7],
}
BOARDS = {  # spaces, laps, Heat, Stress, corner lines, grid
    "usa": (69, 2, 6, 3, 4, 8),
    "italia": (54, 3, 6, 3, 3, 8),
    "gb": (63, 2, 6, 3, 5, 8),
    "france": (60, 2, 6, 3, 5, 8),
    "japan": (60, 2, 7, 3, 5, 12),
    "mexico": (60, 3, 6, 2, 6, 12),
    "nederland": (55, 3, 6, 3, 5, 12),
    "espana": (109, 1, 6, 3, 11, 12),
    "deutschland": (62, 2, 5, 3, 6, 12),
    "southafrica": (71, 2, 7, 3, 7, 12),
}
CORNERS = {
    "usa": "12:7(2) 33:3(27) 49:3(43) 57:2(52)",
    "italia": "10:5(2) 19:2(14) 26:3(20)",
    "gb": "15:10(2) 30:6(21) 37:5(30) 43:4(37) 48:3(43)",
    "france": "12:5(4) 20:2(15) 27:4(20) 39:3(33) 47:4(40)",
    "japan": "10:4(3) 12:4(10) 18:2(13) 45:5(37) 53:3(47)",
    "mexico": "14:7(4) 19:7(14) 38:6(29) 44:4(38) 50:2(45) 51:2(50)",
    "nederland": "9:5(1) 13:5(9) 16:3(13) 26:8(16) 34:4(27)",
    "espana": "11:5(3) 15:4(11) 29:4(22) 32:4(29) 44:2(39) 65:5(57) 85:2(80) 92:3(86) 95:4(92)"
    " 98:4(95) 103:3(98)",
    "deutschland": "11:5(3) 23:2(18) 24:2(23) 37:6(28) 45:4(38) 52:4(45)",
    "southafrica": "11:4(4) 18:3(12) 24:2(19) 34:9(25) 46:5(38) 55:2(50) 62:4(55)",
}
UPGRADES = """
1 4 plus1|2 - plus3|3 - plus1 cool3|4 3 reduce2|5 5 reduce1|6 1 reduce3|7 1/2/3/4 heat1|8 1/3
9 2/4|10 1/5|11 6 heat1 cool1|12 1 cool2|13 3 cool1|14 1 slip2|15 2 slip2|16 3 slip2
17 - is_heat1|18 6 reduce3 heat1|19 2 reduce1 cool1 scrap2|20 2 reduce1 slip1|21 4 scrap2 cool1
22 2 salvage2|23 - plus1 salvage2 cool1|24 1 direct1 scrap1|25 2 direct1 scrap2
26 3 direct1 scrap3|27 4 direct1 heat1 cool1|28 1 direct1 accel1 scrap5|29 - plus1 slip3
30 1 heat1 slip3|31 1/2 slip1|32 2 refresh1 reduce1|33 2 refresh1 cool1|34 4 refresh1
35 1 refresh1 slip1|36 2 limit-1 cool3|37 1 scrap2 limit1|38 2 scrap2 limit1|39 3 limit-1 cool2
40 - plus1 limit1 slip1 cool1|41 - plus2 limit2|42 7 heat2 cool3|43 8 heat1 scrap6
44 4 heat1 scrap2 limit2|45 3 heat1 scrap2 limit2|46 6 heat2 limit3|47 - plus1 accel1|48 - is_heat1
49 1 supercool1 salvage4 limit-1|50 0 supercool1 slip1 reduce1|51 1 supercool1 cool1 scrap1
52 3 supercool1 scrap3|53 4 supercool1 scrap4|54 - plus1 supercool1 refresh1 limit-1
55 - plus1 draft3|56 0 draft1 direct1 refresh1|57 2 draft2 salvage2 scrap5
58 3 draft1 limit1 scrap3|59 4 draft1 refresh1 scrap4|60 6 draft2 heat1
61 - plus1 again1 limit1 reduce1|62 1 again1 slip1|63 1 again1 refresh1|64 2 again1 direct1
65 2/3 again1|66 4/6 again1 heat1
"""
TOP_SPEEDS = """
16 18 15 13 14 11
18 16 12 17 19 13
17 14 10 11 13 15
14 12 18 15 16 17
13 17 16 10 12 19
19 10 13 14 18 12
15 13 19 18 11 14
11 19 14 12 10 16
12 11 17 19 15 10
10 15 11 16 17 18
"""


@pytest.mark.parametrize("track", TRACKS)
def test_every_sector_has_its_printed_length(track: str) -> None:
    assert list(TRACKS[track].sectors) == SECTORS[track]
    assert sum(TRACKS[track].sectors) == TRACKS[track].spaces


@pytest.mark.parametrize("track", TRACKS)
def test_every_board_has_its_printed_numbers(track: str) -> None:
    it = TRACKS[track]
    found = (it.spaces, it.laps, it.heat, it.stress, len(it.corners), it.grid)
    assert found == BOARDS[track]
    assert " ".join(f"{c.at}:{c.limit}({c.legends})" for c in it.corners) == CORNERS[track]


def test_water_and_tunnels_lie_where_they_are_printed() -> None:
    assert TRACKS["japan"].flooded == ((5, 10), (38, 44), (49, 54))
    assert TRACKS["espana"].tunnels == ((16, 23), (37, 41), (45, 48), (61, 70), (79, 87))


@pytest.mark.parametrize(
    ("track", "slots"),
    [("usa", 4), ("japan", 4), ("mexico", 4), ("nederland", 4), ("espana", 9), ("deutschland", 5)],
)
def test_a_chicane_has_one_road_token(track: str, slots: int) -> None:
    assert len(TRACKS[track].slots()) == slots


def test_a_sector_of_the_wrong_length_is_refused() -> None:
    from msgspec.structs import replace

    with pytest.raises(data.BadData):
        data.check_track(replace(TRACKS["usa"], sectors=(24, 21, 15, 9)))


def test_every_upgrade_has_its_printed_speed_and_symbols() -> None:
    rows = [row for line in UPGRADES.split("\n") for row in line.split("|") if row]
    assert len(rows) == 66
    for row in rows:
        no, speed, *symbols = row.split()
        card = data.FIRST_UPGRADE + int(no) - 1
        values = (0,) if speed == "-" else tuple(int(v) for v in speed.split("/"))
        assert VALUES[card] == values, no
        there = {
            f"{name}{value}"
            for name in SYMBOLS[card].__struct_fields__
            if (value := getattr(SYMBOLS[card], name))
        }
        assert there == set(symbols), no


def test_the_decks_have_as_many_cards_as_the_box() -> None:
    assert len(data.upgrade_deck("basic", ())) == 34
    assert len(data.upgrade_deck("advanced", ())) == 62
    assert len(data.upgrade_deck("both", ())) == 96
    assert len(data.upgrade_deck("both", ("heavy-rain", "tunnel-vision", "rocky-roads"))) == 132
    assert len(data.sponsor_deck(())) == 35
    assert len(data.sponsor_deck(("heavy-rain",))) == 42
    assert Counter(data.SPEED_CARDS) == {1: 3, 2: 3, 3: 3, 4: 3}


def test_the_base_sponsors_are_the_printed_ones() -> None:
    printed = [(s.speed, s.symbols.cool, s.symbols.slip, s.symbols.limit) for s in SPONSORS[:5]]
    assert printed == [
        ((1, 2, 3, 4), 0, 0, 0),
        ((4,), 2, 0, 0),
        ((1,), 0, 2, 0),
        ((6,), 0, 0, 0),
        ((3,), 0, 0, 1),
    ]


def test_every_legends_card_has_its_printed_values() -> None:
    order = ("black", "blue", "green", "red", "gray", "yellow")
    columns = [data.COLOURS.index(colour) for colour in order]
    rows = [[int(v) for v in line.split()] for line in TOP_SPEEDS.split("\n") if line]
    assert [[card[c] for c in columns] for card in LEGENDS] == rows
    for column in range(8):
        assert sorted(card[column] for card in LEGENDS) == list(range(10, 20))


def test_the_tokens_are_counted() -> None:
    assert len(data.WEATHERS) == 6
    assert len(data.ROAD_TOKENS) == 12


def test_seasons_run_over_the_printed_tracks() -> None:
    tracks = {year: [event.track for event in events] for year, events in data.SEASONS.items()}
    assert tracks == {
        1961: ["gb", "usa", "italia"],
        1962: ["italia", "gb", "france"],
        1963: ["usa", "gb", "france", "italia"],
        1964: ["japan", "france", "mexico", "japan"],
        1965: ["gb", "usa", "espana", "nederland"],
        1966: ["france", "deutschland", "italia", "southafrica"],
    }
    assert [event.no for event in EVENTS] == list(range(1, 23))
    assert [event.sponsors for event in EVENTS[:10]] == [2, 1, 1, 2, 1, 1, 3, 1, 1, 0]
    assert [event.press for event in EVENTS[:10]] == [
        "A",
        "B",
        "C",
        "E",
        "CE",
        "C",
        "A",
        "BD",
        "D",
        "D",
    ]


def test_every_press_letter_is_a_corner_of_its_track() -> None:
    for event in EVENTS:
        letters = "".join(corner.letters for corner in TRACKS[event.track].corners)
        assert set(event.press) <= set(letters), event.title


def test_points_are_those_of_the_hall_of_fame() -> None:
    assert data.POINTS == (9, 6, 4, 3, 2, 1)


def test_a_card_is_one_word_and_back() -> None:
    assert [data.CARD_OF[word] for word in data.FACES] == list(range(data.CARDS))

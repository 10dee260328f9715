"""The board as plain text."""

from __future__ import annotations

import random

from paddock.core.chance import UnrecordedChance
from paddock.games.winds_of_war import RACE
from paddock.games.winds_of_war.phases import Auction, Hiring
from paddock.games.winds_of_war.state import Options

NAMES = ("Ada", "Bruno")


def draw_text(language: str = "en") -> str:
    state = RACE.notation.place(
        {
            "Ada": {"at": "1M6", "speed": "160", "tyres": "6", "broken": "plug"},
            "Bruno": {"at": "2L1", "speed": "60", "car": "om-665-compressore"},
            "table": {"wet": "yes", "turn": "16"},
        },
        Options(weather="wet"),
        NAMES,
    )
    return RACE.draw(RACE.game.view(state, 0), 0, NAMES, "it" if language == "it" else "en").plain


def test_the_road_shows_lanes_cars_curves_and_the_best_line() -> None:
    rows = draw_text().splitlines()
    left, middle, right = (next(r for r in rows if r.startswith(f"  {lane}  |")) for lane in "LMR")
    assert "Ada" in middle
    assert "|2 " in left, "a name that does not fit is its number"
    assert "·" in left
    assert "·" in right
    assert "C" in rows[rows.index(left) - 1]


def test_the_dashboards_show_speed_gauges_and_failures() -> None:
    text = draw_text()
    assert "160/140 km/h" in text  # the plugs keep it below its top speed
    assert "■■■■|■■□□□□□□□□□□ 6/16" in text, "red boxes stand behind the bar"
    assert "✗ spark plug failure" in text
    assert "OM 665 Compressore" in text
    assert "1:04" in text
    assert "wet" in text


def test_it_speaks_italian() -> None:
    assert "bagnata" in draw_text("it")
    assert "gomme" in draw_text("it")


def test_the_auction_shows_what_is_printed_on_cars_and_driver_cards() -> None:
    """Dice of reliability and sizes of gauges; of drivers the grade and the confidence index."""
    luck = UnrecordedChance(random.Random(1))
    state = RACE.game.setup(Options(garage="auction", style="simulation"), 2, luck).state
    assert isinstance(state.phase, Auction)
    text = RACE.draw(RACE.game.view(state, 0), 0, NAMES, "en").plain
    assert "reliability: 2 green  boxes: engine 9, heat 8, brakes 8, bodywork 8" in text
    while not isinstance(state.phase, Hiring):
        (ask, *_) = RACE.game.asks(state)
        state = RACE.game.play(state, ask.seat, ask.default_move, luck).state
    (ask, *_) = RACE.game.asks(state)
    view, move = RACE.game.view(state, ask.seat), ask.options[0]
    told = RACE.option_info(view, ask.seat, move, "en")
    assert "grade X, confidence 55/40/30/20" in str(told)
    state = RACE.game.play(state, ask.seat, move, luck).state
    assert "an unknown driver (X)" in RACE.draw(RACE.game.view(state, 0), 0, NAMES, "en").plain

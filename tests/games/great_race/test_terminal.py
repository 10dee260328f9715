"""The board as text: every space, every crew, in both languages, within a terminal's width."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from paddock.core.languages import languages
from paddock.core.referee import Referee
from paddock.core.seats import Language
from paddock.games.great_race.data import LANDS
from paddock.games.great_race.game import GAME
from paddock.games.great_race.state import Options
from paddock.games.great_race.terminal import draw
from paddock.games.great_race.words import space_name

NAMES = ("Ada", "Bruno", "Carla", "Dino")


@pytest.mark.parametrize("continent", list(LANDS))
@pytest.mark.parametrize("language", list(languages()))
def test_every_space_and_every_crew_is_drawn(continent: str, language: Language) -> None:
    options = Options("africa" if continent == "africa" else "south-america")
    referee = Referee(GAME, options, NAMES, random.Random(1))
    for _ in range(300):
        ask = referee.asks[0]
        referee.play(ask.seat, ask.default_move)
    text = draw(GAME.view(referee.state, 0), 0, NAMES, language).plain
    for space in LANDS[continent].spaces:
        assert space_name(space, language).partition(" (")[0] in text, "by the names of prompts"
    for name in NAMES:
        assert name in text
    rows = [line for line in text.splitlines() if line[:2].strip().isdecimal()]
    assert max(len(line) for line in rows[:15]) <= 120


def test_a_spectator_sees_no_hand() -> None:
    referee = Referee(GAME, Options(), NAMES, random.Random(1))
    assert "hand:" in draw(GAME.view(referee.state, 0), 0, NAMES, "en").plain
    assert "hand:" not in draw(GAME.view(referee.state, None), None, NAMES, "en").plain


def test_a_broken_down_vehicle_is_marked() -> None:
    state = Referee(GAME, Options(), NAMES[:2], random.Random(1)).state
    crews = (replace(state.crews[0], engine=0), state.crews[1])
    text = draw(GAME.view(replace(state, crews=crews), 0), 0, NAMES, "it").plain
    assert "in panne!" in text

"""Night: nothing a table sends, draws or proposes reads the letters of dark curves.

The law of secrets compares a race with one on another road. A view names its road, though, and
whoever looks the letters up by that name would see the same in both. So here another road takes the
place of the real one, under its own name.
"""

from __future__ import annotations

import functools
import gc
import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from paddock import games
from paddock.core.chance import UnrecordedChance
from paddock.core.errors import UnreadableScenario
from paddock.core.game import ask_of
from paddock.core.game_spec import AnyGameSpec
from paddock.core.position import set_up_position
from paddock.core.seats import Names, Seat
from paddock.core.spoken import describe_board
from paddock.games.winds_of_war.rules.night import visible_letters
from paddock.games.winds_of_war.state.pieces import TRACK
from paddock.verify.positions import setting_of
from tests.games.winds_of_war.secrets import other_letters
from tests.seeds import seeded

SPEC = games.find_spec("winds-of-war-mille-miglia")
DARK_POSITIONS = 12
MOST_POSITIONS = 200
MOST_OPTIONS = 12


def dark_positions(seed: int) -> Iterator[tuple[Any, Names, Seat]]:
    """Constructed positions with a curve that a seat cannot read."""
    for number in range(seed, seed + MOST_POSITIONS):
        setting = setting_of(SPEC, number)
        luck = UnrecordedChance(random.Random(number))
        try:
            state = set_up_position(SPEC, setting.options, setting.names, setting.start, luck).state
        except UnreadableScenario:
            continue
        for ask in SPEC.game.asks(state)[:1]:
            if None in visible_letters(state.now, ask.seat):
                yield state, setting.names, ask.seat


def forget_roads() -> None:
    """Clear what was computed for a road and kept."""
    for kept in gc.get_objects():
        # not `isinstance`: it asks a dead weak reference for its class
        if type(kept) is functools._lru_cache_wrapper and "paddock" in (kept.__module__ or ""):
            kept.cache_clear()


def shown(spec: AnyGameSpec, state: Any, seat: Seat, names: Names) -> dict[str, object]:
    """What a seat is sent, sees drawn, is told of its options, and what bots would think."""
    forget_roads()
    view, ask = spec.game.view(state, seat), ask_of(spec.game.asks(state), seat)
    assert ask is not None
    assert spec.layout is not None
    assert spec.bot_hints.option_values is not None
    drawing = spec.draw(view, seat, names, "en")
    options = [ask.options[i] for i in range(min(len(ask.options), MOST_OPTIONS))]
    luck = UnrecordedChance(random.Random(1))
    return {
        "view": msgspec.json.encode(view),
        "drawing": (drawing.plain, drawing.spans),
        "sketch": spec.sketch(view),
        "sentences": describe_board(SPEC, view, seat, names, "en"),
        "standings": spec.standings(view),
        "options": (options, ask.default),
        "figures": [spec.option_info(view, seat, move, "en") for move in options],
        "numbers": spec.layout.observe(view, seat, ask),
        "bots": spec.bot_hints.option_values(view, ask, luck),
    }


def differing(
    spec: AnyGameSpec,
    state: Any,
    names: Names,
    seat: Seat,
    seed: int,
    monkeypatch: pytest.MonkeyPatch,
) -> list[str]:
    """The parts that change when the real road gets other letters where this seat sees none."""
    road = state.now.road
    seen = visible_letters(state.now, seat)
    other = other_letters(TRACK[road], seen, random.Random(seed))
    before = shown(spec, state, seat, names)
    with monkeypatch.context() as swapped:
        swapped.setitem(TRACK, road, TRACK[other])
        after = shown(spec, state, seat, names)
    forget_roads()
    return [part for part in before if before[part] != after[part]]


@seeded()
def test_nothing_reads_dark_letters_by_the_name_of_the_road(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = 0
    for state, names, seat in dark_positions(seed):
        assert differing(SPEC, state, names, seat, seed, monkeypatch) == []
        found += 1
        if found == DARK_POSITIONS:
            return
    raise AssertionError(f"only {found} dark positions")


def test_a_drawing_that_reads_them_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    state, names, seat = next(dark_positions(1))
    broken = msgspec.structs.replace(SPEC, sketch=lambda view: TRACK[view.now.road].letters)
    assert differing(broken, state, names, seat, 1, monkeypatch) == ["sketch"]

"""Crowded positions of every game and mode: they can be played on from, and faults are found."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from paddock import games
from paddock.core.game import Ask
from paddock.games.winds_of_war.rules import event_cards
from paddock.verify import scenario
from paddock.verify.positions import (
    CROWDS,
    PositionFailure,
    as_scenario,
    fuzz_positions,
    save_position,
)
from tests.seeds import seeded

POSITIONS = 60
"""Of each game and mode; `make night` takes 10,000."""


def explain(spec: Any, failures: tuple[PositionFailure, ...]) -> str:
    return "\n".join(as_scenario(spec, failure) for failure in failures)


def test_every_game_and_mode_has_crowded_positions() -> None:
    assert set(CROWDS) == set(games.all_specs())


@seeded()
@pytest.mark.parametrize("game", list(games.all_specs()))
def test_crowded_positions_can_be_played(game: str, seed: int) -> None:
    spec = games.find_spec(game)
    found = fuzz_positions(spec, POSITIONS, seed)
    assert not found.failures, explain(spec, found.failures)
    assert found.refused <= POSITIONS // 10, "the writer of positions makes impossible ones"
    assert found.moves > 3 * POSITIONS


def test_an_ask_without_options_is_found_and_written_as_a_scenario(tmp_path: Path) -> None:
    spec = games.find_spec("template")

    class Empty:
        def __getattr__(self, name: str) -> Any:
            return getattr(spec.game, name)

        def asks(self, state: Any) -> tuple[Ask[Any], ...]:
            return tuple([replace(ask, options=()) for ask in spec.game.asks(state)])

    broken = replace(spec, game=Empty())
    found = fuzz_positions(broken, 5, 1)
    assert "no option" in found.failures[0].why
    file = scenario.read_file(Path(save_position(broken, found.failures[0], tmp_path)))
    assert file.game == "template"


def test_the_accident_at_the_start_line_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The fault that random races did not meet: a crash where only the start line is behind."""
    monkeypatch.setattr(event_cards, "free_box_behind", lambda *_: -1)
    spec = games.find_spec("winds-of-war-mille-miglia")
    (failure,) = fuzz_positions(spec, 1, 2409).failures
    assert "only the outer lanes" in failure.why

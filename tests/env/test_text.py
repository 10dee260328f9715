"""The text environment: pages say what a seat knows, and lines are answers."""

from __future__ import annotations

import io
import sys
from typing import Any

import pytest

import paddock
from paddock import cli, env
from paddock.core.errors import BadOption
from paddock.env import readers
from paddock.games import all_specs
from tests.seeds import seeded

ASKS = 60


@seeded(1)
@pytest.mark.parametrize("game", all_specs())
def test_a_reader_of_words_chooses_as_a_reader_of_the_view(game: str, seed: int) -> None:
    """`python -m tools.readers` reads 10,000 questions of each game."""
    found = readers.compare_readers(game, 3, ASKS, seed)
    assert found.asks == ASKS
    assert found.share >= 0.99, found.differing


def test_the_rule_of_the_readers_looks_at_everything() -> None:
    two = ({"cost": 1.0, "risk": 0.5}, {"cost": 2.0, "risk": 0.1})
    ahead = readers.Position(1, 4, {"cars.fuel": 3}, two)
    behind = readers.Position(4, 4, {"cars.fuel": 3}, two)
    assert readers.choose(ahead) != readers.choose(behind)
    equal: tuple[dict[str, float], ...] = ({}, {}, {})
    chosen = {readers.choose(readers.Position(1, 4, {"a": n}, equal)) for n in range(3)}
    assert chosen == {0, 1, 2}


def test_an_answer_is_a_number_or_a_move_in_notation() -> None:
    one, other = (env.text("template", ["random"], seat=0) for _ in range(2))
    assert one.reset(seed=4) == other.reset(seed=4)
    ask = one.ask
    assert ask is not None
    by_number = one.step("2")
    by_notation = other.step(other.race.text(ask.options[1]))
    assert by_number == by_notation


@pytest.mark.parametrize("line", ["0", "99", "", "gear", "choose 9", "\x00", "1" * 5000])
def test_an_answer_that_cannot_be_played_changes_nothing(line: str) -> None:
    table = env.text("template", ["random"], seat=0)
    page = table.reset(seed=4)
    before = table.race.state
    again, reward, over, info = table.step(line)
    assert (reward, over) == (0.0, False)
    assert again == f"{info['refused']}\n\n{page}"
    assert table.race.state == before


def test_a_refused_move_says_why_in_the_language_of_the_page() -> None:
    table = env.text("street-illegal", ["random"], seat=0, language="it")
    table.reset(seed=1)
    *_, info = table.step("attack")
    assert info["refused"]
    assert "Domanda" in table.page()


def test_the_end_has_place_and_reward() -> None:
    table = env.text("template", ["random", "random"], seat=1, reasons=False)
    page, over, reward = table.reset(seed=2), False, 0.0
    info: dict[str, Any] = {}
    while not over:
        page, reward, over, info = table.step("1")
    assert "The race is over" in page
    assert info["place"] in (1, 2, 3)
    assert reward == [1, 0, -1][info["place"] - 1]
    assert table.race.record.rows


def test_a_page_tells_no_secret() -> None:
    """Pages of two worlds that the seat cannot tell apart are equal."""
    table = env.text("street-illegal", ["random", "random"], seat=0)
    page, over = table.reset(seed=3), False
    for _ in range(30):
        race = table.race
        table.race = race.imagine(0, seed=9)
        assert table.page() == page
        table.race = race
        page, _, over, _ = table.step("1")
        if over:
            break


def test_wrong_settings_are_said_at_once() -> None:
    with pytest.raises(BadOption, match="no seat 3"):
        env.text("heat", ["easy"], seat=3)
    with pytest.raises(BadOption, match="rivals is a list"):
        env.text("heat", "easy")
    with pytest.raises(paddock.UnknownBot):
        env.text("heat", ["genius"])


def run_text(
    lines: str, monkeypatch: pytest.MonkeyPatch, *arguments: str, game: str = "template"
) -> int:
    monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
    return cli.run(["text", game, "--rivals", "easy,easy", "--seed", "1", *arguments])


def test_the_command_plays_by_lines(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_text("1\n" * 500, monkeypatch, "--races", "2", "-o", "length=12") == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if line.startswith("result ")]
    assert len([line for line in lines if line.startswith("result ")]) == 2
    assert lines.count(">") == sum(line.startswith("Answer with") for line in lines)


def test_the_command_ends_with_its_input_or_without_an_answer(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_text("1\n", monkeypatch) == 0
    assert "result" not in capsys.readouterr().out
    assert run_text("1\n", monkeypatch, "--seat", "4") == 2
    assert "there is no seat 4: the seats are 1 to 3" in capsys.readouterr().err
    assert run_text("nothing\n" * 50, monkeypatch) == 2
    assert "20 answers in a row were refused" in capsys.readouterr().err

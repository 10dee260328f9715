"""Bots that others wrote: found by name, given what ours get, and reported when they go wrong."""

from __future__ import annotations

import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest

import paddock
from paddock import bots, cli
from paddock.bots import own
from paddock.core.errors import BotFailed, UnknownBot
from paddock.games import find_spec

SPEC = find_spec("template")
ENOUGH_SECONDS = 120.0
"""Time for a decision, however much else the machine does."""
FILE = textwrap.dedent(
    '''
    import time

    class Plain:
        """Made with nothing."""
        def choose(self, view, ask, chance):
            return ask.options[chance.pick(ask.options, "bot")]

    class Knowing:
        def __init__(self, spec):
            self.spec = spec
        def choose(self, view, ask, chance):
            assert view == view and view is not None
            return ask.default_move

    class Blind:
        looks = False
        def choose(self, view, ask, chance):
            assert view is None
            return ask.options[0]

    def function(view, ask, chance):
        return ask.options[-1]

    OBJECT = Plain()

    def broken(view, ask, chance):
        return {}["speed"]

    def wrong(view, ask, chance):
        return "north"

    def slow(view, ask, chance):
        try:
            while True:
                time.sleep(0.001)
        except Exception:
            return ask.default_move

    def leaves(view, ask, chance):
        raise SystemExit(3)

    class Unmade:
        def __init__(self):
            raise OSError("no model file")
        def choose(self, view, ask, chance): ...

    NUMBER = 7
    '''
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A current folder with a file of bots, for this test only."""
    (tmp_path / "crew.py").write_text(FILE, "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    for name in [name for name in sys.modules if name.startswith(("crew", "paddock_bot_"))]:
        monkeypatch.delitem(sys.modules, name)
    return tmp_path


@pytest.mark.parametrize("place", ["crew.py", "crew"])
@pytest.mark.parametrize(
    "name", ["Plain", "Knowing", "Blind", "function", "OBJECT", "OBJECT.choose"]
)
def test_a_bot_is_found_by_file_and_by_module(folder: Path, place: str, name: str) -> None:
    found = paddock.simulate("template", [f"{place}:{name}", "random"], races=2, seed=1)
    assert len(found) == 4


def test_own_bots_race_with_any_number_of_workers(folder: Path) -> None:
    seats = ["crew.py:Knowing", "crew:Plain", "easy"]
    one = paddock.simulate("template", seats, races=8, seed=3)
    assert list(paddock.simulate("template", seats, races=8, seed=3, workers=2)) == list(one)


def test_an_entry_point_is_a_name(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    info = folder / "crew-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: crew\nVersion: 1\n", "utf-8")
    (info / "entry_points.txt").write_text("[paddock.bots]\nmine = crew:Plain\n", "utf-8")
    monkeypatch.syspath_prepend(str(folder))
    assert len(paddock.simulate("template", ["mine", "random"], races=1, seed=1)) == 2


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("crew.py:Nobody", "crew.py has no Nobody"),
        ("none.py:Plain", "there is no file .*none.py"),
        ("nowhere_at_all:Plain", "there is no bot 'nowhere_at_all:Plain'; the bots are: easy"),
        ("crew:NUMBER", "crew:NUMBER is no bot: it has no `choose"),
        ("crew:Unmade", r"cannot be made: OSError: no model file \(crew.py line"),
        ("damaged.py:Bot", "damaged.py:Bot cannot be imported: SyntaxError"),
        ("leaving.py:Bot", "leaving.py:Bot cannot be imported: SystemExit: 4"),
    ],
)
def test_a_name_that_is_none_is_refused_in_one_line(folder: Path, name: str, said: str) -> None:
    (folder / "damaged.py").write_text("class Bot(:\n", "utf-8")
    (folder / "leaving.py").write_text("raise SystemExit(4)\n", "utf-8")
    with pytest.raises(UnknownBot, match=said):
        bots.make_bot(name, SPEC, own=True)


def test_nothing_is_imported_unless_it_is_allowed(folder: Path) -> None:
    (folder / "trap.py").write_text("raise SystemExit('run')\n", "utf-8")
    for name in ("trap.py:Bot", "trap:Bot", "crew:Plain"):
        with pytest.raises(UnknownBot, match="there is no bot"):
            bots.make_bot(name, SPEC)
    assert "crew" not in sys.modules


@pytest.mark.parametrize(
    ("name", "seconds", "said"),
    [
        ("broken", ENOUGH_SECONDS, r"KeyError: 'speed' \(crew.py line \d+\)"),
        ("wrong", ENOUGH_SECONDS, r"answered 'north', which is not one of the \d+ options"),
        ("slow", 0.05, "took longer than 0.05 s"),
        ("leaves", ENOUGH_SECONDS, "SystemExit: 3"),
    ],
)
@pytest.mark.parametrize("workers", [1, 2])
def test_what_goes_wrong_is_reported_with_the_position(
    folder: Path, name: str, seconds: float, said: str, workers: int
) -> None:
    with pytest.raises(BotFailed, match=said) as caught:
        paddock.simulate(
            "template", ["random", f"crew:{name}"], 2, seed=7, seconds=seconds, workers=workers
        )
    text = str(caught.value)
    assert text.startswith("race 0 of seed 7, row ")
    assert f"crew:{name}, seat 1, asked '" in text
    (folder / "failed.race").write_text(caught.value.record, "utf-8")
    race = paddock.load(folder / "failed.race")
    assert f"row {race.rows}: " in text
    assert race.asks[0].seat == 1


def test_the_command_line_keeps_the_race_and_says_where(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for command in (
        ["sim", "template", "--seats", "easy,crew.py:broken", "--seed", "1"],
        ["ladder", "template", "--pair", "crew.py:broken,easy"],
        ["bench", "template", "--bot", "crew.py:broken"],
        ["play", "template", "--plain", "--seats", "crew.py:broken,easy", "--seed", "1"],
    ):
        for old in folder.glob("bot-failed-*.race"):
            old.unlink()
        assert cli.run(command) == 2
        said = capsys.readouterr().err
        assert said.count("\n") == 1
        assert "crew.py:broken, seat " in said
        (kept,) = folder.glob("bot-failed-*.race")
        assert f"paddock replay {kept.name}" in said
        assert paddock.load(kept).rows >= 0


def test_a_resumed_record_names_no_code_to_run(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "trap.py").write_text("raise RuntimeError('run')\n", "utf-8")
    sim = ["sim", "template", "--seats", "crew.py:Plain,easy", "--races", "1", "--seed", "1"]
    assert cli.run([*sim, "--records", "kept"]) == 0
    (race,) = (folder / "kept").iterdir()
    race.write_text(race.read_text("utf-8").replace("crew.py:Plain", "trap.py:Plain"), "utf-8")
    capsys.readouterr()
    assert cli.run(["play", "--plain", "--resume", str(race)]) == 2
    assert "there is no bot 'trap.py:Plain'" in capsys.readouterr().err


def test_classes_and_functions_are_taken_as_they_are(folder: Path) -> None:
    class Here:
        def choose(self, view: Any, ask: Any, chance: Any) -> Any:
            return ask.options[0]

    found = paddock.simulate("template", [Here, lambda view, ask, chance: ask.default_move], 2)
    assert len(found) == 4
    with pytest.raises(UnknownBot, match="cannot be imported by other processes"):
        paddock.simulate("template", [Here, "random"], 2, workers=2)
    assert own.importable_name(own.FunctionBot) == "paddock.bots.own:FunctionBot"


def test_a_random_bot_gets_no_view(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[int] = []
    usual = type(SPEC.game).view

    def view(game: Any, state: Any, seat: int | None) -> Any:
        looked.append(seat or 0)
        return usual(game, state, seat)

    monkeypatch.setattr(type(SPEC.game), "view", view)
    paddock.simulate("template", ["random", "random"], races=1, seed=1)
    assert looked == []
    paddock.simulate("template", ["random", "greedy"], races=1, seed=1)
    assert looked

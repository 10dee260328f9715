"""Failures of the nightly run can be reproduced."""

from __future__ import annotations

import shlex
import shutil
from pathlib import Path

import msgspec
import pytest

from paddock import cli, games
from paddock.core.errors import RulesBug
from paddock.core.options import convert_options, parse_options
from paddock.measure import simulate
from tests.seeds import seeded
from tools import night


@seeded(0)
@pytest.mark.parametrize("game", games.all_specs())
def test_the_command_for_a_race_means_this_race(game: str, seed: int) -> None:
    spec = games.find_spec(game)
    for number in range(20):
        one = night.any_plan(spec, seed + number)
        words = shlex.split(night.command(spec, one))
        given = dict(text.split("=", 1) for text in words if "=" in text)
        options = convert_options(spec.options, msgspec.json.decode(one.options))
        assert parse_options(spec.options, given, spec.words) == options
        assert words[words.index("--seats") + 1].split(",") == list(one.bots)


def test_a_race_that_goes_wrong_is_told_with_its_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    raced = simulate.run_race

    def wrong(spec: object, one: simulate.SimulationPlan, race: int) -> object:
        if one.seed == 12:
            raise RulesBug("a wheel came off")
        return raced(games.find_spec(one.game), one, race)

    monkeypatch.setattr(simulate, "run_race", wrong)
    turn = night.raced("template", 10, 60, "")
    assert turn.races == 3
    (trouble,) = turn.trouble
    assert trouble.what == "template: a wheel came off"
    monkeypatch.undo()
    assert cli.run(shlex.split(trouble.again)[1:]) == 0
    assert "1 races of template, seed 12" in capsys.readouterr().out


PLANTED = """
from tests.seeds import SEED, seeded

@seeded(1)
def test_planted(seed: int) -> None:
    assert seed == 1, seed
"""


@pytest.mark.slow
def test_a_test_that_fails_by_night_is_told_with_its_command() -> None:
    """A failing test is added to this folder until the run finds it."""
    planted = Path(__file__).parent / "planted" / "test_planted.py"
    planted.parent.mkdir(exist_ok=True)
    planted.write_text(PLANTED, "utf-8")
    try:
        turn = night.walked(77, str(planted))
    finally:
        shutil.rmtree(planted.parent)
    (trouble,) = turn.trouble
    assert trouble.what.startswith("FAILED")
    assert trouble.again.startswith("PADDOCK_SEED=77 make test ARGS=")
    assert "test_planted[fresh]" in trouble.again

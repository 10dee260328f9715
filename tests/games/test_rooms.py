"""What every house's tests hold beside the laws: scenarios, counts of lines, golden races."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from paddock.core.words import read
from paddock.games import PACKAGES, opened
from paddock.lab import golden, perft, scenario

HERE = Path(__file__).parent
SCENARIOS = sorted(HERE.glob("*/scenarios/**/*.toml"))
PERFTS = sorted(HERE.glob("*/perft.toml"))
RACES = sorted(HERE.glob("*/replays/*.race"))


def named(path: Path) -> str:
    return path.relative_to(HERE).as_posix()


@pytest.mark.parametrize("path", SCENARIOS, ids=named)
def test_scenarios_pass(path: Path) -> None:
    failed = [result for result in scenario.run_file(path) if not result.passed]
    assert not failed, "\n".join(scenario.explained(result) for result in failed)


@pytest.mark.parametrize("path", PERFTS, ids=named)
def test_lines_are_counted(path: Path) -> None:
    counted = perft.run_file(path)
    assert [(count.name, count.problems) for count in counted if not count.passed] == []


@pytest.mark.parametrize("path", RACES, ids=named)
def test_golden_races_are_told_as_they_were(path: Path) -> None:
    assert golden.compare(path) == []


@pytest.mark.parametrize("package", PACKAGES)
def test_every_way_a_race_ends_has_a_golden_race(package: str) -> None:
    reasons = {
        id.removeprefix("reason.")
        for id in read(f"paddock.games.{package}")
        if id.startswith("reason.")
    }
    if any(house.card.id.endswith("-series") for house in opened(package)):
        reasons.add("series-over")
    assert reasons - shown(package) == set()


def shown(package: str) -> set[str]:
    """The reasons by which the golden races of a house ended."""
    closings = [
        json.loads(path.read_text("utf-8").splitlines()[-1])
        for path in (HERE / package / "replays").glob("*.race")
    ]
    return {closing["outcome"]["reason"] for closing in closings if closing["outcome"]}

"""Every game: scenarios, perft counts and golden races, from the files in its test folder."""

from __future__ import annotations

from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

from paddock import bots
from paddock.games import PACKAGES, all_specs, load_package
from paddock.verify import golden, matrix, perft, scenario
from paddock.verify.transcript import transcribe

HERE = Path(__file__).parent


def game_files(pattern: str) -> list[ParameterSet]:
    """The files of all games that match a pattern, as test parameters."""
    return [
        pytest.param(path, id=f"{package}-{path.stem}")
        for package in PACKAGES
        for path in sorted((HERE / package).glob(pattern))
    ]


@pytest.mark.parametrize("path", game_files("**/scenarios/*.toml"))
def test_scenarios(path: Path) -> None:
    failed = [result for result in scenario.run_file(path) if not result.passed]
    assert not failed, "\n".join(scenario.explain(result) for result in failed)


@pytest.mark.parametrize("path", game_files("**/perft.toml"))
def test_counts_of_lines(path: Path) -> None:
    assert [(count.name, *count.problems) for count in perft.run_file(path) if count.problems] == []


@pytest.mark.parametrize("path", game_files("**/replays/*.race"))
def test_golden_races(path: Path) -> None:
    assert golden.compare(path) == []


@pytest.mark.parametrize("package", PACKAGES)
def test_every_way_to_end_has_a_golden_race(package: str) -> None:
    races = sorted((HERE / package).glob("**/replays/*.race"))
    series = any(spec.card.id.endswith("-series") for spec in load_package(package))
    reasons = {
        id
        for spec in load_package(package)
        for id in spec.words.messages
        if id.startswith("reason.") and (series or id != "reason.series-over")
    }
    told = [transcribe(path.read_text("utf-8")).reason for path in races]
    assert reasons - {f"reason.{reason}" for reason in told} == set()


@pytest.mark.parametrize("id", list(all_specs()))
def test_every_bot_a_table_offers_can_be_had_and_is_told(id: str) -> None:
    spec = all_specs()[id]
    for level in spec.levels:
        bots.make_bot(level, spec)
        assert {f"bot.{level}", f"bot.{level}.help"} <= set(spec.words.messages)


@pytest.mark.parametrize("id", list(all_specs()))
def test_no_clause_lacks_code_or_scenario(id: str) -> None:
    spec = all_specs()[id]
    assert matrix.find_gaps(spec, matrix.make_matrix(spec)) == []
    assert matrix.unknown_clauses(spec) == []


def test_code_that_only_foresees_a_rule_comes_last() -> None:
    spec = all_specs()["circus-maximus-season"]
    row = next(row for row in matrix.make_matrix(spec) if row.clause == "B21.41")
    kinds = [citation.how for citation in row.code]
    assert kinds[0] == matrix.CitationKind.DECIDED
    assert kinds[-1] == matrix.CitationKind.FORESEEN

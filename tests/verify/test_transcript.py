"""Records told as sentences, golden races, and the matrix of citations."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from paddock.core import record
from paddock.core.errors import UnreadableRecord
from paddock.core.referee import AnyReferee, Referee
from paddock.verify import golden, matrix
from paddock.verify.matrix import CitationKind
from paddock.verify.transcript import transcribe
from tests.verify.sprint import SPEC, Options, Push, Spend, find

SCENARIOS = Path(__file__).parent / "sprint" / "scenarios"


def written(rounds: int = 1) -> str:
    names = ("ann", "ben")
    referee: AnyReferee = Referee(SPEC.game, Options(rounds=rounds), names, random.Random(3))
    referee.play(0, Push(2))
    referee.take_back(0)
    referee.play(0, Push(1))
    referee.play(1, Push(2))
    referee.play(0, Spend(4))
    return record.write_record(SPEC, referee.record(), referee.state, referee.outcome())


def test_a_race_is_told_a_line_a_row_with_its_clauses() -> None:
    told = transcribe(written(), "en", find)
    assert told.text.splitlines()[:-1] == [
        "Sprint, edition 1: ann, ben",
        "    -",
        "    0  ann: push 2  |  Ann has chosen. (T1)",
        "    1  ann took back move 0",
        "    2  ann: push 1  |  Ann has chosen. (T1)",
        "    3  ben: push 2  |  Ann drives 1 space. (T1)  Ben drives 2 spaces. (T1)",
        "    4  ann: spend 4  |  Ann spends 4 fuel. (T3)",
        "the last round is driven",
        "  ann: 1st",
        "  ben: 2nd",
    ]
    assert told.text.endswith(f"state {told.hash}\n")


def test_a_race_is_told_in_italian() -> None:
    told = transcribe(written(), "it", find).text
    assert "ann ha annullato la riga 0" in told
    assert "ann: posto 1" in told


def test_a_race_in_the_middle_goes_on() -> None:
    assert transcribe(written(rounds=2), "en", find).ending == ("the race goes on",)


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("push 1", "push 2", "leads to state"),
        ("push 1", "push 9", "row 2: not-offered"),
        ('"reason": "rounds-over"', '"reason": "rain"', "another outcome"),
        ("spend 4", "spend four", "line 6"),
    ],
)
def test_a_record_that_was_tampered_with_is_refused(old: str, new: str, complaint: str) -> None:
    with pytest.raises(UnreadableRecord, match=complaint):
        transcribe(written().replace(old, new), "en", find)


def test_a_golden_race_shows_what_changed(tmp_path: Path) -> None:
    race = tmp_path / "short.race"
    race.write_text(written(), "utf-8")
    page = golden.write_transcript(race, find)
    assert page.name == "short.txt"
    assert golden.find_races(tmp_path) == [race]
    assert golden.compare(race, find) == []
    page.write_text(page.read_text("utf-8").replace("spends 4", "spends 5"), "utf-8")
    changed = [line for line in golden.compare(race, find) if line[0] in "+-" and "spend" in line]
    assert changed == [
        "-    4  ann: spend 4  |  Ann spends 5 fuel. (T3)",
        "+    4  ann: spend 4  |  Ann spends 4 fuel. (T3)",
    ]


def test_the_matrix_joins_clauses_code_and_scenarios() -> None:
    lines = {line.clause: line for line in matrix.make_matrix(SPEC, SCENARIOS)}
    assert list(lines) == ["T1", "T2", "T3", "T4", "Q1"]
    code = {clause: [(one.how, one.name) for one in line.code] for clause, line in lines.items()}
    assert code["T1"] == [
        (CitationKind.DECIDED, "drive"),
        (CitationKind.REFUSED, "Sprint.why_not"),
        (CitationKind.ASKED, "PUSH"),
        (CitationKind.TOLD, "Sealed"),
        (CitationKind.TOLD, "Drove"),
    ]
    assert code["T4"] == [(CitationKind.DECIDED, "Sprint.outcome")]
    assert lines["T2"].scenarios == (
        "sprint: an engine stalls on a two, and the last car may spend",
    )


def test_gaps_are_clauses_without_code_or_scenario_that_are_not_marked() -> None:
    lines = matrix.make_matrix(SPEC, SCENARIOS)
    assert matrix.find_gaps(SPEC, lines) == []
    assert matrix.unknown_clauses(SPEC, SCENARIOS) == []
    only_told = matrix.Citation(CitationKind.TOLD, "Drove", Path("sprint.py"), 1)
    assert matrix.find_gaps(
        SPEC, [matrix.MatrixRow("T2", "The engine", (only_told,), ("one",))]
    ) == [
        "T2 The engine: told, asked or refused, and decided nowhere",
    ]
    bare = [matrix.MatrixRow("T2", "The engine", (), ()), matrix.MatrixRow("Q1", "Nothing", (), ())]
    assert matrix.find_gaps(SPEC, bare) == [
        "T2 The engine: no code cites it",
        "T2 The engine: no scenario shows it",
    ]

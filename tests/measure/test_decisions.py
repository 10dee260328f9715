"""Decisions as a table: every row of every race, as the records have them."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import polars
import pytest

import paddock
from paddock import cli
from paddock.measure import decision_tables

SEATS = ("--seats", "greedy,random", "--races", "5", "--seed", "3")


def decisions(path: Path, *more: str, game: str = "template") -> list[dict[str, object]]:
    assert cli.run(["sim", game, *SEATS, "--json", "--decisions", str(path), *more]) == 0
    if path.suffix == ".parquet":
        return polars.read_parquet(path).to_dicts()
    with path.open(encoding="utf-8") as file:
        return [
            {
                name: json.loads(cell) if cell[:1] in "[0123456789" else cell
                for name, cell in row.items()
            }
            for row in csv.DictReader(file)
        ]


@pytest.mark.parametrize("game", ["template", "circus-maximus-season"])
def test_a_table_has_every_row_of_the_records(game: str, tmp_path: Path) -> None:
    more = ("--races", "1") if game != "template" else ()
    found = decisions(
        tmp_path / "all.parquet", "--records", str(tmp_path / "races"), *more, game=game
    )
    told = [
        (n, decision)
        for n, file in enumerate(sorted((tmp_path / "races").iterdir()))
        for decision in paddock.replay(file)
    ]
    assert len(found) == len(told) > 20
    for row, (race, decision) in zip(found, told, strict=True):
        assert (row["race"], row["row"], row["seat"]) == (race, decision.row, decision.seat)
        assert row["question"] == decision.ask.question.prompt
        assert row["chosen"] == decision.ask.options.index(decision.move)
        draws = [(draw["label"], draw["faces"], draw["index"]) for draw in row["draws"]]  # type: ignore[attr-defined]
        assert tuple(draws) == decision.draws
        options = row["options"]
        assert isinstance(options, list)
        if isinstance(decision.ask.options, tuple):
            assert options[row["chosen"]] == row["move"]
        else:
            assert len(options) == 1
            assert " to " in options[0]


def test_workers_parts_and_csv_give_the_same_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = decisions(tmp_path / "one.parquet")
    assert decisions(tmp_path / "two.parquet", "--workers", "2") == one
    monkeypatch.setattr(decision_tables, "MAX_ROWS_IN_MEMORY", 7)
    assert decisions(tmp_path / "parts.parquet") == one
    texts = decisions(tmp_path / "all.csv")
    for row, text in zip(one, texts, strict=True):
        row["draws"] = [list(draw.values()) for draw in row["draws"]]  # type: ignore[attr-defined]
        assert text == row
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "all.csv",
        "one.parquet",
        "parts.parquet",
        "two.parquet",
    ]


def test_a_table_that_cannot_be_written_is_refused_before_the_races(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["sim", "template", "--decisions", str(tmp_path / "a.txt")]) == 2
    assert ".csv or .parquet" in capsys.readouterr().err

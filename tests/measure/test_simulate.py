"""Simulation: the same seed, the same races; bots go round the table; figures say what happened."""

from __future__ import annotations

import csv
import random
from pathlib import Path

import pytest

from paddock import games
from paddock.core.errors import BadSeats, RulesBug, UnknownBot
from paddock.core.game import Outcome
from paddock.core.statistics import mean, wilson_interval
from paddock.measure import result_tables
from paddock.measure.simulate import (
    Race,
    SimulationPlan,
    chunks,
    make_plan,
    places_among_all,
    refuse_clocks,
    run_race,
    simulate,
)
from paddock.measure.statistics import make_report
from paddock.verify.transcript import transcribe
from tests.verify.sprint import SPEC, Options, find

BOTS = ("greedy", "random", "random")


def races(count: int = 6, seed: int = 1) -> tuple[SimulationPlan, list[Race]]:
    todo = make_plan(SPEC, BOTS, count, seed, Options(rounds=2))
    return todo, list(simulate(todo, 1, SPEC))


def test_the_same_seed_gives_the_same_races() -> None:
    assert races()[1] == races()[1]
    assert races()[1] != races(seed=2)[1]


def test_a_race_does_not_depend_on_those_before_it() -> None:
    todo, found = races()
    assert run_race(SPEC, todo, 4) == found[4]


def test_every_bot_sits_one_place_further_from_race_to_race() -> None:
    _, found = races(4)
    assert [race.entries for race in found] == [(0, 1, 2), (2, 0, 1), (1, 2, 0), (0, 1, 2)]


def test_chunks_cover_every_race_once() -> None:
    todo = make_plan(SPEC, BOTS, 37, 1)
    assert [r for _, start, end in chunks(todo, 3) for r in range(start, end)] == list(range(37))


def test_workers_run_the_same_races() -> None:
    spec = games.find_spec("template")
    todo = make_plan(spec, ("greedy", "random"), 6, 5)
    assert list(simulate(todo, 2)) == list(simulate(todo, 1))


def test_clocks_are_refused_where_races_must_come_out_the_same() -> None:
    with pytest.raises(UnknownBot, match="search:2s thinks by the clock"):
        refuse_clocks(("greedy", "search:2s"))


def test_a_plan_that_cannot_be_raced_is_refused_before_it_starts() -> None:
    with pytest.raises(UnknownBot):
        make_plan(SPEC, ("greedy", "clever"), 1, 1)
    with pytest.raises(BadSeats, match="seats 2 to 5, not 1"):
        make_plan(SPEC, ("greedy",), 1, 1)


def test_records_are_written_and_can_be_told(tmp_path: Path) -> None:
    todo = make_plan(SPEC, BOTS, 2, 3, records=tmp_path / "deep" / "records")
    list(simulate(todo, 1, SPEC))
    files = sorted((tmp_path / "deep" / "records").iterdir())
    assert [file.name for file in files] == ["sprint-3-00000.race", "sprint-3-00001.race"]
    told = transcribe(files[1].read_text("utf-8"), "en", find)
    assert "random-2, greedy, random-1" in told.title


def test_a_bug_in_the_rules_names_its_race(monkeypatch: pytest.MonkeyPatch) -> None:
    todo = make_plan(SPEC, BOTS, 1, 9)
    monkeypatch.setattr(type(SPEC.game), "play", lambda *_: 1 / 0)
    with pytest.raises(RulesBug, match="race 0 of seed 9: ZeroDivisionError"):
        run_race(SPEC, todo, 0)


def test_wins_and_places_are_counted_by_bot_not_by_seat() -> None:
    todo = SimulationPlan("sprint", b"{}", ("a", "b"), 2, 1)
    found = [
        Race(0, (0, 1), (1, 2), (3, 4), 10, 2, "over"),
        Race(1, (1, 0), (2, 1), (7, 2), 12, 2, "over"),
    ]
    told = make_report(todo, found, 2.0)
    assert [entry.wins for entry in told.entries] == [2, 0]
    assert [entry.place.value for entry in told.entries] == [1.0, 2.0]
    assert [entry.place_among_all.value for entry in told.entries] == [2.5, 5.5]
    assert told.decisions == 22


def test_out_of_the_race_is_after_the_last_among_all() -> None:
    assert places_among_all(Outcome((0, 2, 0), "over", (1, 3))) == (4, 2, 4)


def test_intervals_hold_the_truth_about_as_often_as_they_say() -> None:
    generator = random.Random(4)
    held_share = held_mean = 0
    for _ in range(400):
        values = [float(generator.random() < 0.3) for _ in range(60)]
        low, high = wilson_interval(int(sum(values)), 60)
        held_share += low <= 0.3 <= high
        found = mean(values)
        held_mean += abs(found.value - 0.3) <= found.margin
    assert 360 <= held_share <= 396
    assert 360 <= held_mean <= 396


@pytest.mark.parametrize("name", ["races.csv", "races.parquet"])
def test_a_table_has_a_row_for_each_seat_of_each_race(tmp_path: Path, name: str) -> None:
    todo, found = races(3)
    result_tables.write_table(tmp_path / name, todo, found)
    if name.endswith(".csv"):
        with (tmp_path / name).open(encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
    else:
        polars = pytest.importorskip("polars")
        rows = polars.read_parquet(tmp_path / name).to_dicts()
    assert len(rows) == 9
    assert tuple(rows[0]) == result_tables.COLUMNS
    assert [row["bot"] for row in rows[3:6]] == ["random", "greedy", "random"]
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_a_table_that_cannot_be_written_is_refused_before_the_races(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for path in (tmp_path / "a.xlsx", tmp_path / "no" / "a.csv"):
        with pytest.raises(result_tables.NoTable):
            result_tables.check_path(path)
    monkeypatch.setitem(__import__("sys").modules, "polars", None)
    result_tables.check_path(tmp_path / "a.csv")
    with pytest.raises(result_tables.NoTable, match=r"pip install 'paddock\[measure\]'"):
        result_tables.check_path(tmp_path / "a.parquet")

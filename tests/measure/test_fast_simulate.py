"""`paddock sim heat --fast`: races of simple bots in the kernel."""

from __future__ import annotations

from pathlib import Path

import pytest

from paddock import games
from paddock.cli import run
from paddock.core.errors import BadOption
from paddock.games.heat.state import Options
from paddock.measure.fast_simulate import refuse_others, simulate_fast
from paddock.measure.simulate import make_plan
from paddock.measure.statistics import make_report

SPEC = games.find_spec("heat")
SEATS = ("rollout", "random", "random")


def test_the_same_seed_gives_the_same_races_and_bots_change_seats() -> None:
    plan = make_plan(SPEC, SEATS, 6, 4, Options(laps=1, track="italia"))
    races = list(simulate_fast(plan, SPEC))
    assert races == list(simulate_fast(plan, SPEC))
    assert [race.entries for race in races[:3]] == [(0, 1, 2), (2, 0, 1), (1, 2, 0)]
    assert all(sorted(race.places) == [1, 2, 3] for race in races)
    found = make_report(plan, races, 1.0)
    assert found.entries[0].wins == 6  # a sensible driver against random ones
    assert found.decisions == sum(race.decisions for race in races) > 300


@pytest.mark.parametrize("bots", [("random", "random"), ("rollout", "random")])
def test_legends_count_among_all_and_all_modules_are_raced(bots: tuple[str, ...]) -> None:
    options = Options(laps=1, legends=2, garage="quick", weather=True)
    races = list(simulate_fast(make_plan(SPEC, bots, 3, 1, options), SPEC))
    assert all(sorted(race.places) == [1, 2] for race in races)
    assert all(max(race.places_among_all) <= 4 for race in races)
    if bots[0] == "rollout":
        assert [race.places[race.entries.index(0)] for race in races] == [1, 1, 1]


def test_other_games_and_bots_are_refused() -> None:
    with pytest.raises(BadOption, match="only heat"):
        refuse_others(games.find_spec("street-illegal"), ("random",))
    with pytest.raises(BadOption, match="not greedy"):
        refuse_others(SPEC, ("random", "greedy"))


def test_the_command_reports_and_refuses_what_it_cannot_keep(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = ["sim", "heat", "--fast", "--races", "4", "--seats", "random,random", "--seed", "1"]
    assert run([*given, "--option", "first_game=yes"]) == 0
    assert "4 races of heat" in capsys.readouterr().out
    assert run([*given, "--records", str(tmp_path)]) != 0
    assert "--fast keeps no rows" in capsys.readouterr().err

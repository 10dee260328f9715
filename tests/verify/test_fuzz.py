"""The laws left running: they find a planted fault and keep the shortest race that shows it."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from paddock import games
from paddock.core import record
from paddock.core.game_spec import AnyGameSpec
from paddock.core.referee import AnyReferee, Referee
from paddock.verify.fuzz import HooksForLaws, fuzz, trials
from paddock.verify.laws import BrokenLaw
from paddock.verify.random_options import random_options
from paddock.verify.transcript import transcribe
from tests.verify.sprint import SPEC, find


def hates_three(
    spec: AnyGameSpec, options: Any, seats: int, seed: int, redeal: Any = None, census: Any = None
) -> None:
    """A law that every race breaks in which somebody pushes 3, told at once."""
    generator = random.Random(seed)
    referee: AnyReferee = Referee(spec.game, options, seats, generator)
    while referee.asks:
        ask = referee.asks[0]
        move = generator.choice(ask.options)
        referee.play(ask.seat, move)
        if getattr(move, "force", 0) == 3:
            text = record.write_record(spec, referee.record(), referee.state, referee.outcome())
            raise BrokenLaw(3, "somebody pushed 3", text)


def test_the_shortest_failing_race_is_kept_and_can_be_told(tmp_path: Path) -> None:
    found = fuzz(SPEC, 60, 1, tmp_path / "new", hates_three)
    assert found.failure is not None
    assert found.failure.law == 3
    told = transcribe(Path(found.file).read_text("utf-8"), "en", find)
    assert len(told.lines) == 2
    assert "push 3" in told.lines[1]


def test_a_failure_is_met_again_at_once_from_its_seed(tmp_path: Path) -> None:
    found = fuzz(SPEC, 60, 1, tmp_path / "first", hates_three)
    again = fuzz(SPEC, 0, found.seed, tmp_path / "again", hates_three)
    assert again.races == 1
    assert again.failure == found.failure
    assert again.seed == found.seed


def test_it_ends_when_the_time_is_over_and_nothing_is_broken(tmp_path: Path) -> None:
    seen: list[int] = []
    found = fuzz(SPEC, 0.05, 1, tmp_path / "new", lambda *_: None, seen.append)
    assert found.failure is None
    assert found.races == seen[-1]
    assert not (tmp_path / "new").exists()


def test_the_real_laws_run_on_a_registered_game(tmp_path: Path) -> None:
    found = fuzz(games.find_spec("template"), 0.3, 7, tmp_path)
    assert found.failure is None
    assert found.races


def test_trials_spread_over_seats_and_options() -> None:
    some = [trial for trial, _ in zip(trials(SPEC, 1), range(60), strict=False)]
    assert {trial.seats for trial in some} == {2, 3, 4, 5}
    assert len({trial.options for trial in some}) > 10


def test_options_of_every_game_can_be_spread() -> None:
    for spec in games.all_specs().values():
        made = {random_options(spec, random.Random(seed)) for seed in range(40)}
        assert len(made) > 3
        assert all(isinstance(options, spec.options) for options in made)


def test_what_the_tests_of_a_house_know_is_found() -> None:
    known = HooksForLaws(games.find_spec("template"))
    assert callable(known.redeal)
    assert callable(known.census)
    assert HooksForLaws(SPEC).redeal is None

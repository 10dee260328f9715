"""The laws of programs on every game and mode; `tools/program_laws.py` is the long form."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from paddock.core.game_spec import AnyGameSpec
from paddock.core.program_checks import check_program
from paddock.core.program_rules import FixedGenerator
from paddock.core.program_types import AnyProgram, BadProgram, CoDriver, Program
from paddock.core.programs import Answered, CoDriven, answer
from paddock.games import PACKAGES, load_package
from paddock.games.template import spec as template
from paddock.verify.laws import programs as laws
from tests.seeds import seeded

DECISIONS = 1000


def specs() -> Iterator[AnyGameSpec]:
    for package in PACKAGES:
        yield from load_package(package)


@seeded()
@pytest.mark.parametrize("spec", list(specs()), ids=lambda spec: spec.card.id)
def test_the_laws_of_programs_hold(spec: AnyGameSpec, seed: int) -> None:
    count = laws.check_programs(spec, spec.options(), 4, seed, DECISIONS)
    assert count.decisions == DECISIONS
    assert count.prepared


def broken(spec: AnyGameSpec) -> str:
    with pytest.raises(laws.BrokenProgramLaw) as found:
        laws.check_programs(spec, spec.options(), 4, 1, 400)
    return str(found.value)


def test_an_answer_that_is_not_offered_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(*given: Any) -> Any:
        found = answer(*given)
        return replace(found, move="nothing") if isinstance(found, Answered) else found

    monkeypatch.setattr(laws, "answer", wrong)
    assert broken(template.RACE).startswith("law 1 ")


def test_an_answer_by_more_than_the_view_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(*given: Any) -> Any:
        return CoDriven(0, given[1]) if generator.random() < 0.5 else answer(*given)

    generator = FixedGenerator()
    monkeypatch.setattr(laws, "answer", wrong)
    monkeypatch.setattr(laws.Prepared, "check_main", lambda *given: None)
    assert broken(template.RACE).startswith("law 2 ")


def test_a_main_question_left_to_others_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(spec: Any, programs: Any, *given: Any) -> Any:
        return CoDriven(0, programs) if programs else answer(spec, programs, *given)

    monkeypatch.setattr(laws, "answer", wrong)
    assert broken(template.RACE).startswith("law 5 ")


def test_a_preset_for_a_main_question_is_refused() -> None:
    program: AnyProgram = Program(0, CoDriver(("gear",)))
    with pytest.raises(BadProgram, match="main question"):
        check_program(template.RACE, program)


def test_prepared_answers_end_after_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a small limit no longer row of prepared answers is played."""
    monkeypatch.setattr(laws, "MAX_PREPARED_IN_A_ROW", 3)
    count = laws.check_programs(template.RACE, template.RACE.options(), 4, 1, 400)
    assert count.longest_row == 3

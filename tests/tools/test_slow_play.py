"""The model of slow races: people sleep, the bank counts, and a deserter is replaced."""

from __future__ import annotations

import math
import random

import pytest
from tools.slow_people import BEDTIME, Person

from paddock import games
from tools import program_laws, slow_play


def test_a_bank_does_not_run_at_night_or_on_holiday() -> None:
    person = Person("Ann", 4, away=(48.0, 72.0))
    assert person.counted_hours(12, 12 + 24) == 16
    assert person.counted_hours(BEDTIME, BEDTIME + 8) == 0
    assert person.counted_hours(48, 72) == 0
    assert person.bank_ends(12, 16) == 36
    assert person.bank_ends(40, 16) == 79 + 9  # 7 h before the holiday, the rest from 7:00


def test_nobody_looks_at_night_and_a_deserter_never() -> None:
    generator = random.Random(1)
    person = Person("Ann", 6)
    looks = [person.next_look(20, generator) for _ in range(200)]
    assert not any(person.sleeps(at) for at in looks)
    assert Person("Ben", 6, gone=10).next_look(20, generator) == math.inf


def test_a_deserter_is_replaced_after_two_missed_sittings() -> None:
    spec = games.find_spec("street-illegal")
    (preset,) = spec.programs.presets
    people = [Person("Ann", 1), Person("Ben", 1), Person("Cleo", 1), Person("Dan", 1, gone=0)]
    found = slow_play.SlowTable(spec, spec.options(), 1, preset, people).run()
    assert found.missed == (0, 0, 0, slow_play.MISSES_BEFORE_BOT)
    assert found.replaced is not None
    assert found.replaced > slow_play.BANK_HOURS


def test_the_commands_print_what_they_measured(capsys: pytest.CaptureFixture[str]) -> None:
    slow_play.main(["street-illegal", "--races", "1", "--tell"])
    slow_play.main(["street-illegal", "--races", "2", "--price"])
    assert program_laws.main(["template", "--decisions", "100"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("street-illegal planned, 1 races, answers 8 h: days ")
    assert lines[2].startswith("street-illegal planned: ")
    assert lines[3].startswith("template: 100 decisions, ")

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


def test_who_is_warned_looks_soon_but_not_at_night() -> None:
    generator = random.Random(1)
    person = Person("Ann", 12)
    waits = [person.hurried_look(20, generator) - 20 for _ in range(200)]
    assert sum(wait < 3 for wait in waits) > 180
    assert not any(person.sleeps(20 + wait) for wait in waits)
    assert Person("Ben", 6, gone=10).hurried_look(20, generator) == math.inf


def test_a_bank_runs_only_while_its_seat_is_asked() -> None:
    """As on the server: who may plan and is not asked yet loses nothing."""
    spec = games.find_spec("street-illegal")
    people = [Person(name, 12) for name in ("Ann", "Ben", "Cleo", "Dan")]
    clock = slow_play.Bank(first=1000, increment=0, cap=1000)
    table = slow_play.SlowTable(spec, spec.options(), 1, spec.programs.presets[0], people, clock)
    table.go_on()
    while all(wait.asked < math.inf for wait in table.waits.values()):
        seat = min(table.waits, key=lambda s: table.waits[s].visit)
        table.now = table.waits[seat].visit
        table.visit(seat)
        table.go_on()
    seat = next(seat for seat, wait in table.waits.items() if wait.asked == math.inf)
    bank, wait = table.bank[seat], table.waits[seat]
    assert wait.out == math.inf
    table.now = wait.visit
    table.visit(seat)
    assert table.bank[seat] == bank


def test_a_deserter_is_replaced_after_two_missed_sittings() -> None:
    spec = games.find_spec("street-illegal")
    (preset,) = spec.programs.presets
    people = [Person("Ann", 1), Person("Ben", 1), Person("Cleo", 1), Person("Dan", 1, gone=0)]
    clock = slow_play.Bank(24, 8, 36)
    found = slow_play.SlowTable(spec, spec.options(), 1, preset, people, clock).run()
    assert found.missed == (0, 0, 0, slow_play.MISSES_BEFORE_BOT)
    assert found.replaced is not None
    assert found.replaced > clock.first


def test_the_commands_print_what_they_measured(capsys: pytest.CaptureFixture[str]) -> None:
    slow_play.main(["street-illegal", "--races", "1", "--tell"])
    slow_play.main(["street-illegal", "--races", "2", "--price"])
    assert program_laws.main(["template", "--decisions", "100"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("street-illegal planned, 1 races, bank ")
    assert ", answers 8 h (with nights " in lines[0]
    assert lines[2].startswith("street-illegal planned: ")
    assert lines[3].startswith("template: 100 decisions, ")

"""Exercises: whose decision it is, where several are asked at once."""

from __future__ import annotations

import random
from typing import Any

import pytest

from paddock import games
from paddock.analysis import exercises
from paddock.analysis.exercises import Exercise
from paddock.core.record import AnyRecord
from paddock.core.referee import AnyReferee, Referee

HEAT = games.find_spec("heat")


@pytest.fixture(scope="module")
def record() -> AnyRecord:
    """A race in which who is asked last answers first."""
    names = ("Ada", "Bob", "Cat")
    referee: AnyReferee = Referee(HEAT.game, HEAT.options(), names, random.Random(5))
    while len(referee.rows) < 12:
        ask = referee.asks[-1]
        referee.play(ask.seat, ask.default_move)
    return referee.record()


def sealed(record: AnyRecord) -> list[int]:
    """The rows before which somebody else was asked first."""
    asks = [
        Referee.replay(HEAT.game, exercises.truncate_record(record, row)).asks
        for row in range(len(record.rows))
    ]
    return [row for row, its in enumerate(asks) if its[0].seat != record.rows[row].seat]


def test_a_position_is_that_of_the_seat_who_decides(record: AnyRecord) -> None:
    rows = sealed(record)
    assert rows
    for row in rows:
        seat = record.rows[row].seat
        seen, ask = exercises.view_and_ask_at_end(
            HEAT, exercises.truncate_record(record, row), seat
        )
        state = Referee.replay(HEAT.game, exercises.truncate_record(record, row)).state
        assert (ask.seat, seen) == (seat, HEAT.game.view(state, seat))


def test_an_answer_is_weighed_by_who_was_asked(
    record: AnyRecord, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("paddock.analysis.judge.WORLDS_PER_ROUND", 6)
    monkeypatch.setattr("paddock.analysis.judge.MAX_ROUNDS", 2)
    row = exercises.answerable_rows(HEAT, record, sealed(record))[0]
    stopped, seat = exercises.truncate_record(record, row), record.rows[row].seat
    options: Any = exercises.view_and_ask_at_end(HEAT, stopped, seat)[1].options
    its = Exercise(stopped, seat, options[0], 0.0)
    assert abs(exercises.answer_cost(HEAT, its, options[-1])) < 3
    kept = exercises.make_exercise(HEAT, stopped, seat, clear=False)
    assert kept is not None
    assert (kept.seat, kept.answer in options) == (seat, True)

"""The values of the contract: amounts, outcomes, small helpers."""

from __future__ import annotations

import random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from paddock.core.game import Amount, Ask, Outcome, Question, ask_of, replace_at, seen_by
from paddock.games.template.events import Drew, Rolled
from paddock.games.template.moves import NO_BOOST, Boost, Choose, Move


def amounts() -> st.SearchStrategy[Amount[Move]]:
    numbers = st.integers(-20, 50)
    return st.builds(Amount, st.just(NO_BOOST), numbers, numbers, st.integers(1, 9))


@given(amounts())
def test_an_amount_is_the_row_of_its_moves(amount: Amount[Move]) -> None:
    written = tuple(amount)
    assert len(written) == len(amount)
    assert all(move in amount for move in written)
    assert [amount.index(move) for move in written] == list(range(len(amount)))
    if written:
        assert amount[0] == written[0] == Boost(amount.least)
        assert amount[-1] == written[-1]


def test_an_amount_has_ends_and_a_step() -> None:
    amount: Amount[Move] = Amount(NO_BOOST, 10, 50, 10)
    assert [m for m in amount] == [Boost(n) for n in (10, 20, 30, 40, 50)]  # noqa: C416
    for move in (Boost(0), Boost(15), Boost(60), Choose(10)):
        assert move not in amount
        with pytest.raises(ValueError):
            amount.index(move)
    for index in (5, -6):
        with pytest.raises(IndexError):
            amount[index]
    assert random.Random(1).choice(amount) in amount


def test_an_empty_amount_is_empty() -> None:
    assert len(Amount(NO_BOOST, 0, -5)) == 0


def test_a_huge_amount_is_never_written_out() -> None:
    amount: Amount[Move] = Amount(NO_BOOST, 0, 10**12)
    assert len(amount) == 10**12 + 1
    assert Boost(10**11) in amount
    assert amount[-1] == Boost(10**12)


def test_an_ask_with_an_amount_survives_and_has_a_usual_move() -> None:
    ask: Ask[Move] = Ask(0, Question("boost", "T3.1"), Amount(NO_BOOST, 1, 3), 2)
    assert ask.default_move == Boost(3)
    packed = msgspec.json.encode(ask.options)
    assert msgspec.json.decode(packed, type=Amount[Move]) == ask.options


def test_the_ask_of_a_seat() -> None:
    ask: Ask[Move] = Ask(2, Question("gear", "T2"), (Choose(1),))
    assert ask_of((ask,), 2) is ask
    assert ask_of((ask,), 1) is None


def test_places_among_seats_leave_out_those_nobody_drives() -> None:
    outcome = Outcome((5, 2, 0, 2), "x", (1, 4))
    assert outcome.among_seats() == (3, 1, 4, 1)
    assert outcome.ranking() == (1, 3, 0, 2)


def test_an_event_without_secrets_is_seen_by_all() -> None:
    assert seen_by(Rolled(0, 3), None) == Rolled(0, 3)
    assert seen_by(Drew(0, 3, 1), 1) == Drew(0, None, 1)


def test_put() -> None:
    assert replace_at((1, 2, 3), 1, 9) == (1, 9, 3)
    assert replace_at((1,), 0, 9) == (9,)

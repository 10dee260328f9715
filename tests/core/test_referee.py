"""The one door: what is refused, what can be taken back, and the numbers of asks."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from paddock.core.errors import BadSeats, IllegalMove, NotAsked, NotUndoable, RulesBug, Stale
from paddock.core.record import TakeBack
from paddock.core.referee import Referee
from paddock.games.template import RACE
from paddock.games.template.data import NAME
from paddock.games.template.moves import LET_BY, Block, Boost, Choose
from paddock.games.template.phases import Boosting, ChooseGear, Overtaken, Rolling
from paddock.games.template.state import Options
from tests.core.tables import Table, finish, start, usual


def test_too_many_seats_are_refused_with_the_numbers() -> None:
    with pytest.raises(BadSeats, match="seats 2 to 6, not 7"):
        start(7)


def test_a_move_that_is_not_offered_is_refused_and_changes_nothing() -> None:
    table = start()
    before = (table.state, table.asks, list(table.rows))
    with pytest.raises(IllegalMove) as wrong:
        table.play(0, Choose(4))
    assert wrong.value.refusal.clause == "T2.1"
    assert (table.state, table.asks, table.rows) == before


def test_a_seat_that_is_not_asked_is_told_so() -> None:
    table = start()
    usual(table, 0)
    with pytest.raises(NotAsked, match="p1 is not asked now"):
        table.play(0, Choose(1))


def test_after_the_race_nobody_is_asked() -> None:
    table = finish(start())
    with pytest.raises(NotAsked, match="the race is over"):
        table.play(0, Choose(1))


def test_a_referee_without_luck_only_repeats() -> None:
    table = start()
    again = Referee.replay(RACE.game, table.record())
    with pytest.raises(RulesBug, match="can only repeat"):
        again.play(0, Choose(1))


def test_a_race_needs_luck_or_a_record() -> None:
    with pytest.raises(RulesBug):
        Referee(RACE.game, Options(), 2, None)


# ---------------------------------------------------------------- taking back


def test_a_sealed_answer_is_taken_back_out_of_the_middle_of_the_window() -> None:
    table = start()
    table.play(0, Choose(2))
    table.play(1, Choose(1))
    assert table.undoable_row(0) == 0
    assert table.undoable_row(1) == 1
    table.take_back(0)
    assert table.state.phase == ChooseGear((0, 1, 0))
    assert {ask.seat for ask in table.asks} == {0, 2}
    assert table.rows[-1] == TakeBack(0, 0)
    again = Referee.replay(RACE.game, table.record())
    assert (again.state, again.asks) == (table.state, table.asks)


def test_who_took_back_may_answer_again_and_the_neighbour_take_back_too() -> None:
    table = start()
    table.play(0, Choose(2))
    table.play(1, Choose(1))
    table.take_back(0)
    table.play(0, Choose(1))
    table.take_back(1)
    assert table.state.phase == ChooseGear((1, 0, 0))
    assert Referee.replay(RACE.game, table.record()).state == table.state


def test_nothing_is_taken_back_once_the_window_is_open() -> None:
    table = start()
    for seat in range(3):
        usual(table, seat)
    for seat in range(3):
        assert table.undoable_row(seat) is None
        with pytest.raises(NotUndoable, match=f"p{seat + 1} has nothing to take back"):
            table.take_back(seat)


def test_nothing_is_taken_back_at_the_start() -> None:
    assert start().undoable_row(0) is None


def interrupted() -> Table:
    """The first car boosts past one that may block: nothing is drawn on the way."""
    table = start(2)
    state = table.state
    mover = replace(state.cars[0], at=0, hand=())
    rival = replace(state.cars[1], at=2, hand=(NAME.index("cones"),))
    table.state = replace(state, cars=(mover, rival), phase=Boosting(0, 3, (1,)))
    table.asks = RACE.game.asks(table.state)
    return table


def test_a_move_that_asked_somebody_else_is_final() -> None:
    table = interrupted()
    assert table.is_final(0, Boost(0))
    table.play(0, Boost(0))
    assert isinstance(table.state.phase, Overtaken)
    assert table.undoable_row(0) is None


def test_a_move_that_drew_is_final() -> None:
    table = interrupted()
    table.play(0, Boost(0))
    assert table.is_final(1, LET_BY)
    assert table.is_final(1, Block(NAME.index("cones")))
    table.play(1, LET_BY)
    assert table.undoable_row(1) is None


def test_the_last_sealed_answer_is_final_and_the_others_are_not() -> None:
    table = start()
    assert not table.is_final(0, Choose(1))
    usual(table, 0)
    usual(table, 1)
    assert table.is_final(2, Choose(1))


def test_a_frame_that_waits_says_so_when_it_is_asked() -> None:
    with pytest.raises(RulesBug, match="waits"):
        RACE.game.asks(replace(start().state, phase=Rolling(0, 1, (), ())))


# ---------------------------------------------------------------- numbers


def test_a_neighbours_seal_does_not_change_my_number() -> None:
    table = start()
    number = table.ask_number(1)
    usual(table, 0)
    assert table.ask_number(1) == number
    table.take_back(0)
    assert table.ask_number(1) == number
    table.play(1, Choose(1), number)


def test_my_own_answer_always_changes_my_number() -> None:
    table = start()
    first = table.ask_number(0)
    for seat in range(3):
        usual(table, seat)
    while not isinstance(table.state.phase, ChooseGear):
        usual(table, table.asks[0].seat)
    assert table.ask_number(0) != first
    with pytest.raises(Stale, match="has been taken already"):
        table.play(0, Choose(1), first)


def test_a_double_click_does_not_play_twice() -> None:
    table = start()
    number = table.ask_number(0)
    table.play(0, Choose(1), number)
    with pytest.raises(Stale):
        table.play(0, Choose(1), number)
    assert len(table.rows) == 1


def test_a_question_asked_again_after_taking_back_has_a_new_number() -> None:
    table = start()
    number = table.ask_number(0)
    table.play(0, Choose(1), number)
    table.take_back(0)
    assert table.ask_number(0) == 2
    with pytest.raises(Stale):
        table.play(0, Choose(2), number)
    again = Referee.replay(RACE.game, table.record(), random.Random(1))
    assert again.ask_number(0) == 2
    again.play(0, Choose(2), 2)


# ---------------------------------------------------------------- planning


def test_a_plan_changes_nothing_until_it_is_accepted() -> None:
    table = start()
    before = table.state, table.asks, len(table.rows)
    planned = table.plan(0, Choose(1), table.ask_number(0))
    assert (table.state, table.asks, len(table.rows)) == before
    twin = table.copy()
    assert twin.accept(planned) is planned.step
    assert twin.rows == [planned.entry]
    assert twin.state == planned.step.state
    assert (table.state, table.asks, len(table.rows)) == before


def test_a_plan_fits_only_where_it_was_made() -> None:
    table = start()
    planned = table.plan(0, Choose(1))
    table.play(1, Choose(1))
    with pytest.raises(RulesBug, match="planned as row 0"):
        table.accept(planned)


def test_what_is_refused_when_it_is_planned_is_refused_as_when_it_is_played() -> None:
    table = start()
    with pytest.raises(IllegalMove):
        table.plan(0, Choose(9))
    table.play(0, Choose(1))
    with pytest.raises(NotAsked):
        table.plan(0, Choose(1))
    with pytest.raises(Stale):
        table.plan(0, Choose(1), 0)

"""The judge: at a glance, and by a search where a glance misleads."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from paddock import games
from paddock.analysis import judge
from paddock.analysis.judge import CLEAR_PLACES, Judge, value_of_move
from paddock.analysis.review import ROWS_PER_GLANCE, split_rows
from paddock.analysis.scale import SEARCH_COST
from paddock.core.chance import UnrecordedChance
from paddock.core.game import Ask
from paddock.core.game_spec import AnyGameSpec
from paddock.core.referee import AnyReferee, Referee
from tests.seeds import seeded

SEARCHING, GLANCING = games.find_spec("template"), games.find_spec("winds-of-war")


def asked(spec: AnyGameSpec, seed: int, rows: int) -> Iterator[tuple[Any, Ask[Any]]]:
    """Decisions of a race at random: what is seen and asked."""
    chance = random.Random(seed)
    referee: AnyReferee = Referee(spec.game, spec.options(), 4, chance)
    while referee.asks and len(referee.rows) < rows:
        ask = referee.asks[0]
        if len(ask.options) > 1:
            yield spec.game.view(referee.state, ask.seat), ask
        referee.play(ask.seat, chance.choice(list(ask.options)))


@seeded(3)
def test_both_judges_are_heard_where_drivers_search(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whichever option is taken, it is among those that are compared. The lead is that of the best;
    what tells a driver goes by what a usual one does: who does the same has no cost, and where that
    is the best the two are one. At a glance next to nothing is nothing."""
    monkeypatch.setattr(judge, "SEARCH_SAMPLES", 20)
    its, dear = Judge(SEARCHING, 4), 0
    for seen, ask in asked(SEARCHING, seed, 9):
        for move in (ask.options[0], ask.options[-1]):
            glance = its.rank_quickly(seen, ask, move, UnrecordedChance(random.Random(seed)))
            ranked = its.rank(seen, ask, move, UnrecordedChance(random.Random(seed)))
            assert move in [option for _, option in ranked]
            seems = its.judge_move(seen, ask, move, UnrecordedChance(random.Random(seed)))
            best = ranked[0][1]
            assert seems.won == (best == move)
            assert seems.lead >= 0 or not seems.won
            assert (SEARCH_COST in seems.costs) == (glance[0][1] != move)
            if best == glance[0][1] != move:
                assert seems.costs[SEARCH_COST] == seems.lead
            at_a_glance = its.to_places(glance[0][0] - value_of_move(move, glance))
            dear_at_a_glance = seems.costs.get(ask.question.prompt, 0.0)
            assert dear_at_a_glance == max(0.0, at_a_glance - CLEAR_PLACES)
            dear += seems.lead > 0 and not seems.won
    assert dear or seed != 3


@seeded(3)
def test_a_glance_is_enough_where_they_do_not(seed: int) -> None:
    its = Judge(GLANCING, 4)
    for seen, ask in asked(GLANCING, seed, 40):
        seems = its.judge_move(seen, ask, ask.options[-1], UnrecordedChance(random.Random(seed)))
        assert seems.lead >= 0
        if not seems.won:
            assert sum(seems.costs.values()) == seems.lead
        assert set(seems.costs) <= {ask.question.prompt}


def test_a_sum_that_nobody_looked_at_seems_to_cost_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    its = Judge(GLANCING, 4)
    seen, ask = next(asked(GLANCING, 1, 40))
    monkeypatch.setattr(its.greedy, "rank", lambda *_: [(0.7, "ten"), (0.4, "twenty")])
    seems = its.judge_move(seen, ask, "fifteen", UnrecordedChance(random.Random(1)))
    assert (seems.won, seems.lead, seems.costs) == (False, 0.0, {})


def test_what_takes_long_is_done_in_parts() -> None:
    assert split_rows(GLANCING, 700) == [range(700)]
    some = split_rows(SEARCHING, 2 * ROWS_PER_GLANCE + 7)
    assert [row for part in some for row in part] == list(range(2 * ROWS_PER_GLANCE + 7))
    assert max([len(part) for part in some]) == ROWS_PER_GLANCE

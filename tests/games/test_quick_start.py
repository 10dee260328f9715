"""The race that starts with one click: its first question is an easy one."""

from __future__ import annotations

import random

import pytest

from paddock import games
from paddock.core.referee import Referee
from paddock.server.http.games import quick_start

FIRST_QUESTION = {
    "circus-maximus": "write",
    "great-race": "take",
    "heat": "plan",
    "street-illegal": "lay",
    "winds-of-war": "plan",
}


@pytest.mark.parametrize("id", list(FIRST_QUESTION))
@pytest.mark.parametrize("seed", range(3))
def test_the_first_question_of_a_first_race_is_part_of_racing(id: str, seed: int) -> None:
    spec = games.find_spec(id)
    rivals, _ = quick_start(spec)
    options = spec.options() if spec.quick is None else spec.quick.options
    names = tuple(f"driver-{n}" for n in range(rivals + 1))
    referee = Referee(spec.game, options, names, random.Random(seed))
    assert {ask.question.prompt for ask in referee.asks} == {FIRST_QUESTION[id]}


@pytest.mark.parametrize(
    ("id", "option"),
    [
        ("circus-maximus", "ready_made"),
        ("great-race", "vehicles"),
        ("winds-of-war", "grid_challenges"),
    ],
)
def test_only_the_one_click_race_leaves_the_question_out(id: str, option: str) -> None:
    spec = games.find_spec(id)
    _, quick = quick_start(spec)
    assert quick[option] != getattr(spec.options(), option)

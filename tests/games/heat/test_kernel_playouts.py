"""Whole races for options in Heat's kernel: the expert and deep reviews. Uncompiled."""

from __future__ import annotations

import random
import subprocess
import sys
from typing import Any

import pytest
from msgspec.structs import replace

from paddock import bots, games
from paddock.analysis.judge import Judge
from paddock.core.chance import UnrecordedChance
from paddock.core.errors import BadOption, UnknownBot
from paddock.core.referee import Referee
from paddock.games.heat.bots.expert import Expert, play_out_moves
from paddock.games.heat.data import STRESS
from paddock.games.heat.kernel import compiler
from paddock.games.heat.kernel.playouts import Playouts
from paddock.games.heat.moves import Plan
from paddock.games.heat.rules.course import COURSES
from paddock.games.heat.state import Options, State

SPEC = games.find_spec("heat")
pytestmark = pytest.mark.skipif(
    compiler.IS_COMPILED, reason="Numba is on; the tests' settings turn it off (NUMBA_DISABLE_JIT)"
)


def luck(seed: int) -> UnrecordedChance:
    return UnrecordedChance(random.Random(seed))


def last_straight(**options: Any) -> State:
    """A car that reaches the finish in one fast turn, and one behind it that needs two."""
    referee: Any = Referee(SPEC.game, Options(laps=1, **options), 2, random.Random(1))
    goal = COURSES[referee.state.course].goal
    hand, deck = (1, 1, 2, 3, 4, 4, 4), (1, 2, 2, 3, 3, STRESS, STRESS)
    first, second, *others = [
        replace(car, hand=hand, deck=deck, engine=0) for car in referee.state.cars
    ]
    first = replace(first, pos=goal - 11, gear=2)
    second = replace(second, pos=goal - 12, gear=1)
    legends = [replace(car, hand=(), deck=()) for car in others]
    cars = (first, second, *legends)
    found: State = replace(referee.state, cars=cars, order=tuple(range(len(cars))))
    return found


@pytest.mark.parametrize("options", [{}, {"garage": "quick", "weather": True, "legends": 1}])
def test_faster_cards_are_worth_more_on_the_last_straight(options: dict[str, Any]) -> None:
    state = last_straight(**options)
    ask = SPEC.game.asks(state)[0]
    view = SPEC.game.view(state, 0)
    fast, slow = Plan(3, (4, 4, 4)), Plan(1, (1,))
    rows = play_out_moves(view, ask, (fast, slow), luck(1), 30)
    assert len(rows) == 30
    assert sum(row[0] for row in rows) > sum(row[1] for row in rows) + 5
    assert rows == play_out_moves(view, ask, (fast, slow), luck(1), 30)


def test_the_draws_of_a_race_do_not_depend_on_the_other_options() -> None:
    state = last_straight()
    ask = SPEC.game.asks(state)[0]
    view = SPEC.game.view(state, 0)
    some = Playouts(view, ask.seat, luck(3), 4).play((5, 9), 8)
    more = Playouts(view, ask.seat, luck(3), 4).play((5, 2, 9), 8)
    assert [(row[0], row[2]) for row in more] == [tuple(row) for row in some]


def test_the_expert_chooses_the_same_by_the_same_chance_and_sees_the_win() -> None:
    state = last_straight()
    ask = SPEC.game.asks(state)[0]
    view = SPEC.game.view(state, 0)
    driver = bots.make_bot("expert:40", SPEC)
    assert isinstance(driver, Expert)
    chosen: Any = driver.choose(view, ask, luck(4))
    assert chosen == driver.choose(view, ask, luck(4))
    assert sum(chosen.cards) >= 12
    crowded = replace(state.cars[0], deck=(1,) * 20)
    odd = replace(state, cars=(crowded, state.cars[1]))
    assert driver.choose(SPEC.game.view(odd, 0), ask, luck(4)) in ask.options  # at a glance
    with pytest.raises(UnknownBot, match="expert"):
        bots.make_bot("expert:many", SPEC)


def test_a_deep_judge_compares_by_races_in_the_kernel() -> None:
    state = last_straight()
    ask = SPEC.game.asks(state)[0]
    view = SPEC.game.view(state, 0)
    fast, slow = Plan(3, (4, 4, 4)), Plan(1, (1,))
    judge = Judge(SPEC, 2, deep=True)
    lead, least = judge.lead_to_finish(view, ask, fast, slow, luck(5), enough=0.25, found=0.5)
    assert 0.25 < least < lead <= 1
    with pytest.raises(BadOption, match="no quick playouts"):
        Judge(games.find_spec("street-illegal"), 4, deep=True)


def test_hard_does_not_use_the_kernel() -> None:
    """So it plays the same moves with and without Numba."""
    code = """
import random, sys
from paddock import bots, games
from paddock.core.chance import UnrecordedChance
from paddock.core.referee import Referee
spec = games.find_spec("heat")
referee = Referee(spec.game, spec.options(), 3, random.Random(1))
ask = referee.asks[0]
luck = UnrecordedChance(random.Random(2))
bots.make_bot("hard", spec).choose(spec.game.view(referee.state, ask.seat), ask, luck)
print([name for name in sys.modules if "kernel" in name or name in ("numpy", "numba")])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"

"""The forecast of an option agrees with what then happens."""

from __future__ import annotations

import random
from typing import Literal

import msgspec
import pytest

from paddock.core.chance import UnrecordedChance
from paddock.games.great_race.board import board
from paddock.games.great_race.events import Drove, Found, Sailed
from paddock.games.great_race.foresee import foresee
from paddock.games.great_race.game import GAME
from paddock.games.great_race.moves import Buy, Finance, Go, Lay, Sail
from paddock.games.great_race.state import Options
from tests.seeds import seeded, shown


@seeded(7)
@pytest.mark.parametrize("continent", ["africa", "south-america"])
def test_foresight_against_what_happens(
    continent: Literal["africa", "south-america"], seed: int
) -> None:
    dice = random.Random(seed)
    chance = UnrecordedChance(dice)
    state = GAME.setup(Options(continent=continent, rounds=12), 3, chance).state
    seen = set()
    while asks := GAME.asks(state):
        ask = asks[0]
        viewer = GAME.view(state, ask.seat)
        for move in ask.options:
            assert all(isinstance(n, int | float) for n in foresee(viewer, ask.seat, move).values())
        move = dice.choice(ask.options)
        numbers = foresee(viewer, ask.seat, move)
        step = GAME.play(state, ask.seat, move, chance)
        paid = step.state.crews[ask.seat].money - state.crews[ask.seat].money
        match move:
            case Buy() | Finance() if not any(
                e.__class__.__name__ == "Rewarded" for e in step.events
            ):
                assert paid == numbers["money"]
            case Sail():
                (sailed,) = [e for e in step.events if isinstance(e, Sailed)]
                assert sailed.paid == -numbers["money"]
            case Go():
                found = any(isinstance(e, Found) for e in step.events)
                drove = [e.fuel for e in step.events if isinstance(e, Drove)]
                assert found == bool(numbers.get("unknown"))
                assert found or not drove or drove == [numbers["fuel"]]
            case Lay():
                assert numbers["fuel"] >= 1
        seen.add(type(move))
        state = step.state
    assert shown(seed, {Buy, Finance, Go, Lay} <= seen)


def test_the_tables_can_be_written() -> None:
    assert len(msgspec.json.encode(board())) > 10_000

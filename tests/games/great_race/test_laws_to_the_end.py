"""The laws along races that arrive. Random play wanders about until the rounds are over, so here a
greedy crew chooses three moves of four, and what comes after the first arrival is walked too."""

from __future__ import annotations

import random

import pytest

from paddock.bots import make_bot
from paddock.core.chance import UnrecordedChance
from paddock.games.great_race import RACE
from paddock.games.great_race.state import Options
from paddock.verify.laws import AT_EVERY_STEP, AT_THE_END, Walk, look
from tests.games.great_race.counts import census
from tests.games.great_race.secrets import redeal
from tests.seeds import seeded, shown

RACES = (
    (Options(), 4),
    (Options(direction="north"), 3),
    (Options("south-america"), 3),
    (Options("south-america", "north"), 2),
)


@seeded(0)
@pytest.mark.parametrize(("options", "seats"), RACES)
def test_the_laws_hold_until_somebody_arrives(options: Options, seats: int, seed: int) -> None:
    walk = Walk(RACE, options, seats, seed + seats, redeal, census, False, {})
    bot, luck = make_bot("greedy", RACE), UnrecordedChance(random.Random(seed + seats))
    look(walk)
    while walk.asks:
        seat, move = walk.next_move()
        ask = next(ask for ask in walk.asks if ask.seat == seat)
        if walk.walker.random() < 0.75:
            move = bot.choose(RACE.game.view(walk.state, seat), ask, luck)
        step = walk.referee.play(seat, move)
        walk.note(step.events)
        for law in AT_EVERY_STEP:
            law(walk, step)
        look(walk)
    outcome = RACE.game.outcome(walk.state)
    assert outcome is not None
    assert shown(seed, outcome.reason == "arrived")
    for end in AT_THE_END:
        end(walk)

"""What the bots of Street Illegal must not do, each as it was seen."""

from __future__ import annotations

import random

import pytest

from paddock import bots
from paddock.bots.bot import place_share
from paddock.core.chance import ScriptedChance, UnrecordedChance
from paddock.core.notation import read_facts
from paddock.core.referee import AnyReferee, Referee
from paddock.games.street_illegal import RACE
from paddock.games.street_illegal import moves as mv
from paddock.games.street_illegal.bots import evaluate
from paddock.games.street_illegal.data import LEGS
from paddock.games.street_illegal.phases import Again, Bidding, Passing
from paddock.games.street_illegal.state import Options, State

NAMES = ("alex", "bob", "chris")


def begin_part(part: str, *given: str) -> State:
    state = RACE.notation.place(read_facts(given), Options(), NAMES)
    return RACE.notation.begin(state, part, ScriptedChance({}, RACE.notation.face)).state


@pytest.mark.parametrize("luck", range(20))
def test_greedy_attacks_the_leader_on_the_last_card(luck: int) -> None:
    """Race 4 of seed 5: with 150 mph behind an Old Pro, the last card, no limit, it stayed."""
    state = begin_part(
        "passing 2",
        "alex place 2 up 50M,40R,60L hand 20L,20M,30U,40L,10D chips 7",
        "bob place 3 up 60M,30L,20U",
        "chris place 6 up 40D,30R,30M",
        "table leg 8 road none-middle",
    )
    (ask,) = RACE.game.asks(state)
    bot = bots.make_bot("greedy", RACE)
    chance = UnrecordedChance(random.Random(luck))
    assert bot.choose(RACE.game.view(state, 0), ask, chance) == mv.ATTACK


@pytest.mark.parametrize("race", range(10))
def test_nobody_is_content_on_the_last_card(race: int) -> None:
    """There an attack costs nothing, nor does slowing down for another: those behind are done."""
    referee: AnyReferee = Referee(RACE.game, Options(), 3, random.Random(f"5:{race}"))
    bot, luck = bots.make_bot("greedy", RACE), UnrecordedChance(random.Random(race))
    while referee.asks:
        ask, state = referee.asks[0], referee.state
        move = bot.choose(RACE.game.view(state, ask.seat), ask, luck)
        if state.leg == LEGS - 1 and isinstance(state.phase, Passing | Again):
            assert move != mv.STAY or len(ask.options) == 1
        referee.play(ask.seat, move)


# ---------------------------------------------------------------- one scale


@pytest.mark.parametrize("place", [1, 2, 5, 7])
def test_the_finish_is_judged_as_outcomes_are(place: int) -> None:
    others = [p for p in (3, 4, 6) if p != place]
    given = [f"alex place {place}", f"bob place {others[0]}", f"chris place {others[1]}"]
    state = begin_part("passing 1", *given, "table leg 8")
    outcome = RACE.game.outcome(state)
    assert outcome is not None
    assert evaluate(RACE.game.view(state, 0), 0) == pytest.approx(place_share(outcome, 0))


def test_who_is_done_on_the_last_card_stands_as_at_the_finish() -> None:
    state = begin_part("passing 2", "alex place 4", "bob place 2", "chris place 7", "table leg 8")
    assert evaluate(RACE.game.view(state, 0), 0) == pytest.approx(1 - 3 / 6)


def test_a_leader_with_legs_to_come_still_prefers_more() -> None:
    poor = begin_part("driving 2", "alex place 1 chips 0", "bob place 2", "chris place 3")
    rich = begin_part("driving 2", "alex place 1 chips 6", "bob place 2", "chris place 3")
    worse, better = (evaluate(RACE.game.view(state, 0), 0) for state in (poor, rich))
    assert 0.5 < worse < better < 1


def test_who_has_a_place_on_the_grid_is_judged_by_it() -> None:
    """A low bid is a place at the back: it must not look like a hand that was kept."""
    chance = ScriptedChance({}, RACE.notation.face)
    state = RACE.game.setup(Options(grid="tactical"), 3, chance).state
    for seat in (0, 1, 2):
        cards = state.cars[seat].hand
        move = mv.BID[cards[0] if seat == 0 else cards[-1]]
        state = RACE.game.play(state, seat, move, chance).state
    assert isinstance(state.phase, Bidding)
    assert state.phase.placed == (0,)
    last, free = (evaluate(RACE.game.view(state, seat), seat) for seat in (0, 1))
    assert last < free

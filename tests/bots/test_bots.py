"""Bots choose what is offered, repeatably, and the better ones choose better."""

from __future__ import annotations

import random

import pytest

from paddock import bots, games
from paddock.bots.bot import place_share
from paddock.bots.imagined_state import ImaginedState
from paddock.bots.search import MAX_OPTIONS_AT_A_GLANCE, sample_options
from paddock.core.chance import RepeatableChance, UnrecordedChance
from paddock.core.errors import UnknownBot
from paddock.core.game import SAMPLE_SIZE, Amount, Ask, Outcome
from paddock.core.referee import AnyReferee, Referee
from tests.verify.sprint import SPEC, SPEND, Move, Options, Push, Spend, State

NAMES = ("random", "greedy", "easy", "medium", "hard", "search:40", "search:0.01s")


def race(names: tuple[str, ...], seed: int) -> AnyReferee:
    referee: AnyReferee = Referee(SPEC.game, Options(), len(names), random.Random(seed))
    players = [bots.make_bot(name, SPEC) for name in names]
    luck = UnrecordedChance(random.Random(seed + 1))
    while referee.asks:
        ask = referee.asks[-1]
        view = SPEC.game.view(referee.state, ask.seat)
        referee.play(ask.seat, players[ask.seat].choose(view, ask, luck))
    return referee


@pytest.mark.parametrize("name", NAMES)
def test_a_bot_plays_a_race_of_offered_moves(name: str) -> None:
    assert race((name, "random", name), 3).outcome() is not None


@pytest.mark.parametrize("name", ["random", "greedy", "easy", "medium", "hard", "search:30"])
def test_the_same_view_and_luck_give_the_same_choice(name: str) -> None:
    assert race((name, name), 5).rows == race((name, name), 5).rows


@pytest.mark.parametrize("name", ["greedy", "easy", "medium", "search:60"])
def test_a_thinking_bot_beats_random_play(name: str) -> None:
    wins = [race((name, "random", "random"), seed).outcome().places[0] for seed in range(30)]  # type: ignore[union-attr]
    assert wins.count(1) >= 20


@pytest.mark.parametrize(
    "name",
    ["best", "search", "search:", "search:0", "search:-3", "search:x", "greedy:2", "search:0s", ""],
)
def test_an_unknown_bot_is_refused_with_the_known_ones(name: str) -> None:
    with pytest.raises(UnknownBot, match=r"easy, medium, hard, .*, random, greedy, search:N"):
        bots.make_bot(name, SPEC)


def test_only_seconds_make_a_bot_timed() -> None:
    assert bots.is_timed("search:2s")
    assert not any(bots.is_timed(name) for name in ("search:200", "hard", "greedy"))


def test_a_wide_amount_is_looked_at_in_a_handful() -> None:
    state = State(Options(fuel=99), 1, (0, 9), (99, 99), (0, 0), 0)
    (ask,) = SPEC.game.asks(state)
    assert isinstance(ask.options, Amount)
    some = ask.candidates
    assert len(some) == SAMPLE_SIZE
    assert some[0] == Spend(0)
    assert some[-1] == Spend(99)


def test_greedy_spends_what_brings_it_to_the_front_in_the_last_round() -> None:
    state = State(Options(), 4, (0, 9), (20, 20), (0, 0), 0)
    (ask,) = SPEC.game.asks(state)
    choice = bots.make_bot("greedy", SPEC).choose(
        SPEC.game.view(state, 0), ask, UnrecordedChance(random.Random(1))
    )
    assert isinstance(choice, Spend)
    assert choice.amount > 9


def test_others_sealed_answers_are_filled_in_before_ones_own() -> None:
    state = State(Options(), 1, (0, 0, 0), (9, 9, 9), (0, 2, 0))
    ask = SPEC.game.asks(state)[0]
    world: ImaginedState[State, Move, object] = ImaginedState(
        SPEC, SPEC.game.view(state, 0), ask, UnrecordedChance(random.Random(1))
    )
    assert [force > 0 for force in world.start.sealed] == [False, True, True]
    assert world.after(Push(1)).sealed == (0, 0, 0)


def test_a_playout_looks_at_all_options_or_at_some_of_many() -> None:
    moves: tuple[Move, ...] = tuple(Push(number) for number in range(10 * MAX_OPTIONS_AT_A_GLANCE))
    thoughts = RepeatableChance(UnrecordedChance(random.Random(2)))
    assert (
        tuple(sample_options(Ask(0, SPEND, moves[:MAX_OPTIONS_AT_A_GLANCE]), thoughts))
        == moves[:MAX_OPTIONS_AT_A_GLANCE]
    )
    some = tuple(sample_options(Ask(0, SPEND, moves), thoughts))
    assert len(some) == MAX_OPTIONS_AT_A_GLANCE
    assert set(some) <= set(moves)


def test_a_tape_gives_the_same_luck_again() -> None:
    tape = RepeatableChance(UnrecordedChance(random.Random(1)))
    first = [tape.pick(range(6), "die") for _ in range(20)]
    tape.rewind()
    assert [tape.pick(range(6), "die") for _ in range(20)] == first


def test_standing_is_the_place_among_all() -> None:
    outcome = Outcome((1, 4, 0), "over", (2, 3))
    assert [place_share(outcome, seat) for seat in range(3)] == [1.0, 0.25, 0.0]
    assert place_share(Outcome((1, 1), "over"), 0) == 0.5


def test_the_rollout_bot_follows_the_policy_of_a_game_that_has_one() -> None:
    chance = UnrecordedChance(random.Random(3))
    played = 0
    for spec in games.all_specs().values():
        if spec.bot_hints.rollout_policy is None:
            with pytest.raises(UnknownBot, match="has no rollout policy"):
                bots.make_bot("rollout", spec)
            continue
        bot = bots.make_bot("rollout", spec)
        state = spec.game.setup(spec.options(), spec.card.seats[1], chance).state
        for _ in range(20):
            ask = spec.game.asks(state)[0]
            move = bot.choose(spec.game.view(state, ask.seat), ask, chance)
            assert move in ask.candidates
            state = spec.game.play(state, ask.seat, move, chance).state
        played += 1
    assert played

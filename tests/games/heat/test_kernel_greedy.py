"""The bot `greedy` in Heat's kernel: the options of the bot, and what its races show of a track.
Uncompiled."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace
from tools.games.kernel_reports import OWN

from paddock import games
from paddock.analysis.track_trials import RaceWatch, studio_of
from paddock.bots.greedy import Greedy
from paddock.core.chance import UNIFORM_STEPS, Dealer, UnrecordedChance
from paddock.core.errors import BadOption
from paddock.core.studio import Trial
from paddock.games.heat.bots.rule_of_thumb import rule_of_thumb
from paddock.games.heat.data import HEAT, STRESS, TRACKS
from paddock.games.heat.data.own import track_text
from paddock.games.heat.kernel import compiler
from paddock.games.heat.kernel.batch import Batch, many_records, no_draws, plain_race
from paddock.games.heat.kernel.chance import ChoiceGenerator, RaceGenerator
from paddock.games.heat.kernel.courses import build_tables
from paddock.games.heat.kernel.decode import decode_option, decode_state
from paddock.games.heat.kernel.encode import encode_state
from paddock.games.heat.kernel.entries import AT_RANDOM, BY_POLICY
from paddock.games.heat.kernel.greedy_entries import BY_GREEDY, GREEDY_ENTRIES
from paddock.games.heat.kernel.greedy_races import (
    new_notes,
    race_watched,
    refuse_modules,
    try_out,
)
from paddock.games.heat.kernel.playouts import outlook_on
from paddock.games.heat.kernel.policy_tables import corner_text
from paddock.games.heat.kernel.records import Course, Race
from paddock.games.heat.phases import Planning
from paddock.games.heat.phases.planning import NO_PLAN
from paddock.games.heat.rules.course import AWAY, COURSES
from paddock.games.heat.state import Car, Options, State
from paddock.verify.kernel import first_difference, referee_of
from tests.seeds import seeded, shown

SPEC = games.find_spec("heat")
GAME: Any = SPEC.game
STUDIO = studio_of(SPEC)
NOTES = new_notes()
uncompiled = pytest.mark.skipif(
    compiler.IS_COMPILED, reason="Numba is on; the tests' settings turn it off (NUMBA_DISABLE_JIT)"
)


class Thoughts:
    """The kernel's chance of random choices, for the bot. The kernel tries options with draws of 31
    bits; the bots take 30 of them, so here they get half steps."""

    def __init__(self, number: int) -> None:
        self.generator = ChoiceGenerator(number)

    def pick(self, faces: Any, label: str, to: int | None = None) -> Any:
        found = self.generator.random() * len(faces)
        return found if faces is UNIFORM_STEPS else int(found)


def compare_choice(state: State, ask: Any, number: int) -> Any:
    """The bot's move; the kernel's must be the same, and it must have drawn as much."""
    record, text = encode_state(state)
    luck = Thoughts(number)
    record.choice_1, record.choice_2 = luck.generator.first, luck.generator.second
    races = many_records([record], Race)
    course = COURSES[state.course]
    code = GREEDY_ENTRIES.choose(
        race=races[0],
        course=many_records([build_tables(text)], Course)[0],
        outlook=outlook_on(corner_text(course, course.tokens)),
        notes=NOTES,
        seat=ask.seat,
        chance=no_draws(),
    )
    race = plain_race(races, 0)
    bot: Greedy[Any, Any] = Greedy(SPEC)
    theirs = bot.choose(GAME.view(state, ask.seat), ask, luck)
    assert decode_option(int(code), race.cars[ask.seat]) == theirs, (ask, state)
    assert (race.choice_1, race.choice_2) == (luck.generator.first, luck.generator.second)
    return theirs


def options_of(generator: random.Random) -> Options:
    """A race with what greedy knows: any track, water and tunnels, and sometimes weather and
    Legends."""
    if generator.random() < 0.3:
        return Options(own=OWN)
    weather, legends = generator.random() < 0.4, generator.choice((0, 0, 2))
    track: Any = generator.choice(tuple(TRACKS))
    return Options(track=track, laps=1, weather=weather, legends=legends)


@uncompiled
@seeded(1)
def test_greedy_takes_the_options_of_the_bot_wherever_random_moves_lead(seed: int) -> None:
    generator, met, count = random.Random(seed), Counter[str](), 0
    while count < 250:
        referee: Any = referee_of(
            SPEC, options_of(generator), generator.choice((1, 2, 3, 6)), RaceGenerator(count)
        )
        share = generator.choice((0.1, 0.3, 0.7))
        while referee.asks and count < 250:
            ask = generator.choice(referee.asks)
            count += 1
            move = compare_choice(referee.state, ask, seed % 1000 * 1000 + count)
            met[type(referee.state.phase).__name__] += len(ask.options) > 1
            if generator.random() < share:
                move = generator.choice(ask.options)
            referee.play(ask.seat, move)
    phases = ("Planning", "React", "Slipping", "Discarding")
    assert shown(seed, all(met[name] > 5 for name in phases))


def change_hand(car: Car, generator: random.Random) -> Car:
    """A hand that a race brings rarely or never: too large, with more Stress, or cluttered."""
    match generator.choice(("same", "large", "stress", "cluttered")):
        case "large":
            deck = generator.sample(car.deck, len(car.deck))
            hand = tuple(sorted((*car.hand, *deck[:3])))
            return replace(car, hand=hand, deck=tuple(sorted(deck[3:])))
        case "stress":
            hand = tuple(sorted((*car.hand, STRESS, STRESS)))
            return replace(car, hand=hand, shown=(*car.shown, STRESS, STRESS))
        case "cluttered":
            own = [card for card in car.hand if card != HEAT][:1]
            hand = tuple(sorted((*own, *[HEAT] * 6)))
            return replace(car, hand=hand, gear=4, shown=())
    return car


def change_hands(state: State, generator: random.Random, *, alone: bool) -> State:
    """Odd hands at the start of a round, or of the last driver who still races."""
    cars = [change_hand(car, generator) for car in state.cars]
    order = state.order
    if alone:
        last = order[-1]
        for place, car in enumerate([i for i in order if i != last], 1):
            cars[car] = replace(cars[car], place=place, pos=AWAY)
        order = (last,)
    sealed = tuple([NO_PLAN if car.place else None for car in cars])
    return replace(state, cars=tuple(cars), order=order, phase=Planning(sealed))


@uncompiled
@seeded(2)
def test_greedy_tries_the_options_of_odd_hands_as_the_bot_does(seed: int) -> None:
    """Plans card by card, cluttered hands and the offer to give up."""
    generator, met = random.Random(seed), Counter[str]()
    luck = UnrecordedChance(generator)
    options = Options(track="italia", laps=1)
    for number in range(24):
        state = referee_of(SPEC, options, 3, RaceGenerator(number)).state
        state = change_hands(state, generator, alone=number % 3 == 0)
        for step in range(16):
            asks = GAME.asks(state)
            if not asks:
                break
            ask = generator.choice(asks)
            move = compare_choice(state, ask, seed % 1000 * 1000 + 20 * number + step)
            met[type(ask.options[0]).__name__] += 1
            met["may give up"] += type(ask.options[-1]).__name__ == "GiveUp"
            if generator.random() < 0.3:
                move = generator.choice(ask.options)
            state = GAME.play(state, ask.seat, move, luck).state
    assert shown(seed, all(met[name] > 3 for name in ("Shift", "Add", "may give up")))


def race_by_rules(options: Options, players: list[int], number: int) -> tuple[Any, Trial]:
    """The same race by the rules with the kernel's chance, watched move by move."""
    dealer: Any = Dealer(RaceGenerator(number))
    luck: Any = Thoughts(number)
    bot: Greedy[Any, Any] = Greedy(SPEC)
    state = STUDIO.set_up_race(options, len(players), dealer)
    watch = RaceWatch(STUDIO, state)
    while asks := GAME.asks(state):
        ask = asks[0]
        if players[ask.seat] == BY_GREEDY:
            move = bot.choose(GAME.view(state, ask.seat), ask, luck)
        elif players[ask.seat] == BY_POLICY:
            move = rule_of_thumb(state, ask, luck)
        else:
            move = ask.options[luck.pick(ask.options, "bot")]
        step = GAME.play(state, ask.seat, move, dealer)
        state = step.state
        watch.add_move(state, step.events)
    watch.end_turn(STUDIO.runners(state))
    outcome = GAME.outcome(state)
    return state, Trial(
        "",
        tuple(watch.laps),
        {corner: n for corner, n in watch.passes.items() if n},
        dict(watch.accidents),
        tuple(outcome.among_seats()[seat] for seat in watch.grid),
        STUDIO.clock(state),
    )


@uncompiled
@seeded(3)
def test_races_of_greedy_show_the_same_of_a_track_as_by_the_rules(seed: int) -> None:
    for text in (OWN, track_text(TRACKS["usa"])):
        options = Options(own=text)
        state, trial = race_by_rules(options, [BY_GREEDY] * 6, seed)
        assert try_out(options, 6, [seed]) == (trial,)
        assert len(trial.laps) == 6 * COURSES[state.course].laps


@uncompiled
@seeded(4)
def test_greedy_races_with_others_and_every_spin_out_is_seen(seed: int) -> None:
    players = [BY_GREEDY, AT_RANDOM, BY_POLICY, BY_GREEDY, AT_RANDOM]
    options = Options(own=OWN)
    state, trial = race_by_rules(options, players, seed)
    batch = Batch([(options, 5)], seed)
    made, watch = race_watched(batch, [players])
    found = decode_state(plain_race(batch.races, 0), batch.courses[0], batch.texts[0])
    assert first_difference(found, state) == "equal"
    assert sum(watch.accidents[0]) == sum(trial.accidents.values()) == state.supply.spins > 0
    assert {i: n for i, n in enumerate(watch.accidents[0]) if n} == trial.accidents
    assert {i: n for i, n in enumerate(watch.passes[0]) if n} == trial.passes
    assert tuple(watch.laps[0][: watch.counts[0]]) == trial.laps
    assert made[0] > 50


def test_modules_that_greedy_does_not_know_are_refused_by_name() -> None:
    refuse_modules(Options(weather=True, legends=3, first_game=True, tournament=True))
    for options, name in (
        (Options(garage="quick"), "garage"),
        (Options(garage="draft"), "garage"),
        (Options(tournament=True), "tournament"),
    ):
        with pytest.raises(BadOption, match=name):
            refuse_modules(options)

"""Greedy bots against the clock: they avoid collisions, stop out of the way, and spare an engine
that the damage of a stage would end."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from paddock.bots import make_bot
from paddock.core.chance import UnrecordedChance
from paddock.core.notation import read_facts
from paddock.games.winds_of_war.data.enums import Job, Lane, Letter, Way
from paddock.games.winds_of_war.data.own import id_with_letters
from paddock.games.winds_of_war.modes.mille_miglia import MILLE_MIGLIA
from paddock.games.winds_of_war.modes.mille_miglia.phases import Racing
from paddock.games.winds_of_war.modes.mille_miglia.state import Options
from paddock.games.winds_of_war.moves import Fix, Halt, Move, Plan
from paddock.games.winds_of_war.phases import Planning
from paddock.games.winds_of_war.rules.night import assumed_road, lit_curves
from paddock.games.winds_of_war.state.pieces import TRACK
from tests.games.winds_of_war.spread import ROAD

NAMES = ("alex", "bob", "chris", "dora")
OPTIONS = Options("stages", 1938, weather="dry")


OTHER = (Letter.A, Letter.C, Letter.B, Letter.E, Letter.D)  # of the same shape, by Letter


def choose_move(given: list[str], seed: int, other: bool = False) -> tuple[Move, int]:
    """The move of the first seat, and its box. With `other`, every unlit curve has another letter
    of its shape."""
    notation, game = MILLE_MIGLIA.notation, MILLE_MIGLIA.game
    luck = UnrecordedChance(random.Random(seed))
    state = notation.begin(notation.place(read_facts(given), OPTIONS, NAMES), "car 1", luck).state
    if other:
        track = TRACK[state.now.road]
        lights = lit_curves(state.now)
        letters = [
            letter if curve in lights else OTHER[letter]
            for curve, letter in enumerate(track.letters)
        ]
        road = f"elsewhere {track.id} {letters}"
        TRACK[road] = replace(TRACK[id_with_letters(track.id, letters)], id=road)
        state = replace(state, now=replace(state.now, road=road))
    (ask,) = game.asks(state)
    move = make_bot("greedy", MILLE_MIGLIA).choose(game.view(state, ask.seat), ask, luck)
    return move, state.now.cars[0].box


def test_he_does_not_run_into_those_who_stand() -> None:
    """A crash that ends a rival's race is no gain against the clock."""
    given = [
        "alex at 2R1 speed 100 line on tyres 7 car delahaye-135-cs",
        "bob at 2L3 until 9",
        "chris at 2L4 until 9",
        "dora at 3L1 until 9",
        "stage number 3 begins 6:00 hour 9",
        "table turn 5 order alex",
    ]
    for seed in range(6):
        move, _ = choose_move(given, seed)
        assert isinstance(move, Plan | Halt)
        assert isinstance(move, Halt) or move.speed <= 6


def test_he_stops_on_the_inside_and_mends_an_engine_that_is_about_to_end() -> None:
    """Parma–Bologna ends with a point of engine damage: on the last box one must stop."""
    given = [
        "alex at 3M2 speed 60 engine 9 car alfa-romeo-8c-2900-b-mm",
        "bob at 1M1",
        "stage number 2 begins 6:00 hour 9",
        "table turn 5 order alex",
    ]
    for seed in range(3):
        move, box = choose_move(given, seed)
        assert isinstance(move, Halt)
        outside = TRACK["parma-bologna"].outward[box]
        assert move.edge is not (Lane.RIGHT if outside is Way.RIGHT else Lane.LEFT)


@pytest.mark.parametrize(
    "car",
    [
        pytest.param("speed 40 engine 6 heat 4 brakes 6 body 3 tyres 10", id="far-from-100-km/h"),
        pytest.param("speed 80 engine 1 heat 5 body 5 tyres 12 broken puncture", id="puncture"),
    ],
)
def test_he_cools_in_a_stop_what_driving_does_not_cool_soon(car: str) -> None:
    """Only a plan of exactly 100 km/h cools: from a standstill it takes turns that begin with a
    test of the engine, and with a puncture nothing is cooled."""
    notation, game = MILLE_MIGLIA.notation, MILLE_MIGLIA.game
    given = [
        f"alex at 19M1 car maserati-4cs-1100 driver mario-tadini {car}",
        "bob at 28L4 speed 60",
        "chris at 29R2 speed 100",
        "stage begins 5:00 hour 7",
        "table turn 33 order alex",
    ]
    luck = UnrecordedChance(random.Random(1))
    options = Options("one-stage", weather="dry")
    placed = notation.place(read_facts(given), options, NAMES[:3])
    planning = replace(placed, now=replace(placed.now, phase=Planning(0)), phase=Racing())
    state = game.play(planning, 0, Halt(Lane.RIGHT), luck).state
    bot = make_bot("greedy", MILLE_MIGLIA)
    jobs: list[Move] = []
    while not jobs or isinstance(jobs[-1], Fix):
        (ask,) = game.asks(state)
        jobs.append(bot.choose(game.view(state, ask.seat), ask, luck))
        state = game.play(state, ask.seat, jobs[-1], luck).state
    assert Fix(Job.COOL) in jobs


def test_he_lets_the_mechanics_mend_what_he_would_limp_with_for_stages() -> None:
    """In Bologna, with a failed plug and no spare: the next mechanics are three stages away, each
    of which would cost a turn or more. The bot once drove past."""
    track = TRACK["parma-bologna"]
    (marked,) = track.assistance
    here = next(b for b, curve in enumerate(track.curve) if curve == marked and track.lane[b] == 1)
    given = [
        f"alex at {track.name_of[here]} speed 60 broken plug car talbot-t150c",
        "bob at 1M1",
        "stage number 2 begins 6:00 hour 9",
        "table turn 5 order alex",
    ]
    for seed in range(3):
        move, _ = choose_move(given, seed)
        assert isinstance(move, Halt)


def test_he_does_not_know_by_heart_what_the_night_hides() -> None:
    """The move does not depend on the letters of dark curves (Q9). By day it does."""
    for stage, at, speed in ((5, "1M3", 120), (5, "2M2", 200), (9, "4M3", 120), (9, "2M3", 160)):
        for begins in ("19:56", "12:00"):  # in the second turn it is night, or day
            given = [
                f"alex at {at} speed {speed} car alfa-romeo-8c-2900-b-mm",
                "bob at 1M1",
                f"stage number {stage} begins {begins} hour 19",
                "table turn 2 order alex",
            ]
            here, there = (choose_move(given, 1, other)[0] for other in (False, True))
            assert (here == there) is (begins == "19:56")


def test_a_dark_curve_is_taken_for_one_of_its_shape() -> None:
    """A short one is an A, of three boxes it may be a B or a C, a wide one a D or an E."""
    track = TRACK["firenze-livorno"]
    dark = assumed_road(track.id, (None,) * len(track.curves))
    imagined = TRACK[dark]
    assert imagined.id == track.id
    for curve, guess in zip(track.curves, imagined.letters, strict=True):
        assert (curve.letter >= Letter.D) is (guess >= Letter.D)
    assert imagined.letters != track.letters
    assert (
        assumed_road(dark, track.letters[:1] + (None,) * (len(track.curves) - 1)).count("\0") == 1
    )
    assert assumed_road(track.id, track.letters) == track.id


def test_a_curve_that_is_read_is_imagined_as_it_is() -> None:
    """Whatever its letter, the others in the dark; an A of three boxes might be a B."""
    for id in ("one-evening", ROAD):
        track = TRACK[id]
        for curve, letter in enumerate(track.letters):
            seen = tuple([letter if c == curve else None for c in range(len(track.letters))])
            assert TRACK[assumed_road(id, seen)].letters[curve] is letter

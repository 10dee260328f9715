"""What a greedy driver does: he brakes for the curve he comes to, takes the best line, cools the
engine, stops at the pits and challenges on the grid when it pays, and not when it does not."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from paddock.bots import make
from paddock.core.chance import Fresh
from paddock.games.winds_of_war import RACE
from paddock.games.winds_of_war.bots.grid import PLACES
from paddock.games.winds_of_war.data import MODEL
from paddock.games.winds_of_war.moves import CHALLENGE, KEEP, PASS, PIT, REROLL, Move, Pit, Plan
from paddock.games.winds_of_war.phases import GridChallenge, GridRerolling
from paddock.games.winds_of_war.state import Options, State
from paddock.games.winds_of_war.state.pieces import TRACK
from tests.games.winds_of_war.figures import lined_up, play

SEEDS = range(8)
CAR = "bmw-328-roadster"
SIX = ("p1", "p2", "p3", "p4", "p5", "p6")


def chosen(state: State, seed: int) -> Move:
    """What the greedy bot answers to the ask of a state."""
    luck = Fresh(random.Random(seed))
    ask = RACE.game.asks(state)[0]
    move: Move = make("greedy", RACE).choose(RACE.game.view(state, ask.seat), ask, luck)
    return move


def planned(seed: int, **car: str) -> Move:
    """The plan of a car alone in a dry race over three laps of Salerno."""
    given = {"p1": {"car": CAR, **car}, "table": {"turn": "20"}}
    state = RACE.notation.place(given, Options("salerno", 3, weather="dry"), ("p1",))
    state = RACE.notation.begin(state, "car 1", Fresh(random.Random(seed))).state
    return chosen(state, seed)


def speeds(**car: str) -> set[int]:
    """The speeds that are planned, in km/h; none for the pits."""
    moves = [planned(seed, **car) for seed in SEEDS]
    assert all(isinstance(move, Plan | Pit) for move in moves)
    return {move.speed * 20 for move in moves if isinstance(move, Plan)}


# ------------------------------------------------------------------ curves


@pytest.mark.parametrize(("at", "speed"), [("7M1", 160), ("7M3", 140), ("9M5", 180)])
def test_he_brakes_for_the_curve_he_comes_to(at: str, speed: int) -> None:
    """An A curve of 40 km/h four or two boxes away, a C curve of 100 two boxes away."""
    assert max(speeds(at=at, speed=str(speed))) < speed


def test_on_an_open_road_he_does_not_brake() -> None:
    assert min(speeds(at="1M4", speed="140")) > 140


def entries(circuit: str, car: str, seed: int) -> tuple[int, int, int]:
    """Of a race alone: curves entered, how many on the best line, how many without a test."""
    track = TRACK[circuit]
    counts = [0, 0, 0]

    def watch(before: State, after: State, _: object) -> None:
        old, new = before.cars[0], after.cars[0]
        if track.curve[old.box] >= 0 or track.curve[new.box] < 0 or old.stand or new.stand:
            return
        turning = after.sheets[0].turns[track.curves[track.curve[new.box]].letter]
        counts[0] += 1
        counts[1] += bool(new.line)
        counts[2] += new.speed <= turning + bool(new.line)

    options = Options(circuit, 3, weather="dry")  # type: ignore[arg-type]
    play(lined_up(options, [MODEL[car]], None, Fresh(random.Random(seed))), str(seed), watch)
    return counts[0], counts[1], counts[2]


@pytest.mark.parametrize("circuit", ["salerno", "napoli"])
def test_he_takes_the_best_line_and_few_tests(circuit: str) -> None:
    runs = [entries(circuit, CAR, seed) for seed in SEEDS]
    curves, lined, safe = (sum(n) for n in zip(*runs, strict=True))
    assert lined / curves > 0.8
    assert safe / curves > 0.9


# ------------------------------------------------------------------ heat and pits


@pytest.mark.parametrize("speed", ["100", "140"])
def test_he_cools_an_engine_in_the_red(speed: str) -> None:
    """Two boxes of the red, no water and far from the pits: exactly 100."""
    assert speeds(at="5M2", speed=speed, heat="7") == {100}
    assert 100 not in speeds(at="5M2", speed=speed, heat="0")


def test_he_stops_at_the_pits_with_a_puncture() -> None:
    moves = {
        planned(seed, at="1M4", speed="80", broken="puncture", spares="tyre") for seed in SEEDS
    }
    assert moves == {PIT}


@pytest.mark.parametrize(
    "car",
    [
        {"tyres": "2", "lap": "1"},  # a little wear
        {"broken": "puncture", "at": "1M2", "lap": "3"},  # the last line two boxes ahead
    ],
)
def test_he_does_not_stop_where_it_does_not_pay(car: dict[str, str]) -> None:
    given = {"at": "1M4", "speed": "80", "spares": "tyre", **car}
    assert not [seed for seed in SEEDS if planned(seed, **given) == PIT]


# ------------------------------------------------------------------ the grid


def on_the_grid(place: int, by: str, front: str) -> State:
    """Six cars; the one on this place, counted from 1, may challenge the one in front."""
    given = {name: {"driver": "works-driver"} for name in SIX}
    given[SIX[place - 1]]["driver"], given[SIX[place - 2]]["driver"] = by, front
    given["table"] = {"grid": ",".join(SIX)}
    state = RACE.notation.place(given, Options("salerno", 2, weather="dry"), SIX)
    state = RACE.notation.begin(state, "challenges", Fresh(random.Random(1))).state
    assert isinstance(state.phase, GridChallenge)
    return replace(state, phase=GridChallenge(state.phase.queue[place - 2 :]))


@pytest.mark.parametrize("place", range(2, 7))
def test_he_challenges_on_the_grid_with_dice_as_good(place: int) -> None:
    """One's own warning alone costs nothing, and two warnings are rarer than a swap."""
    state = on_the_grid(place, "works-driver", "works-driver")
    assert {chosen(state, seed) for seed in SEEDS} == {CHALLENGE}


def test_he_stays_where_a_place_lost_weighs_more_than_one_gained() -> None:
    """Driver X warns as often as not: a swap is as likely as two warnings."""
    gains = [PLACES[k - 1] - PLACES[k] for k in range(1, 6)]
    worse = [k + 1 for k in range(1, 5) if gains[k - 1] < gains[k]]
    better = [k + 1 for k in range(1, 5) if gains[k - 1] > gains[k]]
    assert worse
    assert better
    for place in worse:
        state = on_the_grid(place, "x", "works-driver")
        assert {chosen(state, seed) for seed in SEEDS} == {PASS}
    for place in better:
        state = on_the_grid(place, "x", "works-driver")
        assert {chosen(state, seed) for seed in SEEDS} == {CHALLENGE}


@pytest.mark.parametrize(("theirs", "answer"), [(True, REROLL), (False, KEEP)])
def test_the_challenged_rolls_again_only_with_a_warning(theirs: bool, answer: Move) -> None:
    state = on_the_grid(3, "works-driver", "works-driver")
    assert isinstance(state.phase, GridChallenge)
    dice = GridRerolling(state.phase.queue, 1, False, theirs, (1, 2))
    state = replace(state, phase=dice)
    assert {chosen(state, seed) for seed in SEEDS} == {answer}

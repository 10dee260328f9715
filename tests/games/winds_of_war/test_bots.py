"""Greedy bots brake for curves, take and keep the best line, lose no car, cool the engine, use the
pits, and challenge and bid only when it pays."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

import pytest
from msgspec.structs import replace
from tools.games.winds_figures import lined_up, play

from paddock.bots import make_bot
from paddock.core.chance import UnrecordedChance
from paddock.core.game import replace_at
from paddock.games.winds_of_war import RACE, events
from paddock.games.winds_of_war.bots.grid import WINS_BY_PLACE
from paddock.games.winds_of_war.bots.outlook import expected_finish
from paddock.games.winds_of_war.data import CIRCUITS, CLASSES, MODEL_INDEX, MODELS
from paddock.games.winds_of_war.data.enums import Job
from paddock.games.winds_of_war.events import Bought, Event, LeftRoad, Retired
from paddock.games.winds_of_war.moves import (
    CHALLENGE,
    DONE,
    FIX,
    KEEP,
    PASS,
    PIT,
    REROLL,
    Bid,
    Move,
    Pass,
    Pit,
    Plan,
    Steer,
)
from paddock.games.winds_of_war.phases import (
    Answering,
    Auction,
    Challenging,
    Driving,
    GridChallenge,
    GridRerolling,
    LastBoxes,
    Pitting,
    TakingUnsold,
)
from paddock.games.winds_of_war.rules.dice import CURVE
from paddock.games.winds_of_war.rules.road import is_leaving_line
from paddock.games.winds_of_war.state import Options, State
from paddock.games.winds_of_war.state.pieces import TRACK

SEEDS = range(8)
CAR = "bmw-328-roadster"
SIX = ("p1", "p2", "p3", "p4", "p5", "p6")


def choose_move(state: State, seed: int) -> Move:
    """The answer of the greedy bot to the ask of a state."""
    luck = UnrecordedChance(random.Random(seed))
    ask = RACE.game.asks(state)[0]
    move: Move = make_bot("greedy", RACE).choose(RACE.game.view(state, ask.seat), ask, luck)
    return move


def choose_plan(seed: int, **car: str) -> Move:
    """The plan of a car alone in a dry race over three laps of Salerno."""
    given = {"p1": {"car": CAR, **car}, "table": {"turn": "20"}}
    state = RACE.notation.place(given, Options("salerno", 3, weather="dry"), ("p1",))
    state = RACE.notation.begin(state, "car 1", UnrecordedChance(random.Random(seed))).state
    return choose_move(state, seed)


def speeds(**car: str) -> set[int]:
    """The planned speeds in km/h; none for the pits."""
    moves = [choose_plan(seed, **car) for seed in SEEDS]
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
    """A race alone: curves entered, of these on the best line, and without a test."""
    track = TRACK[circuit]
    counts = [0, 0, 0]

    def watch(before: State, after: State, _: object) -> None:
        old, new = before.cars[0], after.cars[0]
        if track.curve[old.box] >= 0 or track.curve[new.box] < 0 or old.status or new.status:
            return
        turning = after.sheets[0].turns[track.curves[track.curve[new.box]].letter]
        counts[0] += 1
        counts[1] += bool(new.line)
        counts[2] += new.speed <= turning + bool(new.line)

    options = Options(circuit, 3, weather="dry")  # type: ignore[arg-type]
    play(
        lined_up(options, [MODEL_INDEX[car]], None, UnrecordedChance(random.Random(seed))),
        str(seed),
        watch,
    )
    return counts[0], counts[1], counts[2]


@pytest.mark.parametrize("circuit", ["salerno", "napoli"])
def test_he_takes_the_best_line_and_few_tests(circuit: str) -> None:
    runs = [entries(circuit, CAR, seed) for seed in SEEDS]
    curves, lined, safe = (sum(n) for n in zip(*runs, strict=True))
    assert lined / curves > 0.9
    assert safe / curves > 0.8  # one curve of Napoli lies below a slope


# ------------------------------------------------------------------ six on the road

RACES = 12  # of six


class ActionCounter:
    """Counts what six greedy bots do over some races."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()

    def __call__(self, before: State, after: State, told: Sequence[Event]) -> None:
        phase = before.phase
        if isinstance(phase, LastBoxes):
            self.counts["last boxes"] += 1
            self.counts["a turn too few"] += is_judged_turn_ahead(before, phase)
        if isinstance(phase, Driving):
            self.counts["left the line"] += has_left_line_in_curve(before, after, phase.run.seat)
        if isinstance(phase, Challenging):
            self.counts["asked"] += 1
            self.counts["challenged"] += isinstance(after.phase, Answering)
        tested = False
        for event in told:
            tested = tested or (isinstance(event, events.Tested) and event.test == CURVE)
            self.counts["off the road"] += tested and isinstance(event, LeftRoad)
            self.counts["retired"] += isinstance(event, Retired)


def is_judged_turn_ahead(state: State, phase: LastBoxes) -> bool:
    """Whether a car that has used its turn is judged as if it had not: the fewest turns that any of
    its options leaves are more."""
    game, ask = RACE.game, RACE.game.asks(state)[0]
    steps = [
        game.play(state, phase.seat, move, UnrecordedChance(random.Random(1)))
        for move in ask.options
    ]
    same = [step.state for step in steps if step.state.turn == state.turn]  # no event between
    ends = [expected_finish(game.view(after, None), phase.seat) for after in same]
    return bool(ends) and expected_finish(game.view(state, None), phase.seat) < min(ends) - 0.5


def has_left_line_in_curve(before: State, after: State, seat: int) -> bool:
    """Whether a bot left the best line inside a curve although its next box was free."""
    track = TRACK[before.options.circuit]
    car, there = before.cars[seat], after.cars[seat].box
    free = [
        track.next_box(car.box, move.way)
        for move in RACE.game.asks(before)[0].options
        if isinstance(move, Steer)
    ]
    inside = track.curve[car.box] >= 0 and track.curve[there] >= 0
    return inside and is_leaving_line(track, car, there) and track.next_line[car.box] in free


@pytest.fixture(scope="module")
def six() -> Counter[str]:
    seen = ActionCounter()
    for seed in range(RACES):
        options = Options(CIRCUITS[seed % len(CIRCUITS)], 2, group=(1 + seed % 5))  # type: ignore[arg-type]
        play(
            RACE.game.setup(options, 6, UnrecordedChance(random.Random(seed))).state,
            str(seed),
            seen,
        )
    return seen.counts


def test_a_car_that_has_used_its_turn_is_not_judged_a_turn_ahead(six: Counter[str]) -> None:
    assert six["last boxes"] > 20 * RACES
    assert not six["a turn too few"]


def test_the_best_line_is_kept_inside_a_curve(six: Counter[str]) -> None:
    """It used to be left six times a race, where leaving seemed to save a turn."""
    assert six["left the line"] < 3 * RACES


def test_no_car_is_thrown_away(six: Counter[str]) -> None:
    """More than one car a race left the road by its own speed when dice were sampled."""
    assert six["off the road"] <= 0.7 * RACES
    assert six["retired"] <= 0.5 * RACES


def test_some_challenges_are_made_and_not_all(six: Counter[str]) -> None:
    assert 0.05 < six["challenged"] / six["asked"] < 0.5


# ------------------------------------------------------------------ challenges in the race


def challenge_or_pass(
    mine: str, theirs: str, at: tuple[str, str], laps: int = 3, **both: str
) -> Move:
    """The move of a bot that may challenge a faster engaged car."""
    given = {
        "p1": {"driver": mine, "at": at[0], "speed": "60", **both},
        "p2": {"driver": theirs, "at": at[1], "speed": "80", **both},
        "p3": {"at": "12M2", "speed": "80"},  # another car gains by a collision
        "table": {"turn": "20"},
    }
    names = ("p1", "p2", "p3")
    state = RACE.notation.place(given, Options("salerno", laps, weather="dry"), names)
    state = replace(state, settled=(0, 1), phase=Challenging((1, 0), 1), order=(1, 0, 2))
    return choose_move(state, 1)


BEFORE_A_CURVE = ("5M4", "5R4")
ACE, NOVICE = "tazio-nuvolari", "x"


def test_an_ace_challenges_a_novice_before_a_curve() -> None:
    """One warning in 36 against one in two."""
    assert challenge_or_pass(ACE, NOVICE, BEFORE_A_CURVE) == CHALLENGE


def test_nobody_challenges_where_a_collision_is_the_likeliest_change() -> None:
    assert challenge_or_pass(NOVICE, NOVICE, BEFORE_A_CURVE) == PASS
    assert challenge_or_pass(NOVICE, ACE, BEFORE_A_CURVE) == PASS


def test_he_challenges_where_who_moves_first_wins() -> None:
    """Both finish in this turn, and in a turn the order of crossing is that of movement (Q56)."""
    last = ("1L3", "1M3")
    assert challenge_or_pass("works-driver", "works-driver", last, laps=1, lap="1") == CHALLENGE
    assert challenge_or_pass("works-driver", "works-driver", last, laps=3, lap="1") == PASS


# ------------------------------------------------------------------ auctions


def prices(style: str, seed: int) -> list[float]:
    """The prices six bots pay for their cars in an auction, relative to the printed prices."""
    luck = UnrecordedChance(random.Random(seed))
    options = Options(style=style, group=1 + seed % 5, garage="auction")  # type: ignore[arg-type]
    state, paid = RACE.game.setup(options, 6, luck).state, []
    while isinstance(state.phase, Auction | TakingUnsold):
        ask = RACE.game.asks(state)[0]
        step = RACE.game.play(state, ask.seat, choose_move(state, seed), luck)
        paid += [e.lire / MODELS[e.model].price for e in step.events if isinstance(e, Bought)]
        state = step.state
    return paid


@pytest.mark.parametrize(("style", "most"), [("arcade", 1.05), ("simulation", 1.35)])
def test_cars_go_for_what_they_are_worth(style: str, most: float) -> None:
    """In an arcade race the highest price gives the others money for drivers, and buys nothing
    above the printed price. Bots once paid a third more than the price."""
    paid = [price for seed in range(6) for price in prices(style, seed)]
    assert len(paid) == 36
    assert sum(paid) / len(paid) < most


@pytest.mark.parametrize(("high", "answer"), [(0, Bid), (1600, Pass)])
def test_he_bids_for_a_good_car_and_lets_it_go_at_twice_its_price(
    high: int, answer: type[Move]
) -> None:
    """The Delahaye, printed at 900, is the best of its class at Salerno."""
    state = RACE.game.setup(Options(garage="auction"), 4, UnrecordedChance(random.Random(1))).state
    assert isinstance(state.phase, Auction)
    model = MODEL_INDEX["delahaye-135-cs"]
    rest = tuple([m for m in CLASSES[3] if m != model])
    holder = 3 if high else -1
    phase = Auction(model, rest, (), 0, (0, 1, 2, 3), (0, 1, 2, 3), high, holder, bool(high))
    assert isinstance(choose_move(replace(state, phase=phase), 1), answer)


# ------------------------------------------------------------------ heat and pits


@pytest.mark.parametrize("speed", ["100", "140"])
def test_he_cools_an_engine_in_the_red(speed: str) -> None:
    """Two boxes of the red, no water and far from the pits: exactly 100."""
    assert speeds(at="5M2", speed=speed, heat="7") == {100}
    assert 100 not in speeds(at="5M2", speed=speed, heat="0")


def test_he_stops_at_the_pits_with_a_puncture() -> None:
    moves = {
        choose_plan(seed, at="1M4", speed="80", broken="puncture", spares="tyre") for seed in SEEDS
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
    assert not [seed for seed in SEEDS if choose_plan(seed, **given) == PIT]


@pytest.mark.parametrize("place", [0, 1])
def test_he_mends_no_bodywork_that_takes_turns(place: int) -> None:
    """Far behind, and the last car of the turn too: to leave the stop begins the next turn, which
    must not make it look worse than another repair."""
    given = {
        "p1": {"car": CAR, "at": "1M4", "lap": "2", "body": "4"},
        "p2": {"car": CAR, "at": "9M5", "lap": "3", "speed": "100"},
    }
    state = RACE.notation.place(given, Options("salerno", 3, weather="dry"), ("p1", "p2"))
    order = (0, 1) if place == 0 else (1, 0)
    jobs = (Job.ENGINE, Job.ENGINE, Job.BODY)  # seven turns' work, halved: four
    phase = Pitting(0, jobs)
    state = replace(state, order=order, at=place, turn=20, phase=phase)
    car = replace(state.cars[0], engine=state.sheets[0].engine)
    state = replace(state, cars=replace_at(state.cars, 0, car))
    assert {choose_move(state, seed) for seed in SEEDS} == {FIX[Job.BODY]}
    state = replace(state, phase=replace(phase, jobs=(*jobs, Job.BODY)))
    assert {choose_move(state, seed) for seed in SEEDS} == {DONE}


# ------------------------------------------------------------------ the grid


def on_the_grid(place: int, by: str, front: str) -> State:
    """Six cars; the one on this place, counted from 1, may challenge the one in front."""
    given = {name: {"driver": "works-driver"} for name in SIX}
    given[SIX[place - 1]]["driver"], given[SIX[place - 2]]["driver"] = by, front
    given["table"] = {"grid": ",".join(SIX)}
    state = RACE.notation.place(given, Options("salerno", 2, weather="dry"), SIX)
    state = RACE.notation.begin(state, "challenges", UnrecordedChance(random.Random(1))).state
    assert isinstance(state.phase, GridChallenge)
    return replace(state, phase=GridChallenge(state.phase.queue[place - 2 :]))


@pytest.mark.parametrize("place", range(2, 7))
def test_he_challenges_on_the_grid_with_dice_as_good(place: int) -> None:
    """One's own warning alone costs nothing, and two warnings are rarer than a swap."""
    state = on_the_grid(place, "works-driver", "works-driver")
    assert {choose_move(state, seed) for seed in SEEDS} == {CHALLENGE}


def test_he_stays_where_a_place_lost_weighs_more_than_one_gained() -> None:
    """Driver X warns as often as not: a swap is as likely as two warnings."""
    gains = [WINS_BY_PLACE[k - 1] - WINS_BY_PLACE[k] for k in range(1, 6)]
    worse = [k + 1 for k in range(1, 5) if gains[k - 1] < gains[k]]
    better = [k + 1 for k in range(1, 5) if gains[k - 1] > gains[k]]
    assert worse
    assert better
    for place in worse:
        state = on_the_grid(place, "x", "works-driver")
        assert {choose_move(state, seed) for seed in SEEDS} == {PASS}
    for place in better:
        state = on_the_grid(place, "x", "works-driver")
        assert {choose_move(state, seed) for seed in SEEDS} == {CHALLENGE}


@pytest.mark.parametrize(("theirs", "answer"), [(True, REROLL), (False, KEEP)])
def test_the_challenged_rolls_again_only_with_a_warning(theirs: bool, answer: Move) -> None:
    state = on_the_grid(3, "works-driver", "works-driver")
    assert isinstance(state.phase, GridChallenge)
    dice = GridRerolling(state.phase.queue, 1, False, theirs, (1, 2))
    state = replace(state, phase=dice)
    assert {choose_move(state, seed) for seed in SEEDS} == {answer}

"""Rules without a race: slopes, tests, limits, landing boxes, the pace of a car."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from paddock.bots import make_bot
from paddock.core.chance import UnrecordedChance
from paddock.core.referee import Referee
from paddock.games.winds_of_war import RACE
from paddock.games.winds_of_war.bots.pace import pace
from paddock.games.winds_of_war.data import DRIVER_X, MODEL_INDEX, WORKS_DRIVER
from paddock.games.winds_of_war.data.enums import (
    DOWN,
    PLAIN,
    PLUG,
    PUNCTURE,
    UP,
    Failure,
    TuningCard,
    Way,
)
from paddock.games.winds_of_war.events import Event
from paddock.games.winds_of_war.moves import Dive, Plan, Steer
from paddock.games.winds_of_war.rules.curves import landing_box
from paddock.games.winds_of_war.rules.dashboard import (
    acceleration,
    make_sheet,
    top_speed,
    wear_modifier,
)
from paddock.games.winds_of_war.rules.event_cards import apply_event
from paddock.games.winds_of_war.rules.road import slope_of
from paddock.games.winds_of_war.state import Car, Options, Team
from paddock.games.winds_of_war.state.pieces import TRACK, allowance

ALFA = make_sheet(Team(0, 0, MODEL_INDEX["alfa-romeo-1500-sport"], WORKS_DRIVER))


def test_allowance_of_every_speed() -> None:
    assert [allowance(kmh // 20) for kmh in range(0, 241, 20)] == [
        *(0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6)
    ]


def test_three_boxes_on_the_plain_and_two_downhill_are_plain() -> None:
    """The first example of W3.8.3."""
    assert slope_of((PLAIN, PLAIN, PLAIN, DOWN, DOWN)) == PLAIN


def test_two_on_the_plain_and_two_downhill_are_downhill() -> None:
    """The second example of W3.8.3."""
    assert slope_of((PLAIN, PLAIN, DOWN, DOWN)) == DOWN


def test_among_three_equal_slopes_the_last_rules() -> None:
    assert slope_of((DOWN, PLAIN, UP)) == UP
    assert slope_of((DOWN, DOWN, UP, PLAIN, UP)) == UP


def test_modifiers_of_brakes_and_tyres() -> None:
    assert [wear_modifier(ALFA, Car(0, tyres=t)) for t in (0, 4, 5, 8, 9, 12, 13, 16)] == [
        *(0, 0, 1, 1, 2, 2, 3, 3)
    ]
    assert [wear_modifier(ALFA, Car(0, brakes=b)) for b in range(8)] == [0, 0, 0, 0, 0, 1, 2, 3]


@pytest.mark.parametrize(
    ("engine", "broken", "limit", "red"),
    [(5, (), 8, 8), (6, (), 7, 7), (8, (), 6, 6), (5, (PUNCTURE,), 4, 8), (5, (PLUG,), 7, 8)],
)
def test_limits_of_speed(engine: int, broken: tuple[Failure, ...], limit: int, red: int) -> None:
    assert top_speed(ALFA, Car(0, engine=engine, broken=broken)) == (limit, red)


def test_two_red_boxes() -> None:
    """A car whose data says so heats up on both (Q17)."""
    two = replace(ALFA, red=2)
    assert top_speed(two, Car(0, engine=5)) == (8, 7)
    assert top_speed(two, Car(0, engine=5, broken=(PLUG,))) == (6, 7)


def test_acceleration_5_with_bad_plugs_is_2() -> None:
    maserati = make_sheet(Team(0, 0, MODEL_INDEX["maserati-4cs-1500"], WORKS_DRIVER))
    assert acceleration(maserati, Car(0, broken=(PLUG,))) == 2


def test_second_of_five_outer_boxes() -> None:
    """The example of W3.9.6."""
    monza = TRACK["monza-1938"]
    assert monza.name_of[landing_box(monza, monza.box_of["11M7"])] == "12R2"


def test_tuning_on_the_dashboard() -> None:
    cards = (
        TuningCard.MEMINI_CARBURETTOR,
        TuningCard.ROOTS_SUPERCHARGER,
        TuningCard.SUPERLEGGERA_BODY,
        TuningCard.FINNED_DRUMS,
    )
    team = Team(0, 0, MODEL_INDEX["mg-k3-magnette"], DRIVER_X, cards)
    plain, tuned = make_sheet(replace(team, tuning=())), make_sheet(team)
    assert tuned.acceleration == plain.acceleration + 2
    assert tuned.body == plain.body - 1
    assert tuned.brakes == plain.brakes + 2
    assert tuned.reliability == (2, 1)
    assert tuned.top == plain.top  # already the best of class 4


@pytest.mark.parametrize("circuit", ["salerno", "tripoli", "modena", "san-remo"])
def test_the_fastest_way_round_is_near_the_estimate(circuit: str) -> None:
    """Flat circuits without chicanes: within 10 % of the search the components give."""
    track = TRACK[circuit]
    cars = ("mercedes-benz-w25", "delahaye-135-cs", "bmw-328-roadster", "lancia-aprilia")
    for id, estimate in zip(cars, track.estimate, strict=True):
        if id == "lancia-aprilia":
            continue  # its turning speeds were tuned later
        s = make_sheet(Team(0, 0, MODEL_INDEX[id], WORKS_DRIVER))
        speed = pace(circuit, 3, s.top, s.top, s.acceleration, s.braking, s.turns)
        assert abs(speed.to_go(track.spaces - 2, 0) / 3 / estimate - 1) < 0.1


def test_a_greedy_driver_comes_home_and_beats_random_ones() -> None:
    game, greedy, other = RACE.game, make_bot("greedy", RACE), make_bot("random", RACE)
    wins = 0
    for seed in range(4):
        generator = random.Random(seed)
        options = Options("modena", 1, weather="dry")
        referee = Referee(game, options, 3, generator)
        while referee.asks:
            ask = referee.asks[0]
            bot = greedy if ask.seat == 0 else other
            view = game.view(referee.state, ask.seat)
            referee.play(ask.seat, bot.choose(view, ask, UnrecordedChance(generator)))
        outcome = game.outcome(referee.state)
        assert outcome is not None
        wins += outcome.places[0] == 1
    assert wins >= 3


@pytest.mark.parametrize(("seconds", "open"), [(0, True), (10, False)])
def test_with_a_clock_no_step_is_taken_back(seconds: int, open: bool) -> None:
    """Q13: the option ends undo inside a move."""
    options = Options("modena", 1, weather="dry", plot_seconds=seconds)
    referee = Referee(RACE.game, options, 1, random.Random(1))
    referee.play(0, Plan(4))
    referee.play(0, Steer(Way.AHEAD))
    assert (referee.undoable_row(0) is not None) is open


def test_the_line_may_be_crossed_by_hard_braking() -> None:
    """At San Remo the braking line is two boxes behind the finish (Q69)."""
    track = TRACK["san-remo"]
    options = Options("san-remo", 1, weather="dry")
    chance = UnrecordedChance(random.Random(0))
    state = RACE.notation.place(
        {"p1": {"at": "1M2", "speed": "40", "lap": "1"}, "table": {"turn": "20"}}, options, ("p1",)
    )
    state = RACE.notation.begin(state, "car 1", chance).state
    for move in (Plan(2), Steer(Way.AHEAD), Dive((Way.AHEAD, Way.AHEAD))):
        assert move in RACE.game.asks(state)[0].options
        state = RACE.game.play(state, 0, move, chance).state
    assert state.home == (0,)
    assert track.name_of[state.cars[0].box] == "1M4"


@pytest.mark.parametrize("number", [102, 103, 118])
def test_events_of_the_fastest_car_do_nothing_where_all_stand_still(number: int) -> None:
    """Q95, in a Grand Prix too. A spin of a standing car changes no state, but was announced."""
    given = {"p1": {"at": "9M1", "speed": "0"}, "p2": {"at": "9M4", "speed": "0"}}
    state = RACE.notation.place(given, Options(weather="dry"), ("p1", "p2"))
    events: list[Event] = []
    after = apply_event(state, number, events, UnrecordedChance(random.Random(0)))
    assert after == state
    assert events == []

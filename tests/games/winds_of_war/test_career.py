"""Careers over several years: they run to the end, money adds up, and bots use it well."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from paddock.bots import make_bot
from paddock.core.chance import UnrecordedChance
from paddock.core.game import Ask
from paddock.core.notation import read_facts
from paddock.core.referee import Referee
from paddock.games.winds_of_war import CAREER
from paddock.games.winds_of_war import moves as mv
from paddock.games.winds_of_war.data import (
    CAREER_PRIZES,
    DRIVER_X,
    MODELS,
    WORKS_DRIVER,
    YEARS,
    crews_of,
    line_up_of,
)
from paddock.games.winds_of_war.data.enums import TuningCard
from paddock.games.winds_of_war.events import Stocked
from paddock.games.winds_of_war.market import moves as market
from paddock.games.winds_of_war.market.events import Sold
from paddock.games.winds_of_war.modes.career.bots import in_year
from paddock.games.winds_of_war.modes.career.state import Options, State
from paddock.games.winds_of_war.rules.night import visible_letters
from tests.games.winds_of_war.ledger import Ledger
from tests.seeds import seeded

Decides = Callable[[State, Ask[Any]], Any]


def play_career(
    options: Options, seats: int, seed: int, decides: tuple[Decides, ...]
) -> tuple[State, list[Any]]:
    """Play a whole career; after every row the purses match the ledger."""
    referee = Referee(CAREER.game, options, seats, random.Random(seed))
    budget = YEARS[options.first_year].budget if options.style == "simulation" else 0
    ledger = Ledger(seats, budget if options.garage == "auction" else 0)
    told: list[Any] = []
    events = list(referee.opening)
    while True:
        for event in events:
            ledger.note(event)
        told += events
        assert [team.purse for team in referee.state.now.teams] == ledger.purse
        if not referee.asks:
            break
        ask = referee.asks[0]
        events = list(referee.play(ask.seat, decides[ask.seat](referee.state, ask)).events)
    causes, state = ledger.causes, referee.state
    budgets = sum(ledger.purse) - causes["won"] - causes["sold"] - causes["bought"]
    assert causes["won"] == sum(state.won)
    assert causes["dealt"] == 0
    assert budgets % seats == 0
    return state, told


def bot(kind: str, seed: int) -> Decides:
    driver, luck = make_bot(kind, CAREER), UnrecordedChance(random.Random(seed))
    return lambda state, ask: driver.choose(CAREER.game.view(state, ask.seat), ask, luck)


def person(state: State, ask: Ask[Any]) -> Any:
    """A scripted player: bids the printed price, plans 80 km/h, never stops, buys the best car it
    can pay each year, and makes no deals."""
    options = list(ask.options)
    if ask.question.prompt == "bid":
        return next((o for o in options if isinstance(o, mv.Bid)), options[0])
    if ask.question.prompt == "plan":
        plans = [o for o in options if isinstance(o, mv.Plan)]
        return min(plans, key=lambda plan: (abs(plan.speed - 4), plan.extra))
    if ask.question.prompt == "visit":
        cars = [o for o in options if isinstance(o, mv.Take)]
        if cars:
            return max(cars, key=lambda take: MODELS[take.model].price)
        return market.SELL if market.SELL in options else mv.DONE
    return ask.default_move


@pytest.mark.parametrize(
    ("options", "seats"),
    [(Options(1937, 3), 4), (Options(1936, 3, "stages", "arcade", 2, garage="dealt"), 2)],
)
def test_three_years_with_bots_and_a_person_run_through(options: Options, seats: int) -> None:
    drivers = (person, *[bot("greedy", seed) for seed in range(1, seats)])
    state, told = play_career(options, seats, 5, drivers)
    assert len(state.results) == len(options.years()) == 3
    assert state.edition.options.year == options.years()[-1]
    outcome = CAREER.game.outcome(state)
    assert outcome is not None
    assert sorted(outcome.places) == list(range(1, seats + 1))
    for seat, won in enumerate(state.won):
        places = [result[seat] for result in state.results]
        assert won == sum(CAREER_PRIZES[place - 1] for place in places if place)
    assert state.won[outcome.places.index(1)] == max(state.won)
    assert sum(isinstance(event, Sold) and event.seat == 0 for event in told) >= 2
    if options.style == "simulation":
        assert all(team.model in line_up_of(1940) for team in state.now.teams)


@seeded(3)
@pytest.mark.parametrize(
    ("options", "seats"),
    [(Options(1938, 2), 2), (Options(1935, 3, style="arcade", retire=False), 3)],
)
def test_every_lira_has_a_cause_whoever_plays(options: Options, seats: int, seed: int) -> None:
    state, _ = play_career(
        options, seats, seed, tuple(bot("random", seed + s) for s in range(seats))
    )
    assert min(team.purse for team in state.now.teams) >= 0


# ---------------------------------------------------------------- what bots do with money


def test_nobody_hoards_spare_parts() -> None:
    """In the first garage and at the market: not more of a part than a race may need."""
    _, told = play_career(Options(1937, 2), 4, 1, tuple(bot("greedy", s) for s in range(4)))
    bought = Counter((event.seat, event.part) for event in told if isinstance(event, Stocked))
    assert max(bought.values()) <= 4


def choose_move(given: list[str], *before: tuple[int, Any]) -> Any:
    """The move of a greedy team at the market before the last edition, after these moves."""
    notation, game = CAREER.notation, CAREER.game
    luck = UnrecordedChance(random.Random(1))
    state = notation.place(read_facts(given), Options(1936, 2), ("alex", "bob"))
    state = notation.begin(state, "market", luck).state
    for seat, move in before:
        state = game.play(state, seat, move, luck).state
    (ask,) = game.asks(state)
    return make_bot("greedy", CAREER).choose(game.view(state, ask.seat), ask, luck)


def test_the_last_at_the_market_buys_what_helps() -> None:
    """Leaving the market begins the race, which has another evaluation; that must not matter."""
    given = [
        "alex car fiat-1500-6c driver works-driver",
        "bob car alfa-romeo-8c-2900-a driver x purse 900 won 1000",
        "career results 2,1",
    ]
    move = choose_move(given, (0, mv.DONE))
    assert isinstance(move, mv.Hire | mv.Tune | mv.Stock)


def test_no_offer_by_which_he_loses_or_that_the_other_declines() -> None:
    """Water costs 20 Lire in the shop: no team pays a hundred for it."""
    given = [
        "alex car fiat-1500-6c driver works-driver purse 300",
        "bob car alfa-romeo-8c-2900-a driver works-driver won 1000 spares water",
        "career results 2,1",
    ]
    water = market.WANT[market.Item.WATER]
    move = choose_move(given, (0, market.PROPOSE[1]), (0, water))
    assert not isinstance(move, market.Pay) or move.lire < 100


def test_he_changes_the_car_that_he_must_sell_for_a_good_one() -> None:
    given = [
        "alex car alfa-romeo-8c-2300-monza driver works-driver purse 700",
        "bob car fiat-1500-6c driver works-driver won 1000",
        "career results 2,1",
    ]
    move = choose_move(given, (0, market.SELL))
    assert isinstance(move, mv.Take)
    assert MODELS[move.model].price >= 675


def test_who_must_sell_his_car_does_so_and_makes_no_empty_offers() -> None:
    given = [
        "alex car alfa-romeo-8c-2300-monza driver works-driver purse 700",
        "bob car fiat-1500-6c driver works-driver won 1000",
        "career results 2,1",
    ]
    assert choose_move(given) == market.SELL


def test_driver_and_tuning_outlast_the_car() -> None:
    """They were once valued at nothing in a year without the car, and sold for 50."""
    old = next(m for m in range(len(MODELS)) if m not in line_up_of(1937))
    good = next(d for d in crews_of(1937) if d not in (WORKS_DRIVER, DRIVER_X))
    brakes = (TuningCard.HYDRAULIC_BRAKES,)
    assert in_year(1937, old, good, (), 0) > in_year(1937, old, DRIVER_X, (), 0)
    assert in_year(1937, old, DRIVER_X, brakes, 0) > in_year(1937, old, DRIVER_X, (), 0)


@seeded()
def test_fog_lamps_that_show_a_curve_at_the_start_let_nobody_take_back(seed: int) -> None:
    """The market was in the dark; its last visitor sees a curve when the edition begins."""
    options = Options(first_year=1937, editions=2, format="one-stage", garage="dealt")
    game, driver, luck = (
        CAREER.game,
        make_bot("easy", CAREER),
        UnrecordedChance(random.Random(seed)),
    )
    state = with_lamps(game.setup(options, 3, luck).state)
    while asks := game.asks(state):
        move = driver.choose(game.view(state, asks[0].seat), asks[0], luck)
        step = game.play(state, asks[0].seat, move, luck)
        if len(state.results) == 1 and step.state.edition.now.cars:
            assert set(visible_letters(state.edition.now, None)) == {None}
            assert set(visible_letters(step.state.edition.now, None)) != {None}
            assert step.opened
            return
        state = with_lamps(step.state)
    pytest.fail("there was no second edition")


def with_lamps(state: State) -> State:
    now = state.edition.now
    teams = tuple([replace(team, tuning=(TuningCard.TWIN_FOG_LAMPS,)) for team in now.teams])
    return replace(state, edition=replace(state.edition, now=replace(now, teams=teams)))

"""How a team stands in its career: its edition now, its prizes, and at the market its means for
the years to come."""

from __future__ import annotations

import functools
from functools import partial

from paddock.core.game_spec import BotHints
from paddock.core.seats import Seat
from paddock.games.winds_of_war.bots import EXACT_PROMPTS, NOISE_BY_LEVEL
from paddock.games.winds_of_war.bots.garage import TURNS_PER_LIRA, car_strength
from paddock.games.winds_of_war.data import (
    CAREER_PRIZES,
    DRIVER_X,
    MODELS,
    ONE_EVENING,
    RING_1940,
    WORKS_DRIVER,
    crews_of,
    line_up_of,
)
from paddock.games.winds_of_war.data.enums import TuningCard
from paddock.games.winds_of_war.market.bots import WITHOUT, AtMarket, prospects, spares_worth
from paddock.games.winds_of_war.market.moves import Move
from paddock.games.winds_of_war.market.rules import half_price
from paddock.games.winds_of_war.modes.career.game import GAME
from paddock.games.winds_of_war.modes.career.phases import Over, Racing
from paddock.games.winds_of_war.modes.career.state import State
from paddock.games.winds_of_war.modes.career.view import View
from paddock.games.winds_of_war.modes.mille_miglia.bots import evaluate as edition_evaluate
from paddock.games.winds_of_war.state import Team
from paddock.games.winds_of_war.state.pieces import TRACK
from paddock.games.winds_of_war.view import imagine

LATER = 0.6  # what a year counts against the one before it
SAVED = 0.00001  # of a Lira that is kept in the first garage for the years to come


def evaluate(view: View, seat: Seat, before: View | None = None) -> float:
    """From 0 to 1: the prizes so far, and the edition or the means for the next; after a decision,
    at the time of the view before it."""
    if isinstance(view.phase, Over):
        return 1 - (view.phase.places[seat] - 1) / len(view.won)
    best = max([won for s, won in enumerate(view.won) if s != seat], default=0)
    lead = (view.won[seat] - best) / (2 * CAREER_PRIZES[0])
    standing = 0.5 + 0.5 * lead / (1 + abs(lead))
    share = len(view.results) / (2 * len(view.years))
    if not isinstance(view.phase, Racing):
        worth = prospects(imagine(view.edition.now), view.phase, seat, partial(means, view))
        now = 0.5 + 0.45 * worth / (60 + abs(worth))
    else:
        now = edition_evaluate(view.edition, seat, before.edition if before else None)
        if not view.edition.now.cars and len(view.years) > 1:
            now += SAVED * view.edition.now.teams[seat].purse
    return (1 - share) * now + share * standing


def means(view: View, team: Team) -> float:
    """Car, driver and tuning in the years to come, the next one most of all; spare parts; money, as
    long as there will be another market."""
    coming = view.years[len(view.results) :]
    lira = TURNS_PER_LIRA if len(coming) > 1 else 0.1 * TURNS_PER_LIRA
    if team.model < 0:
        return WITHOUT + lira * team.purse
    simulated = view.options.style == "simulation"
    driver = team.driver if team.driver >= 0 else DRIVER_X
    total = weights = 0.0
    for k, year in enumerate(coming):
        weight = LATER**k
        if simulated:
            worth = in_year(year, team.model, driver, team.tuning, half_price(team))
        else:
            worth = on_road(year, team.model, driver, team.tuning)
        total += weight * worth
        weights += weight
    return total / weights + spares_worth(team, lira) + lira * team.purse


def in_year(
    year: int, model: int, driver: int, tuning: tuple[TuningCard, ...], resale: int
) -> float:
    """A team in a year of the yearbook: who is not in it must be replaced."""
    there = driver in crews_of(year) or driver in (WORKS_DRIVER, DRIVER_X)
    crew = driver if there else DRIVER_X
    if model in line_up_of(year):
        return on_road(year, model, crew, tuning)
    other = usual_car(year)
    return on_road(year, other, crew, tuning) - TURNS_PER_LIRA * (MODELS[other].price - resale)


@functools.cache
def usual_car(year: int) -> int:
    """A car of the middle of a year."""
    cars = sorted(line_up_of(year), key=lambda model: MODELS[model].price)
    return cars[len(cars) // 2]


def on_road(year: int, model: int, driver: int, tuning: tuple[TuningCard, ...]) -> float:
    """The strength of a car on the road of an evening, which has something of every stage, and in
    1940 on the ring."""
    road = RING_1940 if year == 1940 else ONE_EVENING
    return car_strength(road, TRACK[road].laps, model, driver, tuning)


BOT_HINTS: BotHints[State, Move, View] = BotHints(
    option_values=AtMarket(GAME, evaluate).option_values,
    samples=0,
    noise=NOISE_BY_LEVEL,
    error_free_prompts=EXACT_PROMPTS,
)

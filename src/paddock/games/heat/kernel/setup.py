"""Set-up in the kernel: `start_race`."""

from __future__ import annotations

from paddock.games.heat.data import UPGRADES
from paddock.games.heat.kernel.cards import clear_cards
from paddock.games.heat.kernel.chance import Draws, pick
from paddock.games.heat.kernel.compiler import large_rule, rule
from paddock.games.heat.kernel.garage import deal_upgrades
from paddock.games.heat.kernel.records import (
    DEAL,
    GRID_DRAW,
    MOST_TALLY,
    NO_PLAN,
    NOTHING_WRONG,
    OPEN_MARKET,
    SPONSOR_KINDS,
    Car,
    Course,
    Race,
)
from paddock.games.heat.kernel.road import WHOLE_DECK, clear_road, draw_weather, set_order
from paddock.games.heat.kernel.symbols import clear_symbols
from paddock.games.heat.kernel.turns import go_on
from paddock.games.heat.state import MOST_CARS

NO_MARKET, QUICK_MARKET, DRAFT_MARKET = range(3)


@large_rule
def start_race(race: Race, course: Course, seats: int, chance: Draws) -> None:  # H0, Q39, Q53
    """Grid, weather, garage, engines, decks and first hands."""
    race.seats = seats
    race.field = seats + min(int(course.legends), MOST_CARS - seats)
    race.rounds, race.spins, race.drawn, race.wrong, race.turn = 0, 0, 0, NOTHING_WRONG, 0
    race.legend = -1
    race.legends = WHOLE_DECK if race.field > seats else 0
    clear_supply(race, course)
    for i in range(race.field):
        clear_car(race.cars[i])
    set_grid(race, chance)
    set_order(race)
    clear_road(race)
    if course.weather != 0:
        draw_weather(race, course, chance)
    if course.market == QUICK_MARKET:
        deal_upgrades(race, chance)
    race.phase = OPEN_MARKET if course.market == DRAFT_MARKET else DEAL
    go_on(race, course, chance)


@rule
def clear_supply(race: Race, course: Course) -> None:
    """The decks of the table, and what is counted."""
    race.gone, race.useds, race.market_round, race.picks, race.markets = 0, 0, 0, 0, 0
    clear_symbols(race)
    for i in range(UPGRADES):
        race.stock[i] = course.stock[i]
    for i in range(MOST_TALLY):
        race.tally[i] = 0
    for i in range(SPONSOR_KINDS):
        race.sponsors[i] = 0


@rule
def set_grid(race: Race, chance: Draws) -> None:  # H0.1
    """The cars in random order: two a space, the Race Line spot first."""
    for i in range(race.field):
        race.order[i] = i
    for slot in range(race.field):
        left = race.field - slot
        at = pick(race, chance, left, GRID_DRAW) if left > 1 else 0
        car = race.cars[race.order[at]]
        for i in range(at, left - 1):
            race.order[i] = race.order[i + 1]
        car.pos = -1 - slot // 2
        car.line = 1 - slot % 2


@rule
def clear_car(car: Car) -> None:
    car.gear, car.engine, car.place, car.plan, car.next_gear = 1, 0, 0, NO_PLAN, 0
    car.owned, car.tuned = 0, 0
    clear_cards(car)

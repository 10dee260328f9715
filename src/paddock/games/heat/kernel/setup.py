"""Set-up in the kernel: `start_race`."""

from __future__ import annotations

from paddock.games.heat.data import HEAT, STRESS, WEATHERS
from paddock.games.heat.kernel.cards import clear_bag, discard_card, fill_hand
from paddock.games.heat.kernel.chance import Draws, pick
from paddock.games.heat.kernel.compiler import rule
from paddock.games.heat.kernel.records import (
    GRID_DRAW,
    NO_PLAN,
    NOTHING_WRONG,
    Car,
    Course,
    Race,
)
from paddock.games.heat.kernel.road import WHOLE_DECK, clear_road, draw_weather
from paddock.games.heat.kernel.turns import start_round
from paddock.games.heat.state import MOST_CARS

SKY_HEAT = tuple(sky.heat for sky in WEATHERS)
SKY_STRESS = tuple(sky.stress for sky in WEATHERS)
SKY_TO_DECK = tuple(sky.to_deck for sky in WEATHERS)
SKY_TO_DISCARD = tuple(sky.to_discard for sky in WEATHERS)


@rule
def start_race(race: Race, course: Course, seats: int, chance: Draws) -> None:  # H0, Q39, Q53
    """Grid, weather, engines, decks and first hands."""
    race.seats = seats
    race.field = seats + min(int(course.legends), MOST_CARS - seats)
    race.rounds, race.spins, race.drawn, race.wrong = 0, 0, 0, NOTHING_WRONG
    race.legend = -1
    race.legends = WHOLE_DECK if race.field > seats else 0
    set_grid(race, chance)
    clear_road(race)
    if course.weather != 0:
        draw_weather(race, course, chance)
    for i in range(race.field):
        clear_car(race.cars[i])
    for i in range(seats):
        fit_out(race, race.cars[i], course)
        fill_hand(race, race.cars[i], chance)
    start_round(race)


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
    car.gear, car.engine, car.place, car.plan, car.next_gear, car.shown = 1, 0, 0, NO_PLAN, 0, 0
    car.discards, car.hiddens, car.played = 0, 0, 0
    clear_bag(car.hand)
    clear_bag(car.deck)


@rule
def fit_out(race: Race, car: Car, course: Course) -> None:  # H0.2, W1
    """Speed cards, the three starting Upgrades, Stress and Heat; weather moves some Heat."""
    heat, stress = int(course.heat), int(course.stress)
    for card in range(1, 5):
        car.deck[card] = 3
    car.deck[0], car.deck[5], car.deck[HEAT] = 1, 1, 1
    if race.sky >= 0:
        heat += SKY_HEAT[race.sky]
        stress = max(0, stress + SKY_STRESS[race.sky])
        moved = min(heat, SKY_TO_DECK[race.sky])
        car.deck[HEAT] += moved
        heat -= moved
        for _ in range(min(heat, SKY_TO_DISCARD[race.sky])):
            discard_card(car, HEAT)
            heat -= 1
    car.deck[STRESS] = stress
    car.engine = heat

"""Imagined races for `greedy` in the kernel: what a driver does not see is drawn, as `imagine` of
the view draws it, and the cars ahead drive by the rollout policy.

All of it draws from the chance of random choices: what is imagined does not change the race.
"""

from __future__ import annotations

from typing import Any

from paddock.games.heat.data import HEAT, STRESS
from paddock.games.heat.kernel.actions import code_of_plan
from paddock.games.heat.kernel.chance import Draws, pick
from paddock.games.heat.kernel.compiler import IS_COMPILED, large_rule, rule
from paddock.games.heat.kernel.plans import (
    ADD_CARD,
    CARDS_AT,
    SHIFT_GEAR,
    VALUE_BITS,
    WHOLE_PLAN,
    choices_of,
    choose_cards,
    clutter_cards,
    count_choices,
    highest_gear,
    is_cluttered,
    lowest_gear,
    plan,
)
from paddock.games.heat.kernel.policy import Outlook, choose_by_policy, note_hand, usual_plan
from paddock.games.heat.kernel.records import (
    BEGUN,
    HAND_DRAW,
    MAX_WHOLE_HAND,
    NO_PLAN,
    OVER,
    PLANNING,
    SEALED,
    Car,
    Course,
    Race,
    copy_record,
)
from paddock.games.heat.kernel.turns import ask_next_planner, option_code, play_code

CALMEST_FIRST = (0, 1, 2, 3, 4, STRESS, 5)
"""Plain cards by the highest speed that they may give."""

if IS_COMPILED:

    @rule
    def put_race(worlds: Any, i: int, race: Race) -> None:
        """A copy of a race among the spare ones."""
        worlds[i] = race

else:

    def put_race(worlds: Any, i: int, race: Race) -> None:
        worlds[i] = copy_record(race)


@rule
def place_in_order(race: Race, seat: int) -> int:
    """Where a car comes in the order of the round; -1 if it does not."""
    for i in range(race.racing):
        if race.order[i] == seat:
            return i
    return -1


# ---------------------------------------------------------------- what is not seen


@rule
def deal_unseen(race: Race, car: Car, chance: Draws) -> None:
    """Deal the cards of another driver while plans are made: those discarded unseen, which are
    neither Heat nor Stress, then the hand, which keeps the Stress that all have seen."""
    size = int(car.in_hand)
    for kind in range(STRESS + 1):
        car.deck[kind] += car.hand[kind]
        car.hand[kind] = 0
    for i in range(car.hiddens):
        car.deck[car.hidden[i]] += 1
        car.hidden_bag[car.hidden[i]] -= 1
    car.in_deck += size + car.hiddens
    for i in range(car.hiddens):
        among = int(car.in_deck) - car.deck[HEAT] - car.deck[STRESS]
        kind = take_card(race, car, int(among), chance)
        car.hidden[i] = kind
        car.hidden_bag[kind] += 1
    car.deck[STRESS] -= car.shown
    car.in_deck -= car.shown
    car.hand[STRESS] = car.shown
    for _ in range(size - car.shown):
        car.hand[take_card(race, car, int(car.in_deck), chance)] += 1


@rule
def take_card(race: Race, car: Car, among: int, chance: Draws) -> int:
    """A random card of the first ones of the deck."""
    at = pick(race, chance, among, HAND_DRAW)
    kind = 0
    while at >= car.deck[kind]:
        at -= int(car.deck[kind])
        kind += 1
    car.deck[kind] -= 1
    car.in_deck -= 1
    return kind


@rule
def plan_unseen(race: Race, course: Course, car: Car, chance: Draws) -> None:
    """A random plan that another driver may have sealed."""
    low = int(lowest_gear(race, car, course))
    if is_cluttered(race, car, course):
        plan(race, car, WHOLE_PLAN | clutter_cards(car, low) << CARDS_AT)
        return
    gear = low + pick(race, chance, int(highest_gear(car, course)) - low + 1, HAND_DRAW)
    counts = count_choices(car)
    choice = pick(race, chance, choices_of(counts, gear), HAND_DRAW)
    cards = choose_cards(car, counts, gear, choice)
    plan(race, car, WHOLE_PLAN | gear << VALUE_BITS | cards << CARDS_AT)


@large_rule
def imagine(worlds: Any, race: Race, course: Course, seat: int, chance: Draws) -> None:
    """Make the first spare race one that may be what a driver sees, while plans are made."""
    put_race(worlds, 0, race)
    world = worlds[0]
    world.follows = 0
    world.seed_1, world.seed_2 = race.choice_1, race.choice_2
    for i in range(race.seats):
        if i != seat:
            deal_unseen(world, world.cars[i], chance)
    for i in range(race.seats):
        car = world.cars[i]
        if i != seat and car.place == 0:
            if car.plan == SEALED:
                plan_unseen(world, course, car, chance)
            else:
                car.plan, car.played = NO_PLAN, 0
    world.stepwise = 1 if race.cars[seat].plan == BEGUN else 0
    ask_next_planner(world)


@rule
def keep_chance(race: Race, world: Race) -> None:
    """What an imagined race drew is drawn."""
    race.choice_1, race.choice_2 = world.seed_1, world.seed_2


# ---------------------------------------------------------------- the cars ahead


@rule
def play_by_policy(world: Race, course: Course, outlook: Outlook, seat: int, chance: Draws) -> None:
    """A move by the rollout policy, with the same chance for it and for the rules."""
    world.choice_1, world.choice_2 = world.seed_1, world.seed_2
    code = choose_by_policy(world, course, outlook, seat)
    world.seed_1, world.seed_2 = world.choice_1, world.choice_2
    play_code(world, course, seat, code, chance)


@rule
def calmest_cards(car: Car, gear: int) -> int:
    """The cards with the lowest possible top speed, as counts of four bits by kind."""
    found = 0
    for i in range(len(CALMEST_FIRST)):
        kind = CALMEST_FIRST[i]
        copies = min(int(car.hand[kind]), gear)
        found |= copies << 4 * kind
        gear -= copies
    return found


@rule
def usual_card(car: Car) -> int:  # Q54
    """The next card of the usual plan, from the lowest number up."""
    cards, at = calmest_cards(car, int(car.next_gear)), int(car.played)
    kind = 0
    while at >= cards >> 4 * kind & 15:
        at -= cards >> 4 * kind & 15
        kind += 1
    return kind


@rule
def usual_code(race: Race, course: Course, outlook: Outlook, seat: int) -> int:  # Q44, Q54
    """The default plan of a driver, or its next step, as a code."""
    car = race.cars[seat]
    if car.plan == BEGUN:
        return ADD_CARD | usual_card(car) << VALUE_BITS
    if is_cluttered(race, car, course):
        return option_code(race, course, seat, 0)
    if car.in_hand > MAX_WHOLE_HAND:
        gear = min(int(highest_gear(car, course)), int(car.gear))
        return SHIFT_GEAR | gear << VALUE_BITS
    slots = note_hand(course, outlook, car) & 15
    return code_of_plan(race, course, car, usual_plan(race, course, outlook, car, slots))


@large_rule
def drive_cars_ahead(
    worlds: Any,
    race: Race,
    course: Course,
    outlook: Outlook,
    seat: int,
    at: int,
    chance: Draws,
) -> None:
    """An imagined race in which the cars ahead have planned and driven. The others follow their
    default plans: they drive later, so these do not matter."""
    imagine(worlds, race, course, seat, chance)
    world = worlds[0]
    while world.phase == PLANNING and world.rounds == race.rounds:
        now = int(world.seat)
        if place_in_order(race, now) < at:
            play_by_policy(world, course, outlook, now, chance)
        else:
            code = usual_code(world, course, outlook, now)
            play_code(world, course, now, code, chance)
    while world.phase != OVER and world.rounds == race.rounds and world.turn < at:
        play_by_policy(world, course, outlook, int(world.seat), chance)
    keep_chance(race, world)

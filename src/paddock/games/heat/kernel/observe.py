"""Observations in the kernel: the numbers of the layout of the game."""

from __future__ import annotations

from typing import Any

from paddock.games.heat.data import HEAT, VALUES
from paddock.games.heat.kernel.compiler import as_table, large_rule, rule
from paddock.games.heat.kernel.records import (
    DISCARDING,
    FIRST_UPGRADE_KIND,
    MOST_SALVAGE,
    NO_PLAN,
    OVER,
    PLANNING,
    REACT,
    SLIPPING,
    SLOWEST_FIRST,
    Car,
    Course,
    Race,
)
from paddock.games.heat.kernel.road import flags_at, limit_of
from paddock.games.heat.layout import GROUND_FLAGS, LAYOUT, LINES_AHEAD, PLACES, PLAIN_CARDS, SLOTS
from paddock.games.heat.moves import TOP_GEAR
from paddock.games.heat.rules.course import GRID

SIZE = LAYOUT.size
RACE_AT, CARS_AT, HAND_AT, DECK_AT, DISCARD_AT, HIDDEN_AT = (
    LAYOUT.starts[name] for name in ("race", "cars", "hand", "deck", "discard", "hidden")
)
PLAYED_AT, SLOTS_AT, PLACES_AT, ROAD_AT, TURN_AT, SYMBOLS_AT = (
    LAYOUT.starts[name] for name in ("played", "slots", "places", "road", "turn", "symbols")
)
CAR_COLUMNS = 12
ALL_OTHERS = PLAIN_CARDS
"""The last count of a pile: its Upgrades and Sponsorships."""
COUNT_BITS, COUNT_MASK = 7, 127
SMALL_PILE, CARDS_AT_ONCE = 32, 8
MOST_PLANNED = TOP_GEAR
SLOT_BITS, SLOT_MASK = 5, 31
ONE_IN_EACH_SLOT = sum(1 << SLOT_BITS * slot for slot in range(SLOTS))
SLOWEST_VALUES = as_table([[min(values) for values in VALUES]])
FASTEST_VALUES = as_table([[max(values) for values in VALUES]])
BYTE, BYTE_MASK = 8, 255
ONE_IN_EACH_BYTE = sum(1 << BYTE * slot for slot in range(SLOTS))
PLAIN_PLAYABLES = len(SLOWEST_FIRST)
PLAIN_NUMBERS = as_table([[0, *[card + 1 for card in SLOWEST_FIRST]]])
PLAIN_SLOWEST = as_table([[0, *[min(VALUES[card]) for card in SLOWEST_FIRST]]])
PLAIN_FASTEST = as_table([[0, *[max(VALUES[card]) for card in SLOWEST_FIRST]]])
"""The row of a slot by what it holds: nothing, or a plain card in the order of slots."""


# ---------------------------------------------------------------- the observation


@large_rule
def observe(race: Race, course: Course, seat: int, seen: Any) -> None:
    """What a driver sees, as the numbers of the layout; choices come with the mask."""
    for i in range(SIZE):
        seen[i] = 0
    car = race.cars[seat]
    if race.phase < OVER:  # phases are numbered as the layout numbers the questions
        seen[race.phase] = 1
    see_race(race, course, seen)
    see_cars(race, course, seat, seen)
    see_cards(race, car, seen)
    see_slots(course, car, seen)
    see_places(car, seen)
    if car.place == 0:
        see_road(race, course, car, seen)
    see_turn(race, seat, seen)


@rule
def see_race(race: Race, course: Course, seen: Any) -> None:
    seen[RACE_AT] = race.seats
    seen[RACE_AT + 1] = race.field
    seen[RACE_AT + 2] = race.racing
    seen[RACE_AT + 3] = course.laps
    seen[RACE_AT + 4] = course.goal
    seen[RACE_AT + 5] = race.rounds
    seen[RACE_AT + 6] = course.tournament
    seen[RACE_AT + 7] = course.garage
    seen[RACE_AT + 8] = course.pro
    seen[RACE_AT + 9] = race.sky + 1
    seen[RACE_AT + 10] = course.event
    seen[RACE_AT + 11] = race.legend + 1


@rule
def row_of(race: Race, number: int, seat: int) -> int:
    """Where the row of a car begins: the own one first, the other drivers from the next seat on,
    then the Legends."""
    row = number
    if number < race.seats:
        row = number - seat if number >= seat else number - seat + race.seats
    return CARS_AT + row * CAR_COLUMNS


@rule
def see_cars(race: Race, course: Course, seat: int, seen: Any) -> None:
    for number in range(race.field):
        car = race.cars[number]
        at = row_of(race, number, seat)
        seen[at] = 1
        seen[at + 1] = car.pos
        seen[at + 2] = car.line
        seen[at + 3] = car.gear
        seen[at + 10] = car.place
        if number < race.seats:
            seen[at + 4] = car.engine
            seen[at + 5] = car.in_hand
            seen[at + 7] = car.in_deck
            seen[at + 8] = car.hiddens
            seen[at + 9] = car.discards
    for place in range(race.racing):
        seen[row_of(race, int(race.order[place]), seat) + 11] = place + 1
    if race.phase != PLANNING:
        for place in range(race.turn + 1, race.racing):
            number = int(race.order[place])
            if number < race.seats:
                see_face_down(course, race.cars[number], row_of(race, number, seat), seen)


@rule
def see_face_down(course: Course, car: Car, at: int, seen: Any) -> None:
    """Cards that wait for their reveal: their number is a secret in a tournament, and all know a
    cluttered hand otherwise."""
    played, heats = int(car.played), 0
    for i in range(MOST_PLANNED):
        heats += 1 if (i < played) & (car.area[i] == HEAT) else 0
    if course.tournament != 0:
        seen[at + 5] = car.in_hand + played
    else:
        seen[at + 6] = played if heats == 0 else 0


@rule
def see_cards(race: Race, car: Car, seen: Any) -> None:
    """The own piles as counts: hand, deck, discards, hidden discards, and what is played."""
    see_bag(car.hand, int(car.in_hand), HAND_AT, seen)
    see_bag(car.deck, int(car.in_deck), DECK_AT, seen)
    see_bag(car.discard_bag, int(car.discards), DISCARD_AT, seen)
    see_bag(car.hidden_bag, int(car.hiddens), HIDDEN_AT, seen)
    if race.phase == PLANNING:
        if car.plan == NO_PLAN or car.place != 0:
            return
        seen[PLAYED_AT] = car.next_gear
    count_pile(car.area, int(car.played), PLAYED_AT + 1, seen)


@rule
def see_bag(bag: Any, n: int, at: int, seen: Any) -> None:
    """n cards by kind, all Upgrades and Sponsorships as one."""
    for kind in range(PLAIN_CARDS):
        seen[at + kind] = bag[kind]
        n -= bag[kind]
    seen[at + ALL_OTHERS] = n


@rule
def count_pile(pile: Any, n: int, at: int, seen: Any) -> None:
    """The cards of a pile by kind, all Upgrades and Sponsorships as one. In a small pile they are
    counted eight at a time, side by side in one number: quicker than one by one in memory."""
    if n > SMALL_PILE:
        for i in range(n):
            seen[at + min(int(pile[i]), ALL_OTHERS)] += 1
        return
    counts = 0
    for first in range(0, n, CARDS_AT_ONCE):
        for i in range(first, first + CARDS_AT_ONCE):
            one = 1 << COUNT_BITS * min(int(pile[i]), ALL_OTHERS)
            counts += one if i < n else 0
    for kind in range(ALL_OTHERS + 1):
        seen[at + kind] = counts >> COUNT_BITS * kind & COUNT_MASK


@rule
def see_slots(course: Course, car: Car, seen: Any) -> None:
    """The cards of the hand that can be played, the slowest first, with their values.

    First the hand is packed into one number, then all slots are written, those without a card too:
    branches that depend on a hand would often be guessed wrong.
    """
    if course.garage == 0 and car.in_hand - car.hand[HEAT] <= SLOTS:
        see_plain_slots(car, seen)
        return
    packed, n = 0, 0
    for i in range(car.playables):
        copies = min(int(car.hand[car.slowest[i]]), SLOTS - n)
        packed |= (ONE_IN_EACH_SLOT & (1 << SLOT_BITS * copies) - 1) * i << SLOT_BITS * n
        n += copies
    for slot in range(SLOTS):
        card = int(car.card[car.slowest[packed >> SLOT_BITS * slot & SLOT_MASK]])
        is_there = 1 if slot < n else 0
        seen[SLOTS_AT + 3 * slot] = (card + 1) * is_there
        seen[SLOTS_AT + 3 * slot + 1] = SLOWEST_VALUES[0][card] * is_there
        seen[SLOTS_AT + 3 * slot + 2] = FASTEST_VALUES[0][card] * is_there


@rule
def see_plain_slots(car: Car, seen: Any) -> None:
    """The same for a hand of plain cards that all have a slot: their rows come from tables."""
    packed, at = 0, 0
    for i in range(PLAIN_PLAYABLES):
        copies = int(car.hand[SLOWEST_FIRST[i]])
        packed |= (ONE_IN_EACH_BYTE & (1 << at + BYTE * copies) - (1 << at)) * (i + 1)
        at += BYTE * copies
    for slot in range(SLOTS):
        row = packed >> BYTE * slot & BYTE_MASK
        seen[SLOTS_AT + 3 * slot] = PLAIN_NUMBERS[0][row]
        seen[SLOTS_AT + 3 * slot + 1] = PLAIN_SLOWEST[0][row]
        seen[SLOTS_AT + 3 * slot + 2] = PLAIN_FASTEST[0][row]


@rule
def see_places(car: Car, seen: Any) -> None:
    """The different Upgrades and Sponsorships in hand."""
    at = PLACES_AT
    for kind in range(FIRST_UPGRADE_KIND, car.kinds):
        if car.hand[kind] > 0 and at < PLACES_AT + PLACES:
            seen[at] = car.card[kind] + 1
            at += 1


@rule
def see_road(race: Race, course: Course, car: Car, seen: Any) -> None:
    """The finish, the next corner lines with their limits, and the ground."""
    seen[ROAD_AT] = course.goal - car.pos
    line = int(course.next_line[car.pos + GRID])
    for i in range(LINES_AHEAD):
        if line + i < course.lines:
            seen[ROAD_AT + 1 + 2 * i] = course.line_at[line + i] - car.pos
            seen[ROAD_AT + 2 + 2 * i] = limit_of(race, course, line + i)
    here = flags_at(race, course, car.pos)
    if here != 0:
        for i in range(GROUND_FLAGS):
            seen[ROAD_AT + 1 + 2 * LINES_AHEAD + i] = here >> i & 1


@rule
def see_turn(race: Race, seat: int, seen: Any) -> None:
    """The turn of the car that drives, and symbols that are not used yet."""
    driver = race.seat - seat if race.seat >= seat else race.seat - seat + race.seats
    if race.phase == DISCARDING:
        seen[TURN_AT] = driver
        seen[TURN_AT + 8] = race.tossed
    elif race.phase == SLIPPING:
        see_move(race, driver, seen)
    elif race.phase == REACT:
        see_move(race, driver, seen)
        see_symbols(race, seen)


@rule
def see_move(race: Race, driver: int, seen: Any) -> None:
    seen[TURN_AT] = driver
    seen[TURN_AT + 1] = race.speed
    seen[TURN_AT + 2] = race.cars[race.seat].pos - race.start


@rule
def see_symbols(race: Race, seen: Any) -> None:
    """What the driver may still use in this turn."""
    seen[TURN_AT + 3] = race.plus
    seen[TURN_AT + 4] = race.cool
    seen[TURN_AT + 5] = race.boost
    seen[TURN_AT + 6] = race.push
    seen[TURN_AT + 7] = race.chill
    seen[SYMBOLS_AT] = race.reduce
    seen[SYMBOLS_AT + 1] = race.supercool
    seen[SYMBOLS_AT + 2] = race.draft
    seen[SYMBOLS_AT + 3] = race.accel
    seen[SYMBOLS_AT + 4] = race.due
    seen[SYMBOLS_AT + 5] = race.scraps
    for n in range(MOST_SALVAGE + 1):
        seen[SYMBOLS_AT + 6] += race.salvage[n]

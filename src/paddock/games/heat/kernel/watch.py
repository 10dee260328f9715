"""What a race shows move by move in the kernel, for track reports: laps, passes, spin-outs.

It counts as `RaceWatch` of the track reports does. Nothing of it lies in the record of a race.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from paddock.games.heat.kernel.cards import count_own_cards
from paddock.games.heat.kernel.compiler import rule
from paddock.games.heat.kernel.records import (
    MOST_LAPS,
    MOST_LINES,
    NO_ROOM,
    PLANNING,
    Course,
    Race,
)
from paddock.games.heat.rules.course import AWAY
from paddock.games.heat.state import MOST_CARS

MOST_CORNERS = MOST_LINES // MOST_LAPS
MOST_LAP_TIMES = 128
"""Laps of one race; only cars that spin out over the line again and again drive more."""
NEVER = -1


class Watch(NamedTuple):
    """Where the drivers were last seen, and what each race has shown."""

    pos: Any  # by seat: as the record has it
    place: Any
    at: Any  # the distance, of a car that is home the whole one
    corner: Any  # the one to which it comes
    cards: Any  # its driver's cards
    turn_corner: Any  # the corner when the round began
    crossed: Any  # the round in which it was last on the line
    ahead: Any  # by pair: who was last seen before whom
    laps: Any  # by race: the rounds of every lap that was driven
    counts: Any  # by race: how many laps these are
    passes: Any  # by race and corner
    accidents: Any


@rule
def count_cards(race: Race, seat: int) -> int:
    """The cards of a driver: only a spin-out makes them more. Planned cards are still in hand."""
    car = race.cars[seat]
    return int(count_own_cards(car)) - (int(car.played) if race.phase == PLANNING else 0)


@rule
def corner_ahead(course: Course, pos: int) -> int:
    """The corner to which a car comes, of a lap."""
    here = pos % course.spaces
    for i in range(course.lines // course.laps):
        if here < course.line_at[i]:
            return i
    return 0


@rule
def see_car(race: Race, course: Course, watch: Watch, seat: int) -> None:
    """Where a car is now."""
    car = race.cars[seat]
    watch.pos[seat], watch.place[seat] = car.pos, car.place
    watch.at[seat] = course.goal if car.pos == AWAY and car.place > 0 else car.pos
    watch.corner[seat] = corner_ahead(course, int(car.pos))


@rule
def start_watch(race: Race, course: Course, watch: Watch, i: int) -> None:
    """Before the first move of a race."""
    watch.counts[i] = 0
    for corner in range(MOST_CORNERS):
        watch.passes[i][corner] = 0
        watch.accidents[i][corner] = 0
    for pair in range(MOST_CARS * MOST_CARS):
        watch.ahead[pair] = 0
    for seat in range(race.seats):
        see_car(race, course, watch, seat)
        watch.cards[seat] = count_cards(race, seat)
        watch.turn_corner[seat] = watch.corner[seat]
        under_way = watch.at[seat] // course.spaces > 0
        watch.crossed[seat] = race.rounds if under_way else NEVER


@rule
def watch_move(race: Race, course: Course, watch: Watch, i: int, rounds: int, spins: int) -> None:
    """After a move of a race that had these rounds and spin-outs before it."""
    if race.spins != spins:
        for seat in range(race.seats):
            cards = count_cards(race, seat)
            if cards > watch.cards[seat]:
                watch.accidents[i][watch.corner[seat]] += 1
                watch.cards[seat] = cards
    for seat in range(race.seats):
        car = race.cars[seat]
        if car.pos != watch.pos[seat] or car.place != watch.place[seat]:
            lap = watch.at[seat] // course.spaces
            see_car(race, course, watch, seat)
            if watch.at[seat] // course.spaces > lap:
                note_lap(race, watch, i, seat)
    if race.rounds != rounds:
        end_turn(race, watch, i)


@rule
def note_lap(race: Race, watch: Watch, i: int, seat: int) -> None:
    """A car crosses the line."""
    if watch.counts[i] == MOST_LAP_TIMES:
        race.wrong = NO_ROOM
    elif watch.crossed[seat] != NEVER:
        watch.laps[i][watch.counts[i]] = race.rounds - watch.crossed[seat]
        watch.counts[i] += 1
    watch.crossed[seat] = race.rounds


@rule
def end_turn(race: Race, watch: Watch, i: int) -> None:
    """Passes count by what a whole round has brought, at the corner to which a car came when it
    began."""
    for one in range(race.seats):
        for other in range(race.seats):
            if is_passed(watch, one, other):
                if watch.ahead[other * MOST_CARS + one] != 0:
                    watch.ahead[other * MOST_CARS + one] = 0
                    watch.passes[i][watch.turn_corner[one]] += 1
                watch.ahead[one * MOST_CARS + other] = 1
    for seat in range(race.seats):
        watch.turn_corner[seat] = watch.corner[seat]


@rule
def is_passed(watch: Watch, one: int, other: int) -> bool:
    """Whether a car is before another one, both on the road."""
    if watch.place[one] != 0 or watch.place[other] != 0:
        return False
    return bool(watch.at[one] > watch.at[other])

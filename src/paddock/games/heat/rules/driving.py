"""Movement on the board: landing, slipstream, draft, places."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Protocol

from msgspec.structs import replace

from paddock.core.citations import cites
from paddock.core.seats import Seat
from paddock.games.heat.card import R
from paddock.games.heat.events import Blocked, Events, Moved
from paddock.games.heat.rules.cards import Total
from paddock.games.heat.rules.course import GRID, NO_SLIP, SLIP_1, SLIP_2, Course

if TYPE_CHECKING:
    from paddock.games.heat.state import Car, CarNo, State


def seat_of(seats: int, car: CarNo) -> Seat:
    """A car as events name it: its seat, or a negative number for a Legend."""
    return car if car < seats else seats - car - 1


def taken_spots(cars: tuple[Car, ...], space: int) -> int:
    """The taken spots of a space: 2 the Race Line, 1 the other, 3 both."""
    spots = 0
    for car in cars:
        if car.pos == space:
            spots += 2 if car.line else 1
    return spots


ADRENALINE = (0, 0, 1, 1, 1, 2, 2, 2, 2)
"""Number of last cars with adrenaline, by the number of cars."""


@cites(R("H3.3"), R("Q18"), R("Q35"))
def drive_on(cars: tuple[Car, ...], car: Car, n: int, seat: Seat, events: Events) -> Car:
    """Move a car n spaces. It may pass full spaces, but not stop on one: it stops behind it.

    It takes the Race Line spot if that is free.
    """
    pos = car.pos
    to = pos + n
    spots = 0
    while to > pos:
        spots = 0
        for other in cars:
            if other.pos == to:
                spots += 2 if other.line else 1
        if spots != 3:
            break
        to -= 1
    if to < pos + n:
        events.append(Blocked(seat, to))
    if to == pos:
        return car
    events.append(Moved(seat, pos, to, spots < 2, seat, to - pos))
    return replace(car, pos=to, line=spots < 2)


def free_behind(cars: tuple[Car, ...], space: int) -> tuple[int, bool]:
    """The first space with a free spot from here backwards, and whether that is the Race Line.

    For a car that is further on.
    """
    while (spots := taken_spots(cars, space)) == 3:
        space -= 1
    return space, spots < 2


@cites(R("H6"), R("Q14"), R("W4"), R("C6.12"))
def can_slip(state: State, seat: CarNo, course: Course) -> bool:
    """Whether a car may use a slipstream: another is next to it or right ahead."""
    cars = state.cars
    pos = cars[seat].pos
    places = [car.pos for car in cars]
    return (
        places.count(pos) + places.count(pos + 1) > 1  # more than the car itself
        and pos + course.slip < course.goal
        and not course.flags[pos + GRID] & NO_SLIP
        and cars[seat].gear in course.effect.slip_gears
    )


@cites(R("H6.1"), R("Q14"), R("W4"), R("C6.19"))
def slip_lengths(state: State, seat: CarNo, course: Course, sum_: Total) -> tuple[int, ...]:
    """The possible lengths of a slipstream: 2 and any of the bonuses, not over the finish.

    It moves at least one space. Of two lengths that end on the same space, only the shorter counts.
    """
    pos = state.cars[seat].pos
    here = course.flags[pos + GRID]
    bonuses = sum_.slips
    if here & (SLIP_1 | SLIP_2):
        bonuses += ((1,) if here & SLIP_1 else ()) + ((2,) if here & SLIP_2 else ())
    found: list[int] = []
    last = pos
    for n in slip_sums(course.slip, bonuses):
        if pos + n >= course.goal:
            break
        to = pos + n
        while to > pos and taken_spots(state.cars, to) == 3:
            to -= 1
        if to > last:
            found.append(n)
            last = to
    return tuple(found)


@lru_cache(maxsize=1 << 10)
def slip_sums(base: int, bonuses: tuple[int, ...]) -> tuple[int, ...]:
    """The base with every subset of the bonuses, without duplicates."""
    sums = {base}
    for bonus in bonuses:
        sums |= {total + bonus for total in sums}
    return tuple(sorted(sums))


@cites(R("H5.8"))
def draft_length(state: State, seat: CarNo, most: int) -> int:
    """The length of a draft: over empty spaces to the one right behind a car; 0 if none is near.

    Cars past the finish line count too.
    """
    pos = state.cars[seat].pos
    for n in range(1, most + 1):
        if taken_spots(state.cars, pos + n):
            return 0
        if taken_spots(state.cars, pos + n + 1):
            return n
    return 0


class OnRoad(Protocol):
    """The position of a car: Car and Rival both have it."""

    @property
    def pos(self) -> int: ...
    @property
    def line(self) -> bool: ...
    @property
    def place(self) -> int: ...


@cites(R("H3.4"))
def by_place(cars: Sequence[OnRoad]) -> tuple[CarNo, ...]:
    """The cars still racing from first to last: by distance, then the Race Line spot."""
    running = [(-2 * car.pos - car.line, i) for i, car in enumerate(cars) if not car.place]
    return tuple([i for _, i in sorted(running)])


@cites(R("Q59"))
def all_places(cars: Sequence[OnRoad]) -> tuple[int, ...]:
    """The places of all cars: home cars as they finished, then the others by position.

    Cars out of the race get 0.
    """
    places = [max(car.place, 0) for car in cars]
    home = sum(place > 0 for place in places)
    for place, car in enumerate(by_place(cars), home + 1):
        places[car] = place
    return tuple(places)

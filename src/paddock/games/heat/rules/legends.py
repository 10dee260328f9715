"""Legends: cars without a driver, moved by one card a round."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.game import replace_at
from paddock.games.heat.card import R
from paddock.games.heat.data import COLOURS, DIAMOND, LEGENDS
from paddock.games.heat.events import (
    Events,
    LegendApproached,
    LegendCleared,
    LegendShown,
    Moved,
)
from paddock.games.heat.rules.course import COURSES, GRID, Course
from paddock.games.heat.rules.driving import seat_of, taken_spots
from paddock.games.heat.rules.prizes import count_only

if TYPE_CHECKING:
    from paddock.games.heat.state import CarNo, State

WHOLE_DECK = tuple(range(len(LEGENDS)))


class WithLegends(Protocol):
    """Options of a race or a season."""

    @property
    def legends(self) -> int: ...


@cites(R("Q62"))
def free_colours(options: WithLegends, seats: int) -> tuple[str, ...]:
    """The colours among which drivers may choose: all but those of the Legends."""
    return COLOURS[:seats] + COLOURS[seats + options.legends :]


@cites(R("L1"), R("Q30"))
def drive_legend(state: State, car: CarNo, events: Events, chance: Chance) -> State:
    """Drive one Legend. The first one of the round turns up the card that all of them use."""
    state = card_of_the_round(state, events, chance)
    course = COURSES[state.course]
    start = state.cars[car].pos
    if course.past_legends[start + GRID]:
        to = clearing_space(state, car, course)
        events.append(LegendCleared(seat_of(state.seats, car), to - start))
    else:
        to = approach_space(state, car, course)
        events.append(LegendApproached(seat_of(state.seats, car), to - start))
    state = place_legend(state, car, to, events)
    return count_only(state, car, start, course)


def card_of_the_round(state: State, events: Events, chance: Chance) -> State:
    """Turn up the card when the first Legend of the round moves (L1); reshuffle after ten."""
    supply = state.supply
    if any(other >= state.seats for other in state.order[: state.turn]):
        return state
    deck = supply.legends or WHOLE_DECK
    i = chance.pick(deck, "legends")
    events.append(LegendShown(deck[i] + 1, deck[i]))
    return replace(state, supply=replace(supply, legend=deck[i], legends=deck[:i] + deck[i + 1 :]))


def top_speed(state: State, car: CarNo) -> int:
    """The top speed on the card of the round, in the car's colour."""
    return LEGENDS[state.supply.legend][car]


@cites(R("L2"), R("L6"))
def clearing_space(state: State, car: CarNo, course: Course) -> int:
    """The target space past the Legends line: limit plus diamond, never over a second corner."""
    start = state.cars[car].pos
    line = course.next_line[start + GRID]
    to = start + course.limits[line] + DIAMOND[top_speed(state, car)]
    second = line + 1 + course.extra_lines[start + GRID]
    if second < len(course.lines) and to >= course.lines[second]:
        to = course.lines[second] - 1
    return to


@cites(R("L3"), R("L5"))
def approach_space(state: State, car: CarNo, course: Course) -> int:
    """The target space before the Legends line.

    Top speed if that stays short of the corner, or if the finish comes first; else the space with
    the diamond's number.
    """
    start = state.cars[car].pos
    line = course.next_line[start + GRID]
    top = top_speed(state, car)
    to = start + top + course.pro
    if line == len(course.lines) or to < course.lines[line]:
        return to
    return max(start, course.lines[line] - 1 - DIAMOND[top])


@cites(R("L4"), R("H3.3"))
def place_legend(state: State, car: CarNo, to: int, events: Events) -> State:
    """Move a Legend to the space, or the first free one behind it."""
    me = state.cars[car]
    while to > me.pos and taken_spots(state.cars, to) == 3:
        to -= 1
    if to == me.pos:
        return state
    line = taken_spots(state.cars, to) < 2
    events.append(Moved(seat_of(state.seats, car), me.pos, to, line, car, to - me.pos))
    cars = replace_at(state.cars, car, replace(me, pos=to, line=line))
    return replace(state, cars=cars)

"""Sponsorships won in a race: press corners, and Events that give some."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.citations import cites
from paddock.games.heat.card import R
from paddock.games.heat.rules.course import GRID, Course

if TYPE_CHECKING:
    from paddock.games.heat.state import CarNo, State


@cites(R("C5"), R("Q43"), R("C6.11"), R("C6.16"))
def press_cards(course: Course, start: int, end: int, speed: int, slid: int) -> int:
    """The number of cards for press corners of a move.

    A corner counts if passed by slipstream (lines beyond `slid`), or at two over the limit of the
    road; own limit symbols do not count.
    """
    won = 0
    line = course.next_line[start + GRID]
    while line < len(course.lines) and course.lines[line] <= end:
        if course.press[line]:
            limit = course.limits[line]
            if course.effect.smile:
                spectacular = speed < limit
            else:
                spectacular = course.lines[line] > slid or speed >= limit + 2
            won += course.effect.press * spectacular
        line += 1
    return won


@cites(R("C6.2"), R("C6.8"), R("Q23"))
def event_cards(
    state: State, car: CarNo, course: Course, start: int, speed: int
) -> tuple[State, int]:
    """The number of cards that the Event gives, and the state with its counts."""
    won = 0
    end = state.cars[car].pos
    effect = course.effect
    if effect.record and speed >= effect.record:
        won += 1
    if effect.passing:
        passed = sum(start < other.pos < end for other in state.cars)
        won += passed >= effect.passing
    state, early = count_event_cars(state, course, start, end)
    return state, won + early


@cites(R("C6.1"), R("C6.21"), R("Q16"))
def count_event_cars(state: State, course: Course, start: int, end: int) -> tuple[State, int]:
    """Update the Events that count cars: first over the line, or at corner B in each lap."""
    if not (course.effect.first_laps or course.effect.crowd):
        return state, 0
    tally = list(state.supply.tally or (0,) * course.laps)
    won = 0
    if course.effect.first_laps and start < course.track.spaces <= end:
        won += tally[0] < course.effect.first_laps
        tally[0] += 1
    if course.effect.crowd:
        line = course.next_line[start + GRID]
        while line < len(course.lines) and course.lines[line] <= end:
            lap = course.crowd[line]
            if lap >= 0:
                won += tally[lap] < course.effect.crowd
                tally[lap] += 1
            line += 1
    if tuple(tally) != (state.supply.tally or (0,) * course.laps):
        state = replace(state, supply=replace(state.supply, tally=tuple(tally)))
    return state, won


@cites(R("Q23"), R("Q43"))
def count_only(state: State, car: CarNo, start: int, course: Course) -> State:
    """Count a Legend or a car that spun out; it gains no card."""
    return count_event_cars(state, course, start, state.cars[car].pos)[0]

"""Turns to the finish: a table over every space, gear and level of Heat.

It is made backwards from the finish: what each gear can be relied on to give, what corners cost,
what low gears cool down, and how a turn may come out a little faster or slower than meant.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

from paddock.games.heat.rules.course import COURSES, GRID, Course
from paddock.games.heat.view import Rival

SPEEDS = ((1, 4), (3, 8), (6, 11), (9, 15))
"""What a gear can be relied on to give, least and most."""
COOLS = (3, 1, 0, 0)
MOST_HEAT = 7
"""More Heat than this is worth no more."""
FOUND = 0.4
"""The share of the Heat outside the engine that is in the hand to be cooled down."""
SWING = 0.3
"""How often a turn comes out one faster than meant, and as often one slower."""
SPIN = 1.0
"""Turns that a spin-out costs beside the way and the Heat: the Stress it leaves."""
SPARE = 0.03
"""Turns that each Heat is worth in itself, for what the table does not see."""
Best: TypeAlias = tuple[float, int, int]
"""The turns still needed, and the gear and speed to choose."""
Turns: TypeAlias = tuple[tuple[Best, ...], ...]
"""By gear and Heat."""


@lru_cache(maxsize=64)
def table(text: str) -> tuple[Turns, ...]:
    """By space (index: position + GRID), gear and Heat."""
    crs = COURSES[text]
    found: list[Turns] = [()] * (crs.goal + GRID)
    for pos in range(crs.goal - 1, -GRID - 1, -1):
        by_gear = [[best_speed(found, crs, pos, gear, heat) for heat in HEATS] for gear in range(4)]
        found[pos + GRID] = tuple(
            [tuple([best_gear(by_gear, now, heat) for heat in HEATS]) for now in range(4)]
        )
    return tuple(found)


HEATS = range(MOST_HEAT + 1)


def best_gear(by_gear: list[list[tuple[float, int]]], now: int, heat: int) -> Best:
    """The best gear in reach."""
    options = []
    for gear in range(4):
        price = abs(gear - now) == 2
        if abs(gear - now) <= 2 and price <= heat:
            turns, speed = by_gear[gear][heat - price]
            options.append((turns, gear + 1, speed))
    return min(options)


def best_speed(
    found: list[Turns], crs: Course, pos: int, gear: int, heat: int
) -> tuple[float, int]:
    """The best speed of a gear, with the Heat that is left after the shift."""
    cooled = min(COOLS[gear], round(FOUND * (MOST_HEAT - heat)))
    after = min(MOST_HEAT, heat + cooled)
    ends = {
        speed: way(found, crs, pos, gear, speed, after)
        for speed in range(SPEEDS[gear][0] - 1, SPEEDS[gear][1] + 2)
    }
    return min(
        (1 + (1 - 2 * SWING) * ends[speed] + SWING * (ends[speed - 1] + ends[speed + 1]), speed)
        for speed in range(SPEEDS[gear][0], SPEEDS[gear][1] + 1)
    )


def way(found: list[Turns], crs: Course, pos: int, gear: int, speed: int, heat: int) -> float:
    """The turns left after a move, its corners paid for or spun out of."""
    line = crs.next_line[pos + GRID]
    end = pos + max(speed, 1)
    while line < len(crs.lines) and crs.lines[line] <= end:
        over = speed - crs.limits[line]
        if over > 0:
            heat -= over + crs.overheat[line]
            if heat < 0:  # a turn to crawl over the line, in first gear and with an empty engine
                return 1 + SPIN + beyond(found, crs, crs.lines[line] + 1, 0, 1)
        line += 1
    return beyond(found, crs, end, gear, heat)


def beyond(found: list[Turns], crs: Course, pos: int, gear: int, heat: int) -> float:
    """What is left from a space; past the line further is a little better."""
    if pos >= crs.goal:
        return -0.02 * (pos - crs.goal)
    return found[pos + GRID][gear][heat][0]


def after_turn(pos: int, gear: int, heat: int, crs: Course) -> float:
    if pos >= crs.goal:
        return -0.02 * (pos - crs.goal)
    return table(crs.text)[pos + GRID][gear - 1][min(heat, MOST_HEAT)][0] - SPARE * heat


def others_turns(car: Rival, crs: Course) -> float:
    """Another car's turns; a Legend is taken for a driver in third gear with some Heat."""
    if car.place > 0:
        return -1.0
    if car.place < 0:
        return 99.0
    driven = bool(car.pool)
    return after_turn(car.pos, car.gear if driven else 3, car.engine if driven else 3, crs)

"""How well a seat stands, from what it knows.

The measure is turns: how many more a car needs to the finish, by a table over every space, gear and
level of Heat. The table is made backwards from the finish: what each gear can be relied on to give,
what corners cost, what low gears cool down, and how a turn may come out a little faster than meant.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

from paddock.core.seats import Seat
from paddock.games.heat.data import HEAT, SPEED, STRESS, SYMBOLS, CardNo
from paddock.games.heat.phases import React, Slipping
from paddock.games.heat.rules.cards import total
from paddock.games.heat.rules.course import COURSES, GRID, Course
from paddock.games.heat.rules.odds import counted, sums_of
from paddock.games.heat.view import Mine, Rival, View

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
CLOG = 0.05
"""Turns that a Heat card in the hand costs."""
STRESS_COSTS = 0.10
MISFIT = 0.035
"""Turns for each speed by which a card misses what the next turn wants."""
MISS = 1.0
"""By how much a card still to come misses, on average."""
SPREAD = 2.0
"""Turns of a lead that are nearly a win."""

Best: TypeAlias = tuple[float, int, int]
"""The turns still needed, and the gear and speed to choose."""
Turns: TypeAlias = tuple[tuple[Best, ...], ...]
"""By gear and Heat."""


def evaluate(seen: View, seat: Seat) -> float:
    """The lead over the best of the others, in turns, squeezed between lost and won."""
    crs = COURSES[seen.course]
    if not seen.round:
        return 0.5  # before the start: nothing is dealt yet
    mine = turns_left(seen, seat, crs)
    others = sorted(others_turns(car, crs) for i, car in enumerate(seen.cars) if i != seat)
    if not others:
        return max(0.0, 1 - mine / 60)
    lead = others[0] - mine + 0.1 * (others[min(1, len(others) - 1)] - mine)
    squeezed = 0.5 + 0.5 * lead / (SPREAD + abs(lead))
    places = sum(other < mine for other in others) / len(others)
    return 0.85 * squeezed + 0.1 * (1 - places) + 0.05 * max(0.0, 1 - mine / 40)


# ---------------------------------------------------------------- turns to the finish


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


# ---------------------------------------------------------------- the own car


def turns_left(seen: View, seat: Seat, crs: Course) -> float:
    """The own turns: what lies planned, what a corner will cost, and the cards."""
    car, mine, phase = seen.cars[seat], seen.mine, seen.phase
    if car.place:
        return -1.0 if car.place > 0 else 99.0
    if mine.planned:
        return planned_turns(car, mine, crs)
    if isinstance(phase, React | Slipping) and phase.seat == seat:
        own = total(car.area).limit
        cool = phase.cool if isinstance(phase, React) else 0
        return rounded(car, mine, crs, phase.start, car.pos, phase.speed, own, car.engine, cool)
    return standing(crs, car.pos, car.gear, car.engine, mine.hand)


def planned_turns(car: Rival, mine: Mine, crs: Course) -> float:
    """Over everything that plus symbols may turn up."""
    if HEAT in mine.planned:
        return standing(crs, car.pos, 1, car.engine, mine.hand) + 0.3
    sums = total(mine.planned)
    paid = sum(SYMBOLS[card].heat for card in sums.heat)
    speed = sums.speed + sum(SPEED[card] for card in sums.open)
    turned = sums_of(counted(mine.deck), counted(car.discard + mine.hidden), sums.plus)
    cool = COOLS[car.gear - 1] + sums.cool
    engine = car.engine - paid
    mean = 0.0
    for more, its in turned.items():
        now = speed + more
        mean += its * rounded(
            car, mine, crs, car.pos, car.pos + now, now, sums.limit, engine, cool
        )
    return mean - 0.03 * sum(sums.slips) - 0.05 * sums.reduce


def rounded(
    car: Rival,
    mine: Mine,
    crs: Course,
    start: int,
    end: int,
    speed: int,
    own: int,
    engine: int,
    cool: int,
) -> float:
    """With the corners on the way paid for, or spun out of."""
    hand = mine.hand
    cooled = min(cool, hand.count(HEAT))
    engine += cooled
    line = crs.next_line[start + GRID]
    while line < len(crs.lines) and crs.lines[line] <= end:
        over = speed - max(0, crs.limits[line] + own)
        if over > 0:
            engine -= over + crs.overheat[line]
            if engine < 0:
                stress = 1 if car.gear <= 2 else 2
                left = standing(crs, crs.lines[line] - 1, 1, 0, hand)
                return left + 0.5 + stress * 2 * STRESS_COSTS - CLOG * cooled
        line += 1
    return standing(crs, end, car.gear, max(0, engine), hand) - CLOG * cooled


def standing(crs: Course, pos: int, gear: int, engine: int, hand: tuple[CardNo, ...]) -> float:
    """Turns from a space in a gear with so much Heat, and a hand that fits the next turn or not."""
    left = after_turn(pos, gear, engine, crs)
    if pos >= crs.goal:
        return left
    _, want_gear, want = table(crs.text)[pos + GRID][gear - 1][min(engine, MOST_HEAT)]
    left += CLOG * hand.count(HEAT) + STRESS_COSTS * hand.count(STRESS)
    return left + MISFIT * misfit(hand, want_gear, want / want_gear)


def misfit(hand: tuple[CardNo, ...], cards: int, wanted: float) -> float:
    """How far the best cards are from what is wanted; a card still to come is an average miss."""
    off = sorted(
        abs((SPEED[card] if card != STRESS else 2.5) - wanted) for card in hand if card != HEAT
    )
    best = off[:cards]
    return sum(best) + MISS * (cards - len(best))

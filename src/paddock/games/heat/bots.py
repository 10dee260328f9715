"""How well a seat stands, from what it knows.

The measure is turns: how many more a car needs to the finish, by a table over every space and gear
that knows what corners cost, what low gears cool down, and what Heat is worth.
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

HEAT_WORTH = 0.16
"""Turns that one Heat in the engine saves."""
CLOG = 0.09
"""Turns that a Heat card in the hand costs."""
STRESS_COSTS = 0.10
SPIN_COSTS = 0.9
MISFIT = 0.035
"""Turns for each speed by which a card misses what the next turn wants."""
SPEEDS = ((1, 4), (3, 7), (5, 10), (8, 13))
"""What a gear can be relied on to give."""
COOLS = (3, 1, 0, 0)
COOL_WORTH = 0.07
"""What the table credits for each cooldown of a gear."""
CURVE = 0.15
"""How much dearer Heat is the more a corner takes at once."""
SWING = 0.3
"""How often a turn comes out one faster than meant, and as often one slower."""
MISS = 1.2
"""By how much a card still to come misses, on average."""
SPREAD = 2.0
"""Turns of a lead that are nearly a win."""

Turns: TypeAlias = tuple[tuple[float, int, int], ...]
"""By gear: the turns still needed, and the gear and speed to choose."""


def evaluate(seen: View, seat: Seat) -> float:
    """The lead over the best of the others, in turns, squeezed between lost and won."""
    crs = COURSES[seen.course]
    if not seen.cars[seat].engine and not seen.round:
        return 0.5  # before the start: nothing is dealt yet
    mine = turns_left(seen, seat, crs)
    others = [others_turns(car, crs) for i, car in enumerate(seen.cars) if i != seat]
    if not others:
        return max(0.0, 1 - mine / 60)
    ahead = sorted(others)[:2]
    lead = ahead[0] - mine + 0.1 * (sum(ahead) / len(ahead) - mine)
    places = sum(other < mine for other in others) / len(others)
    squeezed = 0.5 + 0.5 * lead / (SPREAD + abs(lead))
    return 0.85 * squeezed + 0.1 * (1 - places) + 0.05 * max(0.0, 1 - mine / 40)


# ---------------------------------------------------------------- turns to the finish


@lru_cache(maxsize=64)
def table(text: str) -> tuple[Turns, ...]:
    """By space (index: position + GRID): the turns needed from there."""
    crs = COURSES[text]
    found: list[Turns] = [((0.0, 1, 0),) * 4] * (crs.goal + GRID)
    for pos in range(crs.goal - 1, -GRID - 1, -1):
        options = [
            (1 + expected_heat(crs, pos, speed) * HEAT_WORTH - COOLS[gear] * COOL_WORTH
             + beyond(found, crs, pos + speed, gear), gear + 1, speed)
            for gear in range(4)
            for speed in range(SPEEDS[gear][0], SPEEDS[gear][1] + 1)
        ]  # fmt: skip
        found[pos + GRID] = tuple(
            [
                min((turns + HEAT_WORTH * (abs(gear - now) == 2), gear, speed)
                    for turns, gear, speed in options if abs(gear - now) <= 2)
                for now in range(1, 5)
            ]
        )  # fmt: skip
    return tuple(found)


def beyond(found: list[Turns], crs: Course, pos: int, gear: int) -> float:
    """What is left after a move; past the line further is a little better."""
    if pos >= crs.goal:
        return -0.02 * (pos - crs.goal)
    return found[pos + GRID][gear][0]


def expected_heat(crs: Course, start: int, speed: int) -> float:
    """The Heat of a turn that may come out a little otherwise than meant."""
    usual = (1 - 2 * SWING) * corner_heat(crs, start, speed)
    return usual + SWING * (corner_heat(crs, start, speed - 1) + corner_heat(crs, start, speed + 1))


def corner_heat(crs: Course, start: int, speed: int) -> float:
    """The Heat that the corners on the way cost, dearer the more it is at once."""
    heat = 0.0
    line = crs.next_line[start + GRID]
    while line < len(crs.lines) and crs.lines[line] <= start + speed:
        over = speed - crs.limits[line]
        if over > 0:
            heat += over + crs.overheat[line] + CURVE * over * over
        line += 1
    return heat


def others_turns(car: Rival, crs: Course) -> float:
    """Another car's turns; a Legend is taken for a driver in third gear."""
    if car.place > 0:
        return -1.0
    if car.place < 0:
        return 99.0
    gear = car.gear if car.pool or car.hand else 3
    return after_turn(car.pos, gear, crs) - HEAT_WORTH * min(car.engine, 6)


def after_turn(pos: int, gear: int, crs: Course) -> float:
    if pos >= crs.goal:
        return -0.02 * (pos - crs.goal)
    return table(crs.text)[pos + GRID][gear - 1][0]


def turns_left(seen: View, seat: Seat, crs: Course) -> float:
    """The own turns: what lies planned, what a corner will cost, and the cards."""
    car, mine, phase = seen.cars[seat], seen.mine, seen.phase
    if car.place:
        return -1.0 if car.place > 0 else 99.0
    if mine.planned:
        return planned_turns(car, mine, crs)
    if isinstance(phase, React | Slipping) and phase.seat == seat:
        own = total(car.area).limit
        cool = getattr(phase, "cool", 0) if isinstance(phase, React) else 0
        return rounded(car, mine, crs, phase.start, car.pos, phase.speed, own, car.engine, cool)
    return standing(car, mine, crs, car.pos, car.gear, car.engine, mine.hand)


def planned_turns(car: Rival, mine: Mine, crs: Course) -> float:
    """Over everything that plus symbols may turn up."""
    if HEAT in mine.planned:
        return standing(car, mine, crs, car.pos, 1, car.engine, mine.hand) + 0.3
    sums = total(mine.planned)
    paid = sum(SYMBOLS[card].heat for card in sums.heat)
    speed = sums.speed + sum(max(v for v in (SPEED[c],)) for c in sums.open)
    turned = sums_of(counted(mine.deck), counted(car.discard + mine.hidden), sums.plus)
    cool = COOLS[car.gear - 1] + sums.cool
    mean = 0.0
    for more, its in turned.items():
        now = speed + more
        mean += its * rounded(
            car, mine, crs, car.pos, car.pos + now, now, sums.limit, car.engine - paid, cool
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
    heats = mine.hand.count(HEAT)
    cooled = min(cool, heats)
    hand = mine.hand
    engine += cooled
    line = crs.next_line[start + GRID]
    while line < len(crs.lines) and crs.lines[line] <= end:
        over = speed - max(0, crs.limits[line] + own)
        if over > 0:
            engine -= over + crs.overheat[line]
            if engine < 0:
                stress = 1 if car.gear <= 2 else 2
                back = crs.lines[line] - 1
                left = standing(car, mine, crs, back, 1, 0, hand)
                return left + SPIN_COSTS + stress * STRESS_COSTS - CLOG * cooled
        line += 1
    return standing(car, mine, crs, end, car.gear, engine, hand) - CLOG * cooled


def standing(
    car: Rival,
    mine: Mine,
    crs: Course,
    pos: int,
    gear: int,
    engine: int,
    hand: tuple[CardNo, ...],
) -> float:
    """Turns from a space in a gear, with Heat, and a hand that fits the next turn or does not."""
    left = after_turn(pos, gear, crs)
    if pos >= crs.goal:
        return left
    _, want_gear, want = table(crs.text)[pos + GRID][gear - 1]
    left -= HEAT_WORTH * min(engine, 6) + 0.04 * max(0, engine - 6)
    left += CLOG * hand.count(HEAT) + STRESS_COSTS * hand.count(STRESS)
    return left + MISFIT * misfit(hand, want_gear, want / want_gear)


def misfit(hand: tuple[CardNo, ...], cards: int, wanted: float) -> float:
    """How far the best cards are from what is wanted; a card still to come is an average miss."""
    off = sorted(
        abs((SPEED[card] if card != STRESS else 2.5) - wanted) for card in hand if card != HEAT
    )
    best = off[:cards]
    return sum(best) + MISS * (cards - len(best))

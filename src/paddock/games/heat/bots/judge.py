"""How well a seat stands, from what it knows.

The measure is turns: how many more a car needs to the finish.
"""

from __future__ import annotations

from paddock.core.seats import Seat
from paddock.games.heat.bots.turns import (
    COOLS,
    MOST_HEAT,
    after_turn,
    others_turns,
    table,
)
from paddock.games.heat.data import HEAT, SPEED, STRESS, SYMBOLS, CardNo
from paddock.games.heat.phases import React, Slipping
from paddock.games.heat.rules.cards import total
from paddock.games.heat.rules.course import COURSES, GRID, Course
from paddock.games.heat.rules.odds import counted, sums_of
from paddock.games.heat.view import Mine, Rival, View

CLOG = 0.05
"""Turns that a Heat card in the hand costs."""
STRESS_COSTS = 0.10
MISFIT = 0.035
"""Turns for each speed by which a card misses what the next turn wants."""
MISS = 1.0
"""By how much a card still to come misses, on average."""
SPREAD = 2.0
"""Turns of a lead that are nearly a win."""


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
        mean += its * rounded(car, mine, crs, car.pos, car.pos + now, now, sums.limit, engine, cool)
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

"""Turns to the finish: a table over every space, gear and level of Heat.

It is made backwards from the finish. On every space a few hands that a driver may hold there each
take their best plan: gear and cards, boost or not, what corners cost, what low gears cool down. The
mean over the hands is how many more turns a car needs.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import TypeAlias

from paddock.games.heat.data import SPEED, STRESS, CardNo
from paddock.games.heat.rules.course import COURSES, GRID, Course, corner_limit

COOLS = (3, 1, 0, 0)
MOST_HEAT = 7
"""More Heat than this is worth no more."""
FOUND = 0.40
"""The share of the Heat outside the engine that is in the hand."""
MOST_FOUND = 4
CARDS = 7
"""Cards of a hand, Heat included."""
SPIN = 1.0
"""Turns that a spin-out costs beside the way and the Heat: the Stress it leaves."""
SPARE = 0.0
"""Turns that each Heat is worth in itself, for what the table does not see."""
UNPAID = 1.0
"""Turns that each Heat costs which a card asks and nobody can pay: the card is given up."""
PAST = 0.03
"""Turns that each space past the finish is worth: who arrives in the same round is ranked by it."""
TOP = 20
"""Faster than this nobody drives."""

HANDS: tuple[tuple[CardNo, ...], ...] = tuple(
    tuple(int(card) for card in hand)
    for hand in (
        "75734427",
        "10122133",
        "40377344",
        "24121237",
        "51741573",
        "71230212",
        "44321143",
        "43273057",
        "42712017",
        "33354741",
    )
)
"""Hands that stand for all: cards in the order in which Heat leaves room for them."""

Turns: TypeAlias = tuple[tuple[float, ...], ...]
"""By gear and Heat: the turns still needed."""
Way: TypeAlias = tuple[int, int]
"""Cards turned up, and the speed of the others."""


@lru_cache(maxsize=64)
def table(text: str) -> tuple[Turns, ...]:
    """By space (index: position + GRID), gear and Heat."""
    course = COURSES[text]
    found: list[Turns] = [()] * (course.goal + GRID)
    for pos in range(course.goal - 1, -GRID - 1, -1):
        rows = [outlook(found, course, pos, gear) for gear in range(4)]
        best = [
            [min([row[flips][speed] for flips, speed in ways]) for row in rows[gear]]
            for gear, ways in WAYS
        ]
        found[pos + GRID] = by_gear(best)
    return tuple(found)


def by_gear(best: list[list[float]]) -> Turns:
    """What is left from a space: for each gear that the car may be in, the mean over the hands."""
    means = [[1.0] * (MOST_HEAT + 1) for _ in range(4)]
    one, two, three, four = means
    for heat in range(MOST_HEAT + 1):
        for share, heats, ways in HELD[MOST_HEAT - heat]:
            first = best[ways[0]][min(MOST_HEAT, heat + min(COOLS[0], heats))]
            second = best[ways[1]][min(MOST_HEAT, heat + min(COOLS[1], heats))]
            third, fourth = best[ways[2]][heat], best[ways[3]][heat]
            low, mid, high = min(first, second), min(second, third), min(third, fourth)
            if heat:  # two gears cost one
                one[heat] += share * min(low, best[ways[2]][heat - 1])
                two[heat] += share * min(low, mid, best[ways[3]][heat - 1])
                dear = best[ways[0]][heat - 1 + min(COOLS[0], heats)]
                three[heat] += share * min(mid, high, dear)
                dear = best[ways[1]][heat - 1 + min(COOLS[1], heats)]
                four[heat] += share * min(high, dear)
            else:
                one[heat] += share * low
                two[heat] += share * min(low, mid)
                three[heat] += share * min(mid, high)
                four[heat] += share * high
    return tuple([tuple(row) for row in means])


def outlook(found: list[Turns], course: Course, pos: int, gear: int) -> list[list[list[float]]]:
    """By Heat after cooldown, cards turned up (none to two) and speed of the others: the turns left
    after a turn in a gear, with a boost where that is better."""
    plain = [
        [after_move(found, course, pos, gear, speed, heat) for speed in range(TOP)]
        for heat in range(MOST_HEAT + 1)
    ]
    out = []
    for heat, row in enumerate(plain):
        if heat:
            less = flipped(plain[heat - 1])
            row = [min(pair) for pair in zip(row, less, strict=True)]
        one = flipped(row)
        out.append([row, one, flipped(one)])
    return out


def flipped(row: Sequence[float]) -> list[float]:
    """One card turned up, any of the four."""
    more = [*row, row[-1], row[-1], row[-1], row[-1]]
    return [(more[s + 1] + more[s + 2] + more[s + 3] + more[s + 4]) / 4 for s in range(len(row))]


def after_move(
    found: list[Turns], course: Course, pos: int, gear: int, speed: int, heat: int
) -> float:
    """The turns left after a move, its corners paid for or spun out of."""
    line = course.next_line[pos + GRID]
    end = pos + speed
    while line < len(course.lines) and course.lines[line] <= end:
        over = speed - course.limits[line]
        if over > 0:
            heat -= over + course.overheat[line]
            if heat < 0:
                return SPIN + spun(found, course, course.lines[line] - 1, pos)
        line += 1
    if end >= course.goal:
        return -PAST * (end - course.goal)
    if end == pos:
        return 1 + after_move(found, course, pos, gear, 1, heat)
    return found[end + GRID][gear][heat]


def spun(found: list[Turns], course: Course, back: int, pos: int) -> float:
    """In first gear with an empty engine before a line; where that is not yet known, a turn before
    what comes after it."""
    if back > pos:
        return found[back + GRID][0][0]
    return 1.0 + (found[back + 2 + GRID][0][1] if back + 2 < course.goal else 0.0)


# ---------------------------------------------------------------- hands


def ways_of(cards: tuple[CardNo, ...], gear: int) -> tuple[Way, ...]:
    """Every different way to fill a gear; no more than two cards are turned up."""
    ways = {
        (chosen.count(STRESS), sum([SPEED[card] for card in chosen]))
        for chosen in combinations(cards, gear)
    }
    return tuple(sorted([way for way in ways if way[0] <= 2])) or ((0, 0),)


WAYS = tuple(
    dict.fromkeys(
        (gear, ways_of(hand[:n], gear + 1))
        for hand in HANDS
        for n in range(CARDS - MOST_FOUND, CARDS + 1)
        for gear in range(4)
    )
)
"""Every gear with the ways to fill it out of one of the hands."""
NUMBERED = {way: i for i, way in enumerate(WAYS)}


def hands_of(outside: int) -> tuple[tuple[float, int, tuple[int, ...]], ...]:
    """The hands of a car with so much Heat outside its engine: the share of each, the Heat in it,
    and the ways to fill each gear."""
    out = []
    for heats in range(min(outside, MOST_FOUND) + 1):
        share = comb(outside, heats) * FOUND**heats * (1 - FOUND) ** (outside - heats)
        for hand in HANDS:
            cards = hand[: CARDS - heats]
            ways = tuple([NUMBERED[gear, ways_of(cards, gear + 1)] for gear in range(4)])
            out.append((share, heats, ways))
    whole = sum(row[0] for row in out)
    return tuple([(share / whole, heats, ways) for share, heats, ways in out])


HELD = tuple(hands_of(outside) for outside in range(MOST_HEAT + 1))
"""The hands by the Heat outside the engine."""


# ---------------------------------------------------------------- where a car stands


def after_turn(pos: int, gear: int, heat: int, course: Course) -> float:
    if heat < 0:
        return after_turn(pos, gear, 0, course) - UNPAID * heat
    if pos >= course.goal:
        return -PAST * (pos - course.goal)
    return table(course.text)[pos + GRID][gear - 1][min(heat, MOST_HEAT)] - SPARE * heat


# ---------------------------------------------------------------- a turn


@lru_cache(maxsize=1 << 17)
def driven(text: str, start: int, end: int, speed: int, own: int, gear: int, engine: int) -> float:
    """Turns left after a move from a space to another, its corners paid for or spun out of."""
    course = COURSES[text]
    line, lines = course.next_line[start + GRID], course.lines
    while line < len(lines) and lines[line] <= end:
        over = speed - corner_limit(course, line, own)
        if over > 0:
            engine -= over + course.overheat[line]
            if engine < 0:
                stress = 0.5 if gear <= 2 else 1.0
                return after_turn(lines[line] - 1, 1, 0, course) + SPIN * stress
        line += 1
    return after_turn(end, gear, engine, course)


@lru_cache(maxsize=1 << 17)
def turned(text: str, pos: int, speed: int, own: int, gear: int, engine: int, flips: int) -> float:
    """Turns left after a plan, so many cards still to be turned up, and a boost if it helps."""
    if flips:
        return (
            turned(text, pos, speed + 1, own, gear, engine, flips - 1)
            + turned(text, pos, speed + 2, own, gear, engine, flips - 1)
            + turned(text, pos, speed + 3, own, gear, engine, flips - 1)
            + turned(text, pos, speed + 4, own, gear, engine, flips - 1)
        ) / 4
    left = driven(text, pos, pos + speed, speed, own, gear, engine)
    if engine <= 0:
        return left
    more = 0.0
    for fast in range(speed + 1, speed + 5):
        more += driven(text, pos, pos + fast, fast, own, gear, engine - 1)
    return min(left, more / 4)

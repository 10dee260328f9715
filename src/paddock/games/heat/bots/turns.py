"""Turns to the finish: a table over every space, gear and level of Heat.

It is made backwards from the finish. On every space a few hands that a driver may hold there each
take their best plan: gear and cards, boost or not, what corners cost, what low gears cool down. The
mean over the hands is how many more turns a car needs.
"""

# ruff: noqa: FURB136  a call of `min` for two numbers costs more than the rest of its line here
from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations
from math import comb
from operator import add, itemgetter
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
    lap = course.goal // course.laps
    last = course.goal - lap - ALIKE
    for pos in range(course.goal - 1, -GRID - 1, -1):
        if pos < last:
            if pos == last - 1:
                longer = a_lap(found, last + GRID, lap)
            pairs = zip(found[pos + GRID + lap], longer, strict=True)
            found[pos + GRID] = tuple([tuple(map(add, row, more)) for row, more in pairs])
            continue
        moves = moves_from(found, course, pos)
        rows = [outlook(moves, gear) for gear in range(4)]
        best = [list(map(min, map(look, rows[gear]))) for gear, look in LOOKS]
        found[pos + GRID] = by_gear(best)
    return tuple(found)


ALIKE = 50
"""Spaces in which the last lap but one is seen to be like the last, but for the turns of a lap:
those before it are taken to be so too."""


def a_lap(found: list[Turns], first: int, lap: int) -> Turns:
    """By gear and Heat, the turns by which a car is further from the finish with a lap more to go:
    the mean over the first spaces of the last lap but one that are known."""
    some = range(first, first + ALIKE // 2)
    heats = range(MOST_HEAT + 1)
    return tuple(
        [
            tuple(
                [
                    sum([found[at][gear][heat] - found[at + lap][gear][heat] for at in some])
                    / len(some)
                    for heat in heats
                ]
            )
            for gear in range(4)
        ]
    )


def by_gear(best: list[list[float]]) -> Turns:
    """What is left from a space: for each gear that the car may be in, the mean over the hands."""
    means = []
    for heat in range(MOST_HEAT + 1):
        one = two = three = four = 1.0
        less = heat - 1
        for share, cooled, colder, (a, b, c, d) in HELD[heat]:
            first, second = best[a][cooled], best[b][colder]
            third, fourth = best[c][heat], best[d][heat]
            low = first if first < second else second
            mid = second if second < third else third
            high = third if third < fourth else fourth
            if heat:  # two gears cost one
                dear = best[c][less]
                one += share * (low if low < dear else dear)
                dear = best[d][less]
                both = low if low < mid else mid
                two += share * (both if both < dear else dear)
                dear = best[a][less + cooled - heat]
                both = mid if mid < high else high
                three += share * (both if both < dear else dear)
                dear = best[b][less + colder - heat]
                four += share * (high if high < dear else dear)
            else:
                one += share * low
                two += share * (low if low < mid else mid)
                three += share * (mid if mid < high else high)
                four += share * high
        means.append((one, two, three, four))
    return tuple(zip(*means, strict=True))


Onward: TypeAlias = tuple[Turns | None, tuple[float, ...]]
"""A move of some speed: what is left where it ends, by gear and Heat, and what is left for each
level of Heat that does not pay its corners. Past the finish there is the latter, for all levels."""


def moves_from(found: list[Turns], course: Course, pos: int) -> list[Onward]:
    """By speed, from one on: where a move ends, and what its corners cost."""
    lines, limits, goal = course.lines, course.limits, course.goal
    first, out = course.next_line[pos + GRID], []
    for speed in range(1, TOP):
        end, line, owed = pos + speed, first, 0
        spins: list[float] = []
        while line < len(lines) and lines[line] <= end:
            over = speed - limits[line]
            if over > 0:
                owed += over + course.overheat[line]
                after = SPIN + spun(found, course, lines[line] - 1, pos)
                spins += [after] * (min(owed, MOST_HEAT + 1) - len(spins))
            line += 1
        there = found[end + GRID] if end < goal else None
        past = -PAST * (end - goal)
        left = (past,) * (MOST_HEAT + 1) if there is None else ()
        out.append((there, (*spins, *left[len(spins) :])))
    return out


def outlook(moves: list[Onward], gear: int) -> list[list[float]]:
    """By Heat after cooldown: the turns left after a turn in a gear, with a boost where that is
    better. A row holds all speeds of the cards for none, one and two of them turned up."""
    columns = [
        known if there is None else (*known, *there[gear][: MOST_HEAT + 1 - len(known)])
        for there, known in moves
    ]
    columns.insert(0, tuple([1 + left for left in columns[0]]))  # who stands still loses a turn
    out = []
    less: list[float] = []
    for plain in zip(*columns, strict=True):
        row = list(map(min, plain, less)) if less else list(plain)
        less = flipped(plain)
        one = flipped(row)
        out.append(row + one + flipped(one))
    return out


def flipped(row: Sequence[float]) -> list[float]:
    """One card turned up, any of the four."""
    last = row[-1]
    more = (*row, last, last, last, last)
    sums = zip(more[1:], more[2:], more[3:], more[4:], strict=False)
    return [(a + b + c + d) / 4 for a, b, c, d in sums]


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


def look_at(ways: tuple[Way, ...]) -> Callable[[Sequence[float]], Sequence[float]]:
    """Takes the turns left after each of the ways out of a row."""
    places = [flips * TOP + speed for flips, speed in ways]
    return itemgetter(*places, places[-1])  # twice the last, so that it is never a single number


LOOKS = tuple((gear, look_at(ways)) for gear, ways in WAYS)


def hands_of(outside: int) -> tuple[tuple[float, int, int, tuple[int, ...]], ...]:
    """The hands of a car with so much Heat outside its engine: the share of each, the Heat in the
    engine after the cooldown of first and of second gear, and the ways to fill each gear."""
    out = []
    heat = MOST_HEAT - outside
    for heats in range(min(outside, MOST_FOUND) + 1):
        share = comb(outside, heats) * FOUND**heats * (1 - FOUND) ** (outside - heats)
        for hand in HANDS:
            cards = hand[: CARDS - heats]
            ways = tuple([NUMBERED[gear, ways_of(cards, gear + 1)] for gear in range(4)])
            out.append((share, heats, ways))
    whole = sum(row[0] for row in out)
    return tuple(
        [
            (share / whole, heat + min(COOLS[0], heats), heat + min(COOLS[1], heats), ways)
            for share, heats, ways in out
        ]
    )


HELD = tuple(hands_of(MOST_HEAT - heat) for heat in range(MOST_HEAT + 1))
"""The hands by the Heat in the engine."""


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

"""Turns to the finish: a table by space, gear and level of Heat, computed by dynamic programming.

It is filled backwards from the finish. On every space each of a few sample hands takes its best
plan: gear, cards, boost, cost of corners, cooldown of low gears. The table holds the mean.
"""

# ruff: noqa: FURB136  `min` of two numbers is slower than a conditional expression here
from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations
from math import comb
from operator import add, itemgetter
from typing import TypeAlias

from paddock.games.heat.data import SPEED, STRESS, CardNo
from paddock.games.heat.rules.course import COURSES, GRID, Course, corner_limit

GEAR_COOLDOWN = (3, 1, 0, 0)
MAX_USEFUL_HEAT = 7
"""More Heat than this has no further value."""
HEAT_IN_HAND_SHARE = 0.40
"""Share of the Heat outside the engine that is in the hand."""
MAX_HEAT_IN_HAND = 4
HAND_SIZE = 7
"""Cards in a hand, including Heat."""
SPIN_OUT_TURNS = 1.0
"""Cost of the Stress of a spin-out, in turns; lost spaces and Heat are counted separately."""
SPARE_HEAT_TURNS = 0.0
"""Extra value of each Heat in turns, for uses that the table ignores."""
UNPAID_HEAT_TURNS = 1.0
"""Cost in turns of each Heat that a card asks and the engine lacks: the card is given up."""
SPACE_PAST_FINISH_TURNS = 0.03
"""Value in turns of each space past the finish: it ranks cars that arrive in the same round."""
MAX_SPEED = 20
"""Speeds in the table stay below this."""

SAMPLE_HANDS: tuple[tuple[CardNo, ...], ...] = tuple(
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
"""Sample hands. Heat cards in the hand replace the last cards of a row."""

Turns: TypeAlias = tuple[tuple[float, ...], ...]
"""The turns still needed, by gear and Heat."""
CardChoice: TypeAlias = tuple[int, int]
"""Number of cards turned up, and the speed of the other cards."""


@lru_cache(maxsize=64)
def turns_table(text: str) -> tuple[Turns, ...]:
    """The turns by space (index: position + GRID), gear and Heat."""
    course = COURSES[text]
    found: list[Turns] = [()] * (course.goal + GRID)
    lap = course.goal // course.laps
    last = course.goal - lap - COMPARED_SPACES
    for pos in range(course.goal - 1, -GRID - 1, -1):
        if pos < last:
            if pos == last - 1:
                longer = lap_turns(found, last + GRID, lap)
            pairs = zip(found[pos + GRID + lap], longer, strict=True)
            found[pos + GRID] = tuple([tuple(map(add, row, more)) for row, more in pairs])
            continue
        moves = moves_from(found, course, pos)
        rows = [outlook(moves, gear) for gear in range(4)]
        best = [list(map(min, map(look, rows[gear]))) for gear, look in CHOICE_GETTERS]
        found[pos + GRID] = by_gear(best)
    return tuple(found)


COMPARED_SPACES = 50
"""Spaces of the last lap but one that are computed in full.

Earlier spaces differ from the space one lap later only by the turns of a lap.
"""


def lap_turns(found: list[Turns], first: int, lap: int) -> Turns:
    """The turns of one more lap by gear and Heat: the mean over computed spaces of two laps."""
    some = range(first, first + COMPARED_SPACES // 2)
    heats = range(MAX_USEFUL_HEAT + 1)
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
    """The turns left from a space by gear and Heat: the mean over the sample hands."""
    means = []
    for heat in range(MAX_USEFUL_HEAT + 1):
        one = two = three = four = 1.0
        less = heat - 1
        for share, cooled, colder, (a, b, c, d) in HANDS_BY_HEAT[heat]:
            first, second = best[a][cooled], best[b][colder]
            third, fourth = best[c][heat], best[d][heat]
            low = first if first < second else second
            mid = second if second < third else third
            high = third if third < fourth else fourth
            if heat:  # a shift by two gears costs one Heat
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
"""The turns left after a move: by gear and Heat where it ends, and by Heat for a spin-out.

The second part covers the levels of Heat that cannot pay the corners; past the finish, all levels.
"""


def moves_from(found: list[Turns], course: Course, pos: int) -> list[Onward]:
    """The turns left after a move, by speed from 1 up, with the cost of its corners."""
    lines, limits, goal = course.lines, course.limits, course.goal
    first, out = course.next_line[pos + GRID], []
    for speed in range(1, MAX_SPEED):
        end, line, owed = pos + speed, first, 0
        spins: list[float] = []
        while line < len(lines) and lines[line] <= end:
            over = speed - limits[line]
            if over > 0:
                owed += over + course.overheat[line]
                after = SPIN_OUT_TURNS + spin_out_turns(found, course, lines[line] - 1, pos)
                spins += [after] * (min(owed, MAX_USEFUL_HEAT + 1) - len(spins))
            line += 1
        there = found[end + GRID] if end < goal else None
        past = -SPACE_PAST_FINISH_TURNS * (end - goal)
        left = (past,) * (MAX_USEFUL_HEAT + 1) if there is None else ()
        out.append((there, (*spins, *left[len(spins) :])))
    return out


def outlook(moves: list[Onward], gear: int) -> list[list[float]]:
    """The turns left after a turn in a gear, by Heat after cooldown, with a boost if it helps.

    A row holds all speeds of the cards: for none, one and two cards turned up.
    """
    columns = [
        spins if there is None else (*spins, *there[gear][: MAX_USEFUL_HEAT + 1 - len(spins)])
        for there, spins in moves
    ]
    columns.insert(
        0, tuple([1 + left for left in columns[0]])
    )  # a car that stands still loses a turn
    out = []
    less: list[float] = []
    for plain in zip(*columns, strict=True):
        row = list(map(min, plain, less)) if less else list(plain)
        less = average_flip(plain)
        one = average_flip(row)
        out.append(row + one + average_flip(one))
    return out


def average_flip(row: Sequence[float]) -> list[float]:
    """The mean over one card turned up: any of the four Speed cards."""
    last = row[-1]
    more = (*row, last, last, last, last)
    sums = zip(more[1:], more[2:], more[3:], more[4:], strict=False)
    return [(a + b + c + d) / 4 for a, b, c, d in sums]


def spin_out_turns(found: list[Turns], course: Course, back: int, pos: int) -> float:
    """The turns left in first gear with an empty engine before a line.

    Where the table has no value yet: one turn more than after the line.
    """
    if back > pos:
        return found[back + GRID][0][0]
    return 1.0 + (found[back + 2 + GRID][0][1] if back + 2 < course.goal else 0.0)


# ---------------------------------------------------------------- hands


def card_choices(cards: tuple[CardNo, ...], gear: int) -> tuple[CardChoice, ...]:
    """The different choices of cards for a gear, with at most two cards turned up."""
    ways = {
        (chosen.count(STRESS), sum([SPEED[card] for card in chosen]))
        for chosen in combinations(cards, gear)
    }
    return tuple(sorted([way for way in ways if way[0] <= 2])) or ((0, 0),)


GEAR_CHOICES = tuple(
    dict.fromkeys(
        (gear, card_choices(hand[:n], gear + 1))
        for hand in SAMPLE_HANDS
        for n in range(HAND_SIZE - MAX_HEAT_IN_HAND, HAND_SIZE + 1)
        for gear in range(4)
    )
)
"""Each gear with its card choices from a sample hand, without duplicates."""
CHOICE_NUMBER = {way: i for i, way in enumerate(GEAR_CHOICES)}


def choice_getter(ways: tuple[CardChoice, ...]) -> Callable[[Sequence[float]], Sequence[float]]:
    """A function that takes the turns left after each choice from a row."""
    places = [flips * MAX_SPEED + speed for flips, speed in ways]
    return itemgetter(
        *places, places[-1]
    )  # the last one twice: for a single place itemgetter would not return a tuple


CHOICE_GETTERS = tuple((gear, choice_getter(ways)) for gear, ways in GEAR_CHOICES)


def hands_with_heat(outside: int) -> tuple[tuple[float, int, int, tuple[int, ...]], ...]:
    """The sample hands of a car with this much Heat outside its engine.

    Each row: its share, the Heat in the engine after the cooldown of first and of second gear, and
    the card choices of each gear.
    """
    out = []
    heat = MAX_USEFUL_HEAT - outside
    for heats in range(min(outside, MAX_HEAT_IN_HAND) + 1):
        share = (
            comb(outside, heats)
            * HEAT_IN_HAND_SHARE**heats
            * (1 - HEAT_IN_HAND_SHARE) ** (outside - heats)
        )
        for hand in SAMPLE_HANDS:
            cards = hand[: HAND_SIZE - heats]
            ways = tuple([CHOICE_NUMBER[gear, card_choices(cards, gear + 1)] for gear in range(4)])
            out.append((share, heats, ways))
    whole = sum(row[0] for row in out)
    return tuple(
        [
            (
                share / whole,
                heat + min(GEAR_COOLDOWN[0], heats),
                heat + min(GEAR_COOLDOWN[1], heats),
                ways,
            )
            for share, heats, ways in out
        ]
    )


HANDS_BY_HEAT = tuple(
    hands_with_heat(MAX_USEFUL_HEAT - heat) for heat in range(MAX_USEFUL_HEAT + 1)
)
"""The sample hands by the Heat in the engine."""


# ---------------------------------------------------------------- where a car stands


def after_turn(pos: int, gear: int, heat: int, course: Course) -> float:
    if heat < 0:
        return after_turn(pos, gear, 0, course) - UNPAID_HEAT_TURNS * heat
    if pos >= course.goal:
        return -SPACE_PAST_FINISH_TURNS * (pos - course.goal)
    return (
        turns_table(course.text)[pos + GRID][gear - 1][min(heat, MAX_USEFUL_HEAT)]
        - SPARE_HEAT_TURNS * heat
    )


# ---------------------------------------------------------------- a turn


@lru_cache(maxsize=1 << 17)
def turns_after_move(
    text: str, start: int, end: int, speed: int, own: int, gear: int, engine: int
) -> float:
    """The turns left after a move, with its corners paid or a spin-out."""
    course = COURSES[text]
    line, lines = course.next_line[start + GRID], course.lines
    while line < len(lines) and lines[line] <= end:
        over = speed - corner_limit(course, line, own)
        if over > 0:
            engine -= over + course.overheat[line]
            if engine < 0:
                stress = 0.5 if gear <= 2 else 1.0
                return after_turn(lines[line] - 1, 1, 0, course) + SPIN_OUT_TURNS * stress
        line += 1
    return after_turn(end, gear, engine, course)


@lru_cache(maxsize=1 << 17)
def turns_after_plan(
    text: str, pos: int, speed: int, own: int, gear: int, engine: int, flips: int
) -> float:
    """The turns left after a plan with cards still to be turned up, and a boost if it helps."""
    if flips:
        return (
            turns_after_plan(text, pos, speed + 1, own, gear, engine, flips - 1)
            + turns_after_plan(text, pos, speed + 2, own, gear, engine, flips - 1)
            + turns_after_plan(text, pos, speed + 3, own, gear, engine, flips - 1)
            + turns_after_plan(text, pos, speed + 4, own, gear, engine, flips - 1)
        ) / 4
    left = turns_after_move(text, pos, pos + speed, speed, own, gear, engine)
    if engine <= 0:
        return left
    more = 0.0
    for fast in range(speed + 1, speed + 5):
        more += turns_after_move(text, pos, pos + fast, fast, own, gear, engine - 1)
    return min(left, more / 4)

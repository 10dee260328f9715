"""The tables that the rollout policy of the kernel needs, and races that follow it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from paddock.games.heat.bots.turns import turns_table
from paddock.games.heat.data import Token
from paddock.games.heat.kernel.batch import Batch, many_numbers, many_rows
from paddock.games.heat.kernel.compiler import IS_COMPILED
from paddock.games.heat.kernel.entries import ENTRIES
from paddock.games.heat.kernel.policy import (
    MOST_HAND_SLOTS,
    PLANS_A_SPACE,
    TURNS_A_SPACE,
    UNKNOWN,
    Outlook,
)
from paddock.games.heat.rules.course import COURSES, Course, spell
from paddock.games.heat.state import MOST_CARS

CORNER_TOKENS = (Token.FASTER, Token.SLOWER, Token.OVERHEAT)
"""The road tokens that change what a corner costs."""


def corner_text(course: Course, tokens: Sequence[Token]) -> str:
    """The text of a course by what its corners cost. Weather, cards and rivals do not change the
    turns to the finish, so that many races share a table."""
    kept = tuple(token if token in CORNER_TOKENS else Token.NONE for token in tokens)
    return spell(course.track.id, course.laps, None, kept)


def flatten_turns(text: str) -> list[float]:
    """The table of the bots in one row: by space, gear and Heat."""
    return [turns for gears in turns_table(text) for row in gears for turns in row]


def many_turns(rows: Sequence[Sequence[float]]) -> Any:
    """Rows of turns, each as long as the longest."""
    longest = max(map(len, rows))
    found = [[*row, *[0.0] * (longest - len(row))] for row in rows]
    if not IS_COMPILED:
        return found
    import numpy

    return numpy.array(found, numpy.float64)


def unknown_numbers(n: int) -> Any:
    """Room for n numbers that are not known yet."""
    if not IS_COMPILED:
        return [UNKNOWN] * n
    import numpy

    return numpy.full(n, UNKNOWN)


def new_outlook(turns: Any, spaces: int) -> Outlook:
    """The outlook on a course with a number of spaces, of which only the turns are known."""
    return Outlook(
        turns,
        unknown_numbers(spaces * TURNS_A_SPACE),
        unknown_numbers(spaces * PLANS_A_SPACE),
        *[many_numbers(MOST_HAND_SLOTS) for _ in range(3)],
    )


class PolicyTables:
    """The turns to the finish for the courses of a batch, with the road tokens that its races have
    drawn: `numbers` says by race which row of `turns` it is."""

    def __init__(self, batch: Batch, *, random_only: bool = False) -> None:
        texts: dict[str, int] = {}
        self.numbers = many_numbers(len(batch.races))
        if not random_only:
            for i, text in enumerate(corner_texts(batch)):
                self.numbers[i] = texts.setdefault(text, len(texts))
        rows = [flatten_turns(text) for text in texts]
        self.turns = many_turns(rows or [[0.0] * TURNS_A_SPACE])
        self.outlook = new_outlook(self.turns[0], len(self.turns[0]) // TURNS_A_SPACE)


def corner_texts(batch: Batch) -> list[str]:
    """The courses of the races of a batch, by what their corners cost."""
    courses = [COURSES[text] for text in batch.texts]
    found = []
    for race in batch.races:
        number = int(race["course"] if IS_COMPILED else race.course)
        tokens = race["road"] if IS_COMPILED else race.road
        course = courses[number]
        road = [Token(int(token)) for token in tokens[: len(course.track.slots())]]
        found.append(corner_text(course, road))
    return found


def drive(batch: Batch, players: Sequence[Sequence[int]], tables: PolicyTables) -> Any:
    """Play every race of a batch to its end, by the policy or at random by race and seat; the
    decisions of each race."""
    rows = many_rows(len(batch.races), MOST_CARS, "int8")
    for row, given in zip(rows, players, strict=True):
        row[: len(given)] = given
    made = many_numbers(len(batch.races))
    ENTRIES.drive(
        races=batch.races,
        courses=batch.courses,
        players=rows,
        tables=tables.numbers,
        turns_left=tables.turns,
        outlook=tables.outlook,
        made=made,
        chance=batch.chance,
    )
    return made

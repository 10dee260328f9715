"""Playouts in the kernel: what options are worth, by whole races to the finish.

All drivers follow the rollout policy. The same view and chance give the same numbers, compiled or
not; only the time differs.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from paddock.core.chance import Chance
from paddock.core.seats import Seat
from paddock.games.heat.game import GAME
from paddock.games.heat.kernel.batch import many_numbers, many_records, no_draws
from paddock.games.heat.kernel.compiler import IS_COMPILED
from paddock.games.heat.kernel.courses import build_tables
from paddock.games.heat.kernel.encode import encode_state
from paddock.games.heat.kernel.entries import ENTRIES
from paddock.games.heat.kernel.policy import MOST_HAND_SLOTS, TURNS_A_SPACE, Outlook
from paddock.games.heat.kernel.policy_tables import (
    corner_text,
    flatten_turns,
    many_turns,
    new_outlook,
)
from paddock.games.heat.kernel.records import MOST_ROUNDS, Course, Race, new_record
from paddock.games.heat.rules.course import COURSES
from paddock.games.heat.view import View

NUMBERS = range(1 << 31)
"""A race is drawn by one of these."""
KEPT_COURSES = 8


class Playouts:
    """Whole races from what a driver sees: for each option the same imagined races and draws."""

    def __init__(self, view: View, seat: Seat, chance: Chance, worlds: int) -> None:
        self.seat, self.chance = seat, chance
        states = [GAME.imagine(view, seat, chance) for _ in range(worlds)]
        found = [encode_state(state) for state in states]
        self.worlds = many_records([race for race, _ in found], Race)
        self.spare = many_records([new_record(Race)], Race)
        self.course = course_record(found[0][1])
        course = COURSES[view.course]
        shared = outlook_on(corner_text(course, course.tokens))
        notes = [many_numbers(MOST_HAND_SLOTS) for _ in range(3)]  # no other thread writes here
        self.outlook = Outlook(shared.turns, shared.wanted, shared.planned, *notes)

    def play(
        self, choices: Sequence[int], races: int, rounds: int = MOST_ROUNDS
    ) -> list[list[float]]:
        """By race and option, given by its number: what the race was worth, from 0 (last) to 1
        (first). With `rounds` a race is rated as it stands after that many."""
        numbers, given = many_numbers(races), many_numbers(len(choices))
        for i in range(races):
            numbers[i] = self.chance.pick(NUMBERS, "bot")
        for i, choice in enumerate(choices):
            given[i] = choice
        values = many_values(races, len(choices))
        ENTRIES.play_out(
            worlds=self.worlds,
            spare=self.spare,
            course=self.course,
            outlook=self.outlook,
            seat=self.seat,
            choices=given,
            numbers=numbers,
            rounds=rounds,
            values=values,
            chance=no_draws(),
        )
        return [[float(value) for value in row] for row in values]


@lru_cache(maxsize=KEPT_COURSES)
def course_record(text: str) -> Any:
    """The tables of a course, as the kernel takes them."""
    return many_records([build_tables(text)], Course)[0]


@lru_cache(maxsize=KEPT_COURSES)
def outlook_on(text: str) -> Outlook:
    """What the policy knows of a course. What it finds out stays known, and is the same for all."""
    turns = many_turns([flatten_turns(text)])[0]
    return new_outlook(turns, len(turns) // TURNS_A_SPACE)


def many_values(rows: int, columns: int) -> Any:
    """Room for rows of fractions."""
    if not IS_COMPILED:
        return [[0.0] * columns for _ in range(rows)]
    import numpy

    return numpy.zeros((rows, columns))

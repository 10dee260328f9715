"""Many races of the kernel at once, and the functions that Python calls.

Compiled, the races lie in a NumPy array and are changed in place; else they are plain objects.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from paddock.core.errors import BadSeats
from paddock.games.heat.kernel import turns
from paddock.games.heat.kernel.chance import Draws, pick, seed_race
from paddock.games.heat.kernel.compiler import IS_COMPILED, entry, stamp_sources
from paddock.games.heat.kernel.courses import build_course
from paddock.games.heat.kernel.records import (
    CHOICE,
    MOST_NUMBER,
    OVER,
    Course,
    Race,
    array_type,
    copy_record,
    new_record,
    to_array,
    to_plain,
)
from paddock.games.heat.kernel.setup import start_race
from paddock.games.heat.kernel.turns import play
from paddock.games.heat.state import MOST_CARS, Options


class Entries(Struct, frozen=True):
    """The functions that Python calls; those that have nothing to tell return the stamp."""

    start: Callable[[Any, Any, Draws], int]
    count_options: Callable[[Any, Any, int], int]
    write_codes: Callable[[Any, Any, int, Any], int]
    play: Callable[[Any, Any, int, int, Draws], int]
    reset: Callable[[Any, Any, Any, Draws], int]
    count_all: Callable[[Any, Any, Any], int]
    step: Callable[[Any, Any, Any, Draws, bool], int]
    choose: Callable[[Any, Any, Any, Draws], int]
    finish: Callable[[Any, Any, Draws], int]


def make_entries(stamp: int) -> Entries:
    """The entries for these sources. Each names the stamp, so that its cached machine code is used
    only for the sources that it was made from."""

    @entry
    def start(race: Race, course: Course, chance: Draws) -> int:
        """Set a race up whose seats, seed and `follows` are set."""
        start_race(race, course, int(race.seats), chance)
        return stamp

    @entry
    def count_options(race: Race, course: Course, seat: int) -> int:
        return turns.count_options(race, course, seat) if stamp >= 0 else 0

    @entry
    def write_codes(race: Race, course: Course, seat: int, codes: Any) -> int:
        """The options of a driver as codes; how many there are."""
        n = turns.count_options(race, course, seat) if stamp >= 0 else 0
        for choice in range(n):
            codes[choice] = turns.option_code(race, course, seat, choice)
        return n

    @entry
    def play_one(race: Race, course: Course, seat: int, choice: int, chance: Draws) -> int:
        play(race, course, seat, choice, chance)
        return stamp

    @entry
    def reset(races: Any, courses: Any, numbers: Any, chance: Draws) -> int:
        """Set all races up, each by its number."""
        for i in range(len(races)):
            race = races[i]
            seed_race(race, int(numbers[i]))
            start_race(race, courses[race.course], int(race.seats), chance)
        return stamp

    @entry
    def count_all(races: Any, courses: Any, numbers: Any) -> int:
        """The number of options of the driver asked in each race; 0 where it is over."""
        for i in range(len(races)):
            race = races[i]
            numbers[i] = turns.count_options(race, courses[race.course], int(race.seat))
        return stamp

    @entry
    def step(races: Any, courses: Any, choices: Any, chance: Draws, again: bool) -> int:
        """One decision in each race; how many were made. A race that is over stays so, or starts
        again with a new number (`again`)."""
        made = 0 if stamp >= 0 else 1
        for i in range(len(races)):
            race = races[i]
            course = courses[race.course]
            if race.phase != OVER:
                play(race, course, int(race.seat), int(choices[i]), chance)
                made += 1
            if again and race.phase == OVER:
                seed_race(race, int(race.number) + len(races))
                start_race(race, course, int(race.seats), chance)
        return made

    @entry
    def choose(races: Any, courses: Any, choices: Any, chance: Draws) -> int:
        """A random option for each race, by its own generator."""
        for i in range(len(races)):
            race = races[i]
            n = turns.count_options(race, courses[race.course], int(race.seat))
            choices[i] = pick(race, chance, n, CHOICE) if n > 0 else 0
        return stamp

    @entry
    def finish(races: Any, courses: Any, chance: Draws) -> int:
        """Play every race to its end at random; how many decisions it took."""
        made = 0 if stamp >= 0 else 1
        for i in range(len(races)):
            race = races[i]
            course = courses[race.course]
            while race.phase != OVER:
                seat = int(race.seat)
                n = turns.count_options(race, course, seat)
                play(race, course, seat, pick(race, chance, n, CHOICE), chance)
                made += 1
        return made

    return Entries(
        start, count_options, write_codes, play_one, reset, count_all, step, choose, finish
    )


ENTRIES = make_entries(stamp_sources() if IS_COMPILED else 0)


# ---------------------------------------------------------------- arrays or plain objects


def no_draws() -> Any:
    """No recorded draws: chance is the race's own."""
    return draws_of(())


def draws_of(draws: Sequence[tuple[int, int, int]]) -> Any:
    """Recorded draws, as the kernel reads them."""
    if not IS_COMPILED:
        return draws
    import numpy

    return numpy.array(draws, numpy.int16).reshape(len(draws), 3)


def many_numbers(n: int) -> Any:
    """Room for n numbers."""
    if not IS_COMPILED:
        return [0] * n
    import numpy

    return numpy.zeros(n, numpy.int64)


def many_records(records: Sequence[Race] | Sequence[Course], kind: type) -> Any:
    """Plain records as the kernel takes them: an array if compiled, else copies in a list."""
    if not IS_COMPILED:
        return [copy_record(record) for record in records]
    import numpy

    found = numpy.zeros(len(records), array_type(kind))
    for record, row in zip(records, found, strict=True):
        to_array(record, row)
    return found


def plain_race(races: Any, i: int) -> Race:
    """One race of a batch as a plain record: a copy if compiled, else itself."""
    race: Race = to_plain(Race, races[i]) if IS_COMPILED else races[i]
    return race


class Batch:
    """Races side by side; tracks, modules and numbers of seats may differ.

    `races` is a NumPy array of records if compiled, and what the batch hands out are its arrays,
    not copies.
    """

    def __init__(self, tables: Sequence[tuple[Options, int]], first_number: int = 0) -> None:
        wrong = [seats for _, seats in tables if not 1 <= seats <= MOST_CARS]
        if wrong:
            raise BadSeats(f"Heat seats 1 to {MOST_CARS}, not {wrong[0]}")
        kinds = list(dict.fromkeys([options for options, _ in tables]))
        self.courses = many_records([build_course(options) for options in kinds], Course)
        records = []
        for options, seats in tables:
            race = new_record(Race)
            race.course, race.seats = kinds.index(options), seats
            records.append(race)
        self.races = many_records(records, Race)
        self.choices, self.counts = many_numbers(len(tables)), many_numbers(len(tables))
        self.chance = no_draws()
        self.reset(range(first_number, first_number + len(tables)))

    def reset(self, numbers: Sequence[int]) -> None:
        """Start every race, each by its number: the same number gives the same race."""
        if len(numbers) != len(self.races):
            raise ValueError(f"{len(self.races)} races, and {len(numbers)} numbers")
        given = many_numbers(len(numbers))
        for i, number in enumerate(numbers):
            if not 0 <= number <= MOST_NUMBER // 2:
                raise ValueError(f"the number of a race is 0 to {MOST_NUMBER // 2}, not {number}")
            given[i] = number
        ENTRIES.reset(self.races, self.courses, given, self.chance)

    def count_options(self) -> Any:
        """The number of options in each race; 0 where it is over."""
        ENTRIES.count_all(self.races, self.courses, self.counts)
        return self.counts

    def step(self, choices: Any, *, again: bool = False) -> int:
        """One decision in each race that is not over; how many were made.

        With `again` a race that ends starts again with the next number.
        """
        counts = self.count_options()
        if len(choices) != len(counts):
            raise ValueError(f"{len(counts)} races, and {len(choices)} choices")
        if IS_COMPILED:
            import numpy

            choices = numpy.asarray(choices)
            wrong = (((choices < 0) | (choices >= counts)) & (counts > 0)).nonzero()[0].tolist()
        else:
            wrong = [i for i, n in enumerate(counts) if n and not 0 <= choices[i] < n]
        if wrong:
            i = wrong[0]
            raise ValueError(f"race {i} has {counts[i]} options, and no number {choices[i]}")
        return ENTRIES.step(self.races, self.courses, choices, self.chance, again)

    def choose_at_random(self) -> Any:
        """A random option for each race, by its own generator."""
        ENTRIES.choose(self.races, self.courses, self.choices, self.chance)
        return self.choices

    def finish_at_random(self) -> int:
        """Play every race to its end at random; how many decisions it took."""
        return ENTRIES.finish(self.races, self.courses, self.chance)

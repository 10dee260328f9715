"""Many races of the kernel at once.

Compiled, the races lie in a NumPy array and are changed in place; else they are plain objects.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, TypeAlias

from msgspec import Struct

from paddock.core.errors import BadOption, BadSeats
from paddock.core.game_spec import AnyGameSpec
from paddock.core.record import AnyRecord
from paddock.core.referee import AnyReferee, Referee
from paddock.games.heat.kernel.actions import ACTIONS
from paddock.games.heat.kernel.chance import RaceGenerator
from paddock.games.heat.kernel.compiler import IS_COMPILED
from paddock.games.heat.kernel.courses import build_course, build_tables, first_text
from paddock.games.heat.kernel.encode import encode_state
from paddock.games.heat.kernel.entries import ENTRIES
from paddock.games.heat.kernel.observe import SIZE
from paddock.games.heat.kernel.records import (
    MOST_NUMBER,
    MOST_OPTIONS,
    Course,
    Race,
    array_type,
    copy_record,
    new_record,
    to_array,
    to_plain,
)
from paddock.games.heat.state import MOST_CARS, Options, State

Table: TypeAlias = tuple[Options, int] | State
"""A race of a batch: its options and number of seats, or a position to start from."""

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


def many_numbers(n: int, kind: str = "int64") -> Any:
    """Room for n numbers."""
    if not IS_COMPILED:
        return [0] * n
    import numpy

    return numpy.zeros(n, kind)


def many_rows(rows: int, columns: int, kind: str) -> Any:
    """Room for rows of numbers."""
    if not IS_COMPILED:
        return [[0] * columns for _ in range(rows)]
    import numpy

    return numpy.zeros((rows, columns), kind)


def many_records(records: Sequence[Any], kind: type) -> Any:
    """Plain records as the kernel takes them: an array if compiled, else copies in a list."""
    if not IS_COMPILED:
        return [copy_record(record) for record in records]
    import numpy

    found = numpy.zeros(len(records), array_type(kind))
    for record, row in zip(records, found, strict=True):
        to_array(record, row)
    return found


def copy_races(races: Any) -> Any:
    """The same races in an array or list of their own."""
    return races.copy() if IS_COMPILED else [copy_record(race) for race in races]


def plain_race(races: Any, i: int) -> Race:
    """One race of a batch as a plain record: a copy if compiled, else itself."""
    race: Race = to_plain(Race, races[i]) if IS_COMPILED else races[i]
    return race


class OnRoad(Struct, frozen=True):
    """Where a car is."""

    pos: int
    line: bool
    place: int


class RoadView(Struct, frozen=True):
    """What of a race is read again and again."""

    rounds: int
    wrong: int
    cars: tuple[OnRoad, ...]  # Legends included


# ---------------------------------------------------------------- the batch


class Batch:
    """Races side by side; tracks, modules and numbers of seats may differ.

    `races` is a NumPy array of records if compiled, and what the batch hands out are its arrays,
    not copies. With `threads` the races are shared out; each race has its own chance, so that the
    result is the same. With `keep` the choices are kept, so that a race can be exported.
    """

    def __init__(
        self,
        tables: Sequence[Table],
        first_number: int = 0,
        *,
        threads: int = 1,
        keep: bool = False,
    ) -> None:
        if threads < 1:
            raise ValueError(f"a batch needs a thread at least, not {threads}")
        self.tables = tuple(tables)
        self.starts, self.texts, self.courses = read_tables(self.tables)
        self.races = copy_races(self.starts)
        n = len(self.tables)
        self.choices, self.counts = many_numbers(n), many_numbers(n)
        self.done = many_numbers(n, "int8")
        self.chosen = False  # whether `choices` are random options of the races as they are
        self.observed = False  # whether `masks` are those of the races as they are
        self.seen: Any = None
        self.masks: Any = None
        self.chance = no_draws()
        self.kept: list[list[int]] | None = [[] for _ in self.tables] if keep else None
        bounds = [n * part // threads for part in range(threads + 1)]
        self.parts = [slice(first, last) for first, last in pairwise(bounds) if first < last]
        self.pool = ThreadPoolExecutor(threads) if IS_COMPILED and threads > 1 else None
        self.reset(range(first_number, first_number + n))

    def share(self, work: Callable[[slice], int]) -> int:
        """Do the work for all races, in the threads; the sum of what they return."""
        if self.pool is None:
            return work(slice(None))
        return sum(self.pool.map(work, self.parts))

    def close(self) -> None:
        """End the threads."""
        if self.pool is not None:
            self.pool.shutdown()

    def reset(self, numbers: Sequence[int]) -> None:
        """Start every race, each by its number: the same number gives the same race."""
        if len(numbers) != len(self.races):
            raise ValueError(f"{len(self.races)} races, and {len(numbers)} numbers")
        given = many_numbers(len(numbers))
        for i, number in enumerate(numbers):
            if not 0 <= number <= MOST_NUMBER // 2:
                raise ValueError(f"the number of a race is 0 to {MOST_NUMBER // 2}, not {number}")
            given[i] = number
        self.chosen = self.observed = False
        if self.kept is not None:
            self.kept = [[] for _ in self.tables]
        if self.pool is None:
            ENTRIES.reset(self.races, self.starts, self.courses, given, self.chance)
        else:
            self.share(
                lambda part: ENTRIES.reset(
                    self.races[part], self.starts[part], self.courses, given[part], self.chance
                )
            )

    def count_options(self) -> Any:
        """The number of options in each race; 0 where it is over."""
        ENTRIES.count_all(self.races, self.courses, self.counts)
        return self.counts

    def observe(self) -> tuple[Any, Any]:
        """What the driver asked in each race sees, and the mask of the allowed actions: the numbers
        of the layout `heat-v1`, by race."""
        self.make_room()
        self.observed = True
        if self.pool is None:
            ENTRIES.observe(self.races, self.courses, self.seen, self.masks)
        else:
            self.share(
                lambda part: ENTRIES.observe(
                    self.races[part], self.courses, self.seen[part], self.masks[part]
                )
            )
        return self.seen, self.masks

    def make_room(self) -> None:
        """Arrays for observations and masks, when they are first asked for."""
        if self.seen is None:
            self.seen = many_rows(len(self.races), SIZE, "int16")
            self.masks = many_rows(len(self.races), ACTIONS, "int8")

    def step(self, choices: Any, *, again: bool = False, observe: bool = False) -> int:
        """One decision in each race that is not over, by the number of an option; how many were
        made. `done` then says which races ended in it. With `observe`, `seen` and `masks` are
        written as well: quicker than by `observe()`.

        With `again` a race that ends starts again with the next number: that of the race plus the
        number of races.
        """
        self.check_length(choices)
        if choices is self.choices and self.chosen:  # those of the batch itself
            return self.play(choices, by_id=False, again=again, observe=observe)
        counts = self.count_options()
        if IS_COMPILED:
            import numpy

            choices = numpy.asarray(choices)
            wrong = (((choices < 0) | (choices >= counts)) & (counts > 0)).nonzero()[0].tolist()
        else:
            wrong = [i for i, n in enumerate(counts) if n and not 0 <= choices[i] < n]
        if wrong:
            i = wrong[0]
            raise ValueError(f"race {i} has {counts[i]} options, and no number {choices[i]}")
        return self.play(choices, by_id=False, again=again, observe=observe)

    def step_actions(self, ids: Any, *, again: bool = False, observe: bool = False) -> int:
        """As `step`, by the action ids of the layout. The masks are checked, so they must be those
        of the races as they are: by `observe`."""
        self.check_length(ids)
        if not self.observed:
            raise ValueError("call observe() before step_actions(): its masks are checked")
        masks, counts = self.masks, self.count_options()
        if IS_COMPILED:
            import numpy

            ids = numpy.asarray(ids)
            out = (ids < 0) | (ids >= ACTIONS)
            allowed = masks[numpy.arange(len(ids)), numpy.where(out, 0, ids)] != 0
            wrong = ((out | ~allowed) & (counts > 0)).nonzero()[0].tolist()
        else:
            wrong = [
                i
                for i, n in enumerate(counts)
                if n and not (0 <= ids[i] < ACTIONS and masks[i][ids[i]])
            ]
        if wrong:
            raise ValueError(f"race {wrong[0]} does not allow the action {ids[wrong[0]]}")
        return self.play(ids, by_id=True, again=again, observe=observe)

    def check_length(self, choices: Any) -> None:
        if len(choices) != len(self.races):
            raise ValueError(f"{len(self.races)} races, and {len(choices)} choices")

    def play(self, choices: Any, *, by_id: bool, again: bool, observe: bool) -> int:
        """One decision in each race, which has been checked."""
        self.chosen, self.observed = False, observe
        if observe:
            self.make_room()
        if self.kept is not None:
            self.keep_choices(choices, by_id=by_id)
        stride = len(self.races) if again else 0
        if self.pool is None:
            return self.play_part(slice(None), choices, by_id, stride, observe)
        return self.share(lambda part: self.play_part(part, choices, by_id, stride, observe))

    def play_part(self, part: slice, choices: Any, by_id: bool, stride: int, observe: bool) -> int:
        """One decision in each race of a part."""
        whole = part == slice(None)
        rows = [self.races, self.starts, choices, self.done, self.seen, self.masks]
        if not whole:
            rows = [row if row is None else row[part] for row in rows]
        races, starts, given, done, seen, masks = rows
        plain = (races, starts, self.courses, given, by_id, done, self.chance, stride)
        if observe:
            return ENTRIES.step_and_observe(*plain, seen, masks)
        return ENTRIES.step(*plain)

    def step_at_random(self, *, again: bool = False, observe: bool = False) -> int:
        """`step` with the random options of `choose_at_random`, in one pass over the races."""
        if self.kept is not None:
            return self.step(self.choose_at_random(), again=again, observe=observe)
        self.chosen, self.observed = False, observe
        self.make_room()
        stride = len(self.races) if again else 0
        if self.pool is None:
            return self.random_part(slice(None), stride, observe)
        return self.share(lambda part: self.random_part(part, stride, observe))

    def random_part(self, part: slice, stride: int, observe: bool) -> int:
        """One random decision in each race of a part."""
        rows: list[Any] = [self.races, self.starts, self.done, self.seen, self.masks]
        if part != slice(None):
            rows = [row[part] for row in rows]
        races, starts, done, seen, masks = rows
        return ENTRIES.step_at_random(
            races,
            starts,
            self.courses,
            done,
            self.chance,
            stride=stride,
            observed=observe,
            seen=seen,
            masks=masks,
        )

    def choose_at_random(self) -> Any:
        """A random option for each race, by its own generator. These need no check in `step`,
        unless they are changed: then hand over a copy."""
        if self.pool is None:
            ENTRIES.choose(self.races, self.courses, self.choices)
        else:
            self.share(
                lambda part: ENTRIES.choose(self.races[part], self.courses, self.choices[part])
            )
        self.chosen = True
        return self.choices

    def finish_at_random(self) -> int:
        """Play every race to its end at random; how many decisions it took."""
        self.chosen = self.observed = False
        if self.pool is None:
            return ENTRIES.finish(self.races, self.courses, self.chance)
        return self.share(lambda part: ENTRIES.finish(self.races[part], self.courses, self.chance))

    # ------------------------------------------------------------ records

    def keep_choices(self, choices: Any, *, by_id: bool) -> None:
        """Keep the choices of a step; those of a race that starts again are for the new one."""
        assert self.kept is not None
        for i, counted in enumerate(self.count_options()):
            race = self.races[i]
            number = int(race["number"]) if IS_COMPILED else race.number
            kept = self.kept[i]
            if kept and kept[0] != number:
                kept.clear()
            if not kept:
                kept.append(number)
            if counted:
                kept.append(self.option_of(i, int(choices[i])) if by_id else int(choices[i]))

    def ids_of(self, i: int) -> list[int]:
        """The action ids of the options of a race, in their order."""
        race, ids = self.races[i], many_numbers(MOST_OPTIONS)
        seat, course = (race["seat"], race["course"]) if IS_COMPILED else (race.seat, race.course)
        n = ENTRIES.write_ids(race, self.courses[course], int(seat), ids)
        return [int(one) for one in ids[:n]]

    def id_of(self, i: int, choice: int) -> int:
        """The action id of an option."""
        return self.ids_of(i)[choice]

    def option_of(self, i: int, action: int) -> int:
        """The number of the option with an action id."""
        return self.ids_of(i).index(action)

    def export(self, spec: AnyGameSpec, i: int) -> AnyRecord:
        """A race as a record that the rules replay, as far as it was played in steps; while `again`
        is used, the one that is being played."""
        table = self.tables[i]
        if self.kept is None:
            raise BadOption("only a batch with keep=True can export its races")
        if isinstance(table, State):
            raise BadOption("a race from a position has no record of its beginning")
        options, seats = table
        number, choices = self.number_of(i), self.kept[i][1:]
        if self.kept[i] and self.kept[i][0] != number:  # it has just started again
            choices = []
        referee: AnyReferee = Referee(spec.game, options, seats, RaceGenerator(number))
        for choice in choices:
            ask = referee.asks[0]
            referee.play(ask.seat, ask.options[choice])
        record: AnyRecord = referee.record()
        return record

    def look(self, i: int) -> RoadView:
        """Where the cars of a race are; much quicker than `plain_race`."""
        if not IS_COMPILED:
            race: Any = self.races[i]
            cars = [OnRoad(car.pos, bool(car.line), car.place) for car in race.cars[: race.field]]
            return RoadView(race.rounds, race.wrong, tuple(cars))
        row = self.races[i]
        ends = row["cars"][: int(row["field"])]
        columns = zip(
            ends["pos"].tolist(), ends["line"].tolist(), ends["place"].tolist(), strict=True
        )
        cars = [OnRoad(pos, bool(line), place) for pos, line, place in columns]
        return RoadView(int(row["rounds"]), int(row["wrong"]), tuple(cars))

    def number_of(self, i: int) -> int:
        """The number by which a race was started."""
        race = self.races[i]
        return int(race["number"] if IS_COMPILED else race.number)


def read_tables(
    tables: Sequence[Table],
) -> tuple[Any, list[str], Any]:
    """The races of a batch before they start, the text of each course before the weather, and the
    courses. Each different table is read once: a batch on a GPU has a million races."""
    courses: list[Course] = []
    texts: list[str] = []
    numbers: dict[Options | str, int] = {}
    records: list[Race] = []
    rows: dict[tuple[Options, int] | int, int] = {}
    indices = []
    for table in tables:
        same = id(table) if isinstance(table, State) else table
        if same not in rows:
            rows[same] = len(records)
            race, key = read_table(table)
            if key not in numbers:
                numbers[key] = len(courses)
                texts.append(key if isinstance(key, str) else first_text(key))
                courses.append(build_tables(key) if isinstance(key, str) else build_course(key))
            race.course = numbers[key]
            records.append(race)
        indices.append(rows[same])
    found = many_records(records, Race)
    starts = found[indices] if IS_COMPILED else [copy_record(found[i]) for i in indices]
    return starts, texts, many_records(courses, Course)


def read_table(table: Table) -> tuple[Race, Options | str]:
    """A race before it starts, and its course: options, or the text of a position."""
    if isinstance(table, State):
        race, text = encode_state(table)
        race.placed = 1
        return race, text
    options, seats = table
    if not 1 <= seats <= MOST_CARS:
        raise BadSeats(f"Heat seats 1 to {MOST_CARS}, not {seats}")
    race = new_record(Race)
    race.seats = seats
    return race, options

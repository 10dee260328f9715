"""Layouts: what a seat knows and may do, as numbers for programs that learn.

A layout is declared once for each game, without an array library, and frozen: another order, size
or meaning of the numbers needs another version. `paddock.env` makes arrays of it.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from itertools import accumulate
from typing import Any, TypeAlias, get_args

from msgspec import Struct
from msgspec.structs import replace

from paddock.core.game import Ask
from paddock.core.seats import Seat

Read: TypeAlias = Callable[[Any, Seat], Iterable[int]]
"""The numbers of a part, from a view and its seat. What is missing at the end is 0."""
FindNumber: TypeAlias = Callable[[Any, Seat, Any], int]
"""The number of a move inside its block, from the view of the seat; -1: it has none."""

CHOICE_NUMBERS = 3
"""Numbers that describe an option without a fixed id, after its kind."""
LARGEST = 1_000_000
"""Larger numbers of such an option, or of what a question tells, are cut."""


MAX_KNOWN_ROWS = 1 << 16
TOLD = 6
"""Numbers that a question tells, for games that show them."""
FLAG = (0, 1)


class Bounds(Struct, frozen=True):
    """A number of a part: its name, the least and the greatest value."""

    name: str
    low: int
    high: int


class Part(Struct, frozen=True):
    """Neighbouring numbers of an observation: rows of the same columns."""

    name: str
    rows: int
    columns: tuple[Bounds, ...]
    read: Read

    @property
    def size(self) -> int:
        return self.rows * len(self.columns)


class Block(Struct, frozen=True):
    """The ids of one kind of move: one for each combination of its fields."""

    kind: str
    columns: tuple[Bounds, ...] = ()  # the fields; with `find`, what the number says
    find: FindNumber | None = None

    @property
    def size(self) -> int:
        size = 1
        for column in self.columns:
            size *= column.high - column.low + 1
        return size

    def number(self, view: Any, seat: Seat, move: Any) -> int:
        """The number of a move inside the block, or -1."""
        if self.find is not None:
            return self.find(view, seat, move)
        found = 0
        for column in self.columns:
            value = int(getattr(move, column.name))
            if not column.low <= value <= column.high:
                return -1
            found = found * (column.high - column.low + 1) + value - column.low
        return found


def part(name: str, read: Read, /, **columns: tuple[int, int]) -> Part:
    """Numbers that exist once."""
    return table(name, 1, read, **columns)


def table(name: str, rows: int, read: Read, /, **columns: tuple[int, int]) -> Part:
    """Rows of numbers, such as one for each car."""
    return Part(name, rows, bounds_of(columns), read)


def counts(name: str, kinds: int, most: int, read: Read) -> Part:
    """How many there are of each kind."""
    return Part(name, kinds, (Bounds("count", 0, most),), read)


def block(kind: type, /, **columns: tuple[int, int]) -> Block:
    """The ids of a kind of move by its fields."""
    return Block(kind.__name__, bounds_of(columns))


def numbered_block(kind: type, size: int, find: FindNumber) -> Block:
    """The ids of a kind of move whose number depends on the view."""
    return Block(kind.__name__, (Bounds("number", 0, size - 1),), find)


def bounds_of(columns: dict[str, tuple[int, int]]) -> tuple[Bounds, ...]:
    return tuple(Bounds(name, low, high) for name, (low, high) in columns.items())


class Layout(Struct, frozen=True, dict=True):
    """The numbers of a game: an observation, and ids for all moves.

    An observation is the question (one number for each, 1 if it is asked), the parts in their
    order, and a row for each option without a fixed id. An id belongs to a block, or says which
    option of the ask is meant (`choices`).
    """

    version: str
    questions: tuple[str, ...]
    parts: tuple[Part, ...]
    blocks: tuple[Block, ...]
    choices: int = 0
    choice_kinds: tuple[str, ...] = ()
    largest: int = LARGEST  # of the numbers of an option or question
    told: int = 0  # numbers that a question tells, such as what is owed

    # ------------------------------------------------------------ the observation

    @cached_property
    def all_parts(self) -> tuple[Part, ...]:
        """The parts with the question before and the choices after them."""
        most = self.largest
        found = [Part("question", len(self.questions), (Bounds("asked", 0, 1),), read_nothing)]
        if self.told:
            found.append(Part("told", self.told, (Bounds("number", -most, most),), read_nothing))
        found += self.parts
        if self.choices:
            numbers = [Bounds(f"number_{n}", -most, most) for n in range(1, CHOICE_NUMBERS + 1)]
            kind = Bounds("kind", 0, len(self.choice_kinds))
            found.append(Part("choices", self.choices, (kind, *numbers), read_nothing))
        return tuple(found)

    @cached_property
    def size(self) -> int:
        """How many numbers an observation has."""
        return sum(part.size for part in self.all_parts)

    @cached_property
    def starts(self) -> dict[str, int]:
        """The index of the first number of each part."""
        sizes = accumulate((part.size for part in self.all_parts), initial=0)
        return {part.name: start for part, start in zip(self.all_parts, sizes, strict=False)}

    @cached_property
    def bounds(self) -> tuple[Bounds, ...]:
        """The bounds of every number of an observation."""
        return tuple(
            column for part in self.all_parts for _ in range(part.rows) for column in part.columns
        )

    def observe(self, view: Any, seat: Seat, ask: Ask[Any] | None) -> list[int]:
        """What a seat knows and is asked, as numbers."""
        numbers = [0] * len(self.questions)
        if ask is not None:
            numbers[self.question_numbers[ask.question.prompt]] = 1
        if self.told:
            numbers += self.fit_numbers(() if ask is None else ask.args, self.told)
        for part in self.parts:
            before = len(numbers)
            numbers += part.read(view, seat)
            short = before + part.size - len(numbers)
            if short:
                if short < 0:
                    raise ValueError(f"{self.version}: {-short} numbers too many in {part.name}")
                numbers += [0] * short
        if self.choices:
            if ask is not None:
                self.describe_choices(ask, numbers)
            numbers += [0] * (self.size - len(numbers))
        return numbers

    @cached_property
    def question_numbers(self) -> dict[str, int]:
        return {prompt: n for n, prompt in enumerate(self.questions)}

    def describe_choices(self, ask: Ask[Any], numbers: list[int]) -> None:
        """Add a row for each option of the ask; an option with a fixed id has a row of zeros."""
        known = self.known_rows
        for move in ask.candidates[: self.choices]:
            row = known.get(move)
            numbers += self.describe_choice(move) if row is None else row

    def describe_choice(self, move: Any) -> list[int]:
        """The kind of a move and its first numbers; zeros for a move with a fixed id."""
        if len(self.known_rows) >= MAX_KNOWN_ROWS:
            self.known_rows.clear()
        kind = self.choice_numbers.get(type(move).__name__, 0)
        row = self.known_rows[move] = [
            kind,
            *self.fit_numbers(move if kind else (), CHOICE_NUMBERS),
        ]
        return row

    @cached_property
    def known_rows(self) -> dict[Any, list[int]]:
        """Rows of options described before."""
        return {}

    def fit_numbers(self, value: Any, size: int) -> list[int]:
        """The first numbers in a value, within the bounds."""
        found = [max(-self.largest, min(self.largest, n)) for n in numbers_of(value)][:size]
        return found + [0] * (size - len(found))

    @cached_property
    def choice_numbers(self) -> dict[str, int]:
        return {kind: n for n, kind in enumerate(self.choice_kinds, 1)}

    # ------------------------------------------------------------ the actions

    @cached_property
    def first_choice(self) -> int:
        """The id of the first option of an ask that has no fixed id."""
        return sum(block.size for block in self.blocks)

    @cached_property
    def actions(self) -> int:
        """How many ids there are."""
        return self.first_choice + self.choices

    @cached_property
    def first_ids(self) -> dict[str, int]:
        """The first id of each block, by the kind of its moves."""
        sizes = accumulate((block.size for block in self.blocks), initial=0)
        return {block.kind: start for block, start in zip(self.blocks, sizes, strict=False)}

    @cached_property
    def block_of(self) -> dict[str, tuple[int, Block]]:
        return {block.kind: (self.first_ids[block.kind], block) for block in self.blocks}

    @cached_property
    def known_ids(self) -> dict[Any, int]:
        """Ids found before, of moves whose id depends on nothing else."""
        return {}

    def action_ids(self, view: Any, ask: Ask[Any]) -> list[int]:
        """The id of each option (of an amount: of each candidate); -1: it has none."""
        known, first = self.known_ids, self.first_choice
        ids = []
        for n, move in enumerate(ask.candidates):
            found = known.get(move)
            if found is None:
                found = self.find_id(view, ask.seat, move)
            if found < 0:
                found = first + n if n < self.choices else -1
            ids.append(found)
        return ids

    def find_id(self, view: Any, seat: Seat, move: Any) -> int:
        """The fixed id of a move, or -1."""
        start, block = self.block_of.get(type(move).__name__, (0, None))
        if block is None:
            return -1
        number = block.number(view, seat, move)
        found = start + number if number >= 0 else -1
        if block.find is None:
            self.known_ids[move] = found
        return found

    # ------------------------------------------------------------ the frozen text

    def describe(self) -> Iterator[str]:
        """The layout as lines of text, which a test compares with the frozen ones."""
        yield f"{self.version}: {self.size} numbers, {self.actions} actions"
        yield f"  questions: {' '.join(self.questions)}"
        for part in self.all_parts:
            columns = " ".join(f"{c.name}={c.low}..{c.high}" for c in part.columns)
            yield f"  {self.starts[part.name]} {part.name}: {part.rows} x {columns}"
        for block in self.blocks:
            fields = " ".join(f"{c.name}={c.low}..{c.high}" for c in block.columns)
            yield f"  action {self.first_ids[block.kind]} {block.kind}: {fields or 'one'}"
        if self.choices:
            kinds = " ".join(self.choice_kinds)
            yield f"  action {self.first_choice} choice: {self.choices} of {kinds}"


def read_nothing(view: Any, seat: Seat) -> Iterable[int]:
    return ()


def numbers_of(value: Any) -> Iterator[int]:
    """The numbers in a move: its fields in their order, those of tuples and parts too."""
    if value is None:
        yield -1
    elif isinstance(value, enum.Enum):
        yield list(type(value)).index(value)
    elif isinstance(value, int):
        yield int(value)
    elif isinstance(value, tuple | list):
        for one in value:
            yield from numbers_of(one)
    elif isinstance(value, str):
        yield 0
    elif isinstance(value, Struct):
        for name in value.__struct_fields__:
            yield from numbers_of(getattr(value, name))


def own_rows(layout: Layout, view: Any, seat: Seat) -> Iterator[tuple[str, dict[str, int]]]:
    """The numbers of the seat itself: the name of a part, and its row by column, without zeros.

    Of a table this is the first row, or those that say `mine`. Parts of one column are left out:
    cards and spaces.
    """
    for part in layout.parts:
        names = [column.name for column in part.columns]
        if len(names) == 1:
            continue
        numbers = [int(number) for number in part.read(view, seat)]
        rows = [numbers[at : at + len(names)] for at in range(0, len(numbers), len(names))]
        own = [row for row in rows if row[names.index("mine")]] if "mine" in names else rows[:1]
        for row in own:
            yield part.name, {name: n for name, n in zip(names, row, strict=False) if n}


def seats_from(seat: Seat, seats: int) -> list[Seat]:
    """All seats, beginning with this one."""
    return [*range(seat, seats), *range(min(seat, seats))]


def kinds_of(moves: Any) -> tuple[str, ...]:
    """The names of the kinds in a union of moves."""
    return tuple(kind.__name__ for kind in get_args(moves) or (moves,))


def nested_layout(
    version: str,
    race: Layout,
    inner: Callable[[Any], Any],
    *,
    moves: Any,
    questions: tuple[str, ...] = (),
    parts: tuple[Part, ...] = (),
    blocks: tuple[Block, ...] = (),
    choices: int = 0,
) -> Layout:
    """The layout of a mode: its own parts, then those of its race. `inner` gives the race's view in
    that of the mode, or None. Moves without a block are choices."""
    own = {block.kind for block in (*blocks, *race.blocks)}
    named = tuple(kind for kind in kinds_of(moves) if kind not in own)
    more = tuple(prompt for prompt in questions if prompt not in race.questions)
    return Layout(
        version=version,
        questions=(*race.questions, *more),
        parts=(*parts, *[nested_part(part, inner) for part in race.parts]),
        blocks=(*blocks, *[nested_block(block, inner) for block in race.blocks]),
        choices=max(choices, race.choices),
        choice_kinds=named,
        told=TOLD,
    )


def nested_part(part: Part, inner: Callable[[Any], Any]) -> Part:
    read = part.read

    def read_inside(view: Any, seat: Seat) -> Iterable[int]:
        now = inner(view)
        return () if now is None else read(now, seat)

    columns = [replace(c, low=min(c.low, 0), high=max(c.high, 0)) for c in part.columns]
    return replace(part, columns=tuple(columns), read=read_inside)


def nested_block(block: Block, inner: Callable[[Any], Any]) -> Block:
    find = block.find
    if find is None:
        return block

    def find_inside(view: Any, seat: Seat, move: Any) -> int:
        now = inner(view)
        return -1 if now is None else find(now, seat, move)

    return replace(block, find=find_inside)

"""Perft: the number of distinct lines to a depth, from positions whose count was checked by hand.

A line is a run of decisions with what chance made of them. Each different face that chance can
turn up is a line of its own; with `dice` in the position chance is scripted instead and adds no
lines (what the script leaves open takes the first face). Where several seats are asked at once the
first of them decides first: sealed answers commute, so other orders would count the same line
again. A race that ends earlier is one line.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from paddock import games
from paddock.core.chance import Chance, ScriptedChance
from paddock.core.errors import PaddockError, RulesBug, UnreadableScenario
from paddock.core.game_spec import AnyGameSpec
from paddock.core.seats import Seat
from paddock.verify.scenario import (
    Find,
    Position,
    Table,
    complaint,
    describe_crash,
    read_toml,
    script,
    spec_of,
)


class Count(Position, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A position, and how many lines of a depth it has."""

    depth: int
    count: int


class File(Struct, frozen=True, forbid_unknown_fields=True):
    position: tuple[Count, ...]
    game: str = ""


class CountResult(Struct, frozen=True):
    """What a count came to."""

    name: str
    expected: int
    found: int
    problem: str = ""

    @property
    def problems(self) -> tuple[str, ...]:
        """What is wrong, in a line."""
        if self.problem:
            return (self.problem,)
        if self.expected != self.found:
            return (f"lines: expected {self.expected}, found {self.found}",)
        return ()

    @property
    def passed(self) -> bool:
        return not self.problems


def run_file(path: Path, find: Find = games.find_spec) -> list[CountResult]:
    """Every position of a file."""
    tree = read_toml(path)
    try:
        file = msgspec.convert(tree, File)
    except msgspec.ValidationError as wrong:
        raise UnreadableScenario(f"{path}: {complaint(wrong, tree)}") from None
    return [run(spec_of(path, at.game or file.game, find), at) for at in file.position]


def run(spec: AnyGameSpec, at: Count) -> CountResult:
    """Count the lines of a position."""
    table = Table(spec, at)
    try:
        table.set_up()
        left = None if at.dice is None else script(at)
        return CountResult(at.name, at.count, count_lines(spec, table.state, at.depth, left))
    except (PaddockError, RulesBug) as wrong:
        return CountResult(at.name, at.count, 0, str(wrong))
    except Exception as wrong:  # one crash must not hide the other counts
        return CountResult(at.name, at.count, 0, describe_crash(wrong))


Script = Mapping[str, Sequence[str]]


def count_lines(spec: AnyGameSpec, state: Any, depth: int, left: Script | None = None) -> int:
    """The lines from a state on: by every face of chance, or by what is left of a script."""
    asks = spec.game.asks(state)
    if not depth or not asks:
        return 1
    seat = asks[0].seat
    ways = all_steps(spec, state, seat) if left is None else scripted_steps(spec, state, seat, left)
    return sum(count_lines(spec, after, depth - 1, rest) for after, rest in ways)


def all_steps(spec: AnyGameSpec, state: Any, seat: Seat) -> Iterator[tuple[Any, None]]:
    """Every option of a seat with every face."""
    for move in options(spec, state, seat):
        faces = AllFaces(spec)
        while True:
            yield play(spec, state, seat, move, faces), None
            if not faces.next_run():
                break


def scripted_steps(
    spec: AnyGameSpec, state: Any, seat: Seat, left: Script
) -> Iterator[tuple[Any, Script]]:
    """Every option of a seat with the faces that the script has."""
    for move in options(spec, state, seat):
        chance = ScriptedChance(left, spec.notation.face)
        after = play(spec, state, seat, move, chance)
        used = [label for label, _ in chance.drawn]
        yield after, {label: faces[used.count(label) :] for label, faces in left.items()}


def play(spec: AnyGameSpec, state: Any, seat: Seat, move: Any, chance: Chance) -> Any:
    return spec.game.play(state, seat, move, chance).state


def options(spec: AnyGameSpec, state: Any, seat: Seat) -> Iterator[Any]:
    yield from next(ask for ask in spec.game.asks(state) if ask.seat == seat).options


class AllFaces:
    """Chance that goes through all its different faces, one run after another."""

    def __init__(self, spec: AnyGameSpec) -> None:
        self._face = spec.notation.face
        self._taken: list[int] = []  # which of the different faces, draw by draw
        self._among: list[int] = []  # of how many
        self._at = 0

    def pick(self, faces: Sequence[object], label: str, to: Seat | None = None) -> int:
        different: dict[str, int] = {}
        for index, face in enumerate(faces):
            different.setdefault(self._face(label, face), index)
        if self._at == len(self._taken):
            self._taken.append(0)
            self._among.append(len(different))
        chosen = list(different.values())[self._taken[self._at]]
        self._at += 1
        return chosen

    def next_run(self) -> bool:
        """Go on to the next run; False when all were seen."""
        self._at = 0
        while self._taken:
            self._taken[-1] += 1
            if self._taken[-1] < self._among[-1]:
                return True
            self._taken.pop()
            self._among.pop()
        return False

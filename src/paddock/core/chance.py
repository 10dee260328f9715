"""Random draws, passed in by the caller and recorded: one method, `pick`, and its
implementations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol, TypeAlias, TypeVar

from paddock.core.errors import WrongDraw
from paddock.core.seats import Seat

T = TypeVar("T")

Draw: TypeAlias = tuple[str, int, int]
"""A recorded draw: its label, the number of faces, the index drawn."""


class Chance(Protocol):
    """The source of randomness that the rules may use."""

    def pick(self, faces: Sequence[object], label: str, to: Seat | None = None) -> int:
        """Draw an index into the faces. `to` names the seat whose secret the result is."""
        ...


class Generator(Protocol):
    """The one method needed of a random number generator."""

    def random(self) -> float: ...


class Dealer:
    """Draws and records every draw: for races that are stored."""

    __slots__ = ("_random", "draws", "generator")

    def __init__(self, generator: Generator) -> None:
        self.generator, self._random = generator, generator.random
        self.draws: list[Draw] = []

    def pick(self, faces: Sequence[object], label: str, to: Seat | None = None) -> int:
        among = len(faces)
        index = int(self._random() * among)
        self.draws.append((label, among, index))
        return index


class ReplayedDealer(Dealer):
    """Repeats earlier draws label by label, in their order, while some are left. If the number of
    faces differs, it takes the face at the same relative position."""

    __slots__ = ("_left",)

    def __init__(self, generator: Generator, before: Iterable[Draw], drawn: Iterable[Draw]) -> None:
        super().__init__(generator)
        self._left: dict[str, list[Draw]] = {}
        for draw in before:
            self._left.setdefault(draw[0], []).append(draw)
        for label, _, _ in drawn:  # meanwhile
            del self._left.get(label, [])[:1]

    def pick(self, faces: Sequence[object], label: str, to: Seat | None = None) -> int:
        left = self._left.get(label)
        if not left:
            return super().pick(faces, label, to)
        _, was_among, index = left.pop(0)
        among = len(faces)
        index = index if among == was_among else index * among // was_among
        self.draws.append((label, among, index))
        return index


class UnrecordedChance:
    """Draws without recording: for playouts, whose draws are never needed again."""

    __slots__ = ("_random",)

    def __init__(self, generator: Generator) -> None:
        self._random = generator.random

    def pick(self, faces: Sequence[object], label: str, to: Seat | None = None) -> int:
        return int(self._random() * len(faces))


UNIFORM_STEPS = range(1 << 30)


class RepeatableChance:
    """Draws that can be rewound: every option tried in an imagined state gets the same ones."""

    __slots__ = ("_at", "_source", "_values")

    def __init__(self, source: Chance) -> None:
        self._source, self._at = source, 0
        self._values: list[float] = []

    @property
    def untouched(self) -> bool:
        """Whether nothing was drawn since the last rewind."""
        return not self._at

    def rewind(self) -> None:
        self._at = 0

    def pick(self, faces: Sequence[object], label: str, to: Seat | None = None) -> int:
        at = self._at
        self._at = at + 1
        if at == len(self._values):
            self._values.append(self._source.pick(UNIFORM_STEPS, "bot") / len(UNIFORM_STEPS))
        return int(self._values[at] * len(faces))


class RecordedChance:
    """Repeats the draws of a record, and checks that the rules ask for the same ones."""

    __slots__ = ("_draws",)

    def __init__(self, draws: Iterable[Draw]) -> None:
        self._draws = iter(draws)

    def pick(self, faces: Sequence[object], label: str, to: Seat | None = None) -> int:
        draw = next(self._draws, None)
        if draw is None:
            raise WrongDraw(f"the rules ask for {label!r} of {len(faces)}, the record has no draw")
        if draw[0] != label or draw[1] != len(faces) or not 0 <= draw[2] < draw[1]:
            raise WrongDraw(f"the rules ask for {label!r} of {len(faces)}, the record has {draw}")
        return draw[2]

    def check_all_used(self) -> None:
        """Raise an error if a draw is left over."""
        left = next(self._draws, None)
        if left is not None:
            raise WrongDraw(f"the record has a draw nobody asked for: {left}")


class RecordingChance:
    """Takes its draws from another source, checks them and records them."""

    __slots__ = ("_source", "draws")

    def __init__(self, source: Chance) -> None:
        self._source = source
        self.draws: list[Draw] = []

    def pick(self, faces: Sequence[object], label: str, to: Seat | None = None) -> int:
        index, among = self._source.pick(faces, label, to), len(faces)
        if type(index) is not int or not 0 <= index < among:
            raise WrongDraw(f"the rules ask for {label!r} of {among}, and {index!r} was drawn")
        self.draws.append((label, among, index))
        return index


class Face(Protocol):
    """The name of a face in a scenario, given the label of the draw."""

    def __call__(self, label: str, face: object, /) -> str: ...


class ScriptedChance:
    """Draws the faces that a scenario names, by label and in order.

    Draws that the script leaves open take the first face.
    """

    def __init__(self, script: Mapping[str, Sequence[str]], face: Face) -> None:
        self._script = {label: list(faces) for label, faces in script.items()}
        self._face = face
        self.drawn: list[tuple[str, str]] = []

    def pick(self, faces: Sequence[object], label: str, to: Seat | None = None) -> int:
        wanted = self._script.get(label)
        if not wanted:
            self.drawn.append((label, self._face(label, faces[0])))
            return 0
        name = wanted.pop(0)
        for index, face in enumerate(faces):
            if self._face(label, face) == name:
                self.drawn.append((label, name))
                return index
        there = sorted({self._face(label, face) for face in faces})
        raise WrongDraw(f"{label!r}: no {name} among {', '.join(there)}")

    @property
    def unused(self) -> dict[str, list[str]]:
        """Scripted faces that were not drawn yet."""
        return {label: faces for label, faces in self._script.items() if faces}

    def check_all_used(self) -> None:
        """Raise an error if a scripted face was never drawn."""
        if self.unused:
            raise WrongDraw(f"scripted and never drawn: {self.unused}")


class ChanceNeeded(Exception):
    """Raised by `NoChance`: the move needs a draw."""


class NoChance:
    """Refuses to draw: to find out whether a move would."""

    __slots__ = ()

    def pick(self, faces: Sequence[object], label: str, to: Seat | None = None) -> int:
        raise ChanceNeeded


def pick_one(chance: Chance, faces: Sequence[T], label: str, to: Seat | None = None) -> T:
    """Draw one of the faces."""
    return faces[chance.pick(faces, label, to)]


def shuffle(
    chance: Chance, cards: Iterable[T], label: str, to: Seat | None = None
) -> tuple[T, ...]:
    """All cards in random order. Prefer a bag where the order stays unknown to every player."""
    rest, out = list(cards), []
    while len(rest) > 1:
        out.append(rest.pop(chance.pick(rest, label, to)))
    return (*out, *rest)

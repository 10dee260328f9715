"""Luck that can be wound back."""

from __future__ import annotations

from collections.abc import Sequence

from paddock.core.chance import Chance
from paddock.core.seats import Seat

GRAIN = range(1 << 30)


class Tape:
    """The same luck for every option tried in a world."""

    __slots__ = ("_at", "_source", "_values")

    def __init__(self, source: Chance) -> None:
        self._source, self._at = source, 0
        self._values: list[float] = []

    def rewind(self) -> None:
        self._at = 0

    def pick(self, faces: Sequence[object], label: str, to: Seat | None = None) -> int:
        at = self._at
        self._at = at + 1
        if at == len(self._values):
            self._values.append(self._source.pick(GRAIN, "bot") / len(GRAIN))
        return int(self._values[at] * len(faces))

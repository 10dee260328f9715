"""Draws for comparisons: stratified, or equal for equal labels."""

from __future__ import annotations

from collections.abc import Sequence

from paddock.core.chance import UNIFORM_STEPS, Chance
from paddock.core.seats import Seat


class StratifiedChance:
    """Stratified sampling for a number of tries: each draw is as likely as ever, but over all tries
    it falls once into every layer. This reduces the variance of the mean."""

    __slots__ = ("_at", "_orders", "_source", "_try", "tries")

    def __init__(self, source: Chance, tries: int) -> None:
        self._source, self.tries = source, tries
        self._at, self._try = 0, -1
        self._orders: list[list[int]] = []  # of each draw: in which layer it lies, try by try

    def next_try(self) -> None:
        """Start the next try."""
        self._at, self._try = 0, self._try + 1

    def pick(self, faces: Sequence[object], label: str, to: Seat | None = None) -> int:
        if self._at == len(self._orders):
            left, order = list(range(self.tries)), []
            while left:
                order.append(left.pop(self._source.pick(left, "bot")))
            self._orders.append(order)
        layer = self._orders[self._at][self._try]
        self._at += 1
        within = self._source.pick(UNIFORM_STEPS, "bot") / len(UNIFORM_STEPS)
        return int((layer + within) / self.tries * len(faces))


class LabelledChance:
    """Draws that can be rewound, kept by label and seat: after another choice a seat still gets the
    same dice at its next corner, and the same cards."""

    __slots__ = ("_at", "_source", "_values", "untouched")

    def __init__(self, source: Chance) -> None:
        self._source = source
        self._values: dict[tuple[str, Seat | None], list[float]] = {}
        self._at: dict[tuple[str, Seat | None], int] = {}
        self.untouched = True  # whether nothing was drawn since it was wound back

    def rewind(self) -> None:
        self._at.clear()
        self.untouched = True

    def pick(self, faces: Sequence[object], label: str, to: Seat | None = None) -> int:
        self.untouched = False
        key = label, to
        values, at = self._values.setdefault(key, []), self._at.get(key, 0)
        self._at[key] = at + 1
        if at == len(values):
            values.append(self._source.pick(UNIFORM_STEPS, "bot") / len(UNIFORM_STEPS))
        return int(values[at] * len(faces))

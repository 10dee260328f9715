"""What was worked out once and will be asked for again."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Memo(dict[K, V]):
    """Values by what they were worked out from; when it is full it forgets them all.

    A plain lookup: it makes no key, and touches no neighbours as a cache that keeps order would.
    """

    __slots__ = ("make", "most")

    def __init__(self, make: Callable[[K], V], most: int) -> None:
        self.make, self.most = make, most

    def __missing__(self, key: K) -> V:
        if len(self) >= self.most:
            self.clear()
        self[key] = found = self.make(key)
        return found

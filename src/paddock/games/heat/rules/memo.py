"""A cache for functions of one argument that are called very often."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Memo(dict[K, V]):
    """Cache of computed values by key; it is cleared when full.

    A dict lookup is faster than `functools.lru_cache`, which builds a key and keeps an order.
    """

    __slots__ = ("compute", "max_size")

    def __init__(self, compute: Callable[[K], V], max_size: int) -> None:
        self.compute, self.max_size = compute, max_size

    def __missing__(self, key: K) -> V:
        if len(self) >= self.max_size:
            self.clear()
        self[key] = value = self.compute(key)
        return value

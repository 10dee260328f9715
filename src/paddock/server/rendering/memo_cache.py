"""Cache of rendered parts of a table, keyed by what they depend on."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

T = TypeVar("T")

MAX_ENTRIES = 200  # per table


class MemoCache:
    """Cached values with their dependencies."""

    def __init__(self) -> None:
        self.entries: dict[Hashable, tuple[object, Any]] = {}

    def get(self, what: Hashable, depends: object, say: Callable[[], T]) -> T:
        """The cached value if its dependencies are equal, else a new one."""
        found = self.entries.get(what)
        if found is not None and found[0] == depends:
            known: T = found[1]
            return known
        if len(self.entries) >= MAX_ENTRIES:
            self.entries.clear()
        said = say()
        self.entries[what] = depends, said
        return said

    def drop(self, what: Hashable) -> None:
        self.entries.pop(what, None)

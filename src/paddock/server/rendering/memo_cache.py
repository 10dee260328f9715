"""What was said of a table at an earlier moment: it is said again where nothing has changed."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

T = TypeVar("T")

MAX_ENTRIES = 200  # things that are kept of a table


class MemoCache:
    """What was said, and on what it depended."""

    def __init__(self) -> None:
        self.entries: dict[Hashable, tuple[object, Any]] = {}

    def get(self, what: Hashable, depends: object, say: Callable[[], T]) -> T:
        """What was said of this when everything it depends on was the same; or it is said anew."""
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

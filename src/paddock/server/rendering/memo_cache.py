"""What was said of a table at an earlier moment: it is said again where nothing has changed."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

T = TypeVar("T")

MOST = 200  # things that are kept of a table


class MemoCache:
    """What was said, and on what it depended."""

    def __init__(self) -> None:
        self.said: dict[Hashable, tuple[object, Any]] = {}

    def say(self, what: Hashable, depends: object, say: Callable[[], T]) -> T:
        """What was said of this when everything it depends on was the same; or it is said anew."""
        found = self.said.get(what)
        if found is not None and found[0] == depends:
            known: T = found[1]
            return known
        if len(self.said) >= MOST:
            self.said.clear()
        said = say()
        self.said[what] = depends, said
        return said

    def forget(self, what: Hashable) -> None:
        self.said.pop(what, None)

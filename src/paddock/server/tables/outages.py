"""The time when no process was there, or none could save: it does not count on anybody's clock."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

Outage: TypeAlias = tuple[int, int]
"""When it began and when it ended, in milliseconds."""


class Outages:
    """Those that are known here, the first first: the same in all processes within a second."""

    def __init__(self, known: Sequence[Outage] = ()) -> None:
        self.known = list(known)

    def between(self, began: int, ended: int) -> int:
        """Milliseconds that do not count of a time."""
        return sum(until - at for at, until in self.known if began <= at < ended)

    def later(self, began: int, deadline: int) -> int:
        """A deadline that was set then, and was put off by every outage that came before it."""
        for at, until in self.known:
            if began <= at < deadline:
                deadline += until - at
        return deadline

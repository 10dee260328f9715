"""Outages: times without a process that could save. They do not count on clocks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

Outage: TypeAlias = tuple[int, int]
"""Start and end, in milliseconds."""


class Outages:
    """Known outages in order; equal in all processes within a second."""

    def __init__(self, known: Sequence[Outage] = ()) -> None:
        self.known = list(known)

    def between(self, began: int, ended: int) -> int:
        """Milliseconds of a time span that do not count."""
        return sum(until - at for at, until in self.known if began <= at < ended)

    def later(self, began: int, deadline: int) -> int:
        """A deadline extended by every outage before it."""
        for at, until in self.known:
            if began <= at < deadline:
                deadline += until - at
        return deadline

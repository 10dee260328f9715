"""Places at the table, and the names of those who sit there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

Seat: TypeAlias = int
"""A place at the table, counted from 0. Negative numbers stand for cars that nobody drives."""

Names: TypeAlias = Sequence[str]
"""What each seat is called, by seat."""

Language: TypeAlias = str
"""A language by its tag: `paddock.core.languages` knows which there are."""


def numbered_names(seats: int) -> tuple[str, ...]:
    """The names that need no people: p1, p2, p3."""
    return tuple(f"p{seat + 1}" for seat in range(seats))

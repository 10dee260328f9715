"""Seats at the table, and their names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

Seat: TypeAlias = int
"""A seat, counted from 0. Negative numbers are cars without a player."""

Names: TypeAlias = Sequence[str]
"""The name of each seat."""

Language: TypeAlias = str
"""A language tag: `paddock.core.languages` lists the supported ones."""


def numbered_names(seats: int) -> tuple[str, ...]:
    """Default names: p1, p2, p3."""
    return tuple(f"p{seat + 1}" for seat in range(seats))

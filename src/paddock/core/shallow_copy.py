"""The same thing once more, to change one and keep the other."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def shallow_copy(of: T) -> T:
    """As `copy.copy`, for what keeps its fields in a dictionary; much quicker."""
    made = object.__new__(type(of))
    vars(made).update(vars(of))
    return made

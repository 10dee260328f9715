"""A fast shallow copy."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def shallow_copy(of: T) -> T:
    """Like `copy.copy` for objects with a `__dict__`, but much faster."""
    made = object.__new__(type(of))
    vars(made).update(vars(of))
    return made

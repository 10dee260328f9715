"""Memory that nobody needs any more and that the C library keeps: races that are put away leave
gaps between what stays, and gaps are given back to the system only when it is told to."""

from __future__ import annotations

import ctypes
import functools
from collections.abc import Callable

EVERY = 60.0
"""Seconds after which it is given back again."""


@functools.cache
def trimmer() -> Callable[[int], int] | None:
    """What gives it back; none where the C library is another one."""
    try:
        found: Callable[[int], int] = ctypes.CDLL(None).malloc_trim
    except (OSError, AttributeError, TypeError):
        return None
    return found


def give_back() -> None:
    """Takes some milliseconds, in which others go on: call it in a thread."""
    trim = trimmer()
    if trim is not None:
        trim(0)

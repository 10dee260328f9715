"""Memory that nobody needs any more. Sockets that were closed leave rings behind, which stay until
they are searched for; races that are put away leave gaps between what stays, which the C library
gives back to the system only when it is told to."""

from __future__ import annotations

import ctypes
import functools
import gc
from collections.abc import Callable

TRIM_EVERY_SECONDS = 60.0
"""Seconds after which it is given back again."""
GC_MAX_TABLES = 200
"""Tables with which a search for rings takes no longer than a tenth of a second, in which all wait;
with more it is left to Python when to search."""


@functools.cache
def trimmer() -> Callable[[int], int] | None:
    """What gives it back; none where the C library is another one."""
    try:
        found: Callable[[int], int] = ctypes.CDLL(None).malloc_trim
    except (OSError, AttributeError, TypeError):
        return None
    return found


def trim_memory(tables: int = 0) -> None:
    """With so many tables open. To trim takes some milliseconds, in which others go on: call it in
    a thread."""
    if tables <= GC_MAX_TABLES:
        gc.collect()
    trim = trimmer()
    if trim is not None:
        trim(0)

"""Return freed memory to the system: collect reference cycles, then malloc_trim. Closed sockets
leave reference cycles, and closed tables leave gaps that glibc keeps."""

from __future__ import annotations

import ctypes
import functools
import gc
import os
from collections.abc import Callable
from pathlib import Path

TRIM_EVERY_SECONDS = 60.0
"""Interval between two trims."""
GC_MAX_TABLES = 200
"""A full collection stops all threads: up to 0.1 s with this number of tables. With more it is left
to Python."""


def memory_bytes() -> int:
    """Resident memory of this process; 0 on systems without /proc."""
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    except (OSError, ValueError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


@functools.cache
def trimmer() -> Callable[[int], int] | None:
    """malloc_trim of glibc; none with another C library."""
    try:
        found: Callable[[int], int] = ctypes.CDLL(None).malloc_trim
    except (OSError, AttributeError, TypeError):
        return None
    return found


def trim_memory(tables: int = 0) -> None:
    """Collect (if few tables are open) and trim. Takes milliseconds without the GIL: call it in a
    thread."""
    if tables <= GC_MAX_TABLES:
        gc.collect()
    trim = trimmer()
    if trim is not None:
        trim(0)

"""What the disk does by itself while something is measured on it: a server that keeps every move
waits for it, and a disk that others use as well is now and then slow."""

from __future__ import annotations

import contextlib
import os
import tempfile
import time
from collections.abc import Iterator

from tools.load.looking import looking

EVERY = 0.05  # seconds between two looks


class Disk:
    """How long pages took until they were safe."""

    def __init__(self) -> None:
        self.took: list[float] = []  # milliseconds

    def __str__(self) -> str:
        found = sorted(self.took)
        if not found:
            return "the disk was not looked at"
        half, most = found[len(found) // 2], found[int(len(found) * 0.99)]
        return (
            f"the disk alone, {len(found)} pages made safe: median {half:.1f} ms, 99th percentile "
            f"{most:.1f} ms, most {found[-1]:.1f} ms"
        )


@contextlib.contextmanager
def disk_watched() -> Iterator[Disk]:
    """A page is written and made safe again and again, beside what is measured."""
    disk = Disk()
    with tempfile.TemporaryFile() as file:

        def look() -> None:
            os.pwrite(file.fileno(), os.urandom(4096), 0)
            began = time.perf_counter()
            os.fsync(file.fileno())
            disk.took.append(1000 * (time.perf_counter() - began))

        with looking(look, EVERY):
            yield disk

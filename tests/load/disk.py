"""What the disk does by itself while something is measured on it: a server that keeps every move
waits for it, and a disk that others use as well is now and then slow."""

from __future__ import annotations

import os
import tempfile
import threading
import time
from types import TracebackType

EVERY = 0.05  # seconds between two looks


class Disk:
    """A page written and made safe again and again, beside what is measured."""

    def __init__(self) -> None:
        self.took: list[float] = []
        self.done = threading.Event()
        self.thread = threading.Thread(target=self.look, daemon=True)

    def look(self) -> None:
        with tempfile.TemporaryFile() as file:
            while not self.done.wait(EVERY):
                os.pwrite(file.fileno(), os.urandom(4096), 0)
                began = time.perf_counter()
                os.fsync(file.fileno())
                self.took.append(1000 * (time.perf_counter() - began))

    def __enter__(self) -> Disk:
        self.thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        wrong: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.done.set()
        self.thread.join()

    def __str__(self) -> str:
        found = sorted(self.took)
        if not found:
            return "the disk was not looked at"
        half, most = found[len(found) // 2], found[int(len(found) * 0.99)]
        return (
            f"the disk alone, {len(found)} pages made safe: median {half:.1f} ms, 99th percentile "
            f"{most:.1f} ms, most {found[-1]:.1f} ms"
        )

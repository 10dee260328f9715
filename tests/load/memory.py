"""What a server takes of memory in the course of something: caches fill and allocators keep what
they once had, so what counts is whether it goes on growing when nothing new happens."""

from __future__ import annotations

import threading
import time
from types import TracebackType

from tests.load.tables import Process

PARTS = 10
GROWTH = 50.0  # MiB that the end may have more than any moment of the first half


class Course:
    """A server's memory, looked at so many times in as many seconds."""

    def __init__(self, process: Process, seconds: float) -> None:
        self.process, self.every = process, max(0.2, seconds / PARTS)
        self.found = [process.memory()]
        self.done = threading.Event()
        self.thread = threading.Thread(target=self.look, daemon=True)

    def look(self) -> None:
        following = time.monotonic() + self.every
        while not self.done.wait(max(0.0, following - time.monotonic())):
            following += self.every
            self.found.append(self.process.memory())

    def __enter__(self) -> Course:
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
        self.found.append(self.process.memory())

    @property
    def growth(self) -> float:
        """MiB by which the last look exceeds all of the first half."""
        return self.found[-1] - max(self.found[: len(self.found) // 2 + 1])

    def __str__(self) -> str:
        return f"memory {' '.join(f'{one:.0f}' for one in self.found)} MiB"

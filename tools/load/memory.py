"""What a server takes of memory in the course of something: caches fill and allocators keep what
they once had, so what counts is whether it goes on growing when nothing new happens."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from tools.load.looking import looking
from tools.load.tables import Process

PARTS = 10
GROWTH = 50.0  # MiB that the end may have more than any moment of the first half


class Course:
    """A server's memory, look by look."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.found: list[float] = []
        self.look()

    def look(self) -> None:
        self.found.append(self.process.memory())

    @property
    def growth(self) -> float:
        """MiB by which the last look exceeds all of the first half."""
        return self.found[-1] - max(self.found[: len(self.found) // 2 + 1])

    def __str__(self) -> str:
        return f"memory {' '.join(f'{one:.0f}' for one in self.found)} MiB"


@contextlib.contextmanager
def memory_watched(process: Process, seconds: float) -> Iterator[Course]:
    """So many looks in as many seconds, and one at the end."""
    course = Course(process)
    with looking(course.look, max(0.2, seconds / PARTS)):
        yield course
    course.look()

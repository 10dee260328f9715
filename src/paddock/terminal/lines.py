"""Keyboard input by lines, with an optional time limit."""

from __future__ import annotations

import queue
import sys
import threading
import time
from typing import TextIO


class Keyboard:
    """Lines from the keyboard. A time limit needs a reader thread."""

    def __init__(self) -> None:
        self.waiting: queue.SimpleQueue[str] | None = None

    def line(self, until: float | None = None) -> str | None:
        """The next line; empty at the end of input, None when the time is up."""
        if until is None and self.waiting is None:
            return sys.stdin.readline()
        if self.waiting is None:
            self.waiting = queue.SimpleQueue()
            threading.Thread(target=listen, args=(sys.stdin, self.waiting), daemon=True).start()
        try:
            left = None if until is None else max(0.0, until - time.monotonic())
            return self.waiting.get(timeout=left)
        except queue.Empty:
            return None


def listen(keyboard: TextIO, waiting: queue.SimpleQueue[str]) -> None:
    line = "\n"
    while line:
        line = keyboard.readline()
        waiting.put(line)

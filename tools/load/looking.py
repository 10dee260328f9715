"""Somebody who looks again and again beside what is measured."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator


@contextlib.contextmanager
def looking(look: Callable[[], None], every: float) -> Iterator[None]:
    """Looks every so many seconds, in a thread, until what is measured is done."""
    done = threading.Event()

    def go_on() -> None:
        while not done.wait(every):
            look()

    thread = threading.Thread(target=go_on, daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()

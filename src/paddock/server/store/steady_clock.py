"""Database time by the monotonic clock of this process.

The database's clock may jump: it is set, or the machine was suspended. While the process lives its
own monotonic clock tells how much time has passed. A time of the database that is ahead of it is a
jump, and the jump is stored as an outage before a deadline fires or a row is charged.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from msgspec import Struct

MAX_JUMP_MS = 2_000  # a database time ahead by more than this is a jump
MAX_READ_SECONDS = 0.5  # a reading that took longer says too little about the present
SILENCE_MS = 12_000  # without a heartbeat for this long it is an outage
monotonic = time.monotonic


class Reading(Struct, frozen=True):
    """A reading of the database's clock."""

    ms: int
    at: float  # monotonic seconds before it, so that a slow reading is never ahead
    took: float
    jump: int  # milliseconds by which it is ahead; negative: behind


class SteadyClock:
    """The last reading of the database's clock, and how much time has passed since."""

    def __init__(self) -> None:
        self.last: Reading | None = None
        self.beat_ms: int | None = None  # the last heartbeat of this process

    def now(self) -> int:
        """Milliseconds since 1970 by the database's clock."""
        last = self.last
        if last is None:
            return time.time_ns() // 1_000_000
        return last.ms + round((monotonic() - last.at) * 1000)

    def read(self, clock: Callable[[], int]) -> Reading:
        """Read the database's clock."""
        at = monotonic()
        ms = clock()
        expected = self.now()
        jump = 0 if self.last is None else ms - expected
        return Reading(ms, at, monotonic() - at, jump)

    def follow(self, reading: Reading) -> None:
        """Use a reading from now on, if it is precise enough or the clock has jumped."""
        if self.last is None or reading.took < MAX_READ_SECONDS or abs(reading.jump) > MAX_JUMP_MS:
            self.last = reading

    def is_ahead(self, ms: int) -> bool:
        """Whether a time may not be used yet: the clock has jumped, or no heartbeat was saved."""
        if self.last is None:
            return False
        silent = self.beat_ms is not None and ms - self.beat_ms > SILENCE_MS
        return silent or ms - self.now() > MAX_JUMP_MS

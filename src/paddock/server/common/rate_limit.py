"""Token bucket rate limiter."""

from __future__ import annotations

import asyncio
import time


class Bucket:
    """A bucket of tokens that refills over time."""

    def __init__(self, rate: float, reserve: float) -> None:
        self.rate, self.reserve = rate, reserve
        self.left, self.count_open = reserve, time.monotonic()

    def fill(self) -> None:
        now = time.monotonic()
        self.left = min(self.reserve, self.left + (now - self.count_open) * self.rate)
        self.count_open = now

    def take(self, worth: float) -> bool:
        """Take tokens if there are enough."""
        self.fill()
        if self.left < worth:
            return False
        self.left -= worth
        return True

    async def wait(self, worth: float) -> None:
        """Take tokens, and wait until they would have been available."""
        self.fill()
        self.left -= worth
        if self.left < 0:
            await asyncio.sleep(-self.left / self.rate)

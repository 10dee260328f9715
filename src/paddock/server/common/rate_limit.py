"""Token bucket rate limiter."""

from __future__ import annotations

import asyncio
from time import monotonic


class Bucket:
    """A bucket of tokens that refills over time."""

    def __init__(self, rate: float, reserve: float) -> None:
        self.rate, self.reserve = rate, reserve
        self.left, self.counted = reserve, monotonic()

    def fill(self) -> None:
        now = monotonic()
        self.left = min(self.reserve, self.left + (now - self.counted) * self.rate)
        self.counted = now

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

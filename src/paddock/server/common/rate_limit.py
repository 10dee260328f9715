"""So much a second, with some in reserve."""

from __future__ import annotations

import asyncio
import time


class Bucket:
    """Fills by itself; who takes from it waits, or is refused, when it is empty."""

    def __init__(self, rate: float, reserve: float) -> None:
        self.rate, self.reserve = rate, reserve
        self.left, self.count_open = reserve, time.monotonic()

    def fill(self) -> None:
        now = time.monotonic()
        self.left = min(self.reserve, self.left + (now - self.count_open) * self.rate)
        self.count_open = now

    def take(self, worth: float) -> bool:
        """Take so much, if it is there."""
        self.fill()
        if self.left < worth:
            return False
        self.left -= worth
        return True

    async def wait(self, worth: float) -> None:
        """Take so much, and wait until it would have been there."""
        self.fill()
        self.left -= worth
        if self.left < 0:
            await asyncio.sleep(-self.left / self.rate)

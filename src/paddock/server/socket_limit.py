"""The door for sockets: how many an address has open, and how often it comes.

HTTP requests are counted by Litestar; its limit does not see upgrades.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager


class SocketLimit:
    def __init__(self, most: int, rate: int) -> None:
        self.most, self.rate = most, rate  # open at once; attempts a minute
        self.inside: dict[str, int] = {}
        self.came: dict[str, int] = {}
        self.since = time.monotonic()

    def admits(self, address: str) -> bool:
        """Whether somebody from there may come in now."""
        now = time.monotonic()
        if now - self.since > 60:
            self.came.clear()
            self.since = now
        self.came[address] = self.came.get(address, 0) + 1
        return self.came[address] <= self.rate and self.inside.get(address, 0) < self.most

    @contextmanager
    def counted(self, address: str) -> Iterator[None]:
        self.inside[address] = self.inside.get(address, 0) + 1
        try:
            yield
        finally:
            self.inside[address] -= 1
            if not self.inside[address]:
                del self.inside[address]

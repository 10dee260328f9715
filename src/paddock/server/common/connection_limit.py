"""Limits on sockets: open sockets per address and per person, attempts per minute, and frames per
second of all sockets of an address.

Litestar's rate limit counts HTTP requests but no upgrades.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from paddock.server.common.rate_limit import Bucket

ADDRESS_FRAMES_FACTOR = 5
"""Frame rate of all sockets of one address, as a multiple of the rate of one socket."""


class SocketLimit:
    def __init__(self, most: int, rate: int, frames: int) -> None:
        self.most, self.rate = most, rate  # open at the same time; attempts per minute
        self.frames = frames  # per second and socket
        self.inside: Counter[str] = Counter()
        self.came: Counter[str] = Counter()
        self.shared: dict[str, Bucket] = {}
        self.since = time.monotonic()

    def may_open(self, *places: str) -> bool:
        """Whether a socket for this address and person may be opened now."""
        now = time.monotonic()
        if now - self.since > 60:
            self.came.clear()
            self.since = now
        self.came.update(places)
        return all(
            self.came[place] <= self.rate and self.inside[place] < self.most for place in places
        )

    @contextmanager
    def count_open(self, *places: str) -> Iterator[Bucket]:
        """Count an open socket. Yields the rate limiter shared by the first address."""
        self.inside.update(places)
        reserve = 2.0 * ADDRESS_FRAMES_FACTOR * self.frames
        shared = self.shared.setdefault(
            places[0], Bucket(ADDRESS_FRAMES_FACTOR * self.frames, reserve)
        )
        try:
            yield shared
        finally:
            self.inside.subtract(places)
            for place in places:
                if not self.inside[place]:
                    del self.inside[place]
                    self.shared.pop(place, None)

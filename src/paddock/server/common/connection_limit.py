"""The limits on sockets: how many a place or a person has open, how often a place comes, and how
much all its sockets together may ask for.

HTTP requests are counted by Litestar; its limit does not see upgrades.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from paddock.server.common.rate_limit import Bucket

ADDRESS_FRAMES_FACTOR = 5
"""All sockets of one place may ask for so many times what one may."""


class SocketLimit:
    def __init__(self, most: int, rate: int, frames: int) -> None:
        self.most, self.rate = most, rate  # open at once; attempts a minute
        self.frames = frames  # a second, of one socket
        self.inside: Counter[str] = Counter()
        self.came: Counter[str] = Counter()
        self.shared: dict[str, Bucket] = {}
        self.since = time.monotonic()

    def may_open(self, *places: str) -> bool:
        """Whether somebody from there, or this person, may come in now."""
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
        """Somebody is in; gives what all sockets of the first place share."""
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

"""Fair queue: the requester with the least use so far is served next, first by address, then by
person, then by table.

Use is measured in seconds, so a long job counts more than a short one. It cannot be saved up: a
returning requester starts with the lowest use of the others.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from time import monotonic

from paddock.server.common.histogram import Histogram

EXPECTED_TURN_SECONDS = 0.2  # expected duration of a turn, until it is measured


class Share:
    """Use of one requester and of all below it."""

    def __init__(self) -> None:
        self.used = 0.0
        self.waiting = 0  # also below
        self.running = 0
        self.children: dict[str, Share] = {}
        self.turns: deque[asyncio.Future[None]] = deque()

    def child(self, name: str) -> Share:
        """Find or create a child. A new one starts with the lowest use of the others."""
        found = self.children.get(name)
        if found is None:
            found = self.children[name] = Share()
        if not found.waiting and not found.running:
            others = [other.used for other in self.children.values() if other is not found]
            found.used = max(found.used, min(others)) if others else 0.0
        return found

    def weight(self) -> float:
        """Use so far plus the expected use of running turns."""
        return self.used + self.running * EXPECTED_TURN_SECONDS

    def drop(self, name: str) -> None:
        """Remove a child that neither waits nor runs."""
        found = self.children[name]
        if not found.waiting and not found.running:
            del self.children[name]


class FairQueue:
    """A limited number of concurrent turns, each for a path: address, person, table."""

    def __init__(self, slots: int) -> None:
        self.slots = self.free = slots
        self.root = Share()
        self.wait_seconds = Histogram()

    @property
    def waiting(self) -> int:
        return self.root.waiting

    def waiting_at(self, *path: str) -> int:
        """Number of waiting turns under a path."""
        at: Share | None = self.root
        for name in path:
            at = None if at is None else at.children.get(name)
        return 0 if at is None else at.waiting

    @asynccontextmanager
    async def turn(self, *path: str) -> AsyncIterator[None]:
        """Wait for a turn. Its duration is added to everyone on the path."""
        release = await self.take(*path)
        try:
            yield
        finally:
            release()

    async def take(self, *path: str) -> Callable[[], None]:
        """Wait for a turn. Returns a function that ends it."""
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        asked = monotonic()
        shares = self.enter(path, mine)
        self.serve()
        try:
            await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled():  # it was granted at the same time
                self.leave(path, shares, 0.0)
            else:
                if mine in shares[-1].turns:  # else `serve` has removed it already
                    shares[-1].turns.remove(mine)
                    self.count(shares, waiting=-1)
                self.forget(path, shares)
            raise
        began = monotonic()
        self.wait_seconds.observe(began - asked)
        return lambda: self.leave(path, shares, monotonic() - began)

    def enter(self, path: tuple[str, ...], mine: asyncio.Future[None]) -> list[Share]:
        shares, at = [], self.root
        for name in path:
            at = at.child(name)
            shares.append(at)
        at.turns.append(mine)
        self.count(shares, waiting=1)
        return shares

    def serve(self) -> None:
        """Grant the free turns to those with the least use."""
        while self.free and self.root.waiting:
            at, shares = self.root, []
            while at.children and not at.turns:
                at = min((c for c in at.children.values() if c.waiting), key=Share.weight)
                shares.append(at)
            mine = at.turns.popleft()
            if mine.done():  # cancelled, but its task has not run yet
                self.count(shares, waiting=-1)
                continue
            self.count(shares, waiting=-1, running=1)
            self.free -= 1
            mine.set_result(None)

    def leave(self, path: tuple[str, ...], shares: list[Share], took: float) -> None:
        self.count(shares, running=-1, used=took)
        self.free += 1
        self.forget(path, shares)
        self.serve()

    def count(
        self, shares: list[Share], waiting: int = 0, running: int = 0, used: float = 0.0
    ) -> None:
        for share in (self.root, *shares):
            share.waiting += waiting
            share.running += running
            share.used += used

    def forget(self, path: tuple[str, ...], shares: list[Share]) -> None:
        for name, above in reversed(list(zip(path, [self.root, *shares], strict=False))):
            if name in above.children:
                above.drop(name)

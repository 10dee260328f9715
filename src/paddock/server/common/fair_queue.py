"""A queue that is fair: whoever has used least comes first, among addresses, then among the persons
of one address, then among the tables of one person.

What somebody has used is time, so that a dear thought counts for more than a cheap one. Nobody
saves up: who comes back begins with those who have used least.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

EXPECTED_TURN_SECONDS = 0.2  # seconds a turn is thought to take until it is known


class Share:
    """What one of those who wait, and everybody below, has used."""

    def __init__(self) -> None:
        self.used = 0.0
        self.waiting = 0  # also below
        self.running = 0
        self.children: dict[str, Share] = {}
        self.turns: deque[asyncio.Future[None]] = deque()

    def child(self, name: str) -> Share:
        """The share of that name; one that is new, or back, begins where the others are."""
        found = self.children.get(name)
        if found is None:
            found = self.children[name] = Share()
        if not found.waiting and not found.running:
            others = [other.used for other in self.children.values() if other is not found]
            found.used = max(found.used, min(others)) if others else 0.0
        return found

    def weight(self) -> float:
        """What has been used, and what those who have a turn now will have."""
        return self.used + self.running * EXPECTED_TURN_SECONDS

    def drop(self, name: str) -> None:
        """Forget who neither waits nor has a turn."""
        found = self.children[name]
        if not found.waiting and not found.running:
            del self.children[name]


class FairQueue:
    """So many turns at a time, each for a path: address, person, table."""

    def __init__(self, slots: int) -> None:
        self.free = slots
        self.root = Share()

    @property
    def waiting(self) -> int:
        return self.root.waiting

    def waiting_at(self, *path: str) -> int:
        """How many wait under a path."""
        at: Share | None = self.root
        for name in path:
            at = None if at is None else at.children.get(name)
        return 0 if at is None else at.waiting

    @asynccontextmanager
    async def turn(self, *path: str) -> AsyncIterator[None]:
        """Wait for a turn; what it takes is put down to everybody on the path."""
        release = await self.take(*path)
        try:
            yield
        finally:
            release()

    async def take(self, *path: str) -> Callable[[], None]:
        """Wait for a turn; gives what ends it."""
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        shares = self.enter(path, mine)
        self.serve()
        try:
            await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled():  # it was this one's turn just now
                self.leave(path, shares, 0.0)
            else:
                if mine in shares[-1].turns:  # else `serve` has dropped it already
                    shares[-1].turns.remove(mine)
                    self.count(shares, waiting=-1)
                self.forget(path, shares)
            raise
        began = time.monotonic()
        return lambda: self.leave(path, shares, time.monotonic() - began)

    def enter(self, path: tuple[str, ...], mine: asyncio.Future[None]) -> list[Share]:
        shares, at = [], self.root
        for name in path:
            at = at.child(name)
            shares.append(at)
        at.turns.append(mine)
        self.count(shares, waiting=1)
        return shares

    def serve(self) -> None:
        """Give the free turns to those who have used least."""
        while self.free and self.root.waiting:
            at, shares = self.root, []
            while at.children and not at.turns:
                at = min((c for c in at.children.values() if c.waiting), key=Share.weight)
                shares.append(at)
            mine = at.turns.popleft()
            if mine.done():  # cancelled, and its task has not run since
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

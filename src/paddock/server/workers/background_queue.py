"""The worker that comes after everybody else: it looks back upon races and tries out tracks, in a
process of its own, piece by piece through a fair queue."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import msgspec
from sqlalchemy.exc import DBAPIError

from paddock.server.api.errors import Denied
from paddock.server.common.fair_queue import FairQueue
from paddock.server.store import Store, Unavailable
from paddock.server.store.background_results import STALE_MS, ResultTable
from paddock.server.workers.quotas import ADDRESS_QUOTA_FACTOR, Requester
from paddock.server.workers.worker_main import WorkerJob
from paddock.server.workers.worker_pool import WorkerPool

JOB_CPU_SECONDS = 120.0
"""Seconds of the processor that a piece may take."""
NICENESS = 15
"""By which the worker comes after everybody else on the machine."""
IDLE_SECONDS = 300.0
"""Seconds after which a worker that has nothing to do is sent home."""


class BackgroundQueue:
    """Whoever has used least of it has the next turn."""

    def __init__(self) -> None:
        self.queue = FairQueue(1)
        self.pool = WorkerPool(1, NICENESS)
        self.used = time.monotonic()

    async def work(self, path: tuple[str, ...], piece: WorkerJob, type: Any) -> Any:
        """Have a piece worked out, for who stands on the path: address, person, what for."""
        job = msgspec.msgpack.encode(piece)
        async with self.queue.turn(*path):
            self.used = time.monotonic()
            return msgspec.msgpack.decode(await self.pool.think(job, JOB_CPU_SECONDS), type=type)

    def put_away(self) -> None:
        """A worker that has nothing to do for a while takes up no room."""
        busy = self.queue.waiting or self.queue.root.running
        if not busy and time.monotonic() - self.used > IDLE_SECONDS:
            self.pool.stop_idle()

    def close(self) -> None:
        self.pool.close()


@asynccontextmanager
async def claim_job(store: Store, kept: ResultTable, key: str, edition: str) -> AsyncIterator[None]:
    """As long as somebody is at a piece of work, other processes know: a look may wait for its turn
    and be thought about for many minutes before there is anything to be kept."""

    async def renew() -> None:
        while True:
            await asyncio.sleep(STALE_MS / 3000)
            with suppress(Unavailable, DBAPIError):
                await store.write(key, lambda c: kept.renew(c, store.now, key, edition))

    await store.write(key, lambda c: kept.claim(c, store.insert, store.now, key, edition))
    renewing = asyncio.create_task(renew())
    try:
        yield
    finally:
        renewing.cancel()
        await asyncio.gather(renewing, return_exceptions=True)


def check_pending(waiting: list[Requester], asker: Requester, most: int, refusal: str) -> None:
    """Nobody waits for more than so many pieces of work of one kind at a time."""
    if (
        sum(one.person == asker.person for one in waiting) >= most
        or sum(one.origin == asker.origin for one in waiting) >= ADDRESS_QUOTA_FACTOR * most
    ):
        raise Denied("too-many", refusal, most=most)

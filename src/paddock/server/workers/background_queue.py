"""Low-priority background worker for reviews, track reports and exercises, in its own process,
behind a fair queue."""

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
from paddock.server.workers.jobs import WorkerJob
from paddock.server.workers.quotas import ADDRESS_QUOTA_FACTOR, Requester
from paddock.server.workers.runtime import Runtime

JOB_CPU_SECONDS = 120.0
"""Limit of one job."""
NICENESS = 15
"""os.nice value: below bots and the server."""
IDLE_SECONDS = 300.0
"""Time until an idle worker process is stopped."""


class BackgroundQueue:
    """Background worker: the requester with the least use so far is served next."""

    def __init__(self, runtime: Runtime) -> None:
        self.queue = FairQueue(1)
        self.pool = runtime.pool(1, NICENESS)
        self.used = time.monotonic()

    async def work(self, path: tuple[str, ...], piece: WorkerJob, type: Any) -> Any:
        """Run a job for a path: address, person, purpose."""
        job = msgspec.msgpack.encode(piece)
        async with self.queue.turn(*path):
            self.used = time.monotonic()
            return msgspec.msgpack.decode(await self.pool.think(job, JOB_CPU_SECONDS), type=type)

    def put_away(self) -> None:
        """Stop the process after a while without jobs."""
        busy = self.queue.waiting or self.queue.root.running
        if not busy and time.monotonic() - self.used > IDLE_SECONDS:
            self.pool.stop_idle()

    def close(self) -> None:
        self.pool.close()


@asynccontextmanager
async def claim_job(store: Store, kept: ResultTable, key: str, edition: str) -> AsyncIterator[None]:
    """Claim a job so that other processes know of it, and renew the claim while it runs: it may
    wait and run for minutes before there is a result."""

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
    """Limit the pending jobs of one kind per person and per address."""
    if (
        sum(one.person == asker.person for one in waiting) >= most
        or sum(one.origin == asker.origin for one in waiting) >= ADDRESS_QUOTA_FACTOR * most
    ):
        raise Denied("too-many", refusal, most=most)

"""How a server process runs its work: in threads and worker processes, or all in one thread.

One thread is for an environment without threads and processes, such as a browser. There a job
blocks the event loop until it is done, and its time limit cannot be enforced.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol

from msgspec import Struct

from paddock.server.common import offload
from paddock.server.common.offload import Offload
from paddock.server.store.writer import Keep
from paddock.server.workers.jobs import WorkerFailed, work_encoded


class Pool(Protocol):
    """Workers. The caller of `think` holds a queue turn, so one is free."""

    async def think(self, job: bytes, limit: float) -> bytes:
        """Run a job, with a limit in CPU seconds. Raises WorkerFailed without a result."""

    def stop_idle(self) -> None:
        """Stop idle workers; they are started again when needed."""

    def close(self) -> None: ...


class InlinePool:
    """Runs each job in the event loop, after what is already waiting there."""

    def __init__(self) -> None:
        self.closed = False

    async def think(self, job: bytes, limit: float) -> bytes:
        await asyncio.sleep(0)
        if self.closed:
            raise WorkerFailed("the workers are closed")
        try:
            return work_encoded(job)
        except Exception as wrong:  # as in a worker process: the next job may succeed
            raise WorkerFailed(repr(wrong)) from wrong

    def stop_idle(self) -> None:
        pass

    def close(self) -> None:
        self.closed = True


class Runtime(Struct, frozen=True):
    """What a server process may use."""

    offload: Callable[[], Offload]
    pool: Callable[[int, int], Pool]
    """Workers: how many, and the os.nice value of their processes."""
    has_threads: bool = True
    has_accounts: bool = True  # passwords need argon2
    has_webhooks: bool = True  # they need httpx and a network
    keep: Keep | None = None
    """Without threads: keeps the database before a move is acknowledged."""


def process_pool(workers: int, niceness: int) -> Pool:
    from paddock.server.workers.worker_pool import WorkerPool  # needs multiprocessing

    return WorkerPool(workers, niceness)


def inline_pool(workers: int, niceness: int) -> Pool:
    return InlinePool()


THREADS = Runtime(offload.with_threads, process_pool)
ONE_THREAD = Runtime(
    offload.inline, inline_pool, has_threads=False, has_accounts=False, has_webhooks=False
)

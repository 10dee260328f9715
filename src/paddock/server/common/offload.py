"""Run work that would block the event loop, in one lane per kind of work.

Each lane has its own threads and its own fair queue (by address, then by person), so password
hashing, heavy work, pages and upkeep cannot starve each other. `inline()` runs the same jobs in the
event loop, for an environment without threads. The database has its own threads in `store`; bots
and reviews have their own processes in `workers`.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Any, ParamSpec, TypeVar

from paddock.core.errors import PaddockError
from paddock.server.common.fair_queue import FairQueue

P = ParamSpec("P")
T = TypeVar("T")
MAX_WAITING_PER_PERSON, MAX_WAITING_PER_ADDRESS = 16, 64  # jobs in the queue of one lane
HEAVY_THREADS = 1  # computing in Python: a second thread would only slow down the event loop
PASSWORD_THREADS = 2  # argon2 releases the interpreter lock
PAGE_THREADS = 2
UPKEEP_THREADS = 2
CURRENT = threading.local()


class QueueFull(PaddockError):
    """Too many jobs of this person or address are waiting in a lane."""


class Cancelled(BaseException):  # like asyncio's: `except Exception` must not swallow it
    """Raised inside a job whose result is not needed any more."""


def check_cancelled() -> None:
    """Call it from a long job: stops the job if the client is gone."""
    flag: threading.Event | None = getattr(CURRENT, "flag", None)
    if flag is not None and flag.is_set():
        raise Cancelled


def until_cancelled(items: Iterable[T]) -> Iterator[T]:
    """The same items, with a check before each."""
    for item in items:
        check_cancelled()
        yield item


class Turn:
    """A slot of a lane. Jobs run one after another, without waiting in the queue again."""

    def __init__(self, executor: Executor) -> None:
        self.executor = executor
        self.flag = threading.Event()
        self.running: asyncio.Future[Any] | None = None

    async def run(self, job: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a job of this turn. If the caller is cancelled, the job is asked to stop."""

        def work() -> T:
            CURRENT.flag = self.flag
            try:
                check_cancelled()
                return job(*args, **kwargs)
            finally:
                CURRENT.flag = None

        future = asyncio.wrap_future(self.executor.submit(work))
        future.add_done_callback(lambda done: done.cancelled() or done.exception())
        self.running = future
        return await asyncio.shield(future)


class Lane:
    """A bounded executor behind a fair queue."""

    def __init__(self, executor: Executor, slots: int) -> None:
        self.executor, self.queue = executor, FairQueue(slots)

    @asynccontextmanager
    async def turn(self, *path: str, bounded: bool = True) -> AsyncIterator[Turn]:
        """Wait for a slot, for a path of address and person. A job that goes on after its caller
        was cancelled keeps the slot until it ends: the slots never exceed the threads."""
        if bounded:
            self.check_waiting(path)
        release = await self.queue.take(*path)
        turn = Turn(self.executor)
        try:
            yield turn
        finally:
            running = turn.running
            if running is None or running.done():
                release()
            else:
                turn.flag.set()
                running.add_done_callback(lambda _: release())

    async def run(
        self, path: tuple[str, ...], job: Callable[P, T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Wait for a slot and run one job."""
        async with self.turn(*path) as turn:
            return await turn.run(job, *args, **kwargs)

    def check_waiting(self, path: tuple[str, ...]) -> None:
        """Reject a requester with too many queued jobs; without a name, counted by address."""
        if self.queue.waiting_at(path[0]) >= MAX_WAITING_PER_ADDRESS:
            raise QueueFull
        if path[-1] and self.queue.waiting_at(*path) >= MAX_WAITING_PER_PERSON:
            raise QueueFull

    def close(self) -> None:
        self.executor.shutdown(wait=False, cancel_futures=True)


class InlineExecutor(Executor):
    """Runs each job at once in the calling thread."""

    def submit(self, job: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        future: Future[T] = Future()
        try:
            future.set_result(job(*args, **kwargs))
        except Exception as wrong:
            future.set_exception(wrong)
        return future


class Offload:
    """The lanes of one server process."""

    def __init__(self, lane: Callable[[str, int], Lane]) -> None:
        self.passwords = lane("passwords", PASSWORD_THREADS)
        self.heavy = lane("heavy", HEAVY_THREADS)  # replays, records, exports, track judging
        self.pages = lane("pages", PAGE_THREADS)  # short: texts of games, cards of tracks
        self.upkeep = lane("upkeep", UPKEEP_THREADS)  # the server's own work

    def lanes(self) -> dict[str, Lane]:
        return {name: lane for name, lane in vars(self).items() if isinstance(lane, Lane)}

    def close(self) -> None:
        for lane in self.lanes().values():
            lane.close()


def with_threads() -> Offload:
    """Lanes with threads of their own."""
    return Offload(lambda name, slots: Lane(ThreadPoolExecutor(slots, f"offload-{name}"), slots))


def inline() -> Offload:
    """Lanes that run everything in the event loop."""
    return Offload(lambda name, slots: Lane(InlineExecutor(), slots))

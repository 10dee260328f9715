"""Writers. In threads with group commit: all waiting jobs go into one transaction. SQLite has one
writer per process; PostgreSQL a few. Without threads each job is written at once."""

from __future__ import annotations

import asyncio
import contextlib
import queue
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Iterable
from concurrent.futures import Future
from typing import Any, TypeAlias, TypeVar

from sqlalchemy.engine import Connection, Engine
from sqlalchemy.exc import DBAPIError, OperationalError

from paddock.core.errors import PaddockError
from paddock.server.store.engine import WriteTransaction

T = TypeVar("T")
Job = Callable[[Connection], T]
AnyFuture: TypeAlias = Future[Any] | asyncio.Future[Any]
Waiting: TypeAlias = tuple[str, Job[Any], AnyFuture]
"""A job with its key and the future of a thread or an event loop."""
Result: TypeAlias = tuple[Any, Exception | None]
Keep: TypeAlias = Callable[[], Awaitable[None]]
"""Keeps a database that is in memory, for example in a browser's storage."""
MAX_JOBS_PER_COMMIT = 64
MAX_WRITE_ATTEMPTS = 2


class Unavailable(PaddockError):
    """The database cannot save now."""


class Writer(ABC):
    """Runs jobs in transactions. A job is a function of a connection. If one fails, only its own
    changes are rolled back. Jobs may be run again, so they change nothing but the database."""

    def __init__(self, engine: Engine, size: int) -> None:
        self.engine, self.size = engine, size
        self.busy_since: dict[str, float] = {}  # by thread
        self.saved_at, self.failed_at = 0.0, 0.0  # when a commit last succeeded or failed
        self.local = threading.local()

    @abstractmethod
    def take(self, waiting: Waiting) -> None:
        """Write a job, now or later, and set its future."""

    @abstractmethod
    def waiting(self) -> int:
        """Number of jobs that wait."""

    @abstractmethod
    def close(self) -> None:
        """Finish queued jobs, then stop."""

    def submit(self, key: str, job: Job[T]) -> Future[T]:
        """Write a job. Batches are sorted by key to avoid deadlocks. Never call it inside a read or
        write: without threads it would wait for its caller's own lock."""
        future: Future[T] = Future()
        self.take((key, job, future))
        return future

    def post(self, key: str, job: Job[T]) -> asyncio.Future[T]:
        """`submit` for a task: all that wait for one transaction are woken together."""
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self.take((key, job, future))
        return future

    @property
    def begun(self) -> bool:
        return bool(getattr(self.local, "begun", False))

    def longest_write_seconds(self) -> float:
        """Seconds that the longest current write has taken."""
        began = list(self.busy_since.values())
        return time.monotonic() - min(began) if began else 0.0

    def has_saved_within(self, seconds: float) -> bool:
        """Whether the last commit succeeded, and not long ago."""
        return self.saved_at > self.failed_at and time.monotonic() - self.saved_at < seconds

    def write(self, batch: list[Waiting]) -> list[Result]:
        """Run a batch in one transaction; if the database refuses it, each job in its own. If not
        even a transaction starts, all jobs fail at once."""
        try:
            results = self.write_together(batch)
            self.saved_at = time.monotonic()
        except DBAPIError as refused:
            self.failed_at = time.monotonic()
            if not self.begun:
                return [(None, refused)] * len(batch)
            return [self.write_alone(one) for one in batch]
        except Exception as bug:  # set the futures, and keep the thread running
            return [(None, bug)] * len(batch)
        return results

    def write_together(self, batch: list[Waiting]) -> list[Result]:
        self.local.begun = False
        try:
            connection = self.connection()
            if len(batch) == 1:
                return [self.write_single(connection, batch[0][1])]
            try:
                return self.write_without_savepoints(connection, batch)
            except OperationalError:
                raise
            except Exception:  # one of them failed: repeat with savepoints
                with connection.begin():
                    return [self.write_in_savepoint(connection, job) for _, job, _ in batch]
        except BaseException:  # after any error reconnect
            self.disconnect()
            raise

    def write_without_savepoints(
        self, connection: Connection, batch: list[Waiting]
    ) -> list[Result]:
        """Run a batch without savepoints, because failures are rare."""
        with WriteTransaction(connection):
            self.local.begun = True
            return [(job(connection), None) for _, job, _ in batch]

    def connection(self) -> Connection:
        """Connection of this thread, reused until an error."""
        kept: Connection | None = getattr(self.local, "connection", None)
        if kept is None:
            kept = self.local.connection = self.engine.connect().execution_options(writes=True)
        return kept

    def disconnect(self) -> None:
        kept: Connection | None = getattr(self.local, "connection", None)
        self.local.connection = None
        if kept is not None:
            with contextlib.suppress(DBAPIError):
                kept.close()

    def write_single(self, connection: Connection, job: Job[T]) -> Result:
        """A single job needs no savepoint."""
        try:
            with WriteTransaction(connection):
                self.local.begun = True
                return job(connection), None
        except OperationalError:
            raise
        except Exception as wrong:
            return None, wrong

    def write_in_savepoint(self, connection: Connection, job: Job[T]) -> Result:
        try:
            with connection.begin_nested():
                return job(connection), None
        except OperationalError:
            raise
        except Exception as wrong:
            return None, wrong

    def write_alone(self, one: Waiting) -> Result:
        wrong: Exception | None = None
        for _ in range(MAX_WRITE_ATTEMPTS):
            try:
                [result] = self.write_together([one])
            except Exception as error:
                wrong = error
            else:
                return result
        return None, wrong


class WriterThreads(Writer):
    """Writes in threads of its own."""

    def __init__(self, engine: Engine, size: int) -> None:
        super().__init__(engine, size)
        self.jobs: queue.SimpleQueue[Waiting | None] = queue.SimpleQueue()
        self.threads = [
            threading.Thread(target=self.run, name=f"writer-{i}", daemon=True) for i in range(size)
        ]
        for thread in self.threads:
            thread.start()

    def take(self, waiting: Waiting) -> None:
        self.jobs.put(waiting)

    def waiting(self) -> int:
        return self.jobs.qsize()

    def close(self) -> None:
        for _ in self.threads:
            self.jobs.put(None)
        for thread in self.threads:
            thread.join(timeout=30)

    def run(self) -> None:
        try:
            self.write_batches()
        finally:
            self.disconnect()

    def write_batches(self) -> None:
        while True:
            first = self.jobs.get()
            if first is None:
                return
            batch = [first]
            ended = False
            while len(batch) < MAX_JOBS_PER_COMMIT:
                try:
                    more = self.jobs.get_nowait()
                except queue.Empty:
                    break
                if more is None:
                    ended = True
                    break
                batch.append(more)
            batch.sort(key=lambda job: job[0])
            name = threading.current_thread().name
            self.busy_since[name] = time.monotonic()
            results = self.write(batch)
            settle(zip((future for _, _, future in batch), results, strict=True))
            del self.busy_since[name]
            if ended:
                return


class InlineWriter(Writer):
    """Writes each job at once, in the thread of its caller. With `keep` the database is in memory,
    and a task that writes waits until it is kept; those that wait meanwhile share the next time."""

    def __init__(self, engine: Engine, keep: Keep | None = None) -> None:
        super().__init__(engine, 1)
        self.keep = keep
        self.unkept: list[tuple[AnyFuture, Result]] = []
        self.keeping: asyncio.Task[None] | None = None

    def take(self, waiting: Waiting) -> None:
        future, [result] = waiting[2], self.write([waiting])
        failed = result[1] is not None
        if self.keep is None or failed or not isinstance(future, asyncio.Future):
            settle([(future, result)])  # a write that no caller waits for is kept with the next
            return
        self.unkept.append((future, result))
        if self.keeping is None:
            self.keeping = future.get_loop().create_task(self.keep_all(self.keep))

    async def keep_all(self, keep: Keep) -> None:
        """Keep the database until no write waits for it."""
        try:
            while self.unkept:
                waiting, self.unkept = self.unkept, []
                try:
                    await keep()
                except Exception as wrong:  # they may try again; the next time keeps this too
                    self.failed_at = time.monotonic()
                    lost = Unavailable(f"nothing could be kept: {wrong!r}")
                    waiting = [(future, (None, lost)) for future, _ in waiting]
                tell_all(waiting)
        finally:
            self.keeping = None

    def waiting(self) -> int:
        return len(self.unkept)

    def close(self) -> None:
        self.disconnect()


def settle(done: Iterable[tuple[AnyFuture, Result]]) -> None:
    """Set the futures; those of one event loop in one call."""
    loops: dict[asyncio.AbstractEventLoop, list[tuple[AnyFuture, Result]]] = {}
    for future, result in done:
        if isinstance(future, asyncio.Future):
            loops.setdefault(future.get_loop(), []).append((future, result))
        elif future.set_running_or_notify_cancel():
            tell(future, result)
    for loop, found in loops.items():
        with contextlib.suppress(RuntimeError):  # the loop is closed
            loop.call_soon_threadsafe(tell_all, found)


def tell_all(found: list[tuple[AnyFuture, Result]]) -> None:
    for future, result in found:
        if not future.done():
            tell(future, result)


def tell(future: AnyFuture, result: Result) -> None:
    value, wrong = result
    if wrong is not None:
        future.set_exception(wrong)
    else:
        future.set_result(value)

"""Group commit: whatever is to be written waits in a queue, and all that waits goes into one
transaction. SQLite has one writer a process; PostgreSQL a few."""

from __future__ import annotations

import contextlib
import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

from sqlalchemy.engine import Connection, Engine
from sqlalchemy.exc import DBAPIError, OperationalError

T = TypeVar("T")
Job = Callable[[Connection], T]
MOST = 64  # jobs in one transaction
TRIES = 2


class Writer:
    """Threads that write. A job is a function of a connection, run inside a savepoint of its own;
    it may be run again, so it changes nothing but the database."""

    def __init__(self, engine: Engine, threads: int) -> None:
        self.engine = engine
        self.jobs: queue.Queue[tuple[str, Job[Any], Future[Any]] | None] = queue.Queue()
        self.busy_since: dict[str, float] = {}  # by thread
        self.local = threading.local()
        self.threads = [
            threading.Thread(target=self.run, name=f"writer-{i}", daemon=True)
            for i in range(threads)
        ]
        for thread in self.threads:
            thread.start()

    def submit(self, key: str, job: Job[T]) -> Future[T]:
        """Have a job done. Jobs are done in the order of their keys, so nobody locks crosswise."""
        future: Future[T] = Future()
        self.jobs.put((key, job, future))
        return future

    @property
    def begun(self) -> bool:
        return bool(getattr(self.local, "begun", False))

    def stuck(self) -> float:
        """Seconds that the longest write has taken so far."""
        began = list(self.busy_since.values())
        return time.monotonic() - min(began) if began else 0.0

    def close(self) -> None:
        """Write what is waiting, then stop."""
        for _ in self.threads:
            self.jobs.put(None)
        for thread in self.threads:
            thread.join(timeout=30)

    def run(self) -> None:
        try:
            self.write_on()
        finally:
            self.disconnect()

    def write_on(self) -> None:
        while True:
            first = self.jobs.get()
            if first is None:
                return
            batch = [first]
            ended = False
            while len(batch) < MOST:
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
            self.write(batch)
            del self.busy_since[name]
            if ended:
                return

    def write(self, batch: list[tuple[str, Job[Any], Future[Any]]]) -> None:
        """All in one transaction; if the database refuses it, each in its own. If it does not even
        begin, nobody waits for the others to find out."""
        try:
            results = self.together(batch)
        except DBAPIError as refused:
            if not self.begun:
                for _, _, future in batch:
                    settle(future, None, refused)
                return
            for one in batch:
                self.alone(one)
            return
        except Exception as bug:  # nobody waits for ever, and the thread goes on
            for _, _, future in batch:
                settle(future, None, bug)
            return
        for (_, _, future), (value, wrong) in zip(batch, results, strict=True):
            settle(future, value, wrong)

    def together(
        self, batch: list[tuple[str, Job[Any], Future[Any]]]
    ) -> list[tuple[Any, Exception | None]]:
        self.local.begun = False
        try:
            connection = self.connection()
            if len(batch) == 1:
                return [self.only(connection, batch[0][1])]
            with connection.begin():
                self.local.begun = True
                return [self.among_others(connection, job) for _, job, _ in batch]
        except BaseException:  # whatever it was, the next begins anew
            self.disconnect()
            raise

    def connection(self) -> Connection:
        """The one that this thread writes through, kept as long as nothing goes wrong."""
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

    def only(self, connection: Connection, job: Job[T]) -> tuple[T | None, Exception | None]:
        """A job that has the transaction for itself needs no savepoint."""
        try:
            with connection.begin():
                self.local.begun = True
                return job(connection), None
        except OperationalError:
            raise
        except Exception as wrong:
            return None, wrong

    def among_others(
        self, connection: Connection, job: Job[T]
    ) -> tuple[T | None, Exception | None]:
        try:
            with connection.begin_nested():
                return job(connection), None
        except OperationalError:
            raise
        except Exception as wrong:
            return None, wrong

    def alone(self, one: tuple[str, Job[Any], Future[Any]]) -> None:
        wrong: Exception | None = None
        for _ in range(TRIES):
            try:
                [(value, inner)] = self.together([one])
            except Exception as error:
                wrong = error
            else:
                settle(one[2], value, inner)
                return
        settle(one[2], None, wrong)


def settle(future: Future[Any], value: Any, wrong: Exception | None) -> None:
    if not future.set_running_or_notify_cancel():
        return
    if wrong is not None:
        future.set_exception(wrong)
    else:
        future.set_result(value)

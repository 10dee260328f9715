"""The store as the server uses it: async, with all reads and writes in threads. Where there are no
threads, they run at once in the event loop."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import shutil
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path
from time import monotonic
from typing import Any, TypeAlias, TypeVar

import sqlalchemy as sa
from msgspec.structs import replace
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import Connection
from sqlalchemy.exc import IntegrityError

from paddock.core.errors import PaddockError
from paddock.server.common.histogram import Histogram
from paddock.server.common.offload import InlineExecutor
from paddock.server.store import (
    forks,
    index,
    log_rows,
    migrate,
    notices,
    outages,
    programs,
    schema,
    snapshots,
)
from paddock.server.store.engine import CompiledStatement, clock, connect
from paddock.server.store.log_rows import first_row, rows
from paddock.server.store.steady_clock import SteadyClock
from paddock.server.store.writer import InlineWriter, Keep, Unavailable, Writer, WriterThreads
from paddock.server.tables import snapshot, table_log
from paddock.server.tables.outages import Outages
from paddock.server.tables.table import PlannedRow, Table

T = TypeVar("T")
NewRow: TypeAlias = tuple[PlannedRow, str | None]
"""A planned row, and the id it was sent with."""
MakeTable: TypeAlias = Callable[[table_log.Row], Table]
"""Makes a table from its first row."""

__all__ = [
    "ClockJumped",
    "Conflict",
    "MakeTable",
    "NewRow",
    "ParentDeleted",
    "Store",
    "Unavailable",
    "first_row",
    "rows",
]


CHANNEL, TEXT = "paddock", sa.String()


SAVE_TIMEOUT_SECONDS = 8.0  # upper bound; see TIMER_BATCH_SECONDS
TIMER_BATCH_SECONDS = 0.5
TABLE_READERS = 2  # threads that load tables


class ParentDeleted(PaddockError):
    """The parent of a fork was deleted meanwhile."""


class Conflict(Exception):
    """Another process was first: the row number or id exists."""


class ClockJumped(Conflict):
    """The database's clock has jumped: the outage has to be stored before the row."""

    def __init__(self, at: int) -> None:
        super().__init__(f"the clock of the database has jumped to {at}")
        self.at = at


class Store:
    """One database, shared by any number of processes."""

    def __init__(
        self, url: str, *, threads: int = 4, inline: bool = False, keep: Keep | None = None
    ) -> None:
        """`inline`: without threads; `keep` then keeps a database that is in memory."""
        # two writers, and three for jobs of `offload`
        self.engine = connect(url, pool=threads + TABLE_READERS + 5, inline=inline)
        self.is_sqlite = self.engine.dialect.name == "sqlite"
        self.insert = sqlite.insert if self.is_sqlite else postgresql.insert
        self.now = clock(self.engine)
        self.read_time = sa.select(self.now)
        self.steady = SteadyClock()
        columns: dict[str, Any] = {c.name: sa.bindparam(c.name) for c in schema.log.c}
        columns["at"] = self.now
        saved = self.insert(schema.log).values(columns).on_conflict_do_nothing()
        dialect = self.engine.dialect
        self.insert_statement = CompiledStatement(saved.returning(schema.log.c.at), dialect)
        self.index_statements = index.Statements(dialect)
        rung = sa.func.pg_notify(sa.literal_column(f"'{CHANNEL}'"), sa.bindparam("id", type_=TEXT))
        self.notify_statement = CompiledStatement(sa.select(rung), dialect)
        self.process_mark = secrets.token_hex(4)  # identifies this process's own notifications
        migrate.upgrade(self.engine, from_schema=inline)
        self.outages = Outages(self.read_sync(outages.all_outages))
        self.writer: Writer = (
            InlineWriter(self.engine, keep)
            if inline
            else WriterThreads(self.engine, 1 if self.is_sqlite else 2)
        )
        self.timeouts = SaveTimeouts()
        self.readers = Readers(self, threads, "reader", inline=inline)
        self.table_readers = Readers(self, TABLE_READERS, "table-reader", inline=inline)
        self.save_seconds = Histogram()
        self.listeners = notices.Listeners()

    def vacuum(self) -> None:
        """Return unused space in the file to the system."""
        connection = self.engine.raw_connection()
        try:
            connection.cursor().execute("VACUUM")
        finally:
            connection.close()

    def sizes(self, connection: Connection) -> tuple[int, int]:
        """Bytes of the database, and bytes free where its file is (0 for PostgreSQL)."""
        if not self.is_sqlite:
            query = sa.select(sa.func.pg_database_size(sa.func.current_database()))
            return int(connection.execute(query).scalar_one()), 0
        file = Path(self.engine.url.database or "")
        parts = [file, Path(f"{file}-wal"), Path(f"{file}-shm")]
        used = sum(part.stat().st_size for part in parts if part.exists())
        return used, shutil.disk_usage(file.parent).free

    def close(self) -> None:
        self.writer.close()
        self.readers.executor.shutdown()
        self.table_readers.executor.shutdown()
        self.engine.dispose()

    async def read(self, job: Callable[[Connection], T]) -> T:
        return await self.readers.run(job)

    async def read_table(self, job: Callable[[Connection], T]) -> T:
        """`read` for jobs that replay a race: short reads do not wait for them."""
        return await self.table_readers.run(job)

    def read_sync(self, job: Callable[[Connection], T]) -> T:
        with self.engine.connect() as connection:
            return job(connection)

    def time(self, connection: Connection) -> int:
        """Time by the database clock."""
        return int(connection.execute(self.read_time).scalar_one())

    async def write(self, key: str, job: Callable[[Connection], T]) -> T:
        """Run a write job. After a timeout it may still be committed."""
        began = monotonic()
        done = self.writer.post(key, job)
        self.timeouts.wait(done)
        try:
            return await done
        finally:
            self.save_seconds.observe(monotonic() - began)

    # ------------------------------------------------------------ the log

    async def open(
        self,
        id: str,
        made: MakeTable,
        entries: Sequence[NewRow],
        origin: str = "",
        allowed: Callable[[Connection], None] = lambda connection: None,
    ) -> Table:
        """Save a new table with its first rows, if `allowed` does not raise."""

        def job(connection: Connection) -> Table:
            allowed(connection)
            return opening(connection)

        opening = self.open_job(id, made, entries, origin)
        return await self.write(id, job)

    def open_job(
        self, id: str, made: MakeTable, entries: Sequence[NewRow], origin: str = ""
    ) -> Callable[[Connection], Table]:
        def job(connection: Connection) -> Table:
            (first, first_id), *rest = entries
            at = self.insert_row(connection, id, 0, first.entry, first_id)
            table = made(table_log.Row(0, first.entry, first_id, at))
            self.add(connection, table, rest)
            index.create(connection, table, origin)
            self.save_snapshot(connection, table)
            return table

        return job

    async def open_fork(
        self,
        table: Table,
        first: Sequence[table_log.Row],
        fork: forks.Fork,
        origin: str,
        allowed: Callable[[Connection], None],
    ) -> None:
        """Save a fork that was already replayed: its first rows and its reference."""

        def job(connection: Connection) -> None:
            allowed(connection)
            assert fork.parent is not None
            if not forks.lock_parent(connection, fork.parent):
                raise ParentDeleted(f"there is no table {fork.parent}")
            above = forks.find(connection, fork.parent)
            depth = 1 if above is None or above.parent is None else above.depth + 1
            values = [
                {
                    "table_id": table.id,
                    "n": row.n,
                    "kind": type(row.entry).__name__,
                    "body": table_log.encode(row.entry),
                    "at": row.at,
                }
                for row in first
            ]
            connection.execute(sa.insert(schema.log), values)
            forks.save(connection, table.id, replace(fork, depth=depth))
            if depth > forks.MAX_FORK_DEPTH:
                log_rows.detach(connection, table.id)
            index.create(connection, table, origin)
            self.save_snapshot(connection, table)

        await self.write(table.id, job)

    async def keep_packed(self, table: Table, packed: bytes, origin: str) -> None:
        """Save a finished table that was already replayed, unless it is there."""

        def job(connection: Connection) -> None:
            if index.state_of(connection, table.id) is None:
                values = {"table_id": table.id, "last": table.version, "rows": packed}
                connection.execute(sa.insert(schema.packed).values(values))
                index.create(connection, table, origin)
                self.save_snapshot(connection, table)

        with contextlib.suppress(IntegrityError):  # another process was first
            await self.write(table.id, job)

    async def append(self, table: Table, *entries: NewRow) -> Table:
        """Save rows as the next of this table; returns the table with them.

        Raises Conflict, and saves nothing, if its version is not the last any more.
        """
        return await self.write(table.id, self.append_job(table, entries))

    def append_job(self, table: Table, entries: Sequence[NewRow]) -> Callable[[Connection], Table]:
        def job(connection: Connection) -> Table:
            after = table.copy()
            self.add(connection, after, entries)
            for plan, _ in entries:
                if plan.prepared is not None:
                    programs.save(connection, self.insert, table.id, plan.prepared, self.now)
            programs.end(connection, self.insert, table, after, self.now)
            if self.steady.is_ahead(after.changed):
                raise ClockJumped(after.changed)
            index.update(connection, self.index_statements, table, after)
            notices.note(connection, self.insert, table, after, self.listeners)
            if after.checkpoints != table.checkpoints:
                self.save_snapshot(connection, after)
            self.notify(connection, table.id)
            return after

        return job

    def save_snapshot(self, connection: Connection, table: Table) -> None:
        """Save the snapshot that the table would be loaded from."""
        if len(table.checkpoints) > 1:
            kept, spec = table.checkpoints[0], table.spec
            made, body = snapshot.maker(spec), snapshot.encode(spec, kept)
            snapshots.save(connection, self.insert, table.id, made, kept.n, body)

    def notify(self, connection: Connection, table: str) -> None:
        """NOTIFY of PostgreSQL, sent with the commit."""
        if not self.is_sqlite:
            self.notify_statement.run(connection, {"id": f"{self.process_mark} {table}"})

    def add(self, connection: Connection, table: Table, entries: Sequence[NewRow]) -> None:
        for plan, id in entries:
            n = table.version + 1
            at = self.insert_row(connection, table.id, n, plan.entry, id)
            table.fold(table_log.Row(n, plan.entry, id, at), plan)

    def insert_row(
        self, connection: Connection, table: str, n: int, entry: table_log.Entry, id: str | None
    ) -> int:
        row = {
            "table_id": table,
            "n": n,
            "kind": type(entry).__name__,
            "seat": table_log.seat_of(entry),
            "id": id,
            "body": table_log.encode(entry),
        }
        found = self.insert_statement.run(connection, row).fetchall()
        if not found:
            raise Conflict(f"{table} has a row {n} or an id {id} already")
        return int(found[0][0])

    async def number_of(self, table: str, id: str) -> int | None:
        """Number of the row saved with an id, if there is one."""
        c = schema.log.c
        query = sa.select(c.n).where(c.table_id == table, c.id == id)
        return await self.read(lambda connection: connection.execute(query).scalar())

    async def rows(self, table: str, after: int = -1) -> list[table_log.Row]:
        """Rows of a table after a number."""
        return await self.read(lambda connection: rows(connection, table, after))


class Readers:
    """Threads that read, and how many of them are busy."""

    def __init__(self, store: Store, size: int, name: str, *, inline: bool) -> None:
        self.store, self.size = store, size
        self.executor: Executor = (
            InlineExecutor() if inline else ThreadPoolExecutor(size, thread_name_prefix=name)
        )
        self.pending = 0  # running or waiting

    async def run(self, job: Callable[[Connection], T]) -> T:
        self.pending += 1
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self.executor, self.store.read_sync, job)
        finally:
            self.pending -= 1


class SaveTimeouts:
    """Timeouts of writes. All writes that start within a short time share one timer, because
    timeouts are rare."""

    def __init__(self) -> None:
        self.waiting: list[asyncio.Future[Any]] = []

    def wait(self, done: asyncio.Future[Any]) -> None:
        loop = done.get_loop()
        if not self.waiting or self.waiting[0].get_loop() is not loop:
            loop.call_later(TIMER_BATCH_SECONDS, self.begin)
        self.waiting.append(done)

    def begin(self) -> None:
        """Start the timer for those that still wait."""
        late = [done for done in self.waiting if not done.done()]
        self.waiting = []
        if late:
            late[0].get_loop().call_later(
                SAVE_TIMEOUT_SECONDS - TIMER_BATCH_SECONDS, fail_waiting, late
            )


def fail_waiting(waiting: list[asyncio.Future[Any]]) -> None:
    for done in waiting:
        if not done.done():
            done.set_exception(Unavailable("nothing could be saved"))

"""Database engines: SQLite file or PostgreSQL URL, both with explicit transactions."""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Dialect, Engine

from paddock.core.errors import PaddockError

BUSY_MS = 4_000
SQLITE_PRAGMAS = (
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",  # a power failure loses no acknowledged row
    f"PRAGMA busy_timeout={BUSY_MS}",
    "PRAGMA foreign_keys=ON",
    "PRAGMA wal_autocheckpoint=2000",
)
INLINE_PRAGMAS = (
    "PRAGMA journal_mode=DELETE",  # the database is one file, which can be copied after a commit
    "PRAGMA synchronous=FULL",
    f"PRAGMA busy_timeout={BUSY_MS}",
    "PRAGMA foreign_keys=ON",
)
"""Without threads: nothing reads while a commit is written."""


class BadDatabase(PaddockError):
    """An invalid database URL."""


def connect(url: str, *, pool: int = 4, inline: bool = False) -> Engine:
    """Engine for a URL: `sqlite:///file.db`, `postgresql://…`, or a bare file name."""
    parsed = parse(url)
    if parsed.get_backend_name() == "sqlite":
        keep_private(Path(parsed.database or ""))
        engine = sa.create_engine(
            parsed,
            poolclass=sa.QueuePool,
            pool_size=pool,
            max_overflow=0,
            pool_timeout=30,
            connect_args={"check_same_thread": False, "timeout": BUSY_MS / 1000},
        )
        sa.event.listen(engine, "connect", prepare_inline if inline else prepare_sqlite)
        sa.event.listen(engine, "begin", begin_sqlite)
        return engine
    return sa.create_engine(
        parsed, pool_size=pool, max_overflow=0, pool_timeout=30, pool_pre_ping=True
    )


def keep_private(file: Path) -> None:
    """Restrict the file to its owner and group, because it holds secrets. SQLite gives its -wal and
    -shm files the same mode."""
    try:
        os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
        mode = stat.S_IMODE(file.stat().st_mode)
        if mode & stat.S_IRWXO:
            file.chmod(mode & ~stat.S_IRWXO)
            for beside in (f"{file}-wal", f"{file}-shm"):
                if Path(beside).exists():
                    Path(beside).chmod(mode & ~stat.S_IRWXO)
    except PermissionError:
        return  # a file of another user
    except OSError as wrong:
        raise BadDatabase(f"{file}: {wrong.strerror}") from None


def parse(url: str) -> sa.URL:
    if "://" not in url:
        url = f"sqlite:///{url}"
    try:
        parsed = sa.make_url(url)
    except sa.exc.ArgumentError:
        raise BadDatabase(f"{url!r} is not the URL of a database") from None
    match parsed.get_backend_name():
        case "sqlite":
            if parsed.database in (None, "", ":memory:"):
                raise BadDatabase("a race is kept in a file: name one, as in sqlite:///paddock.db")
            return parsed.set(drivername="sqlite+pysqlite")
        case "postgresql":
            return parsed.set(drivername="postgresql+psycopg")
        case other:
            raise BadDatabase(f"{other!r} is neither sqlite nor postgresql")


def prepare_sqlite(raw: Any, _record: object) -> None:
    prepare(raw, SQLITE_PRAGMAS)


def prepare_inline(raw: Any, _record: object) -> None:
    prepare(raw, INLINE_PRAGMAS)


def prepare(raw: Any, pragmas: Sequence[str]) -> None:
    raw.isolation_level = None  # explicit BEGIN, so that schema changes are rolled back too
    cursor = raw.cursor()
    for pragma in pragmas:
        cursor.execute(pragma)
    cursor.close()


def begin_sqlite(connection: Connection) -> None:
    """Writers lock at once: upgrading a read transaction could be refused."""
    begin = "BEGIN IMMEDIATE" if connection.get_execution_options().get("writes") else "BEGIN"
    raw = connection.connection.driver_connection
    assert isinstance(raw, sqlite3.Connection)
    if raw.in_transaction:  # `WriteTransaction` has begun it
        return
    try:
        raw.execute(begin)
    except sqlite3.Error as wrong:
        raise sa.exc.DBAPIError.instance(begin, None, wrong, sqlite3.Error) from wrong


class WriteTransaction:
    """A transaction of a writer. SQLAlchemy takes part in it only if a job needs it: to begin and
    commit a transaction of its own costs as much as the statements of a move."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.driver: Any = connection.connection.driver_connection
        self.error: type[Exception] = connection.dialect.loaded_dbapi.Error

    def __enter__(self) -> None:
        if isinstance(self.driver, sqlite3.Connection):  # the other driver begins by itself
            self.run(self.driver.execute, "BEGIN IMMEDIATE")

    def __exit__(self, kind: type[BaseException] | None, wrong: object, trace: object) -> None:
        if kind is not None:
            self.rollback()
            return
        try:
            self.commit()
        except BaseException:
            self.rollback()
            raise

    def commit(self) -> None:
        if self.connection.get_transaction() is None:
            self.run(self.driver.commit)
        else:
            self.connection.commit()

    def rollback(self) -> None:
        if self.connection.get_transaction() is None:
            self.run(self.driver.rollback)
        else:
            self.connection.rollback()

    def run(self, step: Callable[..., object], *given: str) -> None:
        """Run a step of the driver. Its errors are raised as those of SQLAlchemy."""
        try:
            step(*given)
        except self.error as wrong:
            name = given[0] if given else step.__name__
            raise sa.exc.DBAPIError.instance(name, None, wrong, self.error) from wrong


class CompiledStatement:
    """A statement compiled once for the driver, for the hot path of every move."""

    def __init__(self, statement: sa.sql.ClauseElement, dialect: Dialect) -> None:
        compiled = statement.compile(dialect=dialect)
        assert isinstance(compiled, sa.sql.compiler.SQLCompiler)
        self.sql, self.order = str(compiled), compiled.positiontup
        self.error: type[Exception] = dialect.loaded_dbapi.Error

    def run(self, connection: Connection, values: Mapping[str, object]) -> Any:
        """Execute it in the transaction of this connection; returns the driver's cursor."""
        driver: Any = connection.connection.driver_connection
        given = values if self.order is None else [values[name] for name in self.order]
        try:
            return driver.execute(self.sql, given)
        except self.error as wrong:
            raise sa.exc.DBAPIError.instance(self.sql, None, wrong, self.error) from wrong


def clock(engine: Engine) -> sa.ColumnElement[int]:
    """Clock of the database, in milliseconds since 1970."""
    if engine.dialect.name == "sqlite":
        sql = "CAST(ROUND((julianday('now') - 2440587.5) * 86400000) AS INTEGER)"
    else:
        sql = "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)"
    return sa.literal_column(sql, sa.BigInteger)

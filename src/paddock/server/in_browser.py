"""The app in a browser's worker, without a server. `web/src/local/worker.ts` calls it.

The database is a file that the browser keeps: what is committed is kept. The session of the one
visitor is kept in it as well, so that this file is everything.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Protocol

import sqlalchemy as sa
from msgspec.structs import replace

from paddock.server.app import create
from paddock.server.embedded import CSRF_COOKIE, Connection, Embedded
from paddock.server.settings import Settings
from paddock.server.store import BadDatabase, Store, migrate, people, schema
from paddock.server.store.engine import connect
from paddock.server.workers.jobs import JOBS, BotJob, WorkerFailed, work
from paddock.server.workers.runtime import ONE_THREAD, Pool, Runtime

COOKIE_PREFIX = "cookie."  # of names in the table of keys
NO_LIMIT = 1_000_000
"""Nobody else shares this server, so nothing is rationed."""

QUICK_SECONDS = 0.03
"""So long a bot may decide here: nothing else is answered meanwhile."""
MOST_OVERTIME_SECONDS = 0.2
"""Longer decisions may add up to this, and quicker ones make good for it, before a bot is moved to
the second interpreter."""


class BotWorker(Protocol):
    """The second interpreter, in a worker of its own. It is started when it is needed."""

    def think(self, job: Any, seconds: float) -> Awaitable[Any]:
        """Run a job; fails without a result, also when it took too long."""

    def stop(self) -> None:
        """End the worker."""


class BotPool:
    """Runs jobs in the second interpreter, one at a time. It takes about 100 MB, so bots that
    decide quickly stay in this one."""

    def __init__(self, worker: BotWorker, turn: asyncio.Lock) -> None:
        self.worker, self.turn = worker, turn
        self.overtime: dict[tuple[str, str], float] = {}
        self.closed = False

    async def think(self, job: bytes, limit: float) -> bytes:
        match JOBS.decode(job):
            case BotJob(game, bot) as quick if not self.is_slow(game, bot):
                return await self.think_here(quick)
        async with self.turn:
            self.check_open()
            try:
                return bytes((await self.worker.think(job, limit)).to_py())
            except asyncio.CancelledError:
                self.worker.stop()  # the result is not needed any more
                raise
            except Exception as wrong:
                raise WorkerFailed(repr(wrong)) from wrong

    def check_open(self) -> None:
        if self.closed:
            raise WorkerFailed("the workers are closed")

    def is_slow(self, game: str, bot: str) -> bool:
        return self.overtime.get((game, bot), 0.0) > MOST_OVERTIME_SECONDS

    async def think_here(self, job: BotJob) -> bytes:
        """Decide here, and add up by how much the bot's decisions are too long. The first one does
        not count, because it loads the game."""
        await asyncio.sleep(0)
        self.check_open()
        began = time.perf_counter()
        try:
            return work(job)
        except Exception as wrong:
            raise WorkerFailed(repr(wrong)) from wrong
        finally:
            over, who = time.perf_counter() - began - QUICK_SECONDS, (job.game, job.bot)
            known = self.overtime.get(who)
            self.overtime[who] = 0.0 if known is None else max(0.0, known + over)

    def stop_idle(self) -> None:
        """The browser stops an idle worker itself."""

    def close(self) -> None:
        self.closed = True
        self.worker.stop()


class BrowserSite:
    """The app and its visitor, with plain values for the worker's side."""

    def __init__(self, db: str, worker: BotWorker | None = None) -> None:
        self.app = create(browser_settings(db), browser_runtime(worker))
        self.site = Embedded(self.app)
        self.kept: dict[str, str] = {}

    async def start(self, language: str) -> None:
        await self.site.start()
        self.site.cookies = self.store.read_sync(load_cookies)
        self.kept = dict(self.site.cookies)
        # Without a session nothing changes. The language is that of a new visitor's name.
        await self.request("GET", f"/api/me?lang={language}", "")

    @property
    def store(self) -> Store:
        store: Store = self.app.state.hub.store
        return store

    async def request(self, method: str, target: str, body: str) -> tuple[int, str, bytes]:
        """Answer a request: status, content type, text as UTF-8."""
        headers = {"content-type": "application/json"} if body else {}
        found = await self.site.request(method, target, body.encode(), headers)
        if self.site.cookies != self.kept:
            self.kept = dict(self.site.cookies)
            await self.store.write("", lambda connection: save_cookies(connection, self.kept))
        return found.status, found.headers.get("content-type", ""), found.body

    def connect(
        self, target: str, on_frame: Callable[[bytes], object], on_close: Callable[[int], object]
    ) -> Connection:
        """Open a socket; its frames are told as UTF-8."""
        return self.site.connect(target, lambda text: on_frame(text.encode()), on_close)

    async def stop(self) -> None:
        await self.site.stop()


async def start(db: str, worker: BotWorker | None = None, language: str = "en") -> BrowserSite:
    logging.getLogger("paddock").setLevel(logging.ERROR)  # a closed tab is no news here
    site = BrowserSite(db, worker)
    await site.start(language)
    return site


def check_database(path: str) -> None:
    """Raise unless a file is a database that this version can open. An older one is migrated: this
    is done with a copy."""
    try:
        check_content(path)
        Store(path, inline=True).close()
        check_columns(path)
    except sa.exc.SQLAlchemyError as wrong:
        raise BadDatabase(f"this is no database of Paddock: {wrong}") from wrong


def check_content(path: str) -> None:
    with reading(path) as connection:
        found = migrate.revision(connection)
        [checked] = connection.execute(sa.text("PRAGMA quick_check(1)")).scalars()
    if found is None or checked != "ok":
        raise BadDatabase(f"this is no database of Paddock (revision {found}, {checked})")


def check_columns(path: str) -> None:
    with reading(path) as connection:
        inspector = sa.inspect(connection)
        there = {
            f"{table}.{column['name']}"
            for table in inspector.get_table_names()
            for column in inspector.get_columns(table)
        }
    wanted = {f"{column.table.name}.{column.name}" for column in all_columns()}
    if missing := wanted - there:
        raise BadDatabase(f"this is no database of Paddock: {min(missing)} is missing")


def all_columns() -> Iterator[sa.Column[Any]]:
    for table in schema.METADATA.sorted_tables:
        yield from table.columns


@contextmanager
def reading(path: str) -> Iterator[sa.Connection]:
    engine = connect(path, inline=True)
    try:
        with engine.connect() as connection:
            yield connection
    finally:
        engine.dispose()


def browser_settings(db: str) -> Settings:
    return Settings(
        db=db,
        rate=NO_LIMIT,
        frames=NO_LIMIT,
        guests=NO_LIMIT,
        tables=NO_LIMIT,
        bot_tables=NO_LIMIT,
        forks=NO_LIMIT,
        tracks=NO_LIMIT,
        reports=NO_LIMIT,
        sockets=NO_LIMIT,
        guest_days=NO_LIMIT,
        race_days=NO_LIMIT,
        gather_days=NO_LIMIT,
    )


def browser_runtime(worker: BotWorker | None) -> Runtime:
    if worker is None:
        return ONE_THREAD
    turn = asyncio.Lock()

    def make_pool(workers: int, niceness: int) -> Pool:
        return BotPool(worker, turn)

    return replace(ONE_THREAD, pool=make_pool)


def load_cookies(connection: sa.Connection) -> dict[str, str]:
    c = schema.keys.c
    query = sa.select(c.name, c.value).where(c.name.startswith(COOKIE_PREFIX))
    return {name.removeprefix(COOKIE_PREFIX): value for name, value in connection.execute(query)}


def save_cookies(connection: sa.Connection, cookies: Mapping[str, str]) -> None:
    """Keep who the visitor is. The other cookie is made again with each start."""
    c = schema.keys.c
    connection.execute(sa.delete(schema.keys).where(c.name.startswith(COOKIE_PREFIX)))
    for name, value in cookies.items():
        if name != CSRF_COOKIE:
            people.set_key(connection, f"{COOKIE_PREFIX}{name}", value)

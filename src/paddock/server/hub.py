"""The hub: the tables this process has open, and everything that happens without being asked:
standing answers, bots, clocks, notices, and reading what other processes saved."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Coroutine
from typing import Any, Protocol, TypeVar

import msgspec
from sqlalchemy.engine import Connection

from paddock import games
from paddock.core.errors import PaddockError
from paddock.core.game import ask_of
from paddock.core.seats import Seat
from paddock.server import table_log, wire
from paddock.server.bell import Bell
from paddock.server.bots import Bots
from paddock.server.hooks import Hooks
from paddock.server.live import LiveTable
from paddock.server.metrics import Metrics
from paddock.server.settings import Settings
from paddock.server.socket_limit import SocketLimit
from paddock.server.store import Store, index, leases
from paddock.server.store.store import New, rows
from paddock.server.table import Plan, Table

LOG = logging.getLogger("paddock.hub")
IDLE = 90.0  # seconds after which a table nobody looks at is put away
OVERLAP = 5_000  # milliseconds looked at again, for rows saved while somebody was looking
T = TypeVar("T")


BYE = msgspec.json.encode(wire.Bye("shutdown", again=True))


class Client(Protocol):
    """A socket, as the hub knows it."""

    def push(self, frame: bytes) -> None: ...

    def push_end(self) -> None: ...


class UnknownTable(PaddockError):
    pass


class Hub:
    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings, self.store = settings, store
        self.process = leases.new_holder()
        self.open_tables: dict[str, LiveTable] = {}
        self.loading: dict[str, asyncio.Task[LiveTable]] = {}
        self.tasks: set[asyncio.Task[Any]] = set()
        self.metrics = Metrics()
        self.bell = Bell(settings, self.heard)
        self.bots = Bots(self)
        self.hooks = Hooks(self)
        self.seen = 0  # the last change of any table that was looked at
        self.ahead = 0  # milliseconds the database's clock is ahead of ours
        self.closing = False
        self.socket_limit = SocketLimit(settings.sockets, settings.rate)
        self.clients: set[Client] = set()

    # ------------------------------------------------------------ beginning and ending

    async def start(self) -> None:
        await self.store.write("", leases.release_dead)
        await self.bell.start()
        self.spawn(self.look())

    async def close(self) -> None:
        """What was begun is saved; then nothing begins any more."""
        self.closing = True
        for client in list(self.clients):
            client.push(BYE)
            client.push_end()
        await self.bell.close()
        await self.bots.close()
        pending = [task for task in self.tasks if task is not asyncio.current_task()]
        for task in pending:
            if task.get_name() != "save":
                task.cancel()
        if pending:
            await asyncio.wait(pending, timeout=10)

    def spawn(self, work: Coroutine[Any, Any, T], name: str = "work") -> asyncio.Task[T]:
        """A task that is not lost, and whose failure is told."""
        task = asyncio.create_task(work, name=name)
        self.tasks.add(task)
        task.add_done_callback(self.ended)
        return task

    def ended(self, task: asyncio.Task[Any]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            wrong = task.exception()
            if not isinstance(wrong, PaddockError):
                LOG.error("a task failed", exc_info=wrong, extra={"task": task.get_name()})

    # ------------------------------------------------------------ tables

    async def live(self, id: str) -> LiveTable:
        """A table that is open here, opened if it is not."""
        found = self.open_tables.get(id)
        if found is not None:
            found.used = time.monotonic()
            return found
        task = self.loading.get(id)
        if task is None:
            task = self.loading[id] = self.spawn(self.load(id))
        return await asyncio.shield(task)

    async def load(self, id: str) -> LiveTable:
        try:
            table = await self.store.read(lambda connection: load(connection, id))
            if table is None:
                raise UnknownTable(f"there is no table {id}")
            live = self.open_tables[id] = LiveTable(self, table)
        finally:
            self.loading.pop(id, None)
        self.moved(live, table.version)
        return live

    async def open(self, id: str, entries: list[New]) -> LiveTable:
        """Open a new table."""

        def made(first: table_log.Row) -> Table:
            assert isinstance(first.entry, table_log.Opened)
            return Table(id, games.find(first.entry.game), first)

        table = await self.store.open(id, made, entries)
        live = self.open_tables[id] = LiveTable(self, table)
        self.metrics.tables_opened += 1
        self.moved(live, -1, own=True)
        return live

    def moved(self, live: LiveTable, since: int, *, own: bool = False) -> None:
        """A table has new rows: whoever waits for them is woken."""
        table = live.table
        if table.version > since:
            self.metrics.rows += table.version - since
        if own:
            if self.bell.rings:
                self.spawn(self.bell.ring(table.id))
            self.hooks.wake(live)
        self.give_standing_answers(live)
        self.bots.wake(live)

    def give_standing_answers(self, live: LiveTable) -> None:
        """Give the standing answers that are offered now."""
        table = live.table
        if not table.standing or table.referee is None or table.state != "racing":
            return
        for seat in table.asked():
            move = table.standing_answer(seat)
            if move is not None:
                self.answer(live, seat, table.referee.number(seat), move, "standing")

    def answer(self, live: LiveTable, seat: Seat, number: int, move: Any, by: table_log.By) -> None:
        """Play for a seat without being asked to; the number of the ask makes it count once."""

        def plan(table: Table) -> Plan:
            return table.plan(seat, number, move, by)

        self.spawn(live.saving(plan, f"{by}:{seat}:{number}"), "save")

    def froze(self, table: Table, wrong: Exception) -> None:
        LOG.error("the rules are wrong", exc_info=wrong, extra={"table": table.id})
        self.metrics.frozen += 1

    # ------------------------------------------------------------ looking around

    def heard(self, id: str) -> None:
        live = self.open_tables.get(id)
        if live is not None and not self.closing:
            self.spawn(live.catch_up())

    async def look(self) -> None:
        """Once a second: what others saved, whose time ran out, which bots wait."""
        while not self.closing:
            try:
                await self.look_once()
            except Exception as wrong:
                LOG.error("could not look around", exc_info=wrong)
            await asyncio.sleep(1)

    async def look_once(self) -> None:
        now = self.store.now

        def job(connection: Connection) -> tuple[Any, Any, Any]:
            return (
                index.changed(connection, self.seen - OVERLAP),
                index.overdue(connection, now),
                index.idle_bots(connection, now),
            )

        there = await self.store.read(self.store.time)
        self.ahead = there - time.time_ns() // 1_000_000
        self.seen = self.seen or there
        changed, overdue, bots = await self.store.read(job)
        for id, version, at in changed:
            self.seen = max(self.seen, at)
            live = self.open_tables.get(id)
            if live is not None and live.table.version < version:
                self.spawn(live.catch_up())
        for id, seat in overdue:
            await self.time_out(id, seat)
        for id in {id for id, _ in bots}:
            self.bots.wake(await self.live(id))
        self.put_away()

    async def time_out(self, id: str, seat: Seat) -> None:
        """A deadline passed: the default is played as an ordinary row."""
        live = await self.live(id)
        await live.catch_up()
        table = live.table
        ask = None if table.referee is None else ask_of(table.referee.asks, seat)
        deadline = table.deadline(seat)
        if table.state != "racing" or ask is None or deadline is None or deadline > self.clock():
            return
        assert table.referee is not None
        self.metrics.timeouts += 1
        self.answer(live, seat, table.referee.number(seat), ask.default_move, "clock")

    def clock(self) -> int:
        """The time by the clock that deadlines go by."""
        return time.time_ns() // 1_000_000 + self.ahead

    def put_away(self) -> None:
        """Close the tables nobody looks at and nobody thinks for."""
        late = time.monotonic() - IDLE
        for id, live in list(self.open_tables.items()):
            busy = live.sockets or live.lock.locked() or self.bots.busy(id)
            if not busy and live.used < late:
                del self.open_tables[id]


def load(connection: Connection, id: str) -> Table | None:
    """A table, played through from its log."""
    found = rows(connection, id)
    if not found:
        return None
    first = found[0]
    assert isinstance(first.entry, table_log.Opened)
    table = Table(id, games.find(first.entry.game), first)
    for row in found[1:]:
        table.fold(row)
    return table

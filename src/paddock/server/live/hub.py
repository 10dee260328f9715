"""The hub: open tables of this process, and what they trigger: prepared answers, bots, notices."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import time
from collections import Counter
from collections.abc import Collection, Coroutine
from functools import partial
from typing import Any, Protocol, TypeVar
from weakref import WeakValueDictionary

import msgspec
from msgspec import Struct
from sqlalchemy.engine import Connection
from sqlalchemy.exc import DBAPIError

from paddock import games
from paddock.core.errors import PaddockError
from paddock.core.game_spec import AnyGameSpec
from paddock.core.record import Play
from paddock.core.seats import Seat
from paddock.server.api import wire
from paddock.server.common import offload
from paddock.server.common.connection_limit import SocketLimit
from paddock.server.common.rate_limit import Bucket
from paddock.server.live.live_table import LiveTable
from paddock.server.live.loading import UnknownTable, UnreadableTable, load
from paddock.server.live.metrics import Metrics
from paddock.server.live.notices.service import Notices
from paddock.server.live.notifier import Notifier
from paddock.server.live.periodic import Periodic
from paddock.server.live.prepared_answers import PreparedAnswers
from paddock.server.people.client_address import address_hash
from paddock.server.people.local_time import clock_hours
from paddock.server.rendering.replay import Branch
from paddock.server.settings import Settings
from paddock.server.store import (
    Store,
    Unavailable,
    channels,
    index,
    leases,
    presence,
    programs,
    snapshots,
)
from paddock.server.store.site_keys import SiteKeys
from paddock.server.store.store import NewRow
from paddock.server.tables import actions, slow_actions, snapshot, table_log
from paddock.server.tables.programs import AnyPrepared
from paddock.server.tables.table import PlannedRow, Table, TableClosed
from paddock.server.workers import quotas
from paddock.server.workers.background_queue import BackgroundQueue
from paddock.server.workers.bot_turns import DEFAULT_LEVEL, Bots, plays_at_once
from paddock.server.workers.exercises import Exercises
from paddock.server.workers.reports import Reports
from paddock.server.workers.reviews import Reviews
from paddock.server.workers.runtime import THREADS, Runtime

LOG = logging.getLogger("paddock.hub")
IDLE_SECONDS = 90.0  # time until a table without watchers is closed
DONE_IDLE_SECONDS = 20.0  # the same for a table that is over
T = TypeVar("T")
TABLE_ID = re.compile(r"[A-Za-z0-9_-]{1,24}")


SIGNED_OUT_FRAME = msgspec.json.encode(wire.Bye("forbidden", again=False))
MAX_GUEST_LIMITERS = 10_000  # memory bound of the guest rate limiters


class Client(Protocol):
    """A socket, as the hub uses it."""

    session: str | None

    @property
    def person(self) -> str | None: ...

    def push(self, frame: bytes) -> None: ...

    def push_end(self) -> None: ...


class LoadedTable(Struct, frozen=True):
    """A table as it was read from the database."""

    table: Table
    lacks_snapshot: bool
    listed: str | None  # its state by the index
    origin: str
    programs: dict[Seat, AnyPrepared]


class Hub:
    def __init__(
        self,
        settings: Settings,
        store: Store,
        keys: SiteKeys,
        rejections: Counter[str] | None = None,
        runtime: Runtime = THREADS,
    ) -> None:
        self.settings, self.store, self.site_keys = settings, store, keys
        self.runtime = runtime
        self.process = leases.new_holder()
        self.open_tables: dict[str, LiveTable] = {}
        self.loading: dict[str, asyncio.Task[LiveTable]] = {}
        self.tasks: set[asyncio.Task[Any]] = set()
        self.metrics = Metrics(Counter() if rejections is None else rejections)
        self.notifier = Notifier(settings, self.on_notification, store.process_mark)
        self.bots = Bots(self)
        self.background = BackgroundQueue(runtime)
        self.offload = runtime.offload()
        self.reviews = Reviews(self)
        self.exercises = Exercises(self)
        self.reports = Reports(self)
        self.notices = Notices(self)
        self.prepared = PreparedAnswers(self)
        self.periodic = Periodic(self)
        self.closing = False
        self.elsewhere: set[presence.Here] = set()
        self.guests: dict[str, Bucket] = {}
        self.locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self.socket_limit = SocketLimit(settings.sockets, settings.rate, settings.frames)
        self.clients: set[Client] = set()
        self.guiding: set[tuple[str, int, int]] = set()  # rows that guides are about to play

    # ------------------------------------------------------------ beginning and ending

    async def start(self) -> None:
        await self.store.write("", leases.release_dead)
        await self.periodic.beat()
        await self.notifier.start()
        await self.notices.start()
        self.spawn(self.periodic.run())
        running = await self.store.read(lambda c: index.in_state(c, "racing", "gathering"))
        self.spawn(self.periodic.check_running(running))
        self.spawn(self.periodic.retention_loop())

    async def close(self) -> None:
        """Save what was started, then stop."""
        self.closing = True
        self.background.close()
        await self.notifier.close()
        with contextlib.suppress(Unavailable, DBAPIError):  # other processes notice by themselves
            await self.bots.close()
            await self.notices.close()
            await self.periodic.beat(at_once=True)
        pending = [task for task in self.tasks if task is not asyncio.current_task()]
        for task in pending:
            if task.get_name() != "save":
                task.cancel()
        if pending:
            await asyncio.wait(pending, timeout=10)
        self.offload.close()

    def spawn(self, work: Coroutine[Any, Any, T], name: str = "work") -> asyncio.Task[T]:
        """Start a task that is kept alive and whose failure is logged."""
        task = asyncio.create_task(work, name=name)
        self.tasks.add(task)
        task.add_done_callback(self.on_task_end)
        return task

    def on_task_end(self, task: asyncio.Task[Any]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            wrong = task.exception()
            if not isinstance(wrong, PaddockError):
                LOG.error("a task failed", exc_info=wrong, extra={"task": task.get_name()})

    def origin(self, address: str) -> str:
        return address_hash(address, self.site_keys.origins)

    # ------------------------------------------------------------ who is where

    def here(self) -> set[presence.Here]:
        """People connected to this process at a table where they have a seat."""
        return {
            (id, person) for id, live in self.open_tables.items() for person in live.sitting_here()
        }

    def set_elsewhere(self, found: set[presence.Here]) -> None:
        """Update who is connected to other processes, and notify watchers."""
        changed = {id for id, _ in self.elsewhere ^ found}
        self.elsewhere = found
        for id in changed & self.open_tables.keys():
            self.open_tables[id].tell_presence()
            self.prepared.run(self.open_tables[id])

    def announce_presence(self) -> None:
        """Save the presence soon."""
        if self.periodic.others:
            self.periodic.next_beat = 0.0

    def may_make_guest(self, origin: str) -> bool:
        """Rate limit for new guests per address."""
        if len(self.guests) > MAX_GUEST_LIMITERS:
            self.guests.clear()
        most = float(self.settings.guests)
        return self.guests.setdefault(origin, Bucket(most / 3600, most)).take(1.0)

    def drop_sessions(self, sessions: Collection[str]) -> None:
        """Close the sockets of ended sessions."""
        for client in list(self.clients):
            if client.session in sessions:
                client.push(SIGNED_OUT_FRAME)
                client.push_end()

    def drop_person(self, person: str, *, keep: str | None = None) -> None:
        """Close a person's sockets, except those of one session."""
        ended = {c.session for c in self.clients if c.person == person and c.session != keep}
        self.drop_sessions({session for session in ended if session is not None})

    def lock_of(self, person: str) -> asyncio.Lock:
        """Lock per person, so that a quota is not checked twice concurrently."""
        return self.locks.setdefault(person, asyncio.Lock())

    # ------------------------------------------------------------ tables

    async def live(self, id: str) -> LiveTable:
        """An open table; loaded and checked if necessary."""
        if not TABLE_ID.fullmatch(id):
            raise UnknownTable("this is no id of a table")
        task, found = self.loading.get(id), self.open_tables.get(id)
        if task is None and found is not None:
            found.used = time.monotonic()
            return found
        if task is None:
            task = self.loading[id] = self.spawn(self.load(id))
        return await asyncio.shield(task)

    async def load(self, id: str) -> LiveTable:
        def job(connection: Connection) -> LoadedTable | None:
            table = load(connection, id, self.store.outages)
            if table is None:
                return None
            if table.bank_clocks is not None and index.has_other_asks(connection, table):
                moved.append(table)
            return LoadedTable(
                table,
                self.lacks_snapshot(connection, table),
                index.state_of(connection, id),
                index.origin_of(connection, id),
                programs.of_table(connection, table.spec, id),
            )

        moved: list[Table] = []  # the table, if its deadlines in the index are wrong
        try:
            found = await self.store.read_table(job)
            if found is None:
                raise UnknownTable(f"there is no table {id}")
            table = found.table
            for one in moved:
                self.store.writer.submit(id, partial(index.ask_again, table=one))
            if found.lacks_snapshot:
                self.store.writer.submit(id, partial(self.store.save_snapshot, table=table))
            if id in self.open_tables:  # opened meanwhile: keep a single instance
                return self.open_tables[id]
            live = self.open_tables[id] = LiveTable(self, table, found.origin, found.programs)
            await self.settle(live, found.listed)
        except UnreadableTable as wrong:
            why = str(wrong)
            LOG.error("a table cannot be read", extra={"table": id, "why": why})
            await self.store.write(id, lambda c: index.set_aside(c, id, why))
            raise
        finally:
            self.loading.pop(id, None)
        self.after_rows(live, live.table.version)
        return live

    def lacks_snapshot(self, connection: Connection, table: Table) -> bool:
        """Whether a long table has no current snapshot."""
        if len(table.checkpoints) < 2:
            return False
        made = snapshot.maker(table.spec)
        return not snapshots.is_at(connection, table.id, made, table.checkpoints[0].n)

    async def whole(self, table: Table, turn: offload.Turn) -> Table:
        """The table with all its rows and events; replayed if it is long."""
        if table.complete:
            return table
        id, store = table.id, self.store
        found = await turn.run(store.read_sync, lambda c: load(c, id, store.outages, whole=True))
        if found is None:
            raise UnknownTable(f"there is no table {id}")
        return found

    async def rows(self, table: Table) -> list[table_log.Row]:
        """All rows of a table; from the log if they are not in memory."""
        if table.complete:
            return [happened.row for happened in table.history]
        return (await self.store.rows(table.id))[: table.version + 1]

    async def settle(self, live: LiveTable, listed: str | None) -> None:
        """Pin a race to its edition. If the current rules lead to the same result it continues with
        their edition; otherwise it is frozen. Finished tables stay as they are."""
        table, now = live.table, live.table.spec.card.edition
        if table.fault is not None:
            if listed in ("gathering", "racing"):
                LOG.error("a table is frozen", extra={"table": table.id, "why": table.fault.why})
                self.metrics.frozen += 1
                await live.freeze(table.fault)
        elif table.state == "racing" and table.edition != now:
            LOG.info("a race goes on by a new edition", extra={"table": table.id, "edition": now})
            repinned = PlannedRow(table_log.Repinned(now))
            await live.save_in_turn(lambda table: repinned, f"edition:{now}")

    async def open(self, id: str, entries: list[NewRow], asker: quotas.Requester) -> LiveTable:
        """Open a new table, within the quotas."""

        def new_table(first: table_log.Row) -> Table:
            assert isinstance(first.entry, table_log.Opened)
            return Table(id, games.find_spec(first.entry.game), first, self.store.outages)

        opened = entries[0][0].entry
        assert isinstance(opened, table_log.Opened)
        only_bots = all(place.kind == "bot" for place in opened.places)
        check = partial(quotas.check_tables, self.settings, asker, only_bots)
        table = await self.store.open(id, new_table, entries, asker.origin, check)
        live = self.open_tables[id] = LiveTable(self, table, asker.origin)
        self.metrics.tables_opened += 1
        self.after_rows(live, -1, own=True)
        return live

    async def open_fork(self, made: Branch, asker: quotas.Requester) -> LiveTable:
        """Open a fork, within the quotas."""
        settings, now = self.settings, made.fork.created

        def check(connection: Connection) -> None:
            quotas.check_tables(settings, asker, False, connection)
            quotas.check_forks(settings, asker, now, connection)

        await self.store.open_fork(made.table, made.first, made.fork, asker.origin, check)
        live = self.open_tables[made.table.id] = LiveTable(self, made.table, asker.origin)
        self.metrics.tables_opened += 1
        self.after_rows(live, -1, own=True)
        return live

    def after_rows(self, live: LiveTable, since: int, *, own: bool = False) -> None:
        """New rows were saved: wake bots, prepared answers and guides."""
        table = live.table
        if table.version > since:
            self.metrics.rows += table.version - since
        if own and self.notifier.sends:
            self.spawn(self.notifier.notify(table.id))
        self.begin_if_full(live)
        self.prepared.run(live)
        self.guide_on(live)
        self.bots.wake(live)
        if table.bank_clocks is not None and (since == table.version or is_seated(table, since)):
            self.spawn(self.note_quiet_hours(live))

    def begin_if_full(self, live: LiveTable) -> None:
        """Start the race once all seats are taken and everyone is there. Checked repeatedly:
        people come back, and the process may have stopped after the last person sat down."""
        if may_begin(live):
            self.spawn(live.save(plan_start, "start"))

    def guide_on(self, live: LiveTable) -> None:
        """Play a guide's own rows, one after another, slow enough to follow."""
        table = live.table
        moment = table.moment
        if moment is None or table.referee is None or self.closing:
            return
        row = moment.next_automatic_row(hurry=table.hurried)
        key = (table.id, len(table.referee.rows), len(table.tried))
        if row is None or key in self.guiding:
            return
        self.guiding.add(key)
        quick = table.hurried or plays_at_once(table, row.seat)
        pause = 0.0 if quick else self.settings.bot_pause
        self.spawn(self.guide_row(live, row, key, pause), "guide")

    async def guide_row(
        self, live: LiveTable, row: Play[Any], key: tuple[str, int, int], pause: float
    ) -> None:
        try:
            await asyncio.sleep(pause)
            await live.save(
                lambda table: actions.move(table, row.seat, None, row.move, "guide"),
                f"guide:{key[1]}:{key[2]}",
            )
        finally:
            self.guiding.discard(key)

    def answer(
        self, live: LiveTable, seat: Seat, number: int, move: Any, by: table_log.By
    ) -> asyncio.Task[int]:
        """Play for a seat. The number of the ask is the id, so it counts once."""

        def plan(table: Table) -> PlannedRow:
            return actions.move(table, seat, number, move, by)

        return self.spawn(live.save_in_turn(plan, f"{by}:{seat}:{number}"), "save")

    async def count_again(self, id: str) -> None:
        """Write the deadlines of a table with banks again."""
        live = await self.live(id)
        async with live.lock:
            table = live.table
            await self.store.write(id, lambda c: index.ask_again(c, table))

    async def note_quiet_hours(self, live: LiveTable) -> None:
        """Note the quiet hours of people at a table with banks where they are not known yet."""
        bank = live.table.bank_clocks
        if bank is None or live.table.state != "racing":
            return
        people = {
            place.person
            for seat, place in enumerate(live.table.places)
            if place.person is not None and bank.hours_set(seat) is None
        }
        for person in people:
            await self.note_hours_of(live, person)

    async def note_hours_of(self, live: LiveTable, person: str) -> None:
        """Note the quiet hours of one person, if their time zone is known."""
        found = await self.store.read(lambda c: channels.settings_of(c, person))
        if found.zone:
            hours = clock_hours(found)
            await live.save(lambda now: slow_actions.set_quiet_hours(now, person, hours), None)

    async def change_quiet_hours(self, person: str) -> None:
        """A person changed their quiet hours: note them at all their running races with banks."""
        for id in await self.store.read(lambda c: index.racing_with_bank(c, person)):
            with contextlib.suppress(PaddockError):  # at another table it may be noted
                await self.note_hours_of(await self.live(id), person)

    def on_frozen(self, table: Table, wrong: Exception) -> None:
        LOG.error("the rules are wrong", exc_info=wrong, extra={"table": table.id})
        self.metrics.frozen += 1

    def on_notification(self, id: str) -> None:
        live = self.open_tables.get(id)
        if live is not None and not self.closing:
            self.spawn(live.catch_up())

    def clock(self) -> int:
        """Current time by the database clock, which deadlines use."""
        return self.store.steady.now()

    def send_deadlines(self) -> None:
        """Send every watcher the table with its current deadlines."""
        for live in list(self.open_tables.values()):
            for watcher in list(live.watchers):
                watcher.push(live.whole(watcher))

    def put_away(self) -> None:
        """Close tables without watchers and without running bots."""
        self.background.put_away()
        self.reviews.put_away()
        now = time.monotonic()
        for id, live in list(self.open_tables.items()):
            goes_on = live.table.state in ("gathering", "racing")
            if now - live.used > (IDLE_SECONDS if goes_on else DONE_IDLE_SECONDS):
                self.close_table(id)

    def close_table(self, id: str) -> None:
        """Close a table, unless it has a watcher or a running bot."""
        live = self.open_tables[id]
        busy = self.bots.is_busy(id) or self.prepared.is_busy(id)
        if not (live.sockets or live.lock.locked() or busy):
            del self.open_tables[id]


def is_seated(table: Table, since: int) -> bool:
    """Whether a race began, or a person sat down, after a row."""
    news = table_log.Started | table_log.Sat
    return any(isinstance(one.row.entry, news) for one in table.rows_since(since))


def may_begin(live: LiveTable) -> bool:
    """Whether all seats are taken, and each person gave a sign of life."""
    table = live.table
    full = table.state == "gathering" and not any(place.empty for place in table.places)
    return full and not live.absent_seats()


def plan_start(table: Table) -> PlannedRow:
    """Plan the start if every seat is taken; none if a person has just left."""
    if any(place.empty for place in table.places):
        raise TableClosed("a player has left: wait until every seat is taken")
    return actions.start(table, DEFAULT_LEVEL, is_full)


def is_full(level: str, seat: Seat, spec: AnyGameSpec) -> table_log.Place:
    raise AssertionError("a bot was to take a seat that is taken")

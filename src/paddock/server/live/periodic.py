"""Periodic work of a process: poll for new rows, deadlines and idle bots every second; at start,
check running races against the current rules.

Tables are independent: one that fails is retried with backoff, and no other waits for it.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Coroutine, Sequence
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy.engine import Connection

from paddock.core.errors import PaddockError, Stale
from paddock.core.game import ask_of
from paddock.core.seats import Seat
from paddock.server.common import memory_trim
from paddock.server.live.retention import apply_retention
from paddock.server.store import (
    ClockJumped,
    index,
    leases,
    outages,
    people,
    presence,
    programs,
    sessions,
    site_keys,
)
from paddock.server.store.steady_clock import MAX_JUMP_MS, SILENCE_MS, Reading
from paddock.server.tables import actions, slow_actions, table_log
from paddock.server.tables.code_hash import rules_hash
from paddock.server.tables.outages import Outage

if TYPE_CHECKING:
    from paddock.server.live.hub import Hub
    from paddock.server.live.live_table import LiveTable

LOG = logging.getLogger("paddock.periodic")
OVERLAP_MS = 5_000  # re-read window, for rows committed during the last poll
MAX_CONCURRENT_TABLES = 8  # tables processed concurrently
SIZE_CHECK_SECONDS = 60.0  # interval of looks at the size of the database
SESSION_CHECK_SECONDS = 5.0  # interval of session checks
RETENTION_SECONDS = 600.0  # interval of retention runs
MIN_BACKOFF_SECONDS, MAX_BACKOFF_SECONDS = (
    2.0,
    600.0,
)  # backoff of a table that failed

UPKEEP_PATH = ("server",)  # path in the fair queue


class Periodic:
    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.seen = 0  # latest change of any table that was processed
        self.frozen = 0  # number of frozen tables
        self.database_bytes, self.disk_free_bytes = 0, 0
        self.next_beat, self.next_check, self.next_trim, self.next_sizes = 0.0, 0.0, 0.0, 0.0
        self.others = 0  # number of other processes
        self.presence_saved = False  # whether the presence of this process is stored
        self.backoffs: dict[str, tuple[float, float]] = {}  # until when, and how long
        self.few = asyncio.Semaphore(MAX_CONCURRENT_TABLES)
        self.jumping = asyncio.Lock()

    async def run(self) -> None:
        while not self.hub.closing:
            try:
                await self.poll()
            except Exception as wrong:
                LOG.error("could not look around", exc_info=wrong)
            await asyncio.sleep(1)

    async def beat(self, *, at_once: bool = False) -> None:
        """Save a heartbeat of this process; notice outages, clock jumps and other processes."""
        if time.monotonic() < self.next_beat and not at_once:
            return
        store, process = self.hub.store, self.hub.process

        here = self.hub.here()

        def job(connection: Connection) -> tuple[Outage | None, Reading]:
            reading = store.steady.read(lambda: store.time(connection))
            now = reading.ms
            ended = outages.beat(connection, store.insert, process, now, reading.jump)
            self.others = presence.others(connection, process, now, SILENCE_MS)
            if self.others or self.presence_saved:
                presence.save(connection, process, here, now)
            return ended, reading

        ended, reading = await store.write("", job)
        jumped = abs(reading.jump) > MAX_JUMP_MS
        self.presence_saved = self.others > 0
        self.next_beat = time.monotonic() + outages.BEAT_SECONDS
        if ended is not None or jumped:
            store.outages.known = await store.read(outages.all_outages)
        # only now: rows wait until the outage is known
        store.steady.follow(reading)
        store.steady.beat_ms = reading.ms
        if ended is not None:
            LOG.warning("no server was running", extra={"seconds": (ended[1] - ended[0]) / 1000})
            self.hub.spawn(self.count_again())
        if jumped:
            LOG.warning("the clock of the database jumped", extra={"seconds": reading.jump / 1000})
            self.hub.send_deadlines()

    async def count_again(self) -> None:
        """Write the deadlines of banks again after an outage: a part of it may not have counted
        anyway, at night or in a pause."""
        hub = self.hub
        for id in await hub.store.read(index.racing_with_bank):
            await self.run_isolated(id, hub.count_again(id))

    async def store_jump(self, at: int) -> None:
        """A time of the database is ahead: store the outage, unless that was done meanwhile."""
        async with self.jumping:
            if self.hub.store.steady.is_ahead(at):
                await self.beat(at_once=True)

    async def poll(self) -> None:
        hub, store = self.hub, self.hub.store
        await self.beat()
        skipped = [id for id in self.backoffs if self.is_backing_off(id)]
        away: set[presence.Here] = set()

        idle: list[programs.IdleSeat] = []
        prepared: list[tuple[str, Seat, int]] = []

        def job(connection: Connection) -> tuple[Reading, Any, Any, Any]:
            nonlocal away, idle, prepared
            reading = store.steady.read(lambda: store.time(connection))
            there = reading.ms
            if store.steady.is_ahead(there):
                raise ClockJumped(there)  # deadlines wait until the outage is stored
            self.seen = min(self.seen or there, there)  # the clock may be set back
            self.frozen = index.count(connection, "frozen")
            hub.site_keys.refresh(connection, there)
            store.outages.known = outages.all_outages(connection)
            idle = programs.idle_seats(connection, there, skipped)
            if self.others:
                away = presence.elsewhere(connection, hub.process, there)
                prepared = programs.changed_since(connection, self.seen - OVERLAP_MS)
            return (
                reading,
                index.changed_since(connection, self.seen - OVERLAP_MS),
                index.overdue(connection, there, skipped),
                index.idle_bots(connection, there, skipped),
            )

        try:
            reading, changed, overdue, bots = await store.read(job)
        except ClockJumped as jumped:
            await self.store_jump(jumped.at)
            return
        if reading.jump < -MAX_JUMP_MS:
            await self.beat(at_once=True)  # heartbeats of the future must not look alive later
        store.steady.follow(reading)
        hub.set_elsewhere(away)
        for live in list(hub.open_tables.values()):
            hub.begin_if_full(live)
        for id, version, at in changed:
            self.seen = max(self.seen, at)
            found = hub.open_tables.get(id)
            if found is not None and found.table.version < version:
                hub.spawn(found.catch_up())
        for id, seat, rev in prepared:
            found = hub.open_tables.get(id)
            known = None if found is None else found.programs.get(seat)
            if found is not None and (known is None or known.rev != rev):
                hub.spawn(found.catch_up())
        left = {one.table for one in idle if not hub.prepared.is_settled(one)}
        waiting = [self.run_isolated(id, self.time_out(id, seat)) for id, seat in overdue]
        waiting += [self.run_isolated(id, self.answer_prepared(id)) for id in left]
        waiting += [self.run_isolated(id, self.wake(id)) for id in {id for id, _ in bots}]
        await asyncio.gather(*waiting)
        hub.put_away()
        if time.monotonic() >= self.next_trim:
            self.next_trim = time.monotonic() + memory_trim.TRIM_EVERY_SECONDS
            await hub.offload.upkeep.run(UPKEEP_PATH, memory_trim.trim_memory, len(hub.open_tables))
        if time.monotonic() >= self.next_sizes:
            self.next_sizes = time.monotonic() + SIZE_CHECK_SECONDS
            self.database_bytes, self.disk_free_bytes = await store.read(store.sizes)
        await self.check_sessions()

    async def check_sessions(self) -> None:
        """Close sockets whose session was revoked, here or elsewhere."""
        known = {c.session for c in self.hub.clients if c.session is not None}
        if known and time.monotonic() >= self.next_check:
            self.next_check = time.monotonic() + SESSION_CHECK_SECONDS
            good = await self.hub.store.read(lambda c: sessions.alive(c, list(known)))
            self.hub.drop_sessions(known - good)

    async def run_isolated(self, id: str, work: Coroutine[Any, Any, None]) -> None:
        """Run a job for a table. Its failure does not affect others."""
        try:
            async with self.few:
                await work
        except Exception as wrong:
            _, before = self.backoffs.get(id, (0.0, MIN_BACKOFF_SECONDS / 2))
            pause = min(MAX_BACKOFF_SECONDS, before * 2)
            self.backoffs[id] = time.monotonic() + pause, pause
            bug = None if isinstance(wrong, PaddockError) else wrong
            LOG.error("a table fails", exc_info=bug, extra={"table": id, "why": str(wrong)})
        else:
            self.backoffs.pop(id, None)
        finally:
            work.close()  # cancelled before its turn: else it counts as never awaited

    def is_backing_off(self, id: str) -> bool:
        return self.backoffs.get(id, (0.0, 0.0))[0] > time.monotonic()

    async def wake(self, id: str) -> None:
        self.hub.bots.wake(await self.hub.live(id))

    async def answer_prepared(self, id: str) -> None:
        """Give prepared answers that no process has given: the one that would have is gone."""
        self.hub.prepared.run(await self.hub.live(id))

    async def time_out(self, id: str, seat: Seat) -> None:
        """A deadline passed: play the default as an ordinary row. At a table with banks a bot
        answers."""
        hub = self.hub
        live = await hub.live(id)
        await live.catch_up()
        table = live.table
        if seat == index.TABLE_SEAT:
            await live.save(lambda now: slow_actions.change_in_time(now, hub.clock()), None)
            return
        ask = None if table.referee is None else ask_of(table.referee.asks, seat)
        deadline = table.deadline(seat)
        if table.state != "racing" or ask is None or deadline is None or deadline > hub.clock():
            return
        by_clock = table.clocks.by_clock(seat)
        is_over = by_clock is not None and by_clock <= hub.clock()
        if is_over and table.bank_clocks is not None:
            hub.metrics.timeouts += hub.bots.answer_late(live, seat)
            return
        hub.metrics.timeouts += 1
        if not is_over:
            await self.end_countdown(live, seat)
            return
        assert table.referee is not None
        await hub.answer(live, seat, table.referee.ask_number(seat), ask.default_move, "clock")
        await live.save(lambda now: actions.drive_for(now, seat), None)

    async def end_countdown(self, live: LiveTable, seat: Seat) -> None:
        """A countdown of the rules ended: play the defaults for the whole question. It does not
        count as a missed deadline."""
        first = live.table.countdown(seat)
        by: table_log.By = "countdown"
        while (now := live.table.countdown(seat)) is not None and first is not None:
            ask, referee = ask_of(live.table.asks(), seat), live.table.referee
            if now.matter != first.matter or ask is None or referee is None:
                return
            try:
                await self.hub.answer(live, seat, referee.ask_number(seat), ask.default_move, by)
            except Stale:
                return  # the answer came just in time
            by = "forfeit"

    # ------------------------------------------------------------ tidying

    async def retention_loop(self) -> None:
        """Run retention from time to time, in one of the processes."""
        hub, store = self.hub, self.hub.store
        while not hub.closing:
            await asyncio.sleep(RETENTION_SECONDS)
            try:
                if await store.write("", self.may_run_retention):
                    await self.run_retention()
                    await self.rotate_keys()
            except Exception as wrong:
                LOG.error("could not tidy", exc_info=wrong)

    def may_run_retention(self, connection: Connection) -> bool:
        """Whether this process is responsible, and no other."""
        store, ms = self.hub.store, int(1.5 * RETENTION_SECONDS * 1000)
        return leases.take(connection, store.insert, store.now, "tidy", 0, self.hub.process, ms)

    async def run_retention(self) -> None:
        while not self.hub.closing:
            done = await self.hub.offload.upkeep.run(
                UPKEEP_PATH, apply_retention, self.hub.store, self.hub.settings
            )
            if not done.any:
                return
            LOG.info("tidied", extra=msgspec.structs.asdict(done))
            await asyncio.sleep(1)

    async def rotate_keys(self) -> None:
        """Replace old keys of cookies. The keys before stay valid until the next time."""
        store, min_age_ms = self.hub.store, site_keys.KEY_AGE_MS

        def job(connection: Connection) -> list[str]:
            return site_keys.rotate(connection, store.time(connection), min_age_ms=min_age_ms)

        if names := await store.write("", job):
            LOG.info("keys were replaced", extra={"keys": names})

    # ------------------------------------------------------------ after an update

    async def check_running(self, running: Sequence[str]) -> None:
        """Replay races that were running at start, unless that was done since the last change of
        the rules. Tables being opened are skipped."""
        store = self.hub.store
        rules = await self.hub.offload.upkeep.run(UPKEEP_PATH, rules_hash)
        if await store.read(lambda c: people.find_key(c, "rules")) == rules:
            return
        for id in running:
            if self.hub.closing:
                return
            await self.run_isolated(id, self.check(id))
        await store.write("", lambda c: people.set_key(c, "rules", rules))
        LOG.info("what runs was played through", extra={"tables": len(running)})

    async def check(self, id: str) -> None:
        """Open a table, which checks it."""
        hub = self.hub
        was_open = id in hub.open_tables
        await hub.live(id)
        if not was_open:
            hub.close_table(id)

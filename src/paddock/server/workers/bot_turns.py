"""Bots in seats. They wait in a fair queue for a worker process and never block the server."""

from __future__ import annotations

import asyncio
import functools
import logging
import secrets
import time
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from paddock.analysis.advice import Advice
from paddock.core.errors import PaddockError, Stale
from paddock.core.game import Ask, ask_of
from paddock.core.game_spec import AnyGameSpec
from paddock.core.seats import Seat
from paddock.server.api.errors import Denied
from paddock.server.common.fair_queue import FairQueue
from paddock.server.store import leases
from paddock.server.tables import actions
from paddock.server.tables.table import PlannedRow, Table
from paddock.server.workers.background_queue import check_pending
from paddock.server.workers.jobs import ADVICE, OLD_LEVELS, BotJob, WorkerFailed
from paddock.server.workers.quotas import Requester
from paddock.server.workers.services import BotTable, Services

LOG = logging.getLogger("paddock.bots")
DEFAULT_LEVEL = "medium"
NICENESS = 10  # os.nice value of workers: the server comes first
WAIT_DISCOUNTS = ((1.0, 1.0), (3.0, 0.5), (6.0, 0.25))
"""Seconds waited, and share of the search budget after such a wait. Tables that keep the queue long
search less."""
MIN_SAMPLE_SHARE = 0.12
MAX_REMEMBERED_LEASES = 1_000  # cleaned up above this number
MAX_PENDING_HINTS = 1
"""Per person."""
new_seed = functools.partial(secrets.randbits, 64)
"""Seed of a bot's own random numbers."""


@functools.cache
def decoder(moves: Any) -> msgspec.msgpack.Decoder[Any]:
    """Decoder of a game's moves, cached because building it is slower than a move."""
    return msgspec.msgpack.Decoder(moves)


class StoredHints(Struct, frozen=True):
    """Hints of an ask."""

    number: int
    ask: Ask[Any]
    found: tuple[Advice, ...]


class Bots:
    """Bots of this process."""

    def __init__(self, hub: Services) -> None:
        self.hub = hub
        self.thinking: set[tuple[str, Seat]] = set()
        self.leased: dict[tuple[str, Seat], float] = {}
        self.asking: list[Requester] = []  # who waits for a hint
        self.queue = FairQueue(max(1, hub.settings.workers))
        self.pool = hub.runtime.pool(hub.settings.workers, NICENESS)

    def wake(self, live: BotTable) -> None:
        """Start a task for every asked bot without one."""
        table = live.table
        if self.hub.closing or table.state != "racing" or table.moment is not None:
            return
        for seat in table.asked_seats():
            key = (table.id, seat)
            if table.places[seat].level is not None and key not in self.thinking:
                self.thinking.add(key)
                self.hub.spawn(self.drive(live, seat), "bot")

    def answer_late(self, live: BotTable, seat: Seat) -> bool:
        """Answer for a person whose bank is empty, as long as it is and the seat is asked. False if
        that has begun before."""
        key = (live.table.id, seat)
        if self.hub.closing or key in self.thinking:
            return False
        self.thinking.add(key)
        self.hub.spawn(self.drive(live, seat, late=True), "bot")
        return True

    def is_busy(self, table: str) -> bool:
        return any(id == table for id, _ in self.thinking)

    async def drive(self, live: BotTable, seat: Seat, *, late: bool = False) -> None:
        """Answer for as long as this seat is asked and a bot drives it. `late`: as long as its
        person is out of time."""
        key = (live.table.id, seat)
        by = "clock" if late else "bot"
        try:
            while found := await self.decide(live, seat, late=late):
                number, move = found
                make = functools.partial(plan_late, now=self.hub.clock()) if late else plan
                await live.save(
                    functools.partial(make, seat=seat, number=number, move=move),
                    f"{by}:{seat}:{number}",
                )
                if late:
                    await live.save(lambda now: actions.drive_for(now, seat), None)
        except PaddockError as refused:  # another process was first
            LOG.info("a bot came too late", extra={"table": key[0], "why": str(refused)})
            await live.catch_up()
        finally:
            self.thinking.discard(key)
            if late:
                self.wake(live)  # a bot may drive from now on

    async def decide(
        self, live: BotTable, seat: Seat, *, late: bool = False
    ) -> tuple[int, Any] | None:
        """Wait for a turn, then choose: number of the ask, and move."""
        began = time.monotonic()
        host = live.table.head.host or live.table.id
        async with self.queue.turn(live.origin, host, live.table.id):
            find = self.ask_late if late else self.ask_for
            if not find(live, seat) or not await self.lease(live.table.id, seat):
                return None
            ask, table = find(live, seat), live.table
            if ask is None:
                return None
            assert table.referee is not None
            number = table.referee.ask_number(seat)
            move = await self.think(table, seat, ask, time.monotonic() - began)
        if late:
            return number, move
        pause = 0.0 if plays_at_once(table, seat) else self.hub.settings.bot_pause
        await asyncio.sleep(max(0.0, pause - (time.monotonic() - began)))
        return number, move

    def ask_for(self, live: BotTable, seat: Seat) -> Ask[Any] | None:
        """Current ask of a bot's seat, if any."""
        table = live.table
        if self.hub.closing or table.state != "racing" or table.places[seat].level is None:
            return None
        if table.moment is not None:  # the guide plays for it
            return None
        return None if table.referee is None else ask_of(table.referee.asks, seat)

    def ask_late(self, live: BotTable, seat: Seat) -> Ask[Any] | None:
        """Current ask of a person who is out of time, if any."""
        table = live.table
        if self.hub.closing or not is_out_of_time(table, seat, self.hub.clock()):
            return None
        return None if table.referee is None else ask_of(table.referee.asks, seat)

    async def lease(self, table: str, seat: Seat) -> bool:
        """Take the lease of a seat, or renew it when it is old."""
        held = self.leased.get((table, seat), 0.0)
        now = time.monotonic()
        if held - now > leases.LEASE_MS / 2000:
            return True
        store = self.hub.store
        got = await store.write(
            table,
            lambda c: leases.take(
                c, store.insert, store.now, table, seat, self.hub.process, leases.LEASE_MS
            ),
        )
        if got:
            if len(self.leased) >= MAX_REMEMBERED_LEASES:  # remove those of finished races
                self.leased = {one: held for one, held in self.leased.items() if held > now}
            self.leased[table, seat] = now + leases.LEASE_MS / 1000
        else:
            self.leased.pop((table, seat), None)
        return got

    async def think(self, table: Table, seat: Seat, ask: Ask[Any], waited: float) -> Any:
        """Move of a bot; the default if the worker fails."""
        assert table.referee is not None
        level = table.places[seat].level or table.co_driver_level
        try:
            move = await self.choose(table, seat, ask, level, waited)
        except WorkerFailed as wrong:
            where = {"table": table.id, "seat": seat, "row": table.referee.count}
            LOG.error("a bot cannot think", extra={**where, "why": str(wrong)})
            move = ask.default_move
        return move if move in ask.options else ask.default_move

    async def choose_for_person(
        self, live: BotTable, seat: Seat, ask: Ask[Any], level: str
    ) -> Any | None:
        """Move of a co-driver; none if another process thinks about it."""
        began, table = time.monotonic(), live.table
        async with self.queue.turn(live.origin, table.head.host or table.id, table.id):
            if not await self.lease(table.id, seat):
                return None
            return await self.choose(table, seat, ask, level, time.monotonic() - began)

    async def choose(
        self, table: Table, seat: Seat, ask: Ask[Any], level: str, waited: float
    ) -> Any:
        """Move of a bot of a level, or WorkerFailed."""
        assert table.referee is not None
        view = msgspec.msgpack.encode(table.spec.game.view(table.referee.state, seat))
        bot, own = bot_for(table.spec, level, waited), level in self.hub.settings.own_bots
        asked = msgspec.msgpack.encode(ask)
        job = msgspec.msgpack.encode(BotJob(table.head.game, bot, view, asked, new_seed(), own))
        work = asyncio.ensure_future(self.pool.think(job, self.hub.settings.bot_limit))
        try:
            answer = await self.keep(table.id, seat, work)
            move = decoder(table.spec.move).decode(answer)
        except (WorkerFailed, msgspec.DecodeError) as wrong:
            self.hub.metrics.given_up += 1
            raise WorkerFailed(str(wrong)) from wrong
        finally:
            self.hub.metrics.thoughts += 1
        return move

    async def advise(
        self, live: BotTable, seat: Seat, ask: Ask[Any], asker: Requester
    ) -> tuple[Advice, ...]:
        """Recommended options from a seat's view; computed and counted once per ask."""
        assert live.table.referee is not None
        number, known = live.table.referee.ask_number(seat), live.hinted.get(seat)
        if known is not None and (known.number, known.ask) == (number, ask):
            return known.found
        check_pending(self.asking, asker, MAX_PENDING_HINTS, "too-many-hints")
        self.asking.append(asker)
        try:
            found = await self.advice(live, seat, ask)
        except WorkerFailed:
            raise Denied("unavailable", "no-thought") from None
        finally:
            self.asking.remove(asker)
        live.hinted[seat] = StoredHints(number, ask, found)
        await live.save(lambda now: actions.hint(now, seat), None)
        return found

    async def advice(self, live: BotTable, seat: Seat, ask: Ask[Any]) -> tuple[Advice, ...]:
        """Compute the recommendation in the queue."""
        table = live.table
        assert table.referee is not None
        view = msgspec.msgpack.encode(table.spec.game.view(table.referee.state, seat))
        asked = msgspec.msgpack.encode(ask)
        job = msgspec.msgpack.encode(BotJob(table.head.game, ADVICE, view, asked, new_seed()))
        async with self.queue.turn(live.origin, table.head.host or table.id, table.id):
            answer = await self.pool.think(job, self.hub.settings.bot_limit)
        found = msgspec.msgpack.decode(answer, type=tuple[Advice, ...])
        move = table.spec.move
        return tuple([replace(one, move=msgspec.convert(one.move, type=move)) for one in found])

    async def keep(self, table: str, seat: Seat, work: asyncio.Future[bytes]) -> bytes:
        """Wait for a result, renewing the lease meanwhile."""
        try:
            while True:
                done, _ = await asyncio.wait({work}, timeout=leases.LEASE_MS / 3000)
                if done:
                    return work.result()
                await self.lease(table, seat)
        finally:
            work.cancel()

    async def close(self) -> None:
        for task in [task for task in self.hub.tasks if task.get_name() == "bot"]:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        self.pool.close()
        if self.leased:
            store, holder = self.hub.store, self.hub.process
            await store.write("", lambda c: leases.drop_all(c, holder))


def is_same_turn(table: Table, seat: Seat) -> bool:
    """Whether the previous row is this seat's own: a pause is made once per turn."""
    assert table.referee is not None
    rows = table.referee.rows
    return bool(rows) and rows[-1].seat == seat


def plays_at_once(table: Table, seat: Seat) -> bool:
    """Whether a bot plays without a pause. People at the table see turns at their own pace; races
    of bots only are slowed down to be watched."""
    people = any(place.person is not None and place.level is None for place in table.places)
    return people or is_same_turn(table, seat)


def plan(table: Table, seat: Seat, number: int, move: Any) -> PlannedRow:
    if table.places[seat].level is None:
        raise Stale(f"{table.names[seat]} has taken the wheel back")
    return actions.move(table, seat, number, move, "bot")


def is_out_of_time(table: Table, seat: Seat, now: int) -> bool:
    """Whether the bank of a person is empty while they are asked."""
    if table.state != "racing" or table.bank_clocks is None:
        return False
    deadline = table.bank_clocks.by_clock(seat)
    return table.places[seat].level is None and deadline is not None and deadline <= now


def plan_late(table: Table, seat: Seat, number: int, move: Any, now: int) -> PlannedRow:
    if not is_out_of_time(table, seat, now):
        raise Stale(f"{table.names[seat]} has time again")
    return actions.move(table, seat, number, move, "clock")


def bot_for(spec: AnyGameSpec, level: str, waited: float) -> str:
    """Bot of a level, after this number of seconds in the queue."""
    name, samples = OLD_LEVELS.get(level, level), spec.bot_hints.samples
    span = next((span for most, span in WAIT_DISCOUNTS if waited <= most), MIN_SAMPLE_SHARE)
    driver, colon, temper = name.partition(":")
    if driver == "hard" and samples:
        return f"search:{max(1, int(span * samples))}{colon}{temper}"
    return name

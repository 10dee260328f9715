"""Bots sit in seats like people. They think in worker processes and never hold up the server."""

from __future__ import annotations

import asyncio
import functools
import logging
import multiprocessing
import time
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING, Any

import msgspec

from paddock.core.errors import PaddockError, Stale
from paddock.core.game import Ask, ask_of
from paddock.core.seats import Seat
from paddock.server.store import leases
from paddock.server.table import Plan, Table
from paddock.server.thinking import ready, think

if TYPE_CHECKING:
    from paddock.server.hub import Hub
    from paddock.server.live import LiveTable

LOG = logging.getLogger("paddock.bots")
LEASE_MS = 3_000
DEFAULT_LEVEL = "greedy"


class Bots:
    """Who thinks in this process, and about what."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.thinking: set[tuple[str, Seat]] = set()
        self.leased: dict[tuple[str, Seat], float] = {}
        self.pool: ProcessPoolExecutor | None = None

    def wake(self, live: LiveTable) -> None:
        """Begin to think for every bot that is asked here and for which nobody does."""
        table = live.table
        if self.hub.closing or table.state != "racing":
            return
        for seat in table.asked():
            key = (table.id, seat)
            if table.places[seat].level is not None and key not in self.thinking:
                self.thinking.add(key)
                self.hub.spawn(self.drive(live, seat), "bot")

    def busy(self, table: str) -> bool:
        return any(id == table for id, _ in self.thinking)

    async def drive(self, live: LiveTable, seat: Seat) -> None:
        """Think and answer for as long as this seat is asked and a bot drives it."""
        key = (live.table.id, seat)
        try:
            while await self.lease(*key):
                table = live.table
                level = table.places[seat].level
                ask = None if table.referee is None else ask_of(table.referee.asks, seat)
                if ask is None or level is None or table.state != "racing" or self.hub.closing:
                    return
                assert table.referee is not None
                number = table.referee.number(seat)
                move = await self.think(table, seat, ask, level)
                await live.save(
                    functools.partial(plan, seat=seat, number=number, move=move),
                    f"bot:{seat}:{number}",
                )
        except PaddockError as refused:  # it was answered elsewhere meanwhile
            LOG.info("a bot came too late", extra={"table": key[0], "why": str(refused)})
            await live.catch_up()
        finally:
            self.thinking.discard(key)

    async def lease(self, table: str, seat: Seat) -> bool:
        """Whether this process may think for the seat; a lease is renewed when it grows old."""
        held = self.leased.get((table, seat), 0.0)
        now = time.monotonic()
        if held - now > LEASE_MS / 2000:
            return True
        store = self.hub.store
        got = await store.write(
            table,
            lambda c: leases.take(
                c, store.insert, store.now, table, seat, self.hub.process, LEASE_MS
            ),
        )
        if got:
            self.leased[table, seat] = now + LEASE_MS / 1000
        else:
            self.leased.pop((table, seat), None)
        return got

    async def think(self, table: Table, seat: Seat, ask: Ask[Any], level: str) -> Any:
        """The move of a bot; if it cannot think, what the clock would play."""
        assert table.referee is not None
        settings = self.hub.settings
        seen = msgspec.msgpack.encode(table.house.game.view(table.referee.state, seat))
        job = functools.partial(think, table.head.game, level, seen, msgspec.msgpack.encode(ask))
        began = time.monotonic()
        try:
            loop = asyncio.get_running_loop()
            answer = await asyncio.wait_for(
                self.keep(table.id, seat, loop.run_in_executor(self.workers(), job)),
                settings.bot_limit,
            )
            move = msgspec.msgpack.decode(answer, type=table.house.move)
        except (TimeoutError, BrokenProcessPool, PaddockError, msgspec.DecodeError) as wrong:
            LOG.error("a bot cannot think", exc_info=wrong, extra={"table": table.id})
            if isinstance(wrong, BrokenProcessPool):
                self.pool = None
            move = ask.default_move
        self.hub.metrics.thoughts += 1
        await asyncio.sleep(max(0.0, settings.bot_pause - (time.monotonic() - began)))
        return move if move in ask.options else ask.default_move

    async def keep(self, table: str, seat: Seat, work: asyncio.Future[bytes]) -> bytes:
        """Wait for a thought, renewing the lease meanwhile."""
        while True:
            done, _ = await asyncio.wait({work}, timeout=LEASE_MS / 3000)
            if done:
                return work.result()
            await self.lease(table, seat)

    def workers(self) -> ProcessPoolExecutor:
        if self.pool is None:
            self.pool = ProcessPoolExecutor(
                self.hub.settings.workers,
                mp_context=multiprocessing.get_context("spawn"),
                initializer=ready,
            )
        return self.pool

    async def close(self) -> None:
        for task in [task for task in self.hub.tasks if task.get_name() == "bot"]:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        if self.pool is not None:
            self.pool.shutdown(wait=False, cancel_futures=True)
        if self.leased:
            store, holder = self.hub.store, self.hub.process
            await store.write("", lambda c: leases.drop_all(c, holder))


def plan(table: Table, seat: Seat, number: int, move: Any) -> Plan:
    if table.places[seat].level is None:
        raise Stale(f"{table.names[seat]} has taken the wheel back")
    return table.plan(seat, number, move, "bot")

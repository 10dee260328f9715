"""Bots sit in seats like people. They wait in a fair queue for a worker process to think in, and
never hold up the server."""

from __future__ import annotations

import asyncio
import functools
import logging
import secrets
import time
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

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
from paddock.server.workers.quotas import Requester
from paddock.server.workers.worker_main import ADVICE, OLD_LEVELS, BotJob
from paddock.server.workers.worker_pool import WorkerFailed, WorkerPool

if TYPE_CHECKING:
    from paddock.server.live.hub import Hub
    from paddock.server.live.live_table import LiveTable

LOG = logging.getLogger("paddock.bots")
DEFAULT_LEVEL = "medium"
NAMES = (
    "Nino", "Greta", "Aldo", "Ines", "Oscar", "Livia", "Bruno", "Tessa",
    "Hugo", "Alma", "Rocco", "Edda", "Felix", "Zita", "Ivo", "Olga",
)  # fmt: skip
"""What bots are called, by seat: a rival has a name."""
WAIT_DISCOUNTS = ((1.0, 1.0), (3.0, 0.5), (6.0, 0.25))
"""A bot that has waited up to so many seconds thinks so much of what is usual: those who have to
wait make it up by thinking less. The queue is fair, so they are those who keep it long."""
MIN_SAMPLE_SHARE = 0.12
MAX_REMEMBERED_LEASES = 1_000  # leases that are remembered without looking which have run out
MAX_PENDING_HINTS = 1
"""That one person may wait for at a time."""
new_seed = functools.partial(secrets.randbits, 64)
"""What the dice begin with that a bot throws in its head."""


@functools.cache
def decoder(moves: Any) -> msgspec.msgpack.Decoder[Any]:
    """Made once a game: to read the types of all its moves takes longer than a move."""
    return msgspec.msgpack.Decoder(moves)


class StoredHints(Struct, frozen=True):
    """The hints of an ask."""

    number: int
    ask: Ask[Any]
    found: tuple[Advice, ...]


class Bots:
    """Who thinks in this process, and about what."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.thinking: set[tuple[str, Seat]] = set()
        self.leased: dict[tuple[str, Seat], float] = {}
        self.asking: list[Requester] = []  # who waits for a hint
        self.queue = FairQueue(max(1, hub.settings.workers))
        self.pool = WorkerPool(hub.settings.workers)

    def wake(self, live: LiveTable) -> None:
        """Begin to think for every bot that is asked here and for which nobody does."""
        table = live.table
        if self.hub.closing or table.state != "racing" or table.moment is not None:
            return
        for seat in table.asked_seats():
            key = (table.id, seat)
            if table.places[seat].level is not None and key not in self.thinking:
                self.thinking.add(key)
                self.hub.spawn(self.drive(live, seat), "bot")

    def is_busy(self, table: str) -> bool:
        return any(id == table for id, _ in self.thinking)

    async def drive(self, live: LiveTable, seat: Seat) -> None:
        """Think and answer for as long as this seat is asked and a bot drives it."""
        key = (live.table.id, seat)
        try:
            while found := await self.decide(live, seat):
                number, move = found
                await live.save(
                    functools.partial(plan, seat=seat, number=number, move=move),
                    f"bot:{seat}:{number}",
                )
        except PaddockError as refused:  # it was answered elsewhere meanwhile
            LOG.info("a bot came too late", extra={"table": key[0], "why": str(refused)})
            await live.catch_up()
        finally:
            self.thinking.discard(key)

    async def decide(self, live: LiveTable, seat: Seat) -> tuple[int, Any] | None:
        """Wait for a turn, and think about what is asked then: number of the ask, and move."""
        began = time.monotonic()
        host = live.table.head.host or live.table.id
        async with self.queue.turn(live.origin, host, live.table.id):
            if not self.ask_for(live, seat) or not await self.lease(live.table.id, seat):
                return None
            ask, table = self.ask_for(live, seat), live.table
            if ask is None:
                return None
            assert table.referee is not None
            number = table.referee.number(seat)
            move = await self.think(table, seat, ask, time.monotonic() - began)
        pause = 0.0 if plays_at_once(table, seat) else self.hub.settings.bot_pause
        await asyncio.sleep(max(0.0, pause - (time.monotonic() - began)))
        return number, move

    def ask_for(self, live: LiveTable, seat: Seat) -> Ask[Any] | None:
        """What a bot must decide in this seat, if it must."""
        table = live.table
        if self.hub.closing or table.state != "racing" or table.places[seat].level is None:
            return None
        if table.moment is not None:  # its guide plays for it
            return None
        return None if table.referee is None else ask_of(table.referee.asks, seat)

    async def lease(self, table: str, seat: Seat) -> bool:
        """Whether this process may think for the seat; a lease is renewed when it grows old."""
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
            if len(self.leased) >= MAX_REMEMBERED_LEASES:  # those of races that are over
                self.leased = {one: held for one, held in self.leased.items() if held > now}
            self.leased[table, seat] = now + leases.LEASE_MS / 1000
        else:
            self.leased.pop((table, seat), None)
        return got

    async def think(self, table: Table, seat: Seat, ask: Ask[Any], waited: float) -> Any:
        """The move of a bot; if it cannot think, what the clock would play."""
        assert table.referee is not None
        view = msgspec.msgpack.encode(table.spec.game.view(table.referee.state, seat))
        bot = bot_for(table.spec, table.places[seat].level or DEFAULT_LEVEL, waited)
        asked = msgspec.msgpack.encode(ask)
        job = msgspec.msgpack.encode(BotJob(table.head.game, bot, view, asked, new_seed()))
        work = asyncio.ensure_future(self.pool.think(job, self.hub.settings.bot_limit))
        try:
            answer = await self.keep(table.id, seat, work)
            move = decoder(table.spec.move).decode(answer)
        except (WorkerFailed, msgspec.DecodeError) as wrong:
            LOG.error("a bot cannot think", extra={"table": table.id, "why": str(wrong)})
            self.hub.metrics.given_up += 1
            move = ask.default_move
        self.hub.metrics.thoughts += 1
        return move if move in ask.options else ask.default_move

    async def advise(
        self, live: LiveTable, seat: Seat, ask: Ask[Any], asker: Requester
    ) -> tuple[Advice, ...]:
        """What seems best, by what a seat is given; thought about and counted once for an ask."""
        assert live.table.referee is not None
        number, known = live.table.referee.number(seat), live.hinted.get(seat)
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

    async def advice(self, live: LiveTable, seat: Seat, ask: Ask[Any]) -> tuple[Advice, ...]:
        """The same, thought about in the queue like everything."""
        table = live.table
        assert table.referee is not None
        view = msgspec.msgpack.encode(table.spec.game.view(table.referee.state, seat))
        asked = msgspec.msgpack.encode(ask)
        job = msgspec.msgpack.encode(BotJob(table.head.game, ADVICE, view, asked, new_seed()))
        async with self.queue.turn(live.origin, table.head.host or table.id, table.id):
            answer = await self.pool.think(job, self.hub.settings.bot_limit)
        found = msgspec.msgpack.decode(answer, type=tuple[Advice, ...])
        moves = [msgspec.convert(one.move, type=table.spec.move) for one in found]
        return tuple([Advice(move, one.place) for move, one in zip(moves, found, strict=True)])

    async def keep(self, table: str, seat: Seat, work: asyncio.Future[bytes]) -> bytes:
        """Wait for a thought, renewing the lease meanwhile."""
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
    """Whether what is to be decided follows upon this seat's own move: a turn is one thing, however
    many decisions it takes, and is waited for once."""
    assert table.referee is not None
    rows = table.referee.rows
    return bool(rows) and rows[-1].seat == seat


def plays_at_once(table: Table, seat: Seat) -> bool:
    """Whether a bot plays at once: who races at the table has its turns shown at a pace of his own,
    and skips what he does not want to see. Where only bots race they go slowly enough to watch."""
    people = any(place.person is not None and place.level is None for place in table.places)
    return people or is_same_turn(table, seat)


def plan(table: Table, seat: Seat, number: int, move: Any) -> PlannedRow:
    if table.places[seat].level is None:
        raise Stale(f"{table.names[seat]} has taken the wheel back")
    return actions.move(table, seat, number, move, "bot")


def bot_for(spec: AnyGameSpec, level: str, waited: float) -> str:
    """The bot of a level, after so many seconds of waiting."""
    name, samples = OLD_LEVELS.get(level, level), spec.bot_hints.samples
    span = next((span for most, span in WAIT_DISCOUNTS if waited <= most), MIN_SAMPLE_SHARE)
    driver, colon, temper = name.partition(":")
    if driver == "hard" and samples:
        return f"search:{max(1, int(span * samples))}{colon}{temper}"
    return name

"""A live table: a table that this process has open, with its sockets.

Changes go through `save`, one at a time: planned, saved, folded, sent.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Protocol, TypeAlias

import msgspec
from msgspec.structs import replace
from sqlalchemy.engine import Connection

from paddock.core.errors import PaddockError
from paddock.core.seats import Language, Seat
from paddock.server.api import wire
from paddock.server.common.rate_limit import Bucket
from paddock.server.live.loading import load
from paddock.server.rendering import render, turn_lines
from paddock.server.rendering.memo_cache import MemoCache
from paddock.server.store import ClockJumped, Conflict, programs
from paddock.server.store.programs import ProgramsChanged
from paddock.server.store.store import rows as stored_rows
from paddock.server.tables import prepared, table_log
from paddock.server.tables.listing import listing_of
from paddock.server.tables.programs import NOTHING, AnyPrepared, Change
from paddock.server.tables.table import PlannedRow, Planner, Table

if TYPE_CHECKING:
    from paddock.server.live.hub import Hub
    from paddock.server.workers.bot_turns import StoredHints

MAX_SAVE_ATTEMPTS = 50
MAX_MISSED_ROWS = 40  # a client that missed more is sent everything
TALK_RATE, SPECTATOR_TALK_RATE = (0.5, 8.0), (0.1, 4.0)  # messages per second, and burst
LIVE_SIGN_MS, SIGN_MS = 120_000, 3_600_000
"""How long a sign of life counts for the start of a race: with a live clock, and without a clock.
With a slow clock it is the time of one turn."""
MAX_TALK_LIMITERS = 500  # memory bound of the chat rate limiters
PrepareChange: TypeAlias = Callable[[Table, AnyPrepared], AnyPrepared | None]
"""Changes what a seat has prepared; none: it stays."""
SENT_AWAY_FRAME = msgspec.json.encode(wire.Bye("forbidden", again=False))


class Watcher(Protocol):
    """A socket, as a live table uses it."""

    viewer: Seat | None
    language: Language

    @property
    def person(self) -> str | None: ...

    def push(self, frame: bytes) -> None: ...

    def push_end(self) -> None: ...


class SaveContention(PaddockError):
    """Other processes always saved first; very rare."""


class TableFrozen(PaddockError):
    """A rules error: the table was frozen, and the request has no effect."""


class LiveTable:
    def __init__(
        self,
        hub: Hub,
        table: Table,
        origin: str = "",
        programs: dict[Seat, AnyPrepared] | None = None,
    ) -> None:
        self.hub, self.table, self.origin = hub, table, origin
        self.programs = programs or {}  # what people have prepared, by seat
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.sockets = 0  # also those that have not said Hello yet
        self.used = time.monotonic()  # time of the last activity
        self.talkers: dict[str, Bucket] = {}
        self.told_seats: set[Seat] = set()  # those last sent as connected
        self.seen: dict[str, int] = {}  # when people who have left were last connected
        self.rematching = asyncio.Lock()
        self.kept = MemoCache()
        self.hinted: dict[Seat, StoredHints] = {}  # last hints of each seat

    def may_talk(self, person: str) -> bool:
        """Chat rate limit; lower for spectators."""
        if len(self.talkers) > MAX_TALK_LIMITERS:
            self.talkers.clear()
        rate, reserve = TALK_RATE if self.table.seats_of(person) else SPECTATOR_TALK_RATE
        return self.talkers.setdefault(person, Bucket(rate, reserve)).take(1.0)

    # ------------------------------------------------------------ changing

    async def save(self, plan: Planner, id: str | None) -> int:
        """Save the row of a plan and send it. Returns its number.

        The same id returns the first number again. A plan may refuse, then nothing is saved. Once
        started it completes, even if the caller is cancelled.
        """
        return await asyncio.shield(self.hub.spawn(self.save_in_turn(plan, id), "save"))

    async def save_in_turn(self, plan: Planner, id: str | None) -> int:
        async with self.lock:
            for _ in range(MAX_SAVE_ATTEMPTS):
                known = self.table.ids.get(id) if id is not None else None
                if known is not None:
                    return known
                try:
                    made = self.make_plan(plan)
                except PaddockError:
                    if (known := await self.saved_before(id)) is not None:
                        return known
                    if not self.hub.periodic.others or not await self.read():
                        raise
                    continue  # plan again after the rows of other processes
                if made is None:
                    return self.table.version
                frozen = isinstance(made.entry, table_log.Frozen)
                made, before = self.follow_plan(made), self.table
                try:
                    new = (made, None if frozen else id)
                    self.table = await self.hub.store.append(before, new)
                except ClockJumped as jumped:
                    await self.hub.periodic.store_jump(jumped.at)
                    continue
                except ProgramsChanged:
                    await self.read_programs()
                    continue
                except Conflict:
                    if not await self.read() and (known := await self.saved_before(id)) is not None:
                        return known
                    continue
                self.used = time.monotonic()
                if made.prepared is not None:
                    self.programs[made.prepared.seat] = made.prepared.after
                self.programs = prepared.end(self.programs, before, self.table)
                self.tell(before.version, own=True)
                self.check()
                if frozen:
                    raise TableFrozen(f"{self.table.id}: the rules are wrong")
                return self.table.version
        raise SaveContention(f"{self.table.id}: others were first {MAX_SAVE_ATTEMPTS} times")

    async def saved_before(self, id: str | None) -> int | None:
        """Number of a row that is not in memory any more."""
        if id is None or self.table.complete:
            return None
        return await self.hub.store.number_of(self.table.id, id)

    def make_plan(self, plan: Planner) -> PlannedRow | None:
        """Make a plan. An error in the rules freezes the table and keeps the record."""
        try:
            return plan(self.table)
        except PaddockError:
            raise
        except Exception as wrong:
            self.hub.on_frozen(self.table, wrong)
            return PlannedRow(table_log.Frozen(repr(wrong)))

    def follow_plan(self, made: PlannedRow) -> PlannedRow:
        """A plan of the seat goes on after an answer that it did not give, or is dropped."""
        entry = made.entry
        if made.prepared is not None or not isinstance(entry, table_log.Played):
            return made
        found = self.programs.get(entry.seat)
        if found is None:
            return made
        move = self.table.read_move(entry.move)
        after = prepared.after_own_answer(self.table, entry.seat, found, move)
        return made if after is None else replace(made, prepared=Change(entry.seat, after))

    async def prepare(self, seat: Seat, change: PrepareChange) -> None:
        """Change what a seat has prepared. Other viewers are not notified; it makes no version."""
        async with self.lock:
            for _ in range(MAX_SAVE_ATTEMPTS):
                after = change(self.table, self.programs.get(seat, NOTHING))
                if after is None:
                    return
                try:
                    await self.save_programs(Change(seat, after))
                    break
                except ProgramsChanged:
                    await self.read_programs()
            else:
                raise SaveContention(f"{self.table.id}: others were first")
        self.tell_programs([seat])

    async def save_programs(self, change: Change) -> None:
        store, id = self.hub.store, self.table.id

        def job(connection: Connection) -> None:
            programs.save(connection, store.insert, id, change, store.now)
            store.notify(connection, id)

        await store.write(id, job)
        self.programs[change.seat] = change.after
        if self.hub.notifier.sends:
            self.hub.spawn(self.hub.notifier.notify(id))

    async def read_programs(self) -> None:
        """Load what other processes have changed of what is prepared."""
        id, spec = self.table.id, self.table.spec
        found = await self.hub.store.read(lambda c: programs.of_table(c, spec, id))
        changed = [seat for seat in found if found[seat] != self.programs.get(seat)]
        self.programs = found
        if changed:
            self.tell_programs(changed)

    def tell_programs(self, seats: Collection[Seat]) -> None:
        """Send the people of these seats what they have prepared, and answer what can be."""
        for watcher in list(self.watchers):
            if watcher.viewer in seats and self.may_use(watcher.person, watcher.viewer):
                watcher.push(self.news(watcher, self.table.version, self.render_cache()))
        self.hub.prepared.run(self)

    async def catch_up(self) -> None:
        """Load rows saved by other processes."""
        async with self.lock:
            if not await self.read() and self.hub.periodic.others:
                await self.read_programs()

    async def may_use_now(self, person: str | None, viewer: Seat | None) -> bool:
        """`may_use` after loading new rows: a person who sat down through another process must not
        be refused."""
        if not self.may_use(person, viewer) and self.hub.periodic.others:
            await self.catch_up()
        return self.may_use(person, viewer)

    async def read(self) -> bool:
        """Whether other processes saved rows."""
        since, id, spec = self.table.version, self.table.id, self.table.spec

        def job(connection: Connection) -> tuple[list[table_log.Row], dict[Seat, AnyPrepared]]:
            return stored_rows(connection, id, since), programs.of_table(connection, spec, id)

        rows, self.programs = await self.hub.store.read(job)
        after = self.table.copy() if rows else self.table
        for row in rows:
            after.fold(row)
        self.table = after
        if rows:
            self.tell(since)
            self.check()
        return bool(rows)

    async def reload(self) -> None:
        """Load the table again after stored rows were changed."""
        async with self.lock:
            hub, id = self.hub, self.table.id
            found = await hub.store.read(lambda c: load(c, id, hub.store.outages))
            if found is not None:
                self.table = found
                await self.read_programs()
                for watcher in list(self.watchers):
                    watcher.push(self.whole(watcher))

    def check(self) -> None:
        """Save a fault found while folding, so that no process finds it again."""
        if self.table.fault is not None and self.table.held is None:
            self.hub.spawn(self.freeze(self.table.fault), "save")

    async def freeze(self, fault: table_log.Frozen) -> None:
        """Save that the table is frozen. It is sent and listed, and nothing waits for it."""

        def plan(table: Table) -> PlannedRow:
            if table.held is not None:
                raise TableFrozen(f"{table.id} is frozen already")
            return PlannedRow(fault)

        with contextlib.suppress(TableFrozen):
            await self.save_in_turn(plan, None)

    # ------------------------------------------------------------ telling

    def tell(self, since: int, *, own: bool = False) -> None:
        """Send new rows to all watchers, each with their own view."""
        self.used = time.monotonic()
        frames: dict[object, bytes] = {}
        once = self.render_cache()
        for watcher in list(self.watchers):
            if not self.may_use(watcher.person, watcher.viewer):
                watcher.viewer = None
                if self.may_watch(watcher.person):
                    watcher.push(self.whole(watcher))
                else:
                    watcher.push(SENT_AWAY_FRAME)
                    watcher.push_end()
                continue
            person = watcher.person
            reader = once.readers[person] if person in once.readers else self.reader(person, once)
            key = (watcher.viewer, watcher.language, reader)
            if key not in frames:
                frames[key] = self.frame(watcher, since, once)
            if frame := frames[key]:
                watcher.push(frame)
        if once.connected != self.told_seats:  # a watcher sat down, or got up
            self.tell_presence()
            self.hub.announce_presence()
        self.hub.after_rows(self, since, own=own)

    def frame(self, watcher: Watcher, since: int, once: render.RenderCache) -> bytes:
        """The news frame for a watcher. A rendering error is logged and ends only this frame."""
        try:
            return self.news(watcher, since, once)
        except Exception as wrong:
            self.hub.on_frozen(self.table, wrong)
            return b""

    def may_use(self, person: str | None, viewer: Seat | None) -> bool:
        """Whether a person may see the view of this seat."""
        if viewer is None:
            return self.may_watch(person)
        return 0 <= viewer < len(self.table.places) and self.owns(person, viewer)

    def may_watch(self, person: str | None) -> bool:
        table = self.table
        return table.membership.may_watch(person, table.places, table.head.host)

    def owns(self, person: str | None, seat: Seat) -> bool:
        places = self.table.places
        return person is not None and 0 <= seat < len(places) and places[seat].person == person

    def reader(self, person: str | None, once: render.RenderCache) -> str | None:
        """Cache key of a reader: all without a seat or reservation get the same frames."""
        if person is None:
            return None
        if person not in once.readers:
            table = self.table
            known = any(person in (place.person, place.held) for place in table.places)
            known = known or table.head.host == person or table.slow.has_driven(person)
            once.readers[person] = person if known else None
        return once.readers[person]

    def welcome(self, watcher: Watcher, version: int | None) -> bytes:
        """Frame for a client with this version, or without one."""
        missed = None if version is None else self.table.version - version
        if missed is not None and version is not None and 0 <= missed <= MAX_MISSED_ROWS:
            return self.news(watcher, version, self.render_cache())
        return self.whole(watcher)

    def render_cache(self) -> render.RenderCache:
        waiting = self.hub.prepared.state_of(self)
        return render.RenderCache(
            self.table, self.kept, self.connected_seats(), self.hub.clock(), waiting
        )

    def news(self, watcher: Watcher, since: int, once: render.RenderCache) -> bytes:
        table, viewer, language = self.table, watcher.viewer, watcher.language
        if not table.has_since(since):
            return self.whole(watcher)
        lines = render.news(once, since, viewer, language)
        turns = turn_lines.wire_turns(once, once.touched_entries(since), viewer, language)
        now = self.now(watcher, once)
        return msgspec.json.encode(wire.News(since, table.version, viewer, now, lines, turns))

    def whole(self, watcher: Watcher) -> bytes:
        table, viewer, language, once = (
            self.table,
            watcher.viewer,
            watcher.language,
            self.render_cache(),
        )
        latest = render.latest(table)
        lines = render.lines(once, latest, viewer, language)
        turns = turn_lines.wire_turns(once, turn_lines.touched_entries(latest), viewer, language)
        card = render.card(listing_of(table), table.spec, watcher.person, language)
        now = self.now(watcher, once, looks_up=True)
        so_far = render.so_far(table, viewer, language)
        whole = wire.Whole(table.version, viewer, card, now, lines, turns, so_far)
        return msgspec.json.encode(whole)

    def now(
        self, watcher: Watcher, once: render.RenderCache, *, looks_up: bool = False
    ) -> wire.Now:
        person = self.reader(watcher.person, once)
        return render.now(once, watcher.viewer, watcher.language, person, looks_up=looks_up)

    # ------------------------------------------------------------ who is here

    def sitting_here(self) -> set[str]:
        """People with a seat who are connected to this process."""
        people = {place.person for place in self.table.places if place.person is not None}
        return people & {watcher.person for watcher in self.watchers if watcher.person}

    def connected_seats(self) -> set[Seat]:
        """Seats of connected people, on any process."""
        places, id = self.table.places, self.table.id
        here, elsewhere = self.sitting_here(), self.hub.elsewhere
        return {
            seat
            for seat, place in enumerate(places)
            if place.person is not None
            and (place.person in here or (id, place.person) in elsewhere)
        }

    def is_connected(self, seat: Seat) -> bool:
        """Whether the person of a seat is connected, on any process."""
        person = self.table.places[seat].person
        if any(watcher.person == person for watcher in self.watchers):
            return person is not None
        return (self.table.id, person) in self.hub.elsewhere

    def absent_seats(self) -> list[Seat]:
        """Seats of people without a sign of life: they are not connected, and neither were they
        nor have they done anything at this table lately."""
        table, connected = self.table, self.connected_seats()
        match table.clock:
            case wire.Live():
                lasts = LIVE_SIGN_MS
            case wire.Slow(hours) | wire.Bank(hours):
                lasts = hours * 3_600_000
            case _:
                lasts = SIGN_MS
        signs = dict(self.seen)
        for happened in table.history:
            person = person_of(happened.row.entry)
            if person is not None:
                signs[person] = max(happened.row.at, signs.get(person, 0))
        since = self.hub.clock() - lasts
        return [
            seat
            for seat, place in enumerate(table.places)
            if place.person is not None
            and seat not in connected
            and signs.get(place.person, 0) < since
        ]

    def enter(self, watcher: Watcher) -> None:
        self.watchers.add(watcher)
        self.tell_presence()
        self.hub.announce_presence()
        self.hub.notices.visit(watcher.person, self.table.id)
        self.hub.begin_if_full(self)

    def leave(self, watcher: Watcher) -> None:
        self.watchers.discard(watcher)
        if watcher.person is not None and self.table.seats_of(watcher.person):
            self.seen[watcher.person] = self.hub.clock()
        self.used = time.monotonic()
        self.tell_presence()
        self.hub.announce_presence()
        self.hub.prepared.run(self)  # no one may be connected any more who could take a row back

    def tell_presence(self) -> None:
        sitting = self.told_seats = self.connected_seats()
        others = sum(not self.table.seats_of(w.person) for w in self.watchers)
        frame = msgspec.json.encode(wire.Present(tuple(sorted(sitting)), others))
        for watcher in list(self.watchers):
            watcher.push(frame)


def person_of(entry: table_log.Entry) -> str | None:
    """Person who did something before the start, as a sign of life."""
    match entry:
        case table_log.Opened(host=person) | table_log.Said(person=person):
            return person
        case table_log.Sat(place=place):
            return place.person
    return None

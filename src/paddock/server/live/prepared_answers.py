"""Answers that people have prepared, given through the ordinary path of a move.

A prepared answer is an ordinary row with the id `program:SEAT:NUMBER`, so it counts once whatever
process was first. It waits while a person who is here may still take the row before back.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from paddock.core.errors import PaddockError, Stale
from paddock.core.game import ask_of
from paddock.core.programs import Answered, CoDriven, Woken
from paddock.core.seats import Seat
from paddock.server.api import wire
from paddock.server.rendering.render import ProgramsNow
from paddock.server.store import notices
from paddock.server.store.programs import IdleSeat
from paddock.server.tables import actions, prepared, table_log
from paddock.server.tables.programs import NOTHING, AnyPrepared, Change
from paddock.server.tables.table import PlannedRow, Table
from paddock.server.workers.jobs import WorkerFailed

if TYPE_CHECKING:
    from paddock.server.live.hub import Hub
    from paddock.server.live.live_table import LiveTable

LOG = logging.getLogger("paddock.prepared")
GRACE_MS = 30_000  # for taking back a row, before a prepared answer follows it
NOTHING_PREPARED = ProgramsNow()
MAX_REMEMBERED_ASKS = 20_000  # memory bound of the seats that were looked at


class AskedPerson(PaddockError):
    """The person wants to see what a co-driver chose."""

    def __init__(self, given: Woken) -> None:
        super().__init__(given.why)
        self.given = given


class PreparedAnswers:
    """Prepared answers at the open tables of this process."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.now: Callable[[], int] = hub.clock
        self.working: set[tuple[str, Seat]] = set()
        self.timers: dict[str, tuple[wire.Millis, asyncio.TimerHandle]] = {}  # by table
        self.looked: dict[tuple[str, Seat], tuple[int, int]] = {}
        """Seats that were looked at: version of the table, and revision of what is prepared."""
        self.refused: dict[tuple[str, Seat], tuple[int, int, Woken]] = {}
        """Asks that a co-driver was to answer and could not, with the same two numbers."""

    def run(self, live: LiveTable) -> None:
        """Answer what is prepared for the seats that are asked now."""
        table = live.table
        if self.hub.closing or not live.programs or table.state != "racing":
            self.stop_timer(table.id)
            return
        if len(self.looked) >= MAX_REMEMBERED_ASKS:
            self.looked.clear()
        for seat, found in live.programs.items():
            self.looked[table.id, seat] = table.version, found.rev
        seats = [s for s in table.asked_seats() if live.programs.get(s, NOTHING).lines]
        due = undo_deadline(live) if seats else 0
        if due <= self.now():
            self.stop_timer(table.id)
        for seat in seats:
            self.look(live, seat, due)

    def look(self, live: LiveTable, seat: Seat, due: wire.Millis) -> None:
        """Answer for a seat, now or when the row before can no longer be taken back."""
        key = (live.table.id, seat)
        if key in self.working:
            return
        given = self.judge(live, seat)
        if isinstance(given, Woken):
            self.leave_to_person(live, seat, given)
        elif due > self.now():
            self.wait(live, due)
        else:
            self.working.add(key)
            self.hub.spawn(self.answer(live, seat), "program")

    def judge(self, live: LiveTable, seat: Seat) -> prepared.Given:
        """What a seat's programs give, or why a co-driver did not answer."""
        found = live.programs.get(seat, NOTHING)
        refused = self.refused.get((live.table.id, seat))
        if refused is not None and refused[:2] == mark(live.table, seat, found):
            return refused[2]
        return prepared.judge(live.table, seat, found)

    def leave_to_person(self, live: LiveTable, seat: Seat, given: Woken) -> None:
        """The person is asked. A plan that does not fit is dropped, and stays so."""
        found = live.programs.get(seat, NOTHING)
        if given.programs and given.programs != found.programs:
            self.hub.spawn(live.prepare(seat, partial(drop_plan, rev=found.rev, given=given)))

    def is_settled(self, one: IdleSeat) -> bool:
        """Whether this process has looked at a seat since it was changed, or is about to."""
        key = (one.table, one.seat)
        known = self.looked.get(key) == (one.version, one.rev)
        return known or key in self.working or one.table in self.timers

    # ------------------------------------------------------------ waiting

    def wait(self, live: LiveTable, due: wire.Millis) -> None:
        """Look at a table again at a time; one timer for all its seats."""
        id = live.table.id
        if id in self.timers:
            if self.timers[id][0] == due:
                return
            self.stop_timer(id)
        seconds = max(0, due - self.now()) / 1000
        handle = asyncio.get_running_loop().call_later(seconds, self.on_timer, live)
        self.timers[id] = due, handle

    def on_timer(self, live: LiveTable) -> None:
        self.stop_timer(live.table.id)
        self.run(live)

    def stop_timer(self, table: str) -> None:
        if table in self.timers:
            self.timers.pop(table)[1].cancel()

    def is_busy(self, table: str) -> bool:
        return table in self.timers or any(id == table for id, _ in self.working)

    def state_of(self, live: LiveTable) -> ProgramsNow:
        """What is shown to the people of the seats."""
        if not live.programs:
            return NOTHING_PREPARED
        asked = {
            seat: refused[2]
            for seat, found in live.programs.items()
            if (refused := self.refused.get((live.table.id, seat))) is not None
            and refused[:2] == mark(live.table, seat, found)
        }
        due = undo_deadline(live) if live.table.state == "racing" else 0
        return ProgramsNow(live.programs, asked, due if due > self.now() else None)

    # ------------------------------------------------------------ answering

    async def answer(self, live: LiveTable, seat: Seat) -> None:
        """Answer as long as this seat is asked and something is prepared."""
        id = live.table.id
        is_tried_later = False
        try:
            while self.may_answer(live, seat):
                if not await self.answer_once(live, seat):
                    is_tried_later = True
                    self.looked.pop((id, seat), None)
                    return
        except PaddockError as refused:  # another process was first, or the person
            is_tried_later = True
            self.looked.pop((id, seat), None)
            LOG.info("a prepared answer came too late", extra={"table": id, "why": str(refused)})
            await live.catch_up()
        finally:
            self.working.discard((id, seat))
            if not is_tried_later:
                self.run(live)

    def may_answer(self, live: LiveTable, seat: Seat) -> bool:
        """Whether something is prepared, and does not have to wait."""
        given = self.judge(live, seat)
        is_late = undo_deadline(live) <= self.now()
        return not self.hub.closing and is_late and not isinstance(given, Woken)

    async def answer_once(self, live: LiveTable, seat: Seat) -> bool:
        """Give one answer; false if another process thinks about it."""
        table, given = live.table, self.judge(live, seat)
        assert table.referee is not None
        number, found = table.referee.ask_number(seat), live.programs[seat]
        by: table_log.By = "program"
        if isinstance(given, CoDriven):
            by = "co-driver"
            level, ask = prepared.co_driver_level(table), ask_of(table.asks(), seat)
            if level is None or ask is None:
                return False
            try:
                move = await self.hub.bots.choose_for_person(live, seat, ask, level)
            except WorkerFailed:
                await self.ask_person(live, seat, number, found, Woken("no-thought"))
                return True
            if move is None:  # another process thinks about it
                return False
        elif isinstance(given, Answered):
            move = given.move
        else:
            return False
        plan = partial(plan_answer, live=live, seat=seat, number=number, move=move, by=by)
        try:
            await live.save(partial(plan, at=self.now()), f"program:{seat}:{number}")
        except AskedPerson as asked:
            await self.ask_person(live, seat, number, found, asked.given)
        return True

    async def ask_person(
        self, live: LiveTable, seat: Seat, number: int, found: AnyPrepared, given: Woken
    ) -> None:
        """A co-driver cannot answer: the person is asked after all, and notified."""
        if len(self.refused) >= MAX_REMEMBERED_ASKS:
            self.refused.clear()
        self.refused[live.table.id, seat] = number, found.rev, given
        store, table = self.hub.store, live.table
        await store.write(
            table.id,
            lambda c: notices.note_asked(c, store.insert, table, seat, number, store.listeners),
        )
        live.tell_programs([seat])


def plan_answer(
    table: Table,
    live: LiveTable,
    seat: Seat,
    number: int,
    move: Any,
    by: table_log.By,
    at: wire.Millis,
) -> PlannedRow:
    """Plan a prepared answer, if that is still what is prepared."""
    found = live.programs.get(seat, NOTHING)
    row = actions.move(table, seat, number, move, by)
    given = prepared.judge(table, seat, found)
    if isinstance(given, CoDriven) and by == "co-driver":
        confirmed = prepared.confirm(table, seat, given, move)
        if isinstance(confirmed, Woken):
            raise AskedPerson(confirmed)
        given = confirmed
    elif by == "co-driver":
        raise Stale("this is no longer for the co-driver")
    if not isinstance(given, Answered) or given.move != move:
        raise Stale("this is no longer prepared")
    return replace(row, prepared=Change(seat, prepared.after_answer(found, given, at)))


def drop_plan(table: Table, found: AnyPrepared, rev: int, given: Woken) -> AnyPrepared | None:
    """Keep that a plan was dropped, unless its person changed it meanwhile."""
    return prepared.with_programs(found, given.programs) if found.rev == rev else None


def mark(table: Table, seat: Seat, found: AnyPrepared) -> tuple[int, int]:
    """What an ask and its programs are recognised by."""
    referee = table.referee
    return (-1 if referee is None else referee.ask_number(seat)), found.rev


def undo_deadline(live: LiveTable) -> wire.Millis:
    """Until when a row by hand may be taken back by a person who is here."""
    table, due = live.table, 0
    for seat, place in enumerate(table.places):
        if place.person is None or place.level is not None or not live.is_connected(seat):
            continue
        number = table.undo(seat)
        row = None if number is None else table.rows_since(number - 1)[0].row
        if row is not None and isinstance(row.entry, table_log.Played) and row.entry.by == "person":
            due = max(due, row.at + GRACE_MS)
    return due

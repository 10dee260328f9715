"""Notices to people. They are saved in the transaction of the row that causes
them, so a killed process loses none; their key counts each of them once."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import sqlalchemy as sa
from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy.engine import Connection

from paddock.core.programs import Woken
from paddock.core.seats import Seat
from paddock.server.api import wire
from paddock.server.people.notice import ASKED_KINDS, DRIVER_KINDS, Notice, NoticeKind
from paddock.server.store import messages, programs, schema
from paddock.server.tables import prepared, table_log
from paddock.server.tables.programs import NOTHING
from paddock.server.tables.table import Table

COLUMNS = [schema.notices.c[name] for name in Notice.__struct_fields__]
MAX_PEOPLE = 100  # notified at a time
SEEN = 0  # time of a call that its person saw on the page
KEEP_MS = 30 * 24 * 3_600_000  # how long a sent notice is remembered


class Listeners:
    """People who can be notified, and how long notices of slow races are collected."""

    def __init__(self) -> None:
        self.people: frozenset[str] = frozenset()
        self.collect_ms = 0

    def seats(self, table: Table) -> list[tuple[Seat, str]]:
        """Seats of listeners who drive themselves."""
        return [
            (seat, place.person)
            for seat, place in enumerate(table.places)
            if place.person in self.people and place.level is None and place.person is not None
        ]


# ---------------------------------------------------------------- what a row causes


def note(
    connection: Connection, insert: Any, before: Table, after: Table, listeners: Listeners
) -> None:
    """Save the notices that new rows of a table cause, and drop those that they answer."""
    if not listeners.people:
        return
    add(connection, insert, offered_seats(before, after, listeners))
    if before.sitting.number != after.sitting.number or before.state == "racing" != after.state:
        drop_calls(connection, after.id)
    if before.places != after.places:
        drop_former(connection, before, after)
    seats = listeners.seats(after)
    if not seats or after.head.guide or after.head.exercise is not None:
        return
    ended = [seat for seat, _ in seats if turn_of(before, seat) not in (None, turn_of(after, seat))]
    if ended:
        drop_asked(connection, after.id, ended)
    urgent = isinstance(after.clock, wire.Live)
    due = after.changed + (0 if urgent else listeners.collect_ms)
    asked = asked_people(connection, before, after, [seat for seat, _ in seats])
    found = [
        Notice(
            person=person,
            table_id=after.id,
            seat=seat,
            kind=kind,
            number=number,
            urgent=urgent,
            at=after.changed,
            due=due,
        )
        for seat, person in seats
        for kind, number in causes(before, after, seat, person, seat in asked)
    ]
    if may_open_sheets(before, after):
        found += [
            Notice(
                person=person,
                table_id=after.id,
                seat=seat,
                kind="sitting",
                number=after.sitting.number,
                urgent=False,
                at=after.changed,
                due=due,
            )
            for seat, person in who_may_plan(connection, after, seats)
        ]
    add(connection, insert, found)


# ---------------------------------------------------------------- calls to plan


def may_open_sheets(before: Table, after: Table) -> bool:
    """Whether a main question of a slow race is asked now and was not before: others may be able to
    plan."""
    if after.bank_clocks is None or after.state != "racing":
        return False
    is_new = before.state != "racing" or before.sitting.number != after.sitting.number
    return asks_main(after) and (is_new or not asks_main(before))


def asks_main(table: Table) -> bool:
    main = table.spec.programs.main
    return any(ask.question.prompt in main for ask in table.asks())


def who_may_plan(
    connection: Connection, table: Table, seats: Collection[tuple[Seat, str]]
) -> list[tuple[Seat, str]]:
    """Seats that are not asked, have no plan, and were not called in this sitting."""
    waiting = [(seat, person) for seat, person in seats if turn_of(table, seat) is None]
    if not waiting:
        return []
    c = schema.notices.c
    mine = (c.table_id == table.id) & (c.kind == "sitting") & (c.number == table.sitting.number)
    called = set(connection.execute(sa.select(c.seat).where(mine)).scalars())
    found = programs.of_table(connection, table.spec, table.id)
    return [
        (seat, person)
        for seat, person in waiting
        if seat not in called
        and not prepared.has_plan(table, found.get(seat, NOTHING))
        and prepared.may_plan(table, seat)
    ]


def drop_calls(connection: Connection, table: str) -> None:
    """Delete calls to the sitting before, except those that a person has not looked at yet."""
    c = schema.notices.c
    is_quiet = c.told.is_(None) | (c.told == SEEN)
    mine = (c.table_id == table) & (c.kind == "sitting") & is_quiet
    connection.execute(sa.delete(schema.notices).where(mine))


def drop_former(connection: Connection, before: Table, after: Table) -> None:
    """Delete notices to people as drivers of seats that they no longer drive."""
    c = schema.notices.c
    for seat, (old, new) in enumerate(zip(before.places, after.places, strict=True)):
        if old.person is not None and (new.person != old.person or new.level is not None):
            mine = (c.person == old.person) & (c.table_id == after.id) & (c.seat == seat)
            gone = mine & c.kind.in_(DRIVER_KINDS) & c.told.is_(None)
            connection.execute(sa.delete(schema.notices).where(gone))


def offered_seats(before: Table, after: Table, listeners: Listeners) -> list[Notice]:
    """Notices to people whose seat others offer: they may object by taking the wheel."""
    at, due = after.changed, after.changed + listeners.collect_ms
    found = []
    for seat, offer in after.slow.offers.items():
        person, known = after.places[seat].person, before.slow.offers.get(seat)
        is_new = known is None or known.opens != offer.opens
        if person is not None and person in listeners.people and offer.by != "self" and is_new:
            found.append(
                Notice(
                    person=person,
                    table_id=after.id,
                    seat=seat,
                    kind="substitute",
                    number=after.version,
                    urgent=False,
                    at=at,
                    due=due,
                )
            )
    return found


def note_asked(
    connection: Connection,
    insert: Any,
    table: Table,
    seat: Seat,
    number: int,
    listeners: Listeners,
) -> None:
    """A person is asked although a co-driver was to answer."""
    urgent = isinstance(table.clock, wire.Live)
    due = table.changed + (0 if urgent else listeners.collect_ms)
    found = [
        Notice(
            person=person,
            table_id=table.id,
            seat=seat,
            kind="turn",
            number=number,
            urgent=urgent,
            at=table.changed,
            due=due,
        )
        for one, person in listeners.seats(table)
        if one == seat
    ]
    add(connection, insert, found)


def asked_people(
    connection: Connection, before: Table, after: Table, seats: Collection[Seat]
) -> list[Seat]:
    """Seats whose turn began, or went on after a prepared answer, and whose person has to answer
    now."""
    entry = after.history[-1].row.entry
    is_prepared = isinstance(entry, table_log.Played) and entry.by in table_log.PREPARED
    begun = [
        seat
        for seat in seats
        if (turn := turn_of(after, seat)) is not None
        and (turn != turn_of(before, seat) or (is_prepared and table_log.seat_of(entry) == seat))
    ]
    if not begun:
        return []
    found = programs.of_table(connection, after.spec, after.id)
    return [
        seat
        for seat in begun
        if isinstance(prepared.judge(after, seat, found.get(seat, NOTHING)), Woken)
    ]


def causes(
    before: Table, after: Table, seat: Seat, person: str, asked: bool
) -> list[tuple[NoticeKind, int]]:
    found: list[tuple[NoticeKind, int]] = []
    if asked:
        assert after.referee is not None
        found.append(("turn", after.referee.ask_number(seat)))
    if before.state == "gathering" and after.state == "racing":
        found.append(("begins", 0))
    if before.state == "racing" and after.state == "over":
        found.append(("over", 0))
    proposal = after.membership.proposal
    if proposal is not None and before.membership.proposal is None and proposal.person != person:
        found.append(("proposal", after.version))
    return found


def turn_of(table: Table, seat: Seat) -> int | None:
    """Since when it is the turn of a seat."""
    return table.clocks.since.get(seat) if table.state == "racing" else None


def drop_asked(connection: Connection, table: str, seats: Collection[Seat]) -> None:
    """Delete notices of turns that ended before they were sent."""
    c = schema.notices.c
    mine = (c.table_id == table) & c.seat.in_(seats) & c.kind.in_(ASKED_KINDS) & c.told.is_(None)
    connection.execute(sa.delete(schema.notices).where(mine))


def add(connection: Connection, insert: Any, found: Iterable[Notice]) -> None:
    """Save notices; one that exists counts once."""
    rows = [asdict(notice) for notice in found]
    if rows:
        connection.execute(insert(schema.notices).on_conflict_do_nothing(), rows)


# ---------------------------------------------------------------- what is sent


class WorkToDo(Struct, frozen=True):
    """What the process that sends notices has to do."""

    marker: str  # changes with the channels of any person
    is_due: bool  # a notice or a message
    is_stuck: bool  # another process has claimed a message


def exists_due() -> sa.ColumnElement[bool]:
    c = schema.notices.c
    return sa.exists().where(c.told.is_(None), c.due <= sa.bindparam("now"))


LOOK = sa.select(
    sa.select(schema.keys.c.value)
    .where(schema.keys.c.name == sa.bindparam("marker"))
    .scalar_subquery(),
    sa.or_(exists_due(), messages.exists_due()),
    messages.exists_claimed(),
)
"""Built once: every process looks once a second."""


def look(connection: Connection, marker: str, process: str, now: int) -> WorkToDo:
    values = {"marker": marker, "holder": process, "now": now}
    known, due, claimed = connection.execute(LOOK, values).one()
    return WorkToDo(known or "", bool(due), bool(claimed))


def people_to_tell(connection: Connection, now: int) -> list[str]:
    c = schema.notices.c
    query = sa.select(c.person).where(c.told.is_(None), c.due <= now).distinct()
    return list(connection.execute(query.limit(MAX_PEOPLE)).scalars())


def of_person(connection: Connection, person: str) -> list[Notice]:
    c = schema.notices.c
    query = sa.select(*COLUMNS).where(c.person == person).order_by(c.at, c.table_id, c.seat)
    return [Notice(*row) for row in connection.execute(query)]


def postpone(connection: Connection, person: str, due: int, tables: Collection[str] = ()) -> None:
    """Tell a person later: everything, or what is about some tables."""
    c = schema.notices.c
    mine = (c.person == person) & c.told.is_(None) & (c.due < due)
    if tables:
        mine &= c.table_id.in_(tables)
    connection.execute(sa.update(schema.notices).where(mine).values(due=due))


def mark_told(connection: Connection, person: str, tables: Collection[str], now: int) -> None:
    c = schema.notices.c
    mine = (c.person == person) & c.told.is_(None) & c.table_id.in_(tables)
    connection.execute(sa.update(schema.notices).where(mine).values(told=now))


def mark_visited(connection: Connection, person: str, table: str) -> None:
    """A person looks at a table: they know everything but that it may stay their turn. A call to
    plan is kept, so that it comes once a sitting."""
    c = schema.notices.c
    known = c.told.is_not(None) & (c.kind != "closing") | c.kind.not_in(ASKED_KINDS)
    mine = (c.person == person) & (c.table_id == table)
    gone = mine & known & (c.kind != "sitting")
    connection.execute(sa.delete(schema.notices).where(gone))
    calls = mine & (c.kind == "sitting")
    connection.execute(sa.update(schema.notices).where(calls).values(told=SEEN))


def delete_old(connection: Connection, now: int) -> None:
    """Delete notices that were sent long ago, or whose table is gone."""
    c = schema.notices.c
    gone = c.table_id.not_in(sa.select(schema.tables.c.id))
    old = c.told.is_not(None) & (c.at < now - KEEP_MS)
    connection.execute(sa.delete(schema.notices).where(old | gone))


# ---------------------------------------------------------------- clocks that run out


class RunningClock(Struct, frozen=True):
    person: str
    table: str
    seat: Seat
    number: int
    deadline: int


def running_clocks(
    connection: Connection, now: int, before: int, people: Collection[str]
) -> list[RunningClock]:
    """Deadlines of listeners up to a moment that they were not warned of."""
    a, s, n = schema.asked.c, schema.sitters.c, schema.notices.c
    joined = schema.asked.join(
        schema.sitters, (s.table_id == a.table_id) & (s.seat == a.seat)
    ).outerjoin(
        schema.notices,
        (n.person == s.person)
        & (n.table_id == a.table_id)
        & (n.seat == a.seat)
        & (n.kind == "closing")
        & (n.number == a.number),
    )
    query = (
        sa.select(s.person, a.table_id, a.seat, a.number, a.deadline)
        .select_from(joined)
        .where(a.deadline > now, a.deadline <= before, sa.not_(a.bot), n.person.is_(None))
    )
    return [RunningClock(*row) for row in connection.execute(query) if row[0] in people]


def deadline_of(connection: Connection, table: str, seat: Seat) -> int | None:
    """Deadline of a seat by the index."""
    a = schema.asked.c
    query = sa.select(a.deadline).where(a.table_id == table, a.seat == seat)
    found: int | None = connection.execute(query).scalar()
    return found

"""Index of tables for lists, clocks and bots, so that no table has to be replayed."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

import msgspec
import sqlalchemy as sa
from msgspec.structs import replace
from sqlalchemy.engine import Connection, Dialect

from paddock.core.seats import Seat
from paddock.server.api import wire
from paddock.server.store import leases, schema
from paddock.server.store.engine import CompiledStatement
from paddock.server.tables import slow_actions
from paddock.server.tables.listing import Listed, Summary, listing_of
from paddock.server.tables.table import Table

CHANGE = (
    sa.update(schema.tables)
    .where(schema.tables.c.id == sa.bindparam("of"))
    .values(
        {name: sa.bindparam(name) for name in ("state", "listed", "version", "changed", "summary")}
    )
)
MOVE = (
    sa.update(schema.sitters)
    .where(
        schema.sitters.c.table_id == sa.bindparam("of"),
        schema.sitters.c.seat == sa.bindparam("by"),
    )
    .values(moved=sa.true())
)
UNSEAT = sa.delete(schema.sitters).where(schema.sitters.c.table_id == sa.bindparam("of"))
SEAT = sa.insert(schema.sitters)
UNASK = sa.delete(schema.asked).where(schema.asked.c.table_id == sa.bindparam("of"))
ASK = sa.insert(schema.asked)
SUMMARY = msgspec.json.Decoder(Summary)
MAX_RANKED_TABLES = 1_000  # of one list: more than the tables of four addresses
MAX_SEARCHED_FORKS = 20  # length of a chain of forks
TABLE_SEAT = -1  # in `asked`: what happens at a table by itself, such as the end of a holiday
FIRST_FORMER_SEAT = 1000  # in `sitters`: from here on, people who drove a seat before


def create(connection: Connection, table: Table, origin: str = "") -> None:
    listed = listing_of(table)
    connection.execute(
        sa.insert(schema.tables).values(
            id=listed.id,
            game=listed.game,
            state=listed.state,
            listed=listed.listed,
            version=listed.version,
            created=listed.created,
            changed=listed.changed,
            summary=msgspec.json.encode(listed.summary),
            host=table.head.host,
            origin=origin,
        )
    )
    seat_people(connection, table)
    ask(connection, table)


class Statements:
    """The statements of a move, compiled once."""

    def __init__(self, dialect: Dialect) -> None:
        self.change = CompiledStatement(CHANGE, dialect)
        self.move = CompiledStatement(MOVE, dialect)


def update(connection: Connection, statements: Statements, before: Table, after: Table) -> None:
    """Write the differences between a table and the same table with new rows."""
    listed = listing_of(after)
    values = {
        "of": listed.id,
        "state": listed.state,
        "listed": listed.listed,
        "version": listed.version,
        "changed": listed.changed,
        "summary": msgspec.json.encode(listed.summary),
    }
    if not statements.change.run(connection, values).rowcount:
        raise LookupError(f"table {listed.id} is gone")
    if before.places != after.places:
        seat_people(connection, after)
    else:
        for seat in after.membership.moved - before.membership.moved:
            statements.move.run(connection, {"of": listed.id, "by": seat})
    if watched_asks(before) != watched_asks(after) or after.frozen:
        ask(connection, after)


def seat_people(connection: Connection, table: Table) -> None:
    """Write who has which seat. The address that a seat was taken from stays."""
    c = schema.sitters.c
    known = sa.select(c.seat, c.person, c.origin).where(c.table_id == table.id)
    origins = {(seat, person): origin for seat, person, origin in connection.execute(known)}
    connection.execute(UNSEAT, {"of": table.id})
    people: list[dict[str, Any]] = [
        {
            "table_id": table.id,
            "seat": seat,
            "person": place.person,
            "moved": seat in table.membership.moved,
            "origin": origins.get((seat, place.person), ""),
        }
        for seat, place in enumerate(table.places)
        if place.person is not None
    ]
    former = {one.person for known in table.slow.former.values() for one in known}
    people += [
        {"table_id": table.id, "seat": seat, "person": person, "moved": True, "origin": ""}
        for seat, person in enumerate(
            sorted(former - {one["person"] for one in people}), FIRST_FORMER_SEAT
        )
    ]
    if people:
        connection.execute(SEAT, people)


def set_seat_origin(connection: Connection, table: str, seat: Seat, origin: str) -> None:
    """Note the address that a seat was taken from."""
    c = schema.sitters.c
    mine = (c.table_id == table) & (c.seat == seat)
    connection.execute(sa.update(schema.sitters).where(mine).values(origin=origin))


def watched_asks(table: Table) -> list[tuple[Seat, int, bool, int | None]]:
    """Asked seats that need attention (bots and deadlines), with the number of the ask; also the
    table itself, if something happens there by itself."""
    if table.referee is None or table.state != "racing":
        return []
    found: list[tuple[Seat, int, bool, int | None]] = []
    if not table.has_deadlines and not any(place.level is not None for place in table.places):
        return found
    change = slow_actions.next_change(table)
    if change is not None:
        found.append((TABLE_SEAT, 0, False, change))
    for seat in table.asked_seats():
        bot, deadline = table.places[seat].level is not None, table.deadline(seat)
        if bot or deadline is not None:
            found.append((seat, table.referee.ask_number(seat), bot, deadline))
    return found


def ask(connection: Connection, table: Table) -> None:
    connection.execute(UNASK, {"of": table.id})
    found = [
        {"table_id": table.id, "seat": seat, "number": number, "bot": bot, "deadline": deadline}
        for seat, number, bot, deadline in watched_asks(table)
    ]
    if found:
        connection.execute(ASK, found)


def has_other_asks(connection: Connection, table: Table) -> bool:
    """Whether the index has other deadlines than a table: outages may end within quiet hours."""
    c = schema.asked.c
    query = sa.select(c.seat, c.number, c.bot, c.deadline).where(c.table_id == table.id)
    kept = {tuple(row) for row in connection.execute(query)}
    return kept != set(watched_asks(table))


def ask_again(connection: Connection, table: Table) -> None:
    """Write the deadlines of a table again, unless a row was saved meanwhile."""
    c = schema.tables.c
    query = sa.select(c.version).where(c.id == table.id).with_for_update()
    if connection.execute(query).scalar() == table.version:
        ask(connection, table)


def rename(connection: Connection, id: str, person: str, name: str) -> None:
    """Replace a person's name in the index entry of a table."""
    c = schema.tables.c
    kept = connection.execute(sa.select(c.summary).where(c.id == id)).scalar()
    if kept is None:
        return
    summary = SUMMARY.decode(kept)
    places = tuple(
        replace(place, name=name) if person in (place.person, place.held) else place
        for place in summary.places
    )
    former = tuple(
        tuple(replace(one, name=name) if one.person == person else one for one in known)
        for known in summary.former
    )
    renamed = replace(summary, places=places, former=former)
    values = {"summary": msgspec.json.encode(renamed)}
    connection.execute(sa.update(schema.tables).where(c.id == id).values(values))


def set_aside(connection: Connection, id: str, why: str) -> None:
    """Freeze a table whose rows cannot be read."""
    c = schema.tables.c
    kept = connection.execute(sa.select(c.summary).where(c.id == id)).scalar()
    values: dict[str, object] = {"state": "frozen"}
    if kept is not None:
        with contextlib.suppress(msgspec.DecodeError):  # not even the summary can be read: it stays
            values["summary"] = msgspec.json.encode(replace(SUMMARY.decode(kept), frozen=why))
    connection.execute(sa.update(schema.tables).where(c.id == id).values(values))
    connection.execute(UNASK, {"of": id})


# ---------------------------------------------------------------- reading


def state_of(connection: Connection, id: str) -> str | None:
    """State of a table in the index."""
    c = schema.tables.c
    state: str | None = connection.execute(sa.select(c.state).where(c.id == id)).scalar()
    return state


def origin_of(connection: Connection, id: str) -> str:
    """Hash of the address a table was opened from."""
    c = schema.tables.c
    return str(connection.execute(sa.select(c.origin).where(c.id == id)).scalar() or "")


def origin_runs(connection: Connection, id: str) -> bool:
    """Whether a table, or one it was forked from, is running."""
    c = schema.tables.c
    for _ in range(MAX_SEARCHED_FORKS):
        row = connection.execute(sa.select(c.state, c.summary).where(c.id == id)).first()
        if row is None:
            return False
        if row.state in ("gathering", "racing"):
            return True
        forked = SUMMARY.decode(row.summary).forked
        if forked is None:
            return False
        id = forked.table
    return True


def in_state(connection: Connection, *states: str) -> list[str]:
    """Ids of tables in these states, the least recently changed first."""
    c = schema.tables.c
    query = sa.select(c.id).where(c.state.in_(states)).order_by(c.changed)
    return [str(id) for id in connection.execute(query).scalars()]


def racing_with_bank(connection: Connection, person: str | None = None) -> list[str]:
    """Ids of running races in which each seat has a bank; of one person, or all."""
    c = schema.tables.c
    query = sa.select(schema.tables).where(c.state == "racing")
    if person is not None:
        query = query.where(sits(person))
    found = [read_if_valid(row) for row in connection.execute(query)]
    return [one.id for one in found if one is not None and isinstance(one.summary.clock, wire.Bank)]


COUNT = (
    sa.select(sa.func.count())
    .select_from(schema.tables)
    .where(schema.tables.c.state == sa.bindparam("state"))
)


def count(connection: Connection, state: str) -> int:
    return int(connection.execute(COUNT, {"state": state}).scalar_one())


def read(row: sa.Row[tuple[object, ...]]) -> Listed:
    found = row._mapping
    return Listed(
        id=found["id"],
        game=found["game"],
        state=found["state"],
        listed=found["listed"],
        version=found["version"],
        created=found["created"],
        changed=found["changed"],
        summary=SUMMARY.decode(found["summary"]),
    )


def read_if_valid(row: sa.Row[tuple[object, ...]]) -> Listed | None:
    """Decode an index row; an unreadable one is left out of the list."""
    try:
        return read(row)
    except msgspec.DecodeError:
        return None


def find(connection: Connection, id: str) -> Listed | None:
    query = sa.select(schema.tables).where(schema.tables.c.id == id)
    row = connection.execute(query).first()
    return None if row is None else read(row)


def list_tables(
    connection: Connection,
    state: str | None = None,
    person: str | None = None,
    listed: bool | None = None,
    limit: int = 50,
) -> list[Listed]:
    """Tables, the last changed first: by state, person, or shown in the lobby."""
    tables = schema.tables
    query = sa.select(tables).order_by(tables.c.changed.desc()).limit(limit)
    if state is not None:
        query = query.where(tables.c.state == state)
    if listed is not None:
        query = query.where(tables.c.listed == listed)
    if person is not None:
        sits = sa.select(schema.sitters.c.table_id).where(schema.sitters.c.person == person)
        query = query.where(tables.c.id.in_(sits))
    return [found for row in connection.execute(query) if (found := read_if_valid(row)) is not None]


def list_fairly(connection: Connection, state: str, limit: int) -> list[Listed]:
    """Tables that everyone may see, fair by host: the first of each host before the second of any,
    and so by address. One host, or one address, cannot hide the others."""
    c = schema.tables.c
    latest = c.changed.desc()
    shown = sa.select(c.id, c.host, c.origin, c.changed).where(c.state == state, c.listed)
    few = shown.order_by(latest).limit(MAX_RANKED_TABLES).subquery()

    def rank(by: sa.ColumnElement[str]) -> sa.ColumnElement[int]:
        return sa.func.row_number().over(partition_by=by, order_by=few.c.changed.desc())

    ranked = sa.select(
        few.c.id, rank(few.c.host).label("of_host"), rank(few.c.origin).label("of_address")
    ).subquery()
    query = (
        sa.select(schema.tables)
        .join(ranked, ranked.c.id == c.id)
        .order_by(ranked.c.of_host, ranked.c.of_address, latest)
        .limit(limit)
    )
    return [found for row in connection.execute(query) if (found := read_if_valid(row)) is not None]


Cursor: TypeAlias = tuple[int, str]
"""When a table changed, and its id: where a page of a list ends."""
MAX_SCANNED_ROWS = 200  # of one page of a person's races


def races_of(
    connection: Connection,
    person: str,
    states: Sequence[str],
    game: str = "",
    before: Cursor | None = None,
) -> Iterator[tuple[Cursor, Listed | None]]:
    """A person's tables, the last changed first: by state and game, and before a time and id. None
    where a row cannot be read."""
    tables = schema.tables
    c = tables.c
    query = (
        sa.select(tables)
        .where(sits(person), c.state.in_(states))
        .order_by(c.changed.desc(), c.id.desc())
        .limit(MAX_SCANNED_ROWS)
    )
    if game:
        query = query.where(c.game == game)
    if before is not None:
        changed, id = before
        query = query.where(sa.or_(c.changed < changed, sa.and_(c.changed == changed, c.id < id)))
    for row in connection.execute(query):
        yield (row.changed, row.id), read_if_valid(row)


def games_of(connection: Connection, person: str, states: Sequence[str]) -> list[str]:
    """Ids of the games of a person's tables."""
    c = schema.tables.c
    query = sa.select(c.game).where(sits(person), c.state.in_(states)).distinct().order_by(c.game)
    return [str(id) for id in connection.execute(query).scalars()]


UNFINISHED = schema.tables.c.state.in_(("gathering", "racing"))


def count_unfinished(connection: Connection, *conditions: sa.ColumnElement[bool]) -> int:
    """Number of unfinished tables that match the conditions."""
    query = sa.select(sa.func.count()).select_from(schema.tables).where(UNFINISHED, *conditions)
    return int(connection.execute(query).scalar_one())


def sits(person: str) -> sa.ColumnElement[bool]:
    """Condition: this person has a seat."""
    c = schema.sitters.c
    return schema.tables.c.id.in_(sa.select(c.table_id).where(c.person == person))


def count_unfinished_of(connection: Connection, person: str) -> int:
    """Number of unfinished tables that a person has opened or has a seat at."""
    return count_unfinished(connection, sa.or_(opened_by(person), sits(person)))


WITHOUT_PEOPLE = schema.tables.c.id.not_in(sa.select(schema.sitters.c.table_id))
"""Condition: only bots have seats."""


def opened_by(person: str) -> sa.ColumnElement[bool]:
    return schema.tables.c.host == person


def opened_from(origin: str) -> sa.ColumnElement[bool]:
    return schema.tables.c.origin == origin


def unused_seats(connection: Connection, *conditions: sa.ColumnElement[bool]) -> int:
    """Number of seats at unfinished tables of other hosts whose person has not moved there."""
    c = schema.sitters.c
    joined = schema.sitters.join(schema.tables, schema.tables.c.id == c.table_id)
    query = sa.select(sa.func.count()).select_from(joined)
    others = schema.tables.c.host != c.person
    query = query.where(UNFINISHED, others, sa.not_(c.moved), *conditions)
    return int(connection.execute(query).scalar_one())


# ---------------------------------------------------------------- what every process polls
# Statements of every second are built once: building one costs more than to run it.

SKIPPED = sa.bindparam("skipped", type_=sa.String, expanding=True)
NOW = sa.bindparam("now", type_=sa.BigInteger)
CHANGED_SINCE = sa.select(
    schema.tables.c.id, schema.tables.c.version, schema.tables.c.changed
).where(schema.tables.c.changed >= sa.bindparam("since"))
OVERDUE = (
    sa.select(schema.asked.c.table_id, schema.asked.c.seat)
    .where(schema.asked.c.deadline <= NOW, schema.asked.c.table_id.not_in(SKIPPED))
    .order_by(schema.asked.c.deadline)
    .limit(200)
)
IDLE_BOTS = (
    sa.select(schema.asked.c.table_id, schema.asked.c.seat)
    .select_from(
        schema.asked.outerjoin(
            schema.leases,
            (schema.leases.c.table_id == schema.asked.c.table_id)
            & (schema.leases.c.seat == schema.asked.c.seat),
        )
    )
    .where(
        schema.asked.c.bot,
        sa.or_(schema.leases.c.until.is_(None), leases.is_over(NOW, leases.LEASE_MS)),
        schema.asked.c.table_id.not_in(SKIPPED),
    )
    .limit(200)
)


def changed_since(connection: Connection, since: int) -> list[tuple[str, int, int]]:
    """Tables changed at a time or later: id, version, time."""
    found = connection.execute(CHANGED_SINCE, {"since": since})
    return [(id, version, at) for id, version, at in found]


def overdue(
    connection: Connection, now: int, skipped: Sequence[str] = ()
) -> list[tuple[str, Seat]]:
    """Seats whose deadline has passed."""
    found = connection.execute(OVERDUE, {"now": now, "skipped": skipped})
    return [(id, seat) for id, seat in found]


def idle_bots(
    connection: Connection, now: int, skipped: Sequence[str] = ()
) -> list[tuple[str, Seat]]:
    """Asked bots without a lease."""
    found = connection.execute(IDLE_BOTS, {"now": now, "skipped": skipped})
    return [(id, seat) for id, seat in found]

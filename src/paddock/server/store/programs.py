"""What people have prepared, one row for each seat.

It is no part of the log: a row of the log is seen by everybody. Each change counts `rev` up, and is
saved only if it was not changed in between, so two processes never play an old program.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.engine import Connection

from paddock.core.errors import PaddockError
from paddock.core.game_spec import AnyGameSpec
from paddock.core.seats import Seat
from paddock.server.store import schema
from paddock.server.tables import prepared
from paddock.server.tables import programs as stored
from paddock.server.tables.programs import AnyPrepared, Change
from paddock.server.tables.table import Table

IDLE_MS = 3_000  # after this time another process looks after prepared answers


class ProgramsChanged(PaddockError):
    """Another process changed what a seat has prepared."""


class IdleSeat(Struct, frozen=True):
    """A seat with programs: version of its table, and revision of the programs."""

    table: str
    seat: Seat
    version: int
    rev: int


def of_table(connection: Connection, spec: AnyGameSpec, table: str) -> dict[Seat, AnyPrepared]:
    """What the seats of a table have prepared."""
    c = schema.programs.c
    query = sa.select(c.seat, c.rev, c.body).where(c.table_id == table).order_by(c.seat)
    found = connection.execute(query)
    return {seat: stored.decode(spec, body, rev) for seat, rev, body in found}


def save(
    connection: Connection, insert: Any, table: str, change: Change, now: sa.ColumnElement[int]
) -> None:
    """Save a change, if the same seat was not changed since."""
    c, rev = schema.programs.c, change.after.rev
    values = {"rev": rev, "body": stored.encode(change.after), "changed": now}
    if rev == 1:
        row = insert(schema.programs).values(table_id=table, seat=change.seat, **values)
        done = connection.execute(row.on_conflict_do_nothing())
    else:
        mine = (c.table_id == table) & (c.seat == change.seat) & (c.rev == rev - 1)
        done = connection.execute(sa.update(schema.programs).where(mine).values(values))
    if not done.rowcount:
        raise ProgramsChanged(f"{table}: seat {change.seat} was changed meanwhile")


def end(
    connection: Connection, insert: Any, before: Table, after: Table, now: sa.ColumnElement[int]
) -> None:
    """Delete what new rows end: the race is over, or a seat has changed hands. At a new edition
    its person is notified."""
    c = schema.programs.c
    is_over = after.state in ("over", "closed")
    if is_over and before.state != after.state:
        connection.execute(sa.delete(schema.programs).where(c.table_id == after.id))
    if is_over or not prepared.ended_seats(before, after)[0]:
        return
    found = of_table(connection, after.spec, after.id)
    left = prepared.end(found, before, after)
    for seat, one in left.items():
        if one is not found[seat]:
            save(connection, insert, after.id, Change(seat, one), now)


def why_wrong(connection: Connection, table: Table) -> str:
    """Why what is prepared at a table does not fit to its log; empty if it does."""
    for seat, one in of_table(connection, table.spec, table.id).items():
        if not 0 <= seat < len(table.places):
            return f"something is prepared for seat {seat}, which is not there"
        if one.note == "unreadable":
            return f"what seat {seat} has prepared cannot be read"
        if one.lines and table.state in ("over", "closed"):
            return f"seat {seat} still has programs after the race"
        if one.lines and table.places[seat].person is None:
            return f"seat {seat} has programs and no person"
    return ""


def delete_seats(connection: Connection, table: str, seats: Collection[Seat]) -> None:
    c = schema.programs.c
    mine = (c.table_id == table) & c.seat.in_(seats)
    connection.execute(sa.delete(schema.programs).where(mine))


def changed_since(connection: Connection, since: int) -> list[tuple[str, Seat, int]]:
    """Seats whose programs were changed at a time or later: table, seat, revision."""
    c = schema.programs.c
    query = sa.select(c.table_id, c.seat, c.rev).where(c.changed >= since)
    return [(table, seat, rev) for table, seat, rev in connection.execute(query)]


IDLE_SEATS = (
    sa.select(
        schema.programs.c.table_id,
        schema.programs.c.seat,
        schema.tables.c.version,
        schema.programs.c.rev,
    )
    .select_from(
        schema.programs.join(schema.tables, schema.tables.c.id == schema.programs.c.table_id)
    )
    .where(
        schema.tables.c.state == "racing",
        schema.tables.c.changed < sa.bindparam("before"),
        schema.programs.c.changed < sa.bindparam("before"),
        schema.programs.c.table_id.not_in(sa.bindparam("skipped", expanding=True)),
    )
)
"""Built once: every process looks once a second."""


def idle_seats(connection: Connection, now: int, skipped: Sequence[str] = ()) -> list[IdleSeat]:
    """Seats with programs at running tables where nothing has happened for a moment. The process
    that was to answer for them may be gone."""
    found = connection.execute(IDLE_SEATS, {"before": now - IDLE_MS, "skipped": skipped})
    return [IdleSeat(*row) for row in found]

"""Rows of a table: in the log, packed, or in the table it was forked from."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa
from msgspec.structs import replace
from sqlalchemy.engine import Connection

from paddock.server.store import forks, packing, schema
from paddock.server.tables import table_log

MAX_READ_ATTEMPTS = 2  # on PostgreSQL a fork may be detached between two queries


def rows(connection: Connection, table: str, after: int = -1) -> list[table_log.Row]:
    """Rows of a table after a number."""
    for _ in range(MAX_READ_ATTEMPTS):
        found = own_rows(connection, table, after)
        if not may_lack_rows(found, after):
            return found
        fork = forks.find(connection, table)
        if fork is None:
            return found
        if fork.parent is not None:
            parent = rows(connection, fork.parent)
            entries = forks.inherited_entries(parent, fork.at)
            if forks.FIRST_PARENT_ROW + len(entries) == fork.last + 1:
                return join_rows(found, fork, parent, entries, after)
        elif not has_gap(found, after):
            return found
    return found


def own_rows(connection: Connection, table: str, after: int) -> list[table_log.Row]:
    """Rows of its own: packed ones first, then the log."""
    c = schema.log.c
    query = sa.select(c.n, c.body, c.id, c.at).where(c.table_id == table, c.n > after).order_by(c.n)
    found = [
        table_log.Row(n, table_log.decode(body), id, at)
        for n, body, id, at in connection.execute(query)
    ]
    if not found or found[0].n != after + 1:
        return packing.unpack(connection, table, after) + found
    return found


def has_gap(found: Sequence[table_log.Row], after: int) -> bool:
    return bool(found) and found[-1].n - after != len(found)


def may_lack_rows(found: Sequence[table_log.Row], after: int) -> bool:
    """Whether a table may be a fork with more rows than these."""
    if not found or has_gap(found, after) or after == 0:
        return True
    first = found[0].entry
    return isinstance(first, table_log.Opened) and first.forked is not None


def join_rows(
    own: Sequence[table_log.Row],
    fork: forks.Fork,
    parent: Sequence[table_log.Row],
    entries: Sequence[table_log.Entry],
    after: int,
) -> list[table_log.Row]:
    """Rows of a fork: its first ones, its parent's, its own."""
    first = [row for row in own if row.n < forks.FIRST_PARENT_ROW]
    if first and fork.same_luck and isinstance(first[0].entry, table_log.Opened):
        luck = table_log.Luck(len(entries), forks.draws_after(parent, fork.at))
        first[0] = replace(first[0], entry=replace(first[0].entry, luck=luck))
    between = [
        table_log.Row(n, entry, None, fork.created)
        for n, entry in enumerate(entries, forks.FIRST_PARENT_ROW)
        if n > after
    ]
    return [*first, *between, *(row for row in own if row.n > fork.last)]


def first_row(connection: Connection, table: str) -> table_log.Row | None:
    """The row that opened a table; without a fork's luck, as forks with luck have no snapshot."""
    c = schema.log.c
    query = sa.select(c.n, c.body, c.id, c.at).where(c.table_id == table, c.n == 0)
    found = connection.execute(query).first()
    if found is None:
        return next(iter(packing.unpack(connection, table)), None)
    return table_log.Row(found.n, table_log.decode(found.body), found.id, found.at)


def detach(connection: Connection, table: str) -> None:
    """Give a fork its own packed copy of its parent's rows."""
    fork = forks.find(connection, table)
    if fork is None or fork.parent is None:
        return
    last = max(fork.last, packing.last(connection, table))
    found = [row for row in rows(connection, table) if row.n <= last]
    packing.replace_rows(connection, table, found)
    log, c = schema.log.c, schema.forks.c
    connection.execute(sa.delete(schema.log).where(log.table_id == table, log.n <= last))
    connection.execute(sa.update(schema.forks).where(c.table_id == table).values(parent=None))


def delete(connection: Connection, table: str) -> None:
    """Delete a table and all its data; its forks keep their rows."""
    forks.lock_parent(connection, table)
    for child in forks.children(connection, table):
        detach(connection, child)
    for kept, column in (
        (schema.log, schema.log.c.table_id),
        (schema.packed, schema.packed.c.table_id),
        (schema.forks, schema.forks.c.table_id),
        (schema.snapshots, schema.snapshots.c.table_id),
        (schema.sitters, schema.sitters.c.table_id),
        (schema.asked, schema.asked.c.table_id),
        (schema.programs, schema.programs.c.table_id),
        (schema.leases, schema.leases.c.table_id),
        (schema.reviews, schema.reviews.c.table_id),
        (schema.tables, schema.tables.c.id),
    ):
        connection.execute(sa.delete(kept).where(column == table))

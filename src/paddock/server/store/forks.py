"""Forks: tables that continue from a moment of another one. A fork stores only its own rows and
refers to its parent for the earlier ones (copy on write): the parent's log is append-only."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy.engine import Connection

from paddock.core.chance import Draw
from paddock.server.store import schema
from paddock.server.tables import table_log

FIRST_PARENT_ROW = 2  # earlier rows are the fork's own Opened and Started
MAX_FORK_DEPTH = 8  # a deeper fork gets its own copy of the rows
C = schema.forks.c


class Fork(Struct, frozen=True):
    """What a fork refers to."""

    parent: str | None  # none: it has all rows itself
    at: int  # moment of the parent it continues from
    last: int  # its last row that is the parent's
    same_luck: bool  # the parent's later draws are repeated
    depth: int
    created: int


COLUMNS = [C[name] for name in Fork.__struct_fields__]


def inherited_entries(log: Sequence[table_log.Row], at: int) -> list[table_log.Entry]:
    """Entries of a fork after its start, from its parent's rows up to a moment."""
    entries: list[table_log.Entry] = []
    moved: dict[int, int] = {}  # number of a parent's row in the fork
    shown = [row for row in log if isinstance(row.entry, table_log.MOMENTS)]
    for row in shown[: at + 1]:
        entry = row.entry
        if isinstance(entry, table_log.Started):
            continue
        if isinstance(entry, table_log.Rewound):
            del entries[entry.rows :]
            continue
        if isinstance(entry, table_log.TookBack):
            entry = replace(entry, row=moved[entry.row])
        moved[row.n] = FIRST_PARENT_ROW + len(entries)
        entries.append(entry)
    return entries


def draws_after(log: Sequence[table_log.Row], at: int) -> tuple[Draw, ...]:
    """Draws after a moment."""
    shown = [row.entry for row in log if isinstance(row.entry, table_log.MOMENTS)]
    played = [entry for entry in shown[at + 1 :] if isinstance(entry, table_log.Played)]
    return tuple(draw for entry in played for draw in entry.draws)


def find(connection: Connection, table: str) -> Fork | None:
    row = connection.execute(sa.select(*COLUMNS).where(C.table_id == table)).first()
    return None if row is None else Fork(*row)


def save(connection: Connection, table: str, fork: Fork) -> None:
    values = {name: getattr(fork, name) for name in Fork.__struct_fields__}
    connection.execute(sa.insert(schema.forks).values(table_id=table, **values))


def children(connection: Connection, table: str) -> list[str]:
    """Forks that refer to a table."""
    query = sa.select(C.table_id).where(C.parent == table)
    return [str(id) for id in connection.execute(query).scalars()]


def lock_parent(connection: Connection, table: str) -> bool:
    """Lock a table against deletion until the transaction ends; false if it does not exist."""
    query = sa.select(schema.tables.c.id).where(schema.tables.c.id == table)
    return connection.execute(query.with_for_update()).first() is not None


def count_since(connection: Connection, since: int, *conditions: sa.ColumnElement[bool]) -> int:
    """Number of forks created since then that match the conditions."""
    joined = schema.forks.join(schema.tables, schema.tables.c.id == C.table_id)
    query = sa.select(sa.func.count()).select_from(joined).where(C.created > since, *conditions)
    return int(connection.execute(query).scalar_one())

"""Snapshots of long tables: one each, written with the row that led to it."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from paddock.server.store import schema


def find(connection: Connection, table: str, maker: str) -> bytes | None:
    """Snapshot of a table made by this code, if there is one."""
    c = schema.snapshots.c
    query = sa.select(c.body).where(c.table_id == table, c.maker == maker)
    found = connection.execute(query).scalar()
    return None if found is None else bytes(found)


def has(connection: Connection, table: str) -> bool:
    """Whether there is one, made by any code; most tables are too short."""
    c = schema.snapshots.c
    return connection.execute(sa.select(c.n).where(c.table_id == table)).first() is not None


def is_at(connection: Connection, table: str, maker: str, n: int) -> bool:
    """Whether the stored snapshot is of this row."""
    c = schema.snapshots.c
    query = sa.select(c.n).where(c.table_id == table, c.maker == maker)
    return connection.execute(query).scalar() == n


def save(connection: Connection, insert: Any, table: str, maker: str, n: int, body: bytes) -> None:
    row = {"table_id": table, "maker": maker, "n": n, "body": body}
    upsert = insert(schema.snapshots).values(row)
    changed = {name: upsert.excluded[name] for name in row if name != "table_id"}
    connection.execute(upsert.on_conflict_do_update(index_elements=["table_id"], set_=changed))


def drop(connection: Connection, table: str) -> None:
    connection.execute(sa.delete(schema.snapshots).where(schema.snapshots.c.table_id == table))

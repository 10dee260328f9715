"""Reviews of races that are over: kept until the table goes, or rules or reviews change."""

from __future__ import annotations

import zlib
from typing import Any

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.engine import Connection

from paddock.server.store import schema

STALE = 60_000  # milliseconds after which nobody works any more on what is not done


class Found(Struct, frozen=True):
    """A review, or as much of it as there is."""

    done: bool
    working: bool  # somebody is at it
    body: bytes


def find(
    connection: Connection, table: str, edition: str, now: sa.ColumnElement[int]
) -> Found | None:
    """The review of a table by these rules, if there is one."""
    c = schema.reviews.c
    fresh = c.changed > now - STALE
    query = sa.select(c.done, fresh.label("fresh"), c.body)
    row = connection.execute(query.where(c.table_id == table, c.edition == edition)).first()
    if row is None:
        return None
    return Found(row.done, not row.done and bool(row.fresh), zlib.decompress(bytes(row.body)))


def save(
    connection: Connection,
    insert: Any,
    now: sa.ColumnElement[int],
    table: str,
    edition: str,
    body: bytes,
    done: bool,
) -> None:
    """Keep as much as there is."""
    row = {
        "table_id": table,
        "edition": edition,
        "changed": now,
        "done": done,
        "body": zlib.compress(body),
    }
    upsert = insert(schema.reviews).values(row)
    changed = {name: upsert.excluded[name] for name in row if name != "table_id"}
    connection.execute(upsert.on_conflict_do_update(index_elements=["table_id"], set_=changed))


def drop(connection: Connection, table: str) -> None:
    connection.execute(sa.delete(schema.reviews).where(schema.reviews.c.table_id == table))

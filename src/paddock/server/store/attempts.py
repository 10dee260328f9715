"""Counters of attempts per person, address and target, shared by all processes."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from paddock.server.store import schema


def count(connection: Connection, insert: Any, key: str, now: int, span: int) -> int:
    """Count an attempt, and return the number within this window of milliseconds."""
    c = schema.attempts.c
    connection.execute(sa.delete(schema.attempts).where(c.until <= now))
    row = insert(schema.attempts).values(key=key, count=1, until=now + span)
    upsert = row.on_conflict_do_update(index_elements=["key"], set_={"count": c.count + 1})
    return int(connection.execute(upsert.returning(c.count)).scalar_one())


def clear(connection: Connection, *keys: str) -> None:
    connection.execute(sa.delete(schema.attempts).where(schema.attempts.c.key.in_(keys)))

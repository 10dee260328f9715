"""Counters of attempts per person, address and target, shared by all processes."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.engine import Connection

from paddock.server.store import schema


class Limit(Struct, frozen=True):
    """Attempts within a window that begins with the first of them."""

    most: int
    span_ms: int


def take(connection: Connection, insert: Any, limits: Mapping[str, Limit], now: int) -> bool:
    """Count an attempt under all keys, or under none if one of them is at its limit."""
    found = [count(connection, insert, key, now, one.span_ms) for key, one in limits.items()]
    if all(many <= one.most for many, one in zip(found, limits.values(), strict=True)):
        return True
    give_back(connection, limits)
    return False


def count(connection: Connection, insert: Any, key: str, now: int, span: int) -> int:
    """Count an attempt, and return the number within this window of milliseconds."""
    c = schema.attempts.c
    connection.execute(sa.delete(schema.attempts).where(c.until <= now))
    row = insert(schema.attempts).values(key=key, count=1, until=now + span)
    upsert = row.on_conflict_do_update(index_elements=["key"], set_={"count": c.count + 1})
    return int(connection.execute(upsert.returning(c.count)).scalar_one())


def give_back(connection: Connection, keys: Collection[str]) -> None:
    """Take back one attempt under each key."""
    c = schema.attempts.c
    mine = c.key.in_(list(keys))
    connection.execute(sa.update(schema.attempts).where(mine).values(count=c.count - 1))
    connection.execute(sa.delete(schema.attempts).where(mine & (c.count <= 0)))


def clear(connection: Connection, *keys: str) -> None:
    connection.execute(sa.delete(schema.attempts).where(schema.attempts.c.key.in_(keys)))

"""Presence: who is connected to which process."""

from __future__ import annotations

from collections.abc import Collection
from typing import TypeAlias

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from paddock.server.store import schema

Here: TypeAlias = tuple[str, str]
"""A table, and a connected person with a seat there."""
PRESENCE_MS = 15_000  # expiry of a process's presence


def save(connection: Connection, process: str, here: Collection[Here], now: int) -> None:
    """Replace the stored presence of this process."""
    c = schema.presence.c
    connection.execute(sa.delete(schema.presence).where((c.process == process) | (c.until <= now)))
    rows = [
        {"process": process, "table_id": table, "person": person, "until": now + PRESENCE_MS}
        for table, person in here
    ]
    if rows:
        connection.execute(sa.insert(schema.presence), rows)


def elsewhere(connection: Connection, process: str, now: int) -> set[Here]:
    """People connected to other processes."""
    c = schema.presence.c
    query = sa.select(c.table_id, c.person).where(c.process != process, c.until > now)
    return {(table, person) for table, person in connection.execute(query)}


def others(connection: Connection, process: str, now: int, silence: int) -> int:
    """Number of other processes."""
    c = schema.processes.c
    query = sa.select(sa.func.count()).where(c.id != process, c.seen > now - silence)
    return int(connection.execute(query).scalar_one())

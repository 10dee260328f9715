"""Leases: which process thinks for a bot, and until when. They only spare work: a bot's answer
carries the number of its ask as its id, so that thinking twice plays once."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from paddock.core.seats import Seat
from paddock.server.store import schema


def take(
    connection: Connection,
    insert: Any,
    now: sa.ColumnElement[int],
    table: str,
    seat: Seat,
    holder: str,
    ms: int,
) -> bool:
    """Take or renew a lease; false when another holds it."""
    leases = schema.leases
    row = {"table_id": table, "seat": seat, "holder": holder, "until": now + ms}
    upsert = insert(leases).values(row)
    upsert = upsert.on_conflict_do_update(
        index_elements=["table_id", "seat"],
        set_={"holder": upsert.excluded.holder, "until": upsert.excluded.until},
        where=sa.or_(leases.c.until <= now, leases.c.holder == holder),
    )
    return connection.execute(upsert.returning(leases.c.seat)).scalar() is not None


def drop(connection: Connection, table: str, seat: Seat, holder: str) -> None:
    c = schema.leases.c
    connection.execute(
        sa.delete(schema.leases).where(c.table_id == table, c.seat == seat, c.holder == holder)
    )


def drop_all(connection: Connection, holder: str) -> None:
    """A process that ends in order gives back what it held."""
    connection.execute(sa.delete(schema.leases).where(schema.leases.c.holder == holder))

"""Leases: which process computes a bot's move, and until when. They only save work: the answer's id
is the number of its ask, so a move computed twice is played once."""

from __future__ import annotations

import hashlib
import os
import secrets
import socket
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from paddock.core.seats import Seat
from paddock.server.store import schema

LEASE_MS = 3_000  # duration of a lease without renewal


def new_holder() -> str:
    """Name of this process: machine, process id and a random part."""
    return f"{machine()}-{os.getpid()}-{secrets.token_hex(4)}"


def machine() -> str:
    return hashlib.sha256(socket.gethostname().encode()).hexdigest()[:8]


def is_dead(holder: str) -> bool:
    """Whether a holder was a process of this machine that has ended."""
    where, _, rest = holder.partition("-")
    number = rest.partition("-")[0]
    if where != machine() or not number.isdecimal():
        return False
    if os.name == "nt":  # there signal 0 is Ctrl+C; the lease expires soon enough
        return False
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return True
    except OSError:
        return False
    return int(number) == os.getpid()


def release_dead(connection: Connection) -> None:
    """Delete leases of dead processes of this machine."""
    c = schema.leases.c
    holders = connection.execute(sa.select(c.holder).distinct()).scalars()
    for holder in [holder for holder in holders if is_dead(holder)]:
        drop_all(connection, holder)


def is_over(now: sa.ColumnElement[int], longest: int) -> sa.ColumnElement[bool]:
    """Condition: a lease has expired, or the clock was set back."""
    until = schema.leases.c.until
    return sa.or_(until <= now, until > now + longest)


def take(
    connection: Connection,
    insert: Any,
    now: sa.ColumnElement[int],
    table: str,
    seat: Seat,
    holder: str,
    ms: int,
) -> bool:
    """Take or renew a lease; false if another process holds it."""
    leases = schema.leases
    row = {"table_id": table, "seat": seat, "holder": holder, "until": now + ms}
    upsert = insert(leases).values(row)
    upsert = upsert.on_conflict_do_update(
        index_elements=["table_id", "seat"],
        set_={"holder": upsert.excluded.holder, "until": upsert.excluded.until},
        where=sa.or_(is_over(now, ms), leases.c.holder == holder),
    )
    return connection.execute(upsert.returning(leases.c.seat)).scalar() is not None


def drop_all(connection: Connection, holder: str) -> None:
    """Delete all leases of a process at its end."""
    connection.execute(sa.delete(schema.leases).where(schema.leases.c.holder == holder))

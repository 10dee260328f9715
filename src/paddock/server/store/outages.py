"""Processes say that they are there; when none has for a while, that time is an outage."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from paddock.server.store import schema
from paddock.server.tables.outages import Outage

BEAT_SECONDS = 5.0  # seconds after which a process says again that it is there
SILENCE_MS = 12_000  # milliseconds of silence after which nobody was there
RETURN_GRACE_MS = 10_000  # milliseconds that people have to find their way back
DEAD_PROCESS_MS = 3_600_000  # milliseconds after which a process that is gone is no longer kept


def all_outages(connection: Connection) -> list[Outage]:
    c = schema.outages.c
    found = connection.execute(sa.select(c.began, c.ended).order_by(c.began))
    return [(began, ended) for began, ended in found]


def beat(connection: Connection, insert: Any, process: str, now: int) -> Outage | None:
    """Say that a process is there. Gives the outage that ended with this, if one did: deadlines
    are later by its length."""
    c = schema.processes.c
    last = connection.execute(sa.select(sa.func.max(c.seen))).scalar()
    connection.execute(sa.delete(schema.processes).where(c.seen < now - DEAD_PROCESS_MS))
    mine = insert(schema.processes).values(id=process, seen=now)
    connection.execute(
        mine.on_conflict_do_update(index_elements=["id"], set_={"seen": mine.excluded.seen})
    )
    if last is None or now - last <= SILENCE_MS:
        return None
    outage = (last, now + RETURN_GRACE_MS)
    new = insert(schema.outages).values(began=outage[0], ended=outage[1]).on_conflict_do_nothing()
    if not connection.execute(new).rowcount:
        return None  # another process was first
    later = schema.asked.c.deadline + (outage[1] - outage[0])
    running = schema.asked.c.deadline > last
    connection.execute(sa.update(schema.asked).where(running).values(deadline=later))
    return outage

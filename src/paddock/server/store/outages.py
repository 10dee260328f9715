"""Heartbeats of processes. A time without any is an outage."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from paddock.server.store import schema
from paddock.server.store.steady_clock import MAX_JUMP_MS, SILENCE_MS
from paddock.server.tables.outages import Outage

BEAT_SECONDS = 5.0  # interval of heartbeats
RETURN_GRACE_MS = 10_000  # extra time for people to reconnect
DEAD_PROCESS_MS = 3_600_000  # age at which a dead process is deleted
ALL_OUTAGES = sa.select(schema.outages.c.began, schema.outages.c.ended).order_by(
    schema.outages.c.began
)
"""Built once: every process reads them once a second."""


def all_outages(connection: Connection) -> list[Outage]:
    return [(began, ended) for began, ended in connection.execute(ALL_OUTAGES)]


def beat(
    connection: Connection, insert: Any, process: str, now: int, jump: int = 0
) -> Outage | None:
    """Save a heartbeat. Returns the outage that it ended, if any: deadlines are extended by it.

    `jump`: by how much the database's clock is ahead of the time that has passed here. It is an
    outage, unless another process saved a heartbeat meanwhile: then this one was suspended.
    """
    c = schema.processes.c
    future = sa.update(schema.processes).where(c.seen > now).values(seen=now)
    connection.execute(future)  # the clock was set back
    last = connection.execute(sa.select(sa.func.max(c.seen))).scalar()
    connection.execute(sa.delete(schema.processes).where(c.seen < now - DEAD_PROCESS_MS))
    mine = insert(schema.processes).values(id=process, seen=now)
    connection.execute(
        mine.on_conflict_do_update(index_elements=["id"], set_={"seen": mine.excluded.seen})
    )
    last = now if last is None else last
    other = connection.execute(sa.select(sa.func.max(c.seen)).where(c.id != process)).scalar()
    if jump > MAX_JUMP_MS and (other is None or other <= now - jump + MAX_JUMP_MS):
        outage = (now - jump, now + RETURN_GRACE_MS)
    elif now - last > SILENCE_MS:
        outage = (last, now + RETURN_GRACE_MS)
    else:
        return None
    new = insert(schema.outages).values(began=outage[0], ended=outage[1]).on_conflict_do_nothing()
    if not connection.execute(new).rowcount:
        return None  # another process was first
    later = schema.asked.c.deadline + (outage[1] - outage[0])
    running = schema.asked.c.deadline > outage[0]
    connection.execute(sa.update(schema.asked).where(running).values(deadline=later))
    return outage

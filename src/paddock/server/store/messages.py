"""Outbox: messages that wait to be sent. One process sends at a time (a lease), and each message is
claimed before it is sent. A message that was sent when its process died is sent again under the
same id, by which receivers recognise it."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from paddock.server.common.ids import new_id
from paddock.server.people.notice import Channel, Message, Posted
from paddock.server.store import leases, schema

CLAIM_MS = 600_000  # how long a claimed message is left to a process that may be alive
ID_BYTES = 12
BODY = msgspec.json.Decoder(Message)


def post(
    connection: Connection, to: Iterable[Channel], body: Message, now: int, delay_ms: int = 0
) -> list[str]:
    """Put a message for each channel into the outbox; returns their ids."""
    encoded = msgspec.json.encode(body)
    rows = [
        {
            "id": new_id(ID_BYTES),
            "channel": channel.id,
            "person": channel.person,
            "body": encoded,
            "created": now,
            "due": max(now + delay_ms, channel.retry_at),
            "attempts": 0,
            "holder": "",
            "until": 0,
        }
        for channel in to
    ]
    if rows:
        connection.execute(sa.insert(schema.messages), rows)
    return [str(row["id"]) for row in rows]


def exists_due() -> sa.ColumnElement[bool]:
    """Condition: a message is due at `now`."""
    c, now = schema.messages.c, sa.bindparam("now", type_=sa.BigInteger)
    return sa.exists().where(c.due <= now, c.until <= now)


def exists_claimed() -> sa.ColumnElement[bool]:
    """Condition: another process than `holder` has claimed a message."""
    c = schema.messages.c
    return sa.exists().where(c.until > sa.bindparam("now"), c.holder != sa.bindparam("holder"))


def claim(connection: Connection, holder: str, now: int, limit: int) -> list[Posted]:
    """Take messages that are due."""
    c = schema.messages.c
    query = sa.select(c.id, c.channel, c.person, c.body, c.created, c.attempts)
    query = query.where(c.due <= now, c.until <= now).order_by(c.due).limit(limit)
    found = []
    for row in connection.execute(query).all():
        mine = (c.id == row.id) & (c.until <= now)
        values = {"holder": holder, "until": now + CLAIM_MS, "attempts": row.attempts + 1}
        if connection.execute(sa.update(schema.messages).where(mine).values(values)).rowcount:
            body = BODY.decode(row.body)
            found.append(
                Posted(row.id, row.channel, row.person, body, row.created, row.attempts + 1)
            )
    return found


def release_dead(connection: Connection, but: str = "") -> None:
    """Free the messages of dead processes of this machine."""
    c = schema.messages.c
    holders = connection.execute(sa.select(c.holder).where(c.holder != "").distinct()).scalars()
    for holder in [holder for holder in holders if holder != but and leases.is_dead(holder)]:
        release(connection, holder)


def release(connection: Connection, holder: str) -> None:
    """Free the messages that a process does not send."""
    c = schema.messages.c
    freed = sa.update(schema.messages).where(c.holder == holder)
    connection.execute(freed.values(holder="", until=0))


def delete(connection: Connection, id: str) -> None:
    connection.execute(sa.delete(schema.messages).where(schema.messages.c.id == id))


def retry(connection: Connection, id: str, channel: str, due: int) -> None:
    """Try a message again later, and no other of its channel before."""
    c = schema.messages.c
    freed = sa.update(schema.messages).where(c.id == id)
    connection.execute(freed.values(holder="", until=0))
    later = sa.update(schema.messages).where(c.channel == channel, c.due < due)
    connection.execute(later.values(due=due))


def delete_for_channel(connection: Connection, channel: str) -> None:
    c = schema.messages.c
    connection.execute(sa.delete(schema.messages).where(c.channel == channel))

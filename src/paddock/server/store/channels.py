"""Channels by which people are notified, and their settings."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from msgspec.structs import asdict
from sqlalchemy.engine import Connection

from paddock.server.people.notice import Channel, NoticeSettings
from paddock.server.store import schema

CHANNELS = [schema.channels.c[name] for name in Channel.__struct_fields__]
SETTINGS = [schema.notice_settings.c[name] for name in NoticeSettings.__struct_fields__]


def of_person(connection: Connection, person: str) -> list[Channel]:
    c = schema.channels.c
    query = sa.select(*CHANNELS).where(c.person == person).order_by(c.created, c.id)
    return [Channel(*row) for row in connection.execute(query)]


def find(connection: Connection, id: str) -> Channel | None:
    row = connection.execute(sa.select(*CHANNELS).where(schema.channels.c.id == id)).first()
    return None if row is None else Channel(*row)


def listeners(connection: Connection) -> frozenset[str]:
    """People who can be notified."""
    c = schema.channels.c
    found = connection.execute(sa.select(c.person).where(c.state == "on").distinct())
    return frozenset(found.scalars())


def add(connection: Connection, channel: Channel) -> None:
    """Save a channel. One with the same address is replaced."""
    c = schema.channels.c
    same = (c.person == channel.person) & (c.kind == channel.kind) & (c.address == channel.address)
    for id in connection.execute(sa.select(c.id).where(same)).scalars().all():
        remove(connection, id)
    connection.execute(sa.insert(schema.channels).values(asdict(channel)))


def change(connection: Connection, id: str, **values: Any) -> bool:
    """Change a channel; false if it is gone."""
    update = sa.update(schema.channels).where(schema.channels.c.id == id).values(**values)
    return connection.execute(update).rowcount > 0


def remove(connection: Connection, id: str) -> None:
    """Delete a channel with the messages that wait for it."""
    connection.execute(sa.delete(schema.messages).where(schema.messages.c.channel == id))
    connection.execute(sa.delete(schema.channels).where(schema.channels.c.id == id))


def settings_of(connection: Connection, person: str) -> NoticeSettings:
    c = schema.notice_settings.c
    row = connection.execute(sa.select(*SETTINGS).where(c.person == person)).first()
    return NoticeSettings(person) if row is None else NoticeSettings(*row)


def readers(connection: Connection) -> list[tuple[NoticeSettings, bool]]:
    """Settings of all people who can be notified, and whether mail is their only channel."""
    c = schema.channels.c
    kinds: dict[str, set[str]] = {}
    for person, kind in connection.execute(sa.select(c.person, c.kind).where(c.state == "on")):
        kinds.setdefault(person, set()).add(kind)
    found = [NoticeSettings(*row) for row in connection.execute(sa.select(*SETTINGS))]
    return [(one, kinds[one.person] == {"mail"}) for one in found if one.person in kinds]


def save_settings(connection: Connection, insert: Any, person: str, **values: Any) -> None:
    """Change some settings of a person."""
    row = asdict(settings_of(connection, person)) | values
    upsert = insert(schema.notice_settings).values(row)
    upsert = upsert.on_conflict_do_update(index_elements=["person"], set_=values)
    connection.execute(upsert)


def forget_people(connection: Connection, people: list[str]) -> None:
    """Delete everything about notices of deleted people."""
    for table in (schema.messages, schema.notices, schema.notice_settings, schema.channels):
        connection.execute(sa.delete(table).where(table.c.person.in_(people)))

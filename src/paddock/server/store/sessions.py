"""Sessions: sign-ins of browsers. They can be listed and revoked."""

from __future__ import annotations

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.engine import Connection

from paddock.server.people.person import Person
from paddock.server.store import channels, schema
from paddock.server.store.people import COLUMNS

HOUR_MS = 3_600_000
DAY_MS = 24 * HOUR_MS
EXPIRY_MS = 180 * DAY_MS  # of an unused session
MAX_SESSIONS_PER_PERSON = 50  # the oldest are deleted


class Session(Struct, frozen=True):
    id: str
    person: str
    created: int
    seen: int
    agent: str


def create(connection: Connection, id: str, person: str, agent: str, now: int) -> None:
    c = schema.sessions.c
    mine = (
        sa.select(c.id)
        .where(c.person == person)
        .order_by(c.seen.desc())
        .offset(MAX_SESSIONS_PER_PERSON - 1)
    )
    old = list(connection.execute(mine.limit(MAX_SESSIONS_PER_PERSON)).scalars())
    if old:
        connection.execute(sa.delete(schema.sessions).where(c.id.in_(old)))
    row = {"id": id, "person": person, "created": now, "seen": now, "agent": agent[:120]}
    connection.execute(sa.insert(schema.sessions).values(row))


def find(connection: Connection, id: str) -> tuple[Person, int] | None:
    """Person of a session, and when it was last used."""
    c = schema.sessions.c
    joined = schema.sessions.join(schema.persons, schema.persons.c.id == c.person)
    row = connection.execute(
        sa.select(*COLUMNS, c.seen).select_from(joined).where(c.id == id)
    ).first()
    return None if row is None else (Person(*row[:-1]), int(row[-1]))


def touch(connection: Connection, id: str, now: int) -> None:
    c = schema.sessions.c
    connection.execute(sa.update(schema.sessions).where(c.id == id).values(seen=now))


def list_sessions(connection: Connection, person: str) -> list[Session]:
    """Sessions of a person, the last used first."""
    table = schema.sessions
    query = sa.select(table).where(table.c.person == person).order_by(table.c.seen.desc())
    return [Session(**row._mapping) for row in connection.execute(query)]


def revoke(connection: Connection, person: str, *, keep: str | None = None) -> None:
    """Delete all sessions of a person, or all but one."""
    c = schema.sessions.c
    condition = c.person == person if keep is None else (c.person == person) & (c.id != keep)
    connection.execute(sa.delete(schema.sessions).where(condition))


def end(connection: Connection, id: str) -> None:
    connection.execute(sa.delete(schema.sessions).where(schema.sessions.c.id == id))


def alive(connection: Connection, ids: list[str]) -> set[str]:
    """Those of these sessions that are still valid."""
    c = schema.sessions.c
    return set(connection.execute(sa.select(c.id).where(c.id.in_(ids))).scalars())


def delete_expired(connection: Connection, now: int, guest_days: int) -> int:
    """Delete expired sessions, and guests without a session or an unfinished race. Returns the
    number of guests."""
    s, p = schema.sessions.c, schema.persons.c
    connection.execute(sa.delete(schema.sessions).where(s.seen < now - EXPIRY_MS))
    unused = sa.select(s.person).where(s.seen >= now - guest_days * DAY_MS)
    running = sa.select(schema.sitters.c.person).join_from(
        schema.sitters,
        schema.tables,
        (schema.tables.c.id == schema.sitters.c.table_id)
        & schema.tables.c.state.in_(("gathering", "racing")),
    )
    gone = (
        p.login.is_(None) & (p.created < now - DAY_MS) & p.id.not_in(unused) & p.id.not_in(running)
    )
    ids = list(connection.execute(sa.select(p.id).where(gone).limit(500)).scalars())
    if ids:
        channels.forget_people(connection, ids)
        connection.execute(sa.delete(schema.sessions).where(s.person.in_(ids)))
        connection.execute(sa.delete(schema.persons).where(p.id.in_(ids)))
    return len(ids)

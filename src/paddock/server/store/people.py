"""People: guests and accounts."""

from __future__ import annotations

import contextlib
import secrets

import sqlalchemy as sa
from sqlalchemy.engine import Connection
from sqlalchemy.exc import IntegrityError

from paddock.server.people.person import Person
from paddock.server.store import channels, schema

COLUMNS = [schema.persons.c[name] for name in Person.__struct_fields__]


def create(connection: Connection, person: Person, now: sa.ColumnElement[int]) -> None:
    connection.execute(
        sa.insert(schema.persons).values(id=person.id, name=person.name, created=now)
    )


def by_id(connection: Connection, id: str) -> Person | None:
    row = connection.execute(sa.select(*COLUMNS).where(schema.persons.c.id == id)).first()
    return None if row is None else Person(*row)


def by_login(connection: Connection, login: str) -> Person | None:
    query = sa.select(*COLUMNS).where(schema.persons.c.login == login.lower())
    row = connection.execute(query).first()
    return None if row is None else Person(*row)


def change(connection: Connection, id: str, **values: str | None) -> bool:
    """Update a person; false if the login is taken."""
    update = sa.update(schema.persons).where(schema.persons.c.id == id).values(**values)
    try:
        with connection.begin_nested():
            connection.execute(update)
    except IntegrityError:
        return False
    return True


def remove(connection: Connection, id: str) -> None:
    """Delete a person."""
    channels.forget_people(connection, [id])
    for table, column in (
        (schema.sessions, schema.sessions.c.person),
        (schema.codes, schema.codes.c.person),
        (schema.sitters, schema.sitters.c.person),
        (schema.tracks, schema.tracks.c.person),
        (schema.persons, schema.persons.c.id),
    ):
        connection.execute(sa.delete(table).where(column == id))


def set_code(connection: Connection, person: str, code: str, until: int) -> None:
    """Store the hash of a password reset code with its expiry."""
    c = schema.codes.c
    connection.execute(sa.delete(schema.codes).where(c.person == person))
    connection.execute(sa.insert(schema.codes).values(person=person, code=code, until=until))


def has_code(connection: Connection, person: str, code: str, now: int) -> bool:
    """Whether a reset code is valid."""
    query = sa.select(schema.codes.c.person).where(is_code(person, code, now))
    return connection.execute(query).first() is not None


def use_code(connection: Connection, person: str, code: str, now: int) -> bool:
    """Check a reset code and delete it: it is valid once."""
    mine = is_code(person, code, now)
    return connection.execute(sa.delete(schema.codes).where(mine)).rowcount > 0


def is_code(person: str, code: str, now: int) -> sa.ColumnElement[bool]:
    c = schema.codes.c
    return (c.person == person) & (c.code == code) & (c.until > now)


def key(connection: Connection, name: str) -> str:
    """A secret of the site, created on first use."""
    found = find_key(connection, name)
    if found is None:
        found = secrets.token_hex(32)
        set_key(connection, name, found)
    return found


def find_key(connection: Connection, name: str) -> str | None:
    c = schema.keys.c
    found: str | None = connection.execute(sa.select(c.value).where(c.name == name)).scalar()
    return found


def set_key(connection: Connection, name: str, value: str) -> None:
    """Store a key of the site; with concurrent writers, one wins."""
    c = schema.keys.c
    changed = sa.update(schema.keys).where(c.name == name).values(value=value)
    if not connection.execute(changed).rowcount:
        with contextlib.suppress(IntegrityError), connection.begin_nested():
            connection.execute(sa.insert(schema.keys).values(name=name, value=value))

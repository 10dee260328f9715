"""Persons: guests, and those who chose a login and a password."""

from __future__ import annotations

import secrets

import sqlalchemy as sa
from sqlalchemy.engine import Connection
from sqlalchemy.exc import IntegrityError

from paddock.server.person import Person
from paddock.server.store import schema

COLUMNS = [schema.persons.c[name] for name in Person.__struct_fields__]


def new_id() -> str:
    return secrets.token_urlsafe(12)


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
    """Change a person; false when the login is somebody else's."""
    update = sa.update(schema.persons).where(schema.persons.c.id == id).values(**values)
    try:
        with connection.begin_nested():
            connection.execute(update)
    except IntegrityError:
        return False
    return True


def key(connection: Connection, name: str) -> str:
    """A secret of the whole site, made when it is first needed."""
    found = known_key(connection, name)
    if found is None:
        found = secrets.token_hex(32)
        set_key(connection, name, found)
    return found


def known_key(connection: Connection, name: str) -> str | None:
    c = schema.keys.c
    found: str | None = connection.execute(sa.select(c.value).where(c.name == name)).scalar()
    return found


def set_key(connection: Connection, name: str, value: str) -> None:
    c = schema.keys.c
    connection.execute(sa.delete(schema.keys).where(c.name == name))
    connection.execute(sa.insert(schema.keys).values(name=name, value=value))

"""Own tracks of people, and whether their author has finished a race on them."""

from __future__ import annotations

import hashlib

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.engine import Connection

from paddock.server.store import schema

C = schema.tracks.c


class StoredTrack(Struct, frozen=True):
    """A stored track."""

    id: str
    person: str
    game: str
    name: str
    text: str
    driven: bool
    created: int
    offered: bool = False


COLUMNS = [C[name] for name in StoredTrack.__struct_fields__]


def track_hash(game: str, text: str) -> str:
    """Hash of a track, the same for every author."""
    return hashlib.sha256(f"{game}\n{text}".encode()).hexdigest()


def keep(connection: Connection, track: StoredTrack, now: sa.ColumnElement[int]) -> None:
    connection.execute(
        sa.insert(schema.tracks).values(
            id=track.id,
            person=track.person,
            game=track.game,
            name=track.name,
            mark=track_hash(track.game, track.text),
            text=track.text,
            driven=track.driven,
            created=now,
        )
    )


def list_tracks(connection: Connection, person: str, game: str | None = None) -> list[StoredTrack]:
    """A person's tracks, the latest first."""
    query = sa.select(*COLUMNS).where(C.person == person).order_by(C.created.desc(), C.id)
    if game is not None:
        query = query.where(C.game == game)
    return [StoredTrack(*row) for row in connection.execute(query)]


def find(connection: Connection, id: str) -> StoredTrack | None:
    row = connection.execute(sa.select(*COLUMNS).where(C.id == id)).first()
    return None if row is None else StoredTrack(*row)


def set_driven(connection: Connection, *ids: str) -> None:
    connection.execute(sa.update(schema.tracks).where(C.id.in_(ids)).values(driven=True))


def is_driven(connection: Connection, game: str, text: str) -> bool:
    """Whether a person who stores this track has driven it."""
    query = sa.select(C.id).where(C.mark == track_hash(game, text), C.driven)
    return connection.execute(query).first() is not None


def drop(connection: Connection, id: str, person: str) -> bool:
    gone = connection.execute(sa.delete(schema.tracks).where(C.id == id, C.person == person))
    return bool(gone.rowcount)


class SharedTrack(Struct, frozen=True):
    """A track listed in the lobby."""

    id: str
    person: str
    author: str
    game: str
    name: str
    text: str
    mark: str


def offer(connection: Connection, id: str, person: str, *, offered: bool) -> bool:
    """List a driven track in the lobby, or remove it from the list."""
    mine = sa.and_(C.id == id, C.person == person, C.driven)
    done = connection.execute(sa.update(schema.tracks).where(mine).values(offered=offered))
    return bool(done.rowcount)


def list_offered(connection: Connection, limit: int) -> list[SharedTrack]:
    """Listed tracks, the latest first."""
    persons = schema.persons
    query = (
        sa.select(C.id, C.person, persons.c.name.label("author"), C.game, C.name, C.text, C.mark)
        .join(persons, persons.c.id == C.person)
        .where(C.offered)
        .order_by(C.created.desc(), C.id)
        .limit(limit)
    )
    return [SharedTrack(*row) for row in connection.execute(query)]

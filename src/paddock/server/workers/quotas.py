"""What one person, or one address, may have at a time. Who has too much is told so; nobody else
notices."""

from __future__ import annotations

from msgspec import Struct
from sqlalchemy.engine import Connection

from paddock.server.api.errors import Denied
from paddock.server.settings import Settings
from paddock.server.store import forks, index

ADDRESS_QUOTA_FACTOR = 4
"""An address may have so many times what a person may: several people share it, and a guest is
quickly made."""


HOUR_MS = 3_600_000  # milliseconds


class Requester(Struct, frozen=True):
    """Who asks for something, and the mark of the address it is asked from."""

    person: str
    origin: str


def check_tables(
    settings: Settings, asker: Requester, only_bots: bool, connection: Connection
) -> None:
    """Nobody keeps more tables than they can play at, or races of bots than they can watch."""
    person, origin = index.opened_by(asker.person), index.opened_from(asker.origin)
    if (
        index.unfinished(connection, asker.person) >= settings.tables
        or index.count_unfinished(connection, origin) >= ADDRESS_QUOTA_FACTOR * settings.tables
    ):
        raise Denied("too-many", "too-many-tables", most=settings.tables)
    if only_bots and (
        index.count_unfinished(connection, person, index.WITHOUT_PEOPLE) >= settings.bot_tables
        or index.count_unfinished(connection, origin, index.WITHOUT_PEOPLE)
        >= ADDRESS_QUOTA_FACTOR * settings.bot_tables
    ):
        raise Denied("too-many", "too-many-bots", most=settings.bot_tables)


def check_forks(settings: Settings, asker: Requester, now: int, connection: Connection) -> None:
    """Forks count also when they are over: one may end with its first move."""
    person, origin = index.opened_by(asker.person), index.opened_from(asker.origin)
    if (
        forks.count_since(connection, now - HOUR_MS, person) >= settings.forks
        or forks.count_since(connection, now - HOUR_MS, origin)
        >= ADDRESS_QUOTA_FACTOR * settings.forks
    ):
        raise Denied("too-many", "too-many-forks", most=settings.forks)


def check_seats(settings: Settings, person: str, connection: Connection) -> None:
    """Nobody takes up more seats at others' tables than they can drive in."""
    if index.gathering_seats(connection, person) >= settings.seats:
        raise Denied("too-many", "too-many-seats", most=settings.seats)
    if index.unfinished(connection, person) >= settings.tables:
        raise Denied("too-many", "too-many-tables", most=settings.tables)

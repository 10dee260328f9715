"""Quotas per person and per address."""

from __future__ import annotations

from msgspec import Struct
from sqlalchemy.engine import Connection

from paddock.server.api.errors import Denied
from paddock.server.settings import Settings
from paddock.server.store import forks, index, schema

ADDRESS_QUOTA_FACTOR = 4
"""Quota of an address, as a multiple of a person's: several people share it, and guests are cheap.
"""


HOUR_MS = 3_600_000


class Requester(Struct, frozen=True):
    """A person, and the hash of the address of the request."""

    person: str
    origin: str


def check_tables(
    settings: Settings, asker: Requester, only_bots: bool, connection: Connection
) -> None:
    """Limit unfinished tables, and races of bots only."""
    person, origin = index.opened_by(asker.person), index.opened_from(asker.origin)
    if (
        index.count_unfinished_of(connection, asker.person) >= settings.tables
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
    """Limit forks per hour, finished ones included: a fork may end with its first move."""
    person, origin = index.opened_by(asker.person), index.opened_from(asker.origin)
    if (
        forks.count_since(connection, now - HOUR_MS, person) >= settings.forks
        or forks.count_since(connection, now - HOUR_MS, origin)
        >= ADDRESS_QUOTA_FACTOR * settings.forks
    ):
        raise Denied("too-many", "too-many-forks", most=settings.forks)


def check_seats(settings: Settings, asker: Requester, connection: Connection) -> None:
    """Limit seats at tables of others. A seat counts until the person moves there."""
    c, most = schema.sitters.c, settings.seats
    if (
        index.unused_seats(connection, c.person == asker.person) >= most
        or index.unused_seats(connection, c.origin == asker.origin) >= ADDRESS_QUOTA_FACTOR * most
    ):
        raise Denied("too-many", "too-many-seats", most=most)
    if index.count_unfinished_of(connection, asker.person) >= settings.tables:
        raise Denied("too-many", "too-many-tables", most=settings.tables)

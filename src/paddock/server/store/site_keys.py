"""Keys of the site that sign cookies. They are replaced from time to time, and the key before stays
valid, so that no cookie is lost."""

from __future__ import annotations

import secrets

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.engine import Connection

from paddock.server.store import people, schema

ROTATED_KEYS = ("csrf", "devices")
KEY_AGE_MS = 90 * 24 * 3_600_000  # age at which a key is replaced
SPREAD_MS = 15_000
"""Time until a new key signs cookies: every process knows it by then, and accepts it."""


class KeyPair(Struct, frozen=True):
    """The newest key of a kind, and the one before it."""

    newest: str
    before: str | None
    since: int  # when the newest was made
    is_spread: bool  # whether every process knows the newest

    @property
    def accepted(self) -> tuple[str, ...]:
        return (self.newest,) if self.before is None else (self.newest, self.before)

    @property
    def for_signing(self) -> str:
        return self.newest if self.is_spread or self.before is None else self.before


class SiteKeys:
    """The keys of the site, as this process knows them. Periodic work refreshes them."""

    def __init__(self, connection: Connection, now: int) -> None:
        self.origins = people.key(connection, "origins")  # hashes addresses
        for name in ROTATED_KEYS:
            people.key(connection, name)
        self.refresh(connection, now)

    def refresh(self, connection: Connection, now: int) -> None:
        pairs = find_pairs(connection, now)
        self.csrf, self.devices = pairs["csrf"], pairs["devices"]


PAIRS = sa.select(schema.keys.c.name, schema.keys.c.value).where(
    schema.keys.c.name.in_(
        [f"{name}{part}" for name in ROTATED_KEYS for part in ("", ".before", ".since")]
    )
)
"""Built once: every process reads them once a second."""


def find_pairs(connection: Connection, now: int) -> dict[str, KeyPair]:
    found = {str(name): str(value) for name, value in connection.execute(PAIRS)}

    def pair(name: str) -> KeyPair:
        since = int(found.get(f"{name}.since", "0"))
        return KeyPair(found[name], found.get(f"{name}.before"), since, now >= since + SPREAD_MS)

    return {name: pair(name) for name in ROTATED_KEYS}


def rotate(connection: Connection, now: int, *, min_age_ms: int = 0) -> list[str]:
    """Replace the keys of at least this age. Returns their names."""
    done = []
    for name, pair in find_pairs(connection, now).items():
        if now - pair.since >= min_age_ms:
            people.set_key(connection, f"{name}.before", pair.newest)
            people.set_key(connection, f"{name}.since", str(now))
            people.set_key(connection, name, secrets.token_hex(32))
            done.append(name)
    return done

"""What is worked out behind everybody else: reviews of races, reports on tracks. As much of one as
there is, is kept beside the edition of rules and method by which it was made."""

from __future__ import annotations

import zlib
from typing import Any

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.engine import Connection

from paddock.server.store import schema

STALE = 60_000  # milliseconds after which nobody works any more on what is not done


class Found(Struct, frozen=True):
    """A piece of work, or as much of it as there is."""

    done: bool
    working: bool  # somebody is at it
    body: bytes  # nothing yet, where somebody has but begun


class WorkedOut:
    """One kind of such work, each piece under its key."""

    def __init__(self, kept: sa.Table, key: str) -> None:
        self.kept, self.key = kept, key

    def find(
        self, connection: Connection, key: str, edition: str, now: sa.ColumnElement[int]
    ) -> Found | None:
        """The piece by these rules, if there is one."""
        c = self.kept.c
        query = sa.select(c.done, (c.changed > now - STALE).label("fresh"), c.body)
        row = connection.execute(query.where(c[self.key] == key, c.edition == edition)).first()
        if row is None:
            return None
        return Found(row.done, not row.done and bool(row.fresh), zlib.decompress(bytes(row.body)))

    def claim(
        self,
        connection: Connection,
        insert: Any,
        now: sa.ColumnElement[int],
        key: str,
        edition: str,
    ) -> None:
        """Somebody begins, or goes on with what is kept."""
        c, row = self.kept.c, {self.key: key, "edition": edition, "changed": now}
        connection.execute(sa.delete(self.kept).where(c[self.key] == key, c.edition != edition))
        claimed = insert(self.kept).values(row | {"done": False, "body": zlib.compress(b"")})
        connection.execute(
            claimed.on_conflict_do_update(index_elements=[self.key], set_={"changed": now})
        )

    def renew(
        self, connection: Connection, now: sa.ColumnElement[int], key: str, edition: str
    ) -> None:
        """Somebody is still at it."""
        c = self.kept.c
        mine = (c[self.key] == key, c.edition == edition, sa.not_(c.done))
        connection.execute(sa.update(self.kept).where(*mine).values(changed=now))

    def leave(
        self, connection: Connection, now: sa.ColumnElement[int], key: str, edition: str
    ) -> None:
        """Nobody is at it any more, though it is not done; a beginning without anything goes."""
        c = self.kept.c
        mine = (c[self.key] == key, c.edition == edition, sa.not_(c.done))
        connection.execute(sa.delete(self.kept).where(*mine, c.body == zlib.compress(b"")))
        connection.execute(sa.update(self.kept).where(*mine).values(changed=now - STALE))

    def save(
        self,
        connection: Connection,
        insert: Any,
        now: sa.ColumnElement[int],
        key: str,
        edition: str,
        body: bytes,
        done: bool,
    ) -> None:
        """Keep as much as there is."""
        row = {
            self.key: key,
            "edition": edition,
            "changed": now,
            "done": done,
            "body": zlib.compress(body),
        }
        upsert = insert(self.kept).values(row)
        changed = {name: upsert.excluded[name] for name in row if name != self.key}
        connection.execute(upsert.on_conflict_do_update(index_elements=[self.key], set_=changed))

    def drop(self, connection: Connection, key: str) -> None:
        connection.execute(sa.delete(self.kept).where(self.kept.c[self.key] == key))


REVIEWS = WorkedOut(schema.reviews, "table_id")
REPORTS = WorkedOut(schema.reports, "mark")


def forget_reports(connection: Connection, before: int) -> None:
    """Reports on tracks that nobody keeps, after a while."""
    c = schema.reports.c
    kept = sa.select(schema.tracks.c.mark)
    connection.execute(sa.delete(schema.reports).where(c.changed < before, c.mark.not_in(kept)))

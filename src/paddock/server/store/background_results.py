"""Results of background jobs: reviews and track reports. Partial results are stored with the
edition of the rules and the version of the algorithm."""

from __future__ import annotations

import zlib
from typing import Any

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.engine import Connection

from paddock.server.store import schema

STALE_MS = 60_000  # a job without renewal for this long is abandoned


class StoredResult(Struct, frozen=True):
    """A result, maybe partial."""

    done: bool
    working: bool  # a process is working on it
    body: bytes  # empty if the job has only been claimed


class ResultTable:
    """Database table of one kind of result, each under its key."""

    def __init__(self, kept: sa.Table, key: str) -> None:
        self.table, self.key = kept, key

    def find(
        self, connection: Connection, key: str, edition: str, now: sa.ColumnElement[int]
    ) -> StoredResult | None:
        """The result for these rules, if there is one."""
        c = self.table.c
        query = sa.select(c.done, (c.changed > now - STALE_MS).label("fresh"), c.body)
        row = connection.execute(query.where(c[self.key] == key, c.edition == edition)).first()
        if row is None:
            return None
        return StoredResult(
            row.done, not row.done and bool(row.fresh), zlib.decompress(bytes(row.body))
        )

    def claim(
        self,
        connection: Connection,
        insert: Any,
        now: sa.ColumnElement[int],
        key: str,
        edition: str,
    ) -> None:
        """Claim a job, or continue a stored one."""
        c, row = self.table.c, {self.key: key, "edition": edition, "changed": now}
        connection.execute(sa.delete(self.table).where(c[self.key] == key, c.edition != edition))
        claimed = insert(self.table).values(row | {"done": False, "body": zlib.compress(b"")})
        connection.execute(
            claimed.on_conflict_do_update(index_elements=[self.key], set_={"changed": now})
        )

    def renew(
        self, connection: Connection, now: sa.ColumnElement[int], key: str, edition: str
    ) -> None:
        """Renew a claim."""
        c = self.table.c
        mine = (c[self.key] == key, c.edition == edition, sa.not_(c.done))
        connection.execute(sa.update(self.table).where(*mine).values(changed=now))

    def release(
        self, connection: Connection, now: sa.ColumnElement[int], key: str, edition: str
    ) -> None:
        """Release an unfinished job; delete it if it has no result."""
        c = self.table.c
        mine = (c[self.key] == key, c.edition == edition, sa.not_(c.done))
        connection.execute(sa.delete(self.table).where(*mine, c.body == zlib.compress(b"")))
        connection.execute(sa.update(self.table).where(*mine).values(changed=now - STALE_MS))

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
        """Save a result, maybe partial."""
        row = {
            self.key: key,
            "edition": edition,
            "changed": now,
            "done": done,
            "body": zlib.compress(body),
        }
        upsert = insert(self.table).values(row)
        changed = {name: upsert.excluded[name] for name in row if name != self.key}
        connection.execute(upsert.on_conflict_do_update(index_elements=[self.key], set_=changed))

    def drop(self, connection: Connection, key: str) -> None:
        connection.execute(sa.delete(self.table).where(self.table.c[self.key] == key))


REVIEWS = ResultTable(schema.reviews, "table_id")
REPORTS = ResultTable(schema.reports, "mark")


def delete_old_reports(connection: Connection, before: int) -> None:
    """Delete reports on tracks that are not stored any more."""
    c = schema.reports.c
    kept = sa.select(schema.tracks.c.mark)
    connection.execute(sa.delete(schema.reports).where(c.changed < before, c.mark.not_in(kept)))

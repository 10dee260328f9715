"""Retention: close untouched tables, pack finished ones, delete what never started. Finished races
keep their record."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.engine import Connection

from paddock.core.errors import PaddockError
from paddock.server.live.loading import load
from paddock.server.settings import Settings
from paddock.server.store import (
    Conflict,
    Store,
    forks,
    log_rows,
    notices,
    packing,
    schema,
    sessions,
)
from paddock.server.store.background_results import delete_old_reports
from paddock.server.tables import table_log
from paddock.server.tables.table import PlannedRow

DAY_MS = 24 * 3_600_000
EMPTY_TABLE_MS = DAY_MS  # age at which a table without people closes
REPORT_MS = 30 * DAY_MS  # age at which a report on a deleted track is deleted
BATCH_TABLES = 50  # tables per run


class RetentionResult(Struct):
    """Number of tables changed by a retention run."""

    closed: int = 0
    packed: int = 0
    deleted: int = 0
    saved: int = 0  # bytes
    guests: int = 0

    @property
    def any(self) -> bool:
        return bool(self.closed or self.packed or self.deleted or self.guests)


def find_untouched(
    connection: Connection, states: Sequence[str], before: int, *more: sa.ColumnElement[bool]
) -> list[str]:
    """Tables in these states without changes since a time, the oldest first."""
    c = schema.tables.c
    query = sa.select(c.id).where(c.state.in_(states), c.changed < before, *more)
    return [
        str(id)
        for id in connection.execute(query.order_by(c.changed).limit(BATCH_TABLES)).scalars()
    ]


def to_close(connection: Connection, settings: Settings, now: int) -> list[str]:
    c = schema.tables.c
    nobody = c.id.not_in(sa.select(schema.sitters.c.table_id))
    return [
        *find_untouched(connection, ["gathering"], now - EMPTY_TABLE_MS, nobody),
        *find_untouched(connection, ["gathering"], now - settings.gather_days * DAY_MS),
        *find_untouched(connection, ["racing"], now - settings.race_days * DAY_MS),
    ]


def to_pack(connection: Connection, settings: Settings, now: int) -> list[str]:
    c = schema.tables.c
    loose = c.id.in_(sa.select(schema.log.c.table_id).distinct())
    done = ["over", "closed", "frozen"]
    return find_untouched(connection, done, now - settings.pack_days * DAY_MS, loose)


def to_delete(connection: Connection, settings: Settings, now: int) -> list[str]:
    """Tables closed before the start; and finished races, if a limit is set."""
    c = schema.tables.c
    begun = sa.or_(
        c.id.in_(sa.select(schema.packed.c.table_id)),
        c.id.in_(sa.select(schema.log.c.table_id).where(schema.log.c.kind == "Started")),
    )
    found = find_untouched(
        connection, ["closed"], now - settings.pack_days * DAY_MS, sa.not_(begun)
    )
    if settings.keep_days:
        done = ["over", "closed", "frozen"]
        found += find_untouched(connection, done, now - settings.keep_days * DAY_MS)
    return found


def close(store: Store, id: str) -> bool:
    """Close a table, unless it was changed just now."""
    plan = PlannedRow(table_log.Closed("untouched"))
    try:
        table = store.read_sync(lambda connection: load(connection, id, store.outages))
        if table is None or table.state not in ("gathering", "racing"):
            return False
        store.writer.submit(id, store.append_job(table, [(plan, None)])).result()
    except (Conflict, PaddockError):
        return False
    return True


def delete(store: Store, id: str) -> None:
    """Delete a table. Each of its forks first gets its own rows, in its own transaction."""
    for child in store.read_sync(lambda c: forks.children(c, id)):
        store.writer.submit(child, lambda c, child=child: log_rows.detach(c, child)).result()  # type: ignore[misc]
    store.writer.submit(id, lambda c: log_rows.delete(c, id)).result()


def apply_retention(store: Store, settings: Settings) -> RetentionResult:
    """Do one batch of work; repeat while anything was done."""
    now = store.read_sync(store.time)
    done = RetentionResult()
    for id in dict.fromkeys(store.read_sync(lambda c: to_close(c, settings, now))):
        done.closed += close(store, id)
    for id in store.read_sync(lambda c: to_delete(c, settings, now)):
        delete(store, id)
        done.deleted += 1
    for id in store.read_sync(lambda c: to_pack(c, settings, now)):
        saved = store.writer.submit(id, lambda c, id=id: packing.pack(c, id)).result()  # type: ignore[misc]
        done.packed += 1
        done.saved += saved
    store.writer.submit("", lambda c: delete_leases(c, now)).result()
    store.writer.submit("", lambda c: delete_old_reports(c, now - REPORT_MS)).result()
    store.writer.submit("", lambda c: notices.delete_old(c, now)).result()
    done.guests = store.writer.submit(
        "", lambda c: sessions.delete_expired(c, now, settings.guest_days)
    ).result()
    return done


def delete_leases(connection: Connection, now: int) -> None:
    connection.execute(sa.delete(schema.leases).where(schema.leases.c.until < now - DAY_MS))

"""Nothing is kept for ever that nobody needs: tables nobody touches are closed, those that are done
are packed, and what was never begun is forgotten. A race that was driven keeps its record."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.engine import Connection

from paddock.core.errors import PaddockError
from paddock.server.live.loading import load
from paddock.server.settings import Settings
from paddock.server.store import Conflict, Store, forks, log_rows, packing, schema, sessions
from paddock.server.store.background_results import delete_old_reports
from paddock.server.tables import table_log
from paddock.server.tables.table import PlannedRow

DAY_MS = 24 * 3_600_000  # milliseconds
EMPTY_TABLE_MS = DAY_MS  # after which a table that has not begun and where nobody sits is closed
REPORT_MS = 30 * DAY_MS  # after which a report on a track that nobody keeps is forgotten
BATCH_TABLES = 50  # tables that are looked at in one go


class RetentionResult(Struct):
    """What was done."""

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
    """Tables in these states that nobody has touched since then, the oldest first."""
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
    """What was closed before it began; and, if they are not kept for ever, races that are done."""
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
    """Close a table, unless somebody has touched it just now."""
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
    """Delete a table. Each of its forks gets its own rows first, in a transaction of its own."""
    for child in store.read_sync(lambda c: forks.children(c, id)):
        store.writer.submit(child, lambda c, child=child: log_rows.detach(c, child)).result()  # type: ignore[misc]
    store.writer.submit(id, lambda c: log_rows.delete(c, id)).result()


def apply_retention(store: Store, settings: Settings) -> RetentionResult:
    """Do what is to be done, some of it at a time; call it again as long as anything was."""
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
    done.guests = store.writer.submit(
        "", lambda c: sessions.delete_expired(c, now, settings.guest_days)
    ).result()
    return done


def delete_leases(connection: Connection, now: int) -> None:
    connection.execute(sa.delete(schema.leases).where(schema.leases.c.until < now - DAY_MS))

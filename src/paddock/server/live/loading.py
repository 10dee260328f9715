"""Load a table from the database."""

from __future__ import annotations

import logging

from msgspec.structs import replace
from sqlalchemy.engine import Connection

from paddock import games
from paddock.core.errors import PaddockError, UnknownGame
from paddock.server.store import snapshots
from paddock.server.store.store import first_row, rows
from paddock.server.tables import snapshot, table_log
from paddock.server.tables.outages import Outages
from paddock.server.tables.table import Table, replay_rows, table_from_snapshot

LOG = logging.getLogger("paddock.loading")


class UnknownTable(PaddockError):
    pass


class UnreadableTable(PaddockError):
    """Stored rows that make no table. It is set aside without affecting others."""


def load(
    connection: Connection,
    id: str,
    outages: Outages | None = None,
    *,
    whole: bool = False,
    from_rows: bool = False,
) -> Table | None:
    """Load a table: from its snapshot and the rows after it, else by replaying its log. The log is
    also used if all rows are needed or are to be checked."""
    try:
        found = None if whole or from_rows else from_snapshot(connection, id, outages)
        return found or from_log(connection, id, outages, whole=whole)
    except UnknownGame:
        raise  # another process may know the game: save nothing
    except Exception as wrong:  # options of another edition, a gap
        raise UnreadableTable(f"table {id}: {wrong}") from wrong


def from_log(
    connection: Connection, id: str, outages: Outages | None, *, whole: bool
) -> Table | None:
    found = rows(connection, id)
    if not found:
        return None
    spec = games.find_spec(opened_entry(found[0]).game)
    return replay_rows(id, spec, found, outages, whole=whole)


def from_snapshot(connection: Connection, id: str, outages: Outages | None) -> Table | None:
    """Load from a snapshot and the rows after it. None if anything is wrong with it: the log is
    authoritative."""
    first = first_row(connection, id) if snapshots.has(connection, id) else None
    if first is None:
        return None
    spec = games.find_spec(opened_entry(first).game)
    body = snapshots.find(connection, id, snapshot.maker(spec))
    if body is None:
        return None
    try:
        kept = snapshot.decode(spec, body)
        table = table_from_snapshot(id, spec, first, kept, rows(connection, id, kept.n), outages)
    except Exception as wrong:
        LOG.error("a snapshot is of no use", extra={"table": id, "why": repr(wrong)})
        return None
    return table if table.fault is None and table.history else None


def differs(connection: Connection, table: Table) -> bool:
    """Whether the stored snapshot differs from a replayed table. Clocks are excluded: they depend
    on the outages known at that time."""
    body = snapshots.find(connection, table.id, snapshot.maker(table.spec))
    if body is None:
        return False
    kept = snapshot.decode(table.spec, body)
    same = [replace(rest, clocks=kept.clocks) for rest in table.checkpoints if rest.n == kept.n]
    return any(kept != rest for rest in same)


def opened_entry(first: table_log.Row) -> table_log.Opened:
    if not isinstance(first.entry, table_log.Opened):
        raise UnreadableTable(f"its first row cannot be read: {first.entry}")
    return first.entry

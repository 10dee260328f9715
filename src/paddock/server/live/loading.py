"""A table from what is stored of it."""

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
    """What is stored makes no table: it is set aside, and nobody else notices."""


def load(
    connection: Connection,
    id: str,
    outages: Outages | None = None,
    *,
    whole: bool = False,
    anew: bool = False,
) -> Table | None:
    """A table: from its snapshot and the rows after it, if it has one; else played through from its
    log. So it is too if all its rows are wanted, or if it is to be seen whether they come out."""
    try:
        found = None if whole or anew else from_snapshot(connection, id, outages)
        return found or from_log(connection, id, outages, whole=whole)
    except UnknownGame:
        raise  # another process may know it: nothing is written down
    except Exception as wrong:  # options of another edition, a gap
        raise UnreadableTable(f"table {id}: {wrong}") from wrong


def from_log(
    connection: Connection, id: str, outages: Outages | None, *, whole: bool
) -> Table | None:
    found = rows(connection, id)
    if not found:
        return None
    spec = games.find(opened_entry(found[0]).game)
    return replay_rows(id, spec, found, outages, whole=whole)


def from_snapshot(connection: Connection, id: str, outages: Outages | None) -> Table | None:
    """A table as its snapshot and the rows after it have it. Where anything about it is strange
    there is none: then the log says what is true."""
    first = first_row(connection, id) if snapshots.has(connection, id) else None
    if first is None:
        return None
    spec = games.find(opened_entry(first).game)
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
    """Whether the snapshot that is kept says something else than a table played through. What the
    clocks show is left out: it depends on the outages that were known when it was made."""
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

"""A table from what is stored of it."""

from __future__ import annotations

from sqlalchemy.engine import Connection

from paddock import games
from paddock.core.errors import PaddockError, UnknownGame
from paddock.server import table_log
from paddock.server.outages import Outages
from paddock.server.store.store import rows
from paddock.server.table import Table, played_through


class UnknownTable(PaddockError):
    pass


class UnreadableTable(PaddockError):
    """What is stored makes no table: it is set aside, and nobody else notices."""


def load(connection: Connection, id: str, outages: Outages | None = None) -> Table | None:
    """A table, played through from its log."""
    found = rows(connection, id)
    if not found:
        return None
    first = found[0].entry
    try:
        if not isinstance(first, table_log.Opened):
            raise UnreadableTable(f"its first row cannot be read: {first}")
        return played_through(id, games.find(first.game), found, outages)
    except UnknownGame:
        raise  # another process may know it: nothing is written down
    except Exception as wrong:  # options of another edition, a gap
        raise UnreadableTable(f"table {id}: {wrong}") from wrong

"""Packing: rows of finished tables are stored compressed and stay readable."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence

import msgspec
import sqlalchemy as sa
from msgspec import Raw
from sqlalchemy.engine import Connection

from paddock.server.store import schema
from paddock.server.tables import table_log

MAX_UNPACKED_BYTES = 64 << 20  # limit against decompression bombs
ROWS = msgspec.json.Decoder(list[tuple[int, int, Raw]])


def pack(connection: Connection, table: str) -> int:
    """Pack the rows of a table. Returns the number of bytes saved."""
    c = schema.log.c
    found = connection.execute(
        sa.select(c.n, c.at, c.body).where(c.table_id == table).order_by(c.n)
    ).all()
    if not found:
        return 0
    kept = unpack(connection, table)
    before = [(row.n, row.at, Raw(table_log.encode(row.entry))) for row in kept]
    rows = before + [(n, at, Raw(bytes(body))) for n, at, body in found]
    made = zlib.compress(msgspec.json.encode(rows), 9)
    connection.execute(sa.delete(schema.packed).where(schema.packed.c.table_id == table))
    connection.execute(sa.insert(schema.packed).values(table_id=table, last=rows[-1][0], rows=made))
    connection.execute(sa.delete(schema.log).where(c.table_id == table))
    return sum(len(body) for _, _, body in found) - len(made)


def compress(rows: Sequence[table_log.Row]) -> bytes:
    """Rows as they are stored packed."""
    found = [(row.n, row.at, Raw(table_log.encode(row.entry))) for row in rows]
    return zlib.compress(msgspec.json.encode(found), 9)


def unpack(connection: Connection, table: str, after: int = -1) -> list[table_log.Row]:
    """Packed rows of a table after a number."""
    c = schema.packed.c
    query = sa.select(c.rows).where(c.table_id == table, c.last > after)
    found = connection.execute(query).scalar()
    if found is None:
        return []
    text = zlib.decompressobj().decompress(bytes(found), MAX_UNPACKED_BYTES)
    return [
        table_log.Row(n, table_log.decode(bytes(body)), None, at)
        for n, at, body in ROWS.decode(text)
        if n > after
    ]


def repack(
    connection: Connection, table: str, change: Callable[[table_log.Entry], table_log.Entry]
) -> None:
    """Change the packed rows of a table."""
    c = schema.packed.c
    found = unpack(connection, table)
    if found:
        rows = [(row.n, row.at, Raw(table_log.encode(change(row.entry)))) for row in found]
        made = zlib.compress(msgspec.json.encode(rows), 9)
        connection.execute(sa.update(schema.packed).where(c.table_id == table).values(rows=made))


def last(connection: Connection, table: str) -> int:
    """Number of the last packed row; -1 if there is none."""
    c = schema.packed.c
    found = connection.execute(sa.select(c.last).where(c.table_id == table)).scalar()
    return -1 if found is None else int(found)


def replace_rows(connection: Connection, table: str, found: Sequence[table_log.Row]) -> None:
    """Replace the packed rows of a table."""
    rows = [(row.n, row.at, Raw(table_log.encode(row.entry))) for row in found]
    made = zlib.compress(msgspec.json.encode(rows), 9)
    connection.execute(sa.delete(schema.packed).where(schema.packed.c.table_id == table))
    connection.execute(sa.insert(schema.packed).values(table_id=table, last=rows[-1][0], rows=made))

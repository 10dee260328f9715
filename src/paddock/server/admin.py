"""Administration of a database: list, export, import, back up and verify tables."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct
from sqlalchemy.engine import Connection

from paddock import games
from paddock.core import record as records
from paddock.core.errors import UnreadableRecord
from paddock.core.record import AnyRecord, TakeBack
from paddock.core.referee import Referee
from paddock.server.live.loading import UnknownTable, UnreadableTable, differs, load
from paddock.server.store import BadDatabase, Store, index, migrate, programs, schema
from paddock.server.store.engine import connect, parse
from paddock.server.store.store import NewRow
from paddock.server.tables import actions, brought, table_log
from paddock.server.tables.listing import Listed, listing_of
from paddock.server.tables.records import record_text
from paddock.server.tables.snapshot import BadSnapshot
from paddock.server.tables.table import PlannedRow, Table

VerdictKind: TypeAlias = Literal[
    "good",
    "moves",  # same result under the new edition; the race continues with it
    "freezes",  # a running race whose result differs under the current rules
    "frozen",  # frozen before
    "kept",  # a finished race of another edition: only its record is usable
    "wrong",  # log and index disagree
]


class Verdict(Struct, frozen=True):
    """Result of replaying one stored table."""

    table: str
    game: str
    rows: int
    kind: VerdictKind = "good"
    why: str = ""

    @property
    def wrong(self) -> str:
        return self.why if self.kind in ("freezes", "wrong") else ""


@contextlib.contextmanager
def open_read_only(url: str) -> Iterator[Store]:
    """Open a database without changing it. A SQLite file of an older version is opened as a copy,
    so that no migration touches the original."""
    engine = connect(url)
    older = migrate.is_older(engine)
    file = engine.url.database
    is_file = engine.dialect.name == "sqlite"
    engine.dispose()
    if older and not is_file:
        raise BadDatabase("it is of an older Paddock: look at a copy of it (see docs/hosting.md)")
    with contextlib.ExitStack() as stack:
        if older:
            assert file is not None
            copy = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "copy.db"
            copy_file(Path(file), copy)
            url = str(copy)
        store = Store(url)
        stack.callback(store.close)
        yield store


def back_up(db: str, target: Path) -> None:
    """Copy a SQLite database to a new file that only its owner can read."""
    parsed = parse(db)
    source = Path(parsed.database or "")
    if parsed.get_backend_name() != "sqlite":
        raise BadDatabase("of PostgreSQL, pg_dump makes a copy (see docs/hosting.md)")
    if not source.is_file():
        raise BadDatabase(f"{source} is not there")
    try:
        os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except OSError as wrong:
        raise BadDatabase(f"{target}: {wrong.strerror}") from None
    copy_file(source, target)


def copy_file(source: Path, target: Path) -> None:
    """Copy a SQLite file with its backup API; safe while a server writes to it."""
    with (
        contextlib.closing(sqlite3.connect(source)) as found,
        contextlib.closing(sqlite3.connect(target)) as made,
    ):
        found.backup(made)


def listing(store: Store, limit: int = 1000) -> list[Listed]:
    return store.read_sync(lambda connection: index.list_tables(connection, limit=limit))


def all_ids(connection: Connection) -> list[str]:
    found = schema.tables.select().with_only_columns(schema.tables.c.id)
    return [str(id) for (id,) in connection.execute(found.order_by(schema.tables.c.created))]


def load_whole(store: Store, id: str) -> Table:
    """Load a table with all its rows."""
    table = store.read_sync(lambda connection: load(connection, id, whole=True))
    if table is None:
        raise UnknownTable(f"there is no table {id}")
    return table


def export(store: Store, id: str) -> str:
    """Record of a table as text, up to its last move, under its own edition."""
    table = load_whole(store, id)
    listed = store.read_sync(lambda connection: index.find(connection, id))
    return record_text(table, None if listed is None else listed.summary.outcome)


def thaw(store: Store, id: str) -> Table:
    """Unfreeze a table that can be replayed, for example after an update was undone."""
    table = load_whole(store, id)
    return store.writer.submit(id, store.append_job(table, [(actions.thaw(table), None)])).result()


def verify(store: Store) -> Iterator[Verdict]:
    """Replay every stored table and compare it with the index."""
    for id in store.read_sync(all_ids):
        yield store.read_sync(lambda connection, id=id: verdict(connection, id))  # type: ignore[misc]


def verdict(connection: Connection, id: str) -> Verdict:
    state = index.state_of(connection, id)
    try:
        listed = index.find(connection, id)
        assert listed is not None
        table = load(connection, id, from_rows=True)
        strange = table is not None and differs(connection, table)
    except (UnreadableTable, BadSnapshot, msgspec.DecodeError) as wrong:
        return Verdict(id, "?", 0, "frozen" if state == "frozen" else "wrong", str(wrong))
    if table is None:
        return Verdict(id, listed.game, 0, "wrong", "its log is empty")
    if strange:
        return Verdict(id, listed.game, table.version + 1, "wrong", "its snapshot is another one")
    if why := programs.why_wrong(connection, table):
        return Verdict(id, listed.game, table.version + 1, "wrong", why)
    return Verdict(id, listed.game, table.version + 1, *judge(table, listed))


def judge(table: Table, listed: Listed) -> tuple[VerdictKind, str]:
    now = table.spec.card.edition
    if table.fault is not None:
        if listed.state == "frozen":
            return "frozen", table.fault.why
        if listed.state == "over":
            return ("kept" if table.edition != now else "wrong"), table.fault.why
        return "freezes", f"edition {table.edition}, now {now}: {table.fault.why}"
    found = listing_of(table)
    for field in Listed.__struct_fields__:
        ours, kept = getattr(found, field), getattr(listed, field)
        if msgspec.json.encode(ours) != msgspec.json.encode(kept):
            return "wrong", f"the list says {field} is {kept}, the log says {ours}"
    if table.held is not None:
        return "frozen", table.held.why
    if table.state == "racing" and table.edition != now:
        return "moves", f"edition {table.edition}, goes on by {now}"
    return "good", ""


def entries_of(record: AnyRecord, host: str = "") -> list[NewRow]:
    """Log rows of a table for a record. Bots take over where the record ends."""
    places = tuple(brought.places_of(record))
    head = brought.opening_rows(record, places, host, listed=True, brought=False)
    rows = [
        table_log.TookBack(row.seat, row.row + brought.FIRST_RACE_ROW)
        if isinstance(row, TakeBack)
        else brought.played_row(row)
        for row in record.rows
    ]
    return [(PlannedRow(entry), None) for entry in (*head, *rows)]


def import_record(store: Store, text: str, id: str) -> Table:
    """Import a record as a new table."""
    spec, record, closing = records.read_record(text, games.find_spec)
    referee = Referee.replay(spec.game, record)
    if not closing.matches_state(records.fingerprint(spec, referee.state, len(record.names))):
        raise UnreadableRecord("the record does not lead to the state it names")
    made = store.open_job(id, lambda first: Table(id, spec, first), entries_of(record))
    return store.writer.submit(id, made).result()

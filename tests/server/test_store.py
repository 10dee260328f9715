"""The store decides the order: one numbered log per table, with any number of writers."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from msgspec import Raw
from sqlalchemy.engine import Connection

from paddock import games
from paddock.cli import run
from paddock.server import admin
from paddock.server.api import wire
from paddock.server.common.ids import new_id
from paddock.server.store import BadDatabase, Conflict, Store, schema
from paddock.server.tables import actions, table_log
from paddock.server.tables.table import PlannedRow, Table
from paddock.server.tables.table_log import Place
from tests.server.site import TIMEOUT_SECONDS


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    found = Store(database)
    yield found
    found.close()


def open_table(store: Store, clock: wire.Clock | None = None, game: str = "template") -> Table:
    """A new table of two people, started."""
    spec, id = games.find_spec(game), new_id()
    places = (Place("Ann", "a"), Place("Bob", "b"))
    options = Raw(msgspec.json.encode(spec.options()))
    head = table_log.Opened(
        game, spec.card.edition, options, places, clock or wire.NoClock(), True, "a"
    )
    job = store.open_job(id, lambda first: Table(id, spec, first), [(PlannedRow(head), None)])
    table = store.writer.submit(id, job).result(TIMEOUT_SECONDS)
    start = actions.start(table, "greedy", lambda level, seat, spec: Place(level, None, level))
    return append(store, table, start)


def append(
    store: Store, table: Table, plan: PlannedRow | table_log.Entry, id: str | None = None
) -> Table:
    plan = plan if isinstance(plan, PlannedRow) else PlannedRow(plan)
    return store.writer.submit(table.id, store.append_job(table, ((plan, id),))).result(
        TIMEOUT_SECONDS
    )


def test_the_schema_is_what_the_migrations_make(store: Store) -> None:
    def job(connection: Connection) -> list[object]:
        return list(compare_metadata(MigrationContext.configure(connection), schema.METADATA))

    assert store.read_sync(job) == []


def test_the_second_of_two_who_write_the_same_number_is_told_so(store: Store) -> None:
    table = open_table(store)
    after = append(store, table, table_log.Said("Ann", 0, "first"))
    assert after.version == table.version + 1
    with pytest.raises(Conflict):
        append(store, table, table_log.Said("Bob", 1, "second"))
    assert len(rows_of(store, table)) == after.version + 1


def test_the_same_id_is_saved_once(store: Store) -> None:
    table = open_table(store)
    after = append(store, table, table_log.Said("Ann", 0, "once"), "ann:0:x")
    with pytest.raises(Conflict):
        append(store, after, table_log.Said("Ann", 0, "once"), "ann:0:x")


def rows_of(store: Store, table: Table) -> list[table_log.Row]:
    from paddock.server.store.store import rows

    return store.read_sync(lambda connection: rows(connection, table.id))


def test_many_who_write_at_once_lose_nothing_and_double_nothing(database: str) -> None:
    """Two stores, as in two processes; each retries with what it has read."""
    stores = [Store(database), Store(database)]
    table = open_table(stores[0])

    def writing(n: int) -> None:
        store = stores[n % 2]
        while True:
            now = admin.load_whole(store, table.id)
            try:
                append(store, now, table_log.Said("Ann", 0, str(n)), f"id {n}")
            except Conflict:
                continue
            return

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(writing, range(40)))
    found = rows_of(stores[0], table)
    assert [row.n for row in found] == list(range(len(found)))
    said = [row.entry.text for row in found if isinstance(row.entry, table_log.Said)]
    assert sorted(said, key=int) == [str(n) for n in range(40)]
    for store in stores:
        store.close()


def test_a_job_that_fails_does_not_take_others_with_it(store: Store) -> None:
    gate = threading.Event()

    def slow(connection: Connection) -> str:
        gate.wait(TIMEOUT_SECONDS)
        return "slow"

    def wrong(connection: Connection) -> None:
        connection.execute(sa.text("SELECT nonsense"))

    def bug(connection: Connection) -> None:
        raise LookupError("a bug")

    first = [store.writer.submit("", slow) for _ in range(store.writer.size)]
    good = store.writer.submit("b", lambda connection: "good")
    bad = [store.writer.submit("a", wrong), store.writer.submit("c", bug)]
    gate.set()
    assert [one.result(TIMEOUT_SECONDS) for one in first] == ["slow"] * len(first)
    assert good.result(TIMEOUT_SECONDS) == "good"
    for one in bad:
        with pytest.raises((LookupError, sa.exc.DBAPIError)):
            one.result(TIMEOUT_SECONDS)
    assert store.writer.submit("d", lambda connection: "after").result(TIMEOUT_SECONDS) == "after"


def test_a_job_with_both_kinds_of_statements_is_saved_or_undone_as_one(store: Store) -> None:
    """Statements of a move go past SQLAlchemy, others through it: one transaction for both."""
    table, first, second = open_table(store), new_id(), new_id()
    keys = schema.keys

    def job(connection: Connection, key: str) -> None:
        store.insert_row(connection, table.id, table.version + 1, table_log.Hurried(), key)
        connection.execute(sa.insert(keys).values(name=first, value="x"))
        connection.execute(sa.insert(keys).values(name=key, value="x"))

    def saved(connection: Connection) -> tuple[int, int]:
        rows = sa.select(sa.func.count()).where(schema.log.c.table_id == table.id)
        found = sa.select(sa.func.count()).where(keys.c.name.in_([first, second]))
        return connection.execute(rows).scalar_one(), connection.execute(found).scalar_one()

    before, _ = store.read_sync(saved)
    with pytest.raises(sa.exc.IntegrityError):  # the same key twice
        store.writer.submit("", lambda c: job(c, first)).result(TIMEOUT_SECONDS)
    assert store.read_sync(saved) == (before, 0)
    store.writer.submit("", lambda c: job(c, second)).result(TIMEOUT_SECONDS)
    assert store.read_sync(saved) == (before + 1, 2)
    log = schema.log.c  # without the row the table is again what the list says
    undo = sa.delete(schema.log).where(log.table_id == table.id, log.n > table.version)
    store.writer.submit("", lambda c: c.execute(undo)).result(TIMEOUT_SECONDS)


def test_records_go_out_and_come_in_and_everything_plays_through(store: Store) -> None:
    table = open_table(store)
    while table.state == "racing":
        assert table.referee is not None
        ask = table.referee.asks[0]
        table = append(
            store, table, actions.move(table, ask.seat, None, ask.default_move, "person")
        )
    text = admin.export(store, table.id)
    again = admin.import_record(store, text, new_id())
    assert again.state == "over"
    assert admin.export(store, again.id) == text
    assert all(not verdict.wrong for verdict in admin.verify(store))
    assert {table.id, again.id} <= {listed.id for listed in admin.listing(store)}

    def damage(connection: Connection) -> None:
        rows = schema.log
        last = connection.execute(
            sa.select(rows.c.n, rows.c.body)
            .where(rows.c.table_id == again.id, rows.c.kind == "Played")
            .order_by(rows.c.n.desc())
        ).first()
        assert last is not None
        body = last.body.replace(b'"seat":0', b'"seat":9').replace(b'"seat":1', b'"seat":9')
        connection.execute(
            sa.update(rows).where(rows.c.table_id == again.id, rows.c.n == last.n).values(body=body)
        )

    store.writer.submit("", damage).result(TIMEOUT_SECONDS)
    wrong = [verdict.table for verdict in admin.verify(store) if verdict.wrong]
    assert wrong == [again.id]
    store.writer.submit("", lambda c: forget(c, again.id)).result(TIMEOUT_SECONDS)


def forget(connection: Connection, id: str) -> None:
    connection.execute(sa.delete(schema.log).where(schema.log.c.table_id == id))
    connection.execute(sa.delete(schema.tables).where(schema.tables.c.id == id))


def test_the_command_line_lists_exports_imports_and_verifies(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    db = str(tmp_path / "cli.db")
    store = Store(db)
    table = open_table(store)
    store.close()
    assert run(["tables", "export", table.id, "--db", db]) == 0
    record = tmp_path / "record.jsonl"
    record.write_text(capsys.readouterr().out)
    assert run(["tables", "import", str(record), "--db", db]) == 0
    made = capsys.readouterr().out.strip()
    assert run(["tables", "list", "--db", db]) == 0
    listed = capsys.readouterr().out
    assert table.id in listed
    assert made in listed
    assert run(["tables", "verify", "--db", db]) == 0
    assert "2 tables add up" in capsys.readouterr().out
    assert run(["tables", "export", "nowhere", "--db", db]) == 2
    assert "there is no table nowhere" in capsys.readouterr().err


def test_a_database_we_cannot_use_is_named(tmp_path: Path) -> None:
    for url in ("mysql://x/y", "sqlite://", "sqlite:///:memory:", "://"):
        with pytest.raises(BadDatabase):
            Store(url)
    path = tmp_path / "new.db"
    Store(str(path)).close()
    engine = sa.create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
        assert connection.execute(sa.text("PRAGMA journal_mode")).scalar() == "wal"
    engine.dispose()
    with pytest.raises(BadDatabase, match="newer"):
        Store(str(path))

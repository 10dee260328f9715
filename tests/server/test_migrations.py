"""Migrations of older databases lose nothing."""

from __future__ import annotations

import msgspec
import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from msgspec import Raw

from paddock.core import program_types
from paddock.server import admin
from paddock.server.store import Store, channels, migrate, programs
from paddock.server.store.engine import connect
from paddock.server.store.store import rows
from paddock.server.tables import table_log
from tests.server.test_store import append, open_table


def downgrade(db: str, revision: str) -> None:
    """Downgrade to the schema of an older version."""
    config = Config()
    config.set_main_option("script_location", str(migrate.FOLDER))
    engine = connect(db)
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        config.attributes["connection"] = connection
        command.downgrade(config, revision)
    engine.dispose()


def test_what_the_first_paddock_stored_is_there_under_its_new_names(own_database: str) -> None:
    store = Store(own_database)
    table = open_table(store)
    assert table.referee is not None
    ask = table.referee.asks[0]
    move = Raw(msgspec.json.encode(ask.default_move))
    table = append(store, table, table_log.StandingAnswer(0, ask.question.prompt, move))
    table = append(store, table, table_log.Frozen("a planted fault"))
    store.close()
    downgrade(own_database, "0001")
    engine = connect(own_database)
    with engine.connect() as c:
        kinds = c.execute(sa.text("SELECT kind FROM log ORDER BY n")).scalars().all()
        assert kinds == ["Opened", "Started", "Stood", "Broke"]
        assert c.execute(sa.text("SELECT state FROM tables")).scalar() == "broken"
    engine.dispose()
    store = Store(own_database)
    found = store.read_sync(lambda connection: rows(connection, table.id))
    kinds = [type(row.entry).__name__ for row in found]
    assert kinds == ["Opened", "Started", "StandingAnswer", "Frozen"]
    assert admin.load_whole(store, table.id).frozen == table_log.Frozen("a planted fault")
    assert all(not verdict.wrong for verdict in admin.verify(store))
    [host] = store.read_sync(
        lambda c: c.execute(sa.text("SELECT host FROM tables")).scalars().all()
    )
    assert host == "a"
    store.close()


def test_standing_answers_of_running_races_become_rules(own_database: str) -> None:
    store = Store(own_database)
    table = open_table(store)
    let_by, none = Raw(b'{"type":"LetBy"}'), Raw(b"null")
    for seat, question, move in (
        (0, "block", let_by),
        (0, "boost", Raw(b'{"type":"Boost","amount":1}')),
        (1, "block", let_by),
        (0, "boost", none),  # deleted again
    ):
        table = append(store, table, table_log.StandingAnswer(seat, question, move))
    gone = table_log.Place("Bot", None, "greedy")
    table = append(store, table, table_log.Left(1, gone, "Bob", "host"))
    store.close()
    downgrade(own_database, "0015")
    store = Store(own_database)
    found = store.read_sync(lambda c: programs.of_table(c, table.spec, table.id))
    assert list(found) == [0]
    [line] = found[0].lines
    body = line.program.body
    assert isinstance(body, program_types.Rules)
    assert (body.question, body.until) == ("block", "race")
    assert [type(move).__name__ for move in body.rules[0].pick.moves] == ["LetBy"]
    kinds = [row.entry for row in store.read_sync(lambda c: rows(c, table.id))]
    assert sum(isinstance(one, table_log.StandingAnswer) for one in kinds) == 4, "they stay"
    assert all(not verdict.wrong for verdict in admin.verify(store))
    store.close()


def test_a_webhook_of_before_becomes_a_channel(own_database: str) -> None:
    Store(own_database).close()
    downgrade(own_database, "0014")
    engine = connect(own_database)
    url = "https://hooks.example/1"
    with engine.connect().execution_options(writes=True) as c, c.begin():
        values = {"id": "a", "url": url}
        text = "INSERT INTO persons (id, name, webhook, created) VALUES (:id, 'Ann', :url, 7)"
        c.execute(sa.text(text), values)
    engine.dispose()
    store = Store(own_database)
    [found] = store.read_sync(lambda c: channels.of_person(c, "a"))
    assert (found.kind, found.address, found.state, found.turns) == ("webhook", url, "on", True)
    store.close()
    downgrade(own_database, "0014")
    engine = connect(own_database)
    with engine.connect() as c:
        assert c.execute(sa.text("SELECT webhook FROM persons")).scalar() == url
    engine.dispose()

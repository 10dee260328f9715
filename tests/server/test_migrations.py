"""Migrations of older databases lose nothing."""

from __future__ import annotations

import msgspec
import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from msgspec import Raw

from paddock.server import admin
from paddock.server.store import Store, migrate
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

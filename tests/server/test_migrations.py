"""A database of an older Paddock is brought up to date, and nothing in it is lost."""

from __future__ import annotations

import msgspec
import sqlalchemy as sa
from msgspec import Raw

from paddock.server import admin, table_log
from paddock.server.store import Store
from paddock.server.store.engine import connect
from paddock.server.store.store import rows
from tests.server.test_store import append, opened

OLD = {"StandingAnswer": "Stood", "Frozen": "Broke"}


def test_rows_and_states_of_the_first_shape_are_read_under_their_new_names(database: str) -> None:
    store = Store(database)
    table = opened(store)
    assert table.referee is not None
    ask = table.referee.asks[0]
    move = Raw(msgspec.json.encode(ask.default_move))
    table = append(store, table, table_log.StandingAnswer(0, ask.question.prompt, move))
    table = append(store, table, table_log.Frozen("a planted fault"))
    store.close()
    engine = connect(database)
    with engine.connect().execution_options(writes=True) as c, c.begin():
        for new, old in OLD.items():
            for n, body in c.execute(
                sa.text("SELECT n, body FROM log WHERE kind = :new AND table_id = :id"),
                {"new": new, "id": table.id},
            ).all():
                aged = bytes(body).replace(f'"{new}"'.encode(), f'"{old}"'.encode(), 1)
                c.execute(
                    sa.text("UPDATE log SET kind = :k, body = :b WHERE table_id = :t AND n = :n"),
                    {"k": old, "b": aged, "t": table.id, "n": n},
                )
        c.execute(sa.text("UPDATE tables SET state = 'broken' WHERE state = 'frozen'"))
        c.execute(sa.text("UPDATE alembic_version SET version_num = '0001'"))
    engine.dispose()
    store = Store(database)
    found = store.reading(lambda connection: rows(connection, table.id))
    kinds = [type(row.entry).__name__ for row in found]
    assert kinds == ["Opened", "Started", "StandingAnswer", "Frozen"]
    assert admin.loaded(store, table.id).frozen == table_log.Frozen("a planted fault")
    assert all(not verdict.wrong for verdict in admin.verify(store))
    store.close()

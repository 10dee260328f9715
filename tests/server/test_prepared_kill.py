"""Two processes and `kill -9`: a prepared answer is played once, and is not lost."""

from __future__ import annotations

import signal
from collections import Counter
from pathlib import Path

import httpx
import pytest

from paddock.server import admin
from paddock.server.store import Store
from paddock.server.store.store import rows
from paddock.server.tables import table_log
from tests.server.processes import Server
from tests.server.site import Guest, until
from tests.server.test_prepared import SMALL, gear, plan, set_programs


def played(db: str, id: str) -> list[table_log.Row]:
    store = Store(db)
    try:
        found = store.read_sync(lambda c: rows(c, id))
    finally:
        store.close()
    return [row for row in found if isinstance(row.entry, table_log.Played)]


@pytest.mark.slow("kill")
def test_a_prepared_answer_is_played_once_by_two_processes_and_after_a_kill(tmp_path: Path) -> None:
    db = f"sqlite:///{tmp_path / 'paddock.db'}"
    servers = [Server(db).start() for _ in range(2)]
    try:
        ann, bob = Guest(servers[0].site, "Ann"), Guest(servers[0].site, "Bob")
        id = ann.open("me", "open", options={"length": 20})
        bob.join(id, 1)
        with ann.at(id, 0) as a:
            a.until_asked()
            steps = [("gear", gear(1))] * 40
            assert set_programs(a, *SMALL, plan(0, *steps))["type"] == "Ack"
            until(lambda: len(played(db, id)) == 1)
        bob.site = servers[1].site
        bob.http.base_url = httpx.URL(bob.site.url)
        with bob.at(id, 1) as b:  # both processes have the table open
            for _ in range(3):
                ask = b.until_asked()
                assert b.answer(ask)["type"] == "Ack"
                b.until_answered(ask)
            servers[0].kill(signal.SIGKILL)
            b.play_out()
        found = played(db, id)
        mine = [row for row in found if row.entry.seat == 0]  # type: ignore[union-attr]
        assert len(mine) > 5
        assert {row.entry.by for row in mine} == {"program"}  # type: ignore[union-attr]
        assert max(Counter(row.id for row in mine).values()) == 1
        store = Store(db)
        assert [one for one in admin.verify(store) if one.wrong] == []
        store.close()
    finally:
        for server in servers:
            if server.ended() is None:
                server.kill(signal.SIGTERM)


@pytest.mark.slow("kill")
def test_answers_that_waited_when_all_processes_died_are_played(tmp_path: Path) -> None:
    """Nobody opens the table: the process that starts finds it by itself."""
    db = f"sqlite:///{tmp_path / 'paddock.db'}"
    server = Server(db).start()
    try:
        ann, bob = Guest(server.site, "Ann"), Guest(server.site, "Bob")
        id = ann.open("me", "open")
        bob.join(id, 1)
        with bob.at(id, 1) as b, ann.at(id, 0) as a:
            b.answer(b.until_asked())
            assert set_programs(a, plan(0, ("gear", gear(1))))["type"] == "Ack"
            shown = a.until(lambda now: now["asks"] and now["asks"][0]["prepared"])
            assert shown["asks"][0]["prepared"]["at"] is not None, "Bob may take his answer back"
            server.kill(signal.SIGKILL)
        assert len(played(db, id)) == 1
        server.start()
        until(lambda: len(played(db, id)) == 2)
    finally:
        server.kill(signal.SIGTERM)

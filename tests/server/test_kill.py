"""`kill -9` at any moment loses no acknowledged row and duplicates none."""

from __future__ import annotations

import random
import signal
import threading
import time
from collections import Counter
from pathlib import Path

import pytest

from paddock.server import admin
from paddock.server.store import Store
from paddock.server.tables import table_log
from tests.seeds import SEED
from tests.server.postgres import Cluster
from tests.server.processes import TIMEOUT_SECONDS, Person, Server
from tests.server.site import Eye, Guest, until
from tests.server.test_store import rows_of

KILLS = 6


def check_acks(db: str, person: Person) -> int:
    """Compare the Acks with the saved rows; returns the number of moves."""
    store = Store(db)
    try:
        me = person.guest.me["id"]
        saved: Counter[tuple[str, str]] = Counter()
        for id in person.tables:
            table = admin.load_whole(store, id)
            assert table.state == "over", f"{id} did not end"
            for row in rows_of(store, table):
                if isinstance(row.entry, table_log.Played) and row.entry.by == "person":
                    assert row.id is not None
                    name = row.id.removeprefix(f"{me}:0:")
                    saved[id, name] += 1
                    assert person.acked.get((id, name), row.n) == row.n
        assert set(saved.values()) <= {1}
        lost = [key for key in person.acked if key not in saved]
        assert lost == []
        assert [verdict for verdict in admin.verify(store) if verdict.wrong] == []
        return len(person.acked)
    finally:
        store.close()


def hunt(db: str, servers: list[Server]) -> None:
    """Kill the servers in turn while a person races against bots."""
    generator = random.Random(SEED)
    for server in servers:
        server.start()
    person = Person(servers)
    person.start()
    try:
        for n in range(KILLS):
            until(person.played_on, TIMEOUT_SECONDS)
            time.sleep(generator.uniform(0.0, 0.2))
            victim = servers[n % len(servers)]
            victim.kill()
            victim.start()
        person.enough = True
        person.join(TIMEOUT_SECONDS)
        assert not person.is_alive(), (
            f"the race did not end: {person.guest.card(person.tables[-1])}"
        )
    finally:
        for server in servers:
            server.kill(signal.SIGTERM)
    assert person.wrong == []
    assert check_acks(db, person) > KILLS


@pytest.mark.fresh
@pytest.mark.slow
def test_kills_during_a_race_lose_and_double_nothing(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'paddock.db'}"
    hunt(database, [Server(database)])


@pytest.mark.fresh
@pytest.mark.slow
@pytest.mark.needs("postgresql")
def test_two_processes_behind_one_database_survive_kills(cluster: Cluster) -> None:
    database = cluster.database()
    hunt(database, [Server(database), Server(database)])


def place_bet(viewer: Eye, amount: int) -> None:
    """Bet this much on one's own chariot; everything before with the default."""
    while (ask := viewer.until_asked())["question"] != "bet":
        viewer.answer(ask)
        viewer.until_answered(ask)
    for move in (None, {"type": "Sum", "amount": amount}, {"type": "Done"}):
        ask = viewer.until_asked()
        assert viewer.answer(ask, move)["type"] == "Ack"
        viewer.until_answered(ask)


def test_a_season_goes_on_after_a_kill_between_two_bets(tmp_path: Path) -> None:
    """Secret answers are still there, and still secret."""
    server = Server(f"sqlite:///{tmp_path / 'paddock.db'}").start()
    try:
        ann = Guest(server.site, "Ann")
        options = {"races": 1, "turns": 1}
        table = ann.open("me", "Ben", game="circus-maximus-season", options=options)
        with ann.at(table, 0) as her, ann.at(table, 1) as his:
            both = threading.Thread(target=as_usual, args=(his, "bet"))
            both.start()
            place_bet(her, 700)
            both.join(TIMEOUT_SECONDS)
        server.kill()
        server.start()
        with ann.at(table, 0) as her, ann.at(table, 1) as his:
            assert her.now["asks"] == []
            assert her.now["view"]["phase"]["said"][0][1]["amount"] == 700
            assert his.now["view"]["phase"]["said"][0] == [{"type": "Done"}]
            place_bet(his, 300)
            for viewer in (her, his):
                now = viewer.until(lambda now: now["view"]["odds"])
                assert now["view"]["bets"] == [[700, 0], [0, 300]]
                assert now["view"]["odds"] == [1, 3]
    finally:
        server.kill(signal.SIGTERM)


def as_usual(viewer: Eye, until_question: str) -> None:
    """Answer with the default until a question is asked."""
    while (ask := viewer.until_asked())["question"] != until_question:
        viewer.answer(ask)
        viewer.until_answered(ask)

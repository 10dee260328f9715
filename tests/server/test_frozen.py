"""Races are pinned to their edition, and a broken table affects no other."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from paddock import games
from paddock.cli import run
from paddock.core.errors import UnreadableRecord
from paddock.core.game_spec import AnyGameSpec
from paddock.core.record import read_record
from paddock.games.template.game import ThreeBends
from paddock.server import admin
from paddock.server.store import Store, schema
from paddock.server.store.engine import connect
from tests import plain
from tests.planted import MoreFuel, finder, template
from tests.server.conftest import settings_for
from tests.server.site import Eye, Site, running, until
from tests.server.test_migrations import downgrade

HOUR = {"type": "Slow", "hours": 1}


@contextlib.contextmanager
def with_rules(spec: AnyGameSpec) -> Iterator[None]:
    """As if this process had been started with updated rules."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(games, "find_spec", finder(spec))
        for module in ("live.periodic", "tables.snapshot"):
            name = f"paddock.server.{module}.rules_hash"
            patched.setattr(name, lambda: f"{spec.card.edition} {type(spec.game).__name__}")
        yield


def change(db: str, statement: str, **values: object) -> None:
    engine = connect(db)
    with engine.connect().execution_options(writes=True) as c, c.begin():
        c.execute(sa.text(statement), values)
    engine.dispose()


def state_of(db: str, table: str) -> str:
    engine = connect(db)
    c = schema.tables.c
    with engine.connect() as connection:
        found = connection.execute(sa.select(c.state).where(c.id == table)).scalar_one()
    engine.dispose()
    return str(found)


def waiting_for(db: str, table: str) -> int:
    engine = connect(db)
    query = sa.select(sa.func.count()).where(schema.asked.c.table_id == table)
    with engine.connect() as connection:
        found = int(connection.execute(query).scalar_one())
    engine.dispose()
    return found


def start_race(site: Site, moves: int = 6) -> str:
    """A race of one person in two seats, after some moves."""
    ann = site.guest("Ann")
    table = ann.open("me", "Bob", clock=HOUR)
    with ann.at(table, 0) as viewer:
        for _ in range(moves):
            play_one(viewer)
    return table


def racing(viewer: Eye) -> None:
    """Wait until a seat is asked; fail with the reason if the table is frozen."""
    now = viewer.until(lambda now: now["asks"] or now["waiting"] or now["state"] != "gathering")
    assert now["asks"] or now["waiting"], f"nobody is asked: {now['state']} {now['frozen']}"


def play_one(viewer: Eye) -> None:
    racing(viewer)
    if not viewer.now["asks"]:
        viewer.eye = viewer.now["waiting"][0]["seat"]
        viewer.hello()
    ask = viewer.until_asked()
    assert viewer.answer(ask)["type"] == "Ack"
    viewer.until_answered(ask)


# ---------------------------------------------------------------- editions


def test_a_race_that_comes_out_the_same_goes_on_by_the_new_edition(own_database: str) -> None:
    with running(settings_for(own_database)) as site:
        table = start_race(site)
    with with_rules(template(edition="2")), running(settings_for(own_database)) as site:
        bob = site.guest("Bob")
        with bob.at(table) as viewer:
            assert viewer.now["state"] == "racing"
            notes = [line for line in viewer.log if line["type"] == "Noted"]
            assert notes[-1]["what"] == "edition"
            assert "edition 2" in notes[-1]["text"]
        assert bob.get(f"/api/tables/{table}").json()["edition"] == "2"
        text = admin.export(site.hub.store, table)
        assert json.loads(text.splitlines()[0])["edition"] == "2"
        until(lambda: not site.hub.open_tables[table].sockets)
        site.hub.close_table(table)
        with bob.at(table) as viewer:
            again = [line for line in viewer.log if line.get("what") == "edition"]
            assert len(again) == 1, "it is pinned once"


def test_a_race_that_comes_out_otherwise_is_frozen_and_says_why(own_database: str) -> None:
    with running(settings_for(own_database)) as site:
        table = start_race(site)
    before = waiting_for(own_database, table)
    assert before > 0
    with with_rules(template(MoreFuel, "2")), running(settings_for(own_database)) as site:
        until(lambda: state_of(own_database, table) == "frozen")
        assert waiting_for(own_database, table) == 0, "no clock and no bot asks for it"
        bob = site.guest("Bob")
        with bob.at(table) as viewer:
            assert viewer.now["state"] == "frozen"
            assert "edition 1, now 2" in viewer.now["frozen"]
            assert viewer.log[-1]["what"] == "frozen"
            assert "edition 1, now 2" in viewer.log[-1]["text"]
        fresh = start_race(site)
        assert state_of(own_database, fresh) == "racing", "others do not notice"
        assert plain.get(f"{site.url}/health").json()["frozen"] == 1
        text = bob.get(f"/api/tables/{table}/record").text
        assert json.loads(text.splitlines()[0])["edition"] == "1"
        with pytest.raises(UnreadableRecord, match="edition 1"):
            read_record(text, games.find_spec)
        assert bob.post(f"/api/tables/{table}/fork", {"row": 0, "seat": 0}).status_code == 403
    spec, record, closing = read_record(
        text, games.find_spec
    )  # with a known edition the record is complete
    assert len(record.rows) == 6
    assert closing.rows == 6
    assert spec.card.id == "template"


def test_an_update_that_is_undone_lets_frozen_races_go_on(tmp_path: Path) -> None:
    db = str(tmp_path / "races.db")
    with running(settings_for(db)) as site:
        table = start_race(site)
    with with_rules(template(MoreFuel, "2")), running(settings_for(db)):
        until(lambda: state_of(db, table) == "frozen")
    with with_rules(template(MoreFuel, "2")):
        assert run(["tables", "thaw", table, "--db", db]) == 2, "not by rules that lead elsewhere"
    assert run(["tables", "thaw", table, "--db", db]) == 0
    with running(settings_for(db)) as site, site.guest("Late").at(table) as viewer:
        assert viewer.now["state"] == "racing"
        assert waiting_for(db, table) > 0
        assert viewer.log[-1]["what"] == "thawed"


def test_a_rule_changed_under_the_same_edition_freezes_too(own_database: str) -> None:
    """The edition is the same, but the fingerprints differ."""
    with running(settings_for(own_database)) as site:
        table = start_race(site)
    with (
        with_rules(template(MoreFuel, "1")),
        running(settings_for(own_database)) as site,
        site.guest("Bob").at(table) as viewer,
    ):
        assert viewer.now["state"] == "frozen"


def test_a_table_that_has_not_begun_begins_under_the_edition_of_the_day(own_database: str) -> None:
    with running(settings_for(own_database)) as site:
        ann = site.guest("Ann")
        table = ann.open("me", "open")
        cookies = ann.http.cookies
    with with_rules(template(MoreFuel, "2")), running(settings_for(own_database)) as site:
        ann = site.guest()
        ann.http.cookies = cookies
        assert ann.post(f"/api/tables/{table}/start", {"level": "random"}).status_code == 200
        assert ann.get(f"/api/tables/{table}").json()["edition"] == "2"


def test_verify_names_the_races_an_update_would_freeze(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    db = str(tmp_path / "races.db")
    with running(settings_for(db)) as site:
        tables = [start_race(site), start_race(site)]
    for game, code in ((MoreFuel, 2), (ThreeBends, 0)):
        with with_rules(template(game, "2")):
            assert run(["tables", "verify", "--db", db]) == code
        told = capsys.readouterr()
        word = "freezes" if code else "moves"
        for table in tables:
            [line] = [line for line in told.out.splitlines() if line.startswith(table)]
            assert word in line
        assert ("2 would be frozen" in told.err) == bool(code)
    assert {state_of(db, table) for table in tables} == {"racing"}, "it only looks"


def test_verify_does_not_touch_a_file_of_an_older_paddock(tmp_path: Path) -> None:
    db = tmp_path / "races.db"
    Store(str(db)).close()
    downgrade(str(db), "0001")
    assert run(["tables", "verify", "--db", str(db)]) == 0
    engine = connect(str(db))
    with engine.connect() as c:
        assert c.execute(sa.text("SELECT version_num FROM alembic_version")).scalar() == "0001"
    engine.dispose()


def test_a_race_that_is_over_keeps_its_outcome_and_its_record(own_database: str) -> None:
    with running(settings_for(own_database)) as site:
        ann = site.guest("Ann")
        table = ann.open("greedy", "random", listed=True)
        with ann.at(table) as viewer:
            viewer.until(lambda now: now["state"] == "over")
        kept = ann.get(f"/api/tables/{table}").json()["outcome"]
    with with_rules(template(MoreFuel, "2")), running(settings_for(own_database)) as site:
        bob = site.guest("Bob")
        assert state_of(own_database, table) == "over"
        over = {card["id"]: card for card in bob.get("/api/lobby").json()["over"]}
        assert over[table]["outcome"] == kept
        text = bob.get(f"/api/tables/{table}/record").text
        assert bob.get(f"/api/tables/{table}/replay").status_code == 200
        assert state_of(own_database, table) == "over"
        verdicts = {verdict.table: verdict for verdict in admin.verify(site.hub.store)}
        assert verdicts[table].kind == "kept"
    _, record, closing = read_record(text, games.find_spec)
    assert closing.state is not None
    assert closing.outcome is not None
    assert len(record.rows) == closing.rows


# ---------------------------------------------------------------- poisoned rows


@pytest.mark.parametrize(
    "poison",
    [
        'UPDATE log SET body = \'{"type":"Nonsense"}\' WHERE table_id = :id AND n = 3',
        "UPDATE log SET body = 'x' WHERE table_id = :id AND n = 0",
        "DELETE FROM log WHERE table_id = :id AND n = 2",
    ],
    ids=["in the middle", "the first", "one is missing"],
)
def test_a_poisoned_row_among_five_tables_stops_only_its_own(tmp_path: Path, poison: str) -> None:
    db = f"sqlite:///{tmp_path / 'five.db'}"
    with running(settings_for(db)) as site:
        ann = site.guest("Ann")
        tables = [ann.open("me", "random", clock=HOUR) for _ in range(5)]
        for table in tables:
            with ann.at(table, 0) as viewer:
                viewer.answer(viewer.until_asked())
                viewer.until_asked()
        kept = {}
        for table in tables:
            with ann.at(table, 0) as viewer:
                kept[table] = viewer.version
    change(db, poison, id=tables[2])
    change(db, "UPDATE asked SET deadline = 1 WHERE deadline IS NOT NULL")
    change(db, "UPDATE log SET at = at - 7200000")
    with running(settings_for(db)) as site:
        late = site.guest("Late")
        for table in tables:
            if table != tables[2]:
                with late.at(table) as viewer:
                    viewer.until_version(kept[table] + 1)
        until(lambda: state_of(db, tables[2]) == "frozen")
        assert waiting_for(db, tables[2]) == 0
        health = plain.get(f"{site.url}/health")
        assert (health.status_code, health.json()["frozen"]) == (200, 1)
        lobby = late.get("/api/lobby")
        assert lobby.status_code == 200
        until(lambda: "paddock_tables_frozen 1" in plain.get(f"{site.url}/metrics").text)


def test_many_frozen_tables_leave_time_outs_to_the_others(tmp_path: Path) -> None:
    db = f"sqlite:///{tmp_path / 'many.db'}"
    with running(settings_for(db, tables=1000)) as site:
        ann = site.guest("Ann")
        bad = [ann.open("me", "Bob", clock=HOUR) for _ in range(210)]
        good = ann.open("me", "Bob", clock=HOUR)
    change(db, "UPDATE log SET body = 'x' WHERE n = 1 AND table_id <> :id", id=good)
    change(db, "UPDATE log SET at = at - 7200000")
    change(db, "UPDATE asked SET deadline = deadline - 7200000")
    with running(settings_for(db)) as site:
        with site.guest("Late").at(good) as viewer:
            viewer.until(lambda _: any(line.get("what") == "timeout" for line in viewer.log))
        until(lambda: plain.get(f"{site.url}/health").json()["frozen"] == len(bad))

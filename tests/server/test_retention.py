"""Retention: tables are closed, packed and deleted."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from paddock.cli import run
from paddock.server import admin
from paddock.server.live import retention
from paddock.server.store import schema
from paddock.server.store.store import rows
from tests.server.conftest import settings_for
from tests.server.site import Guest, Site, running
from tests.server.test_clocks import HOUR, set_back

DAY = 24 * HOUR


def count(site: Site, table: sa.Table) -> int:
    def job(connection: Connection) -> int:
        query = sa.select(sa.func.count()).select_from(table)
        return int(connection.execute(query).scalar_one())

    return site.hub.store.read_sync(job)  # type: ignore[no-any-return]


def tidied(site: Site) -> retention.RetentionResult:
    return retention.apply_retention(site.hub.store, site.hub.settings)


def finished(guest: Guest) -> str:
    table = guest.open("greedy", "random", listed=True)
    with guest.at(table) as viewer:
        viewer.until(lambda now: now["state"] == "over")
    return table


def test_a_race_that_is_over_is_packed_and_can_be_looked_at_as_before(own_database: str) -> None:
    with running(settings_for(own_database)) as site:
        ann = site.guest("Ann")
        table = finished(ann)
        before = [ann.get(f"/api/tables/{table}/{what}") for what in ("replay", "record")]
        assert not tidied(site).any, "not yet"
    set_back(own_database, 15 * DAY)
    with running(settings_for(own_database)) as site:
        done = tidied(site)
        assert (done.packed, done.closed, done.deleted) == (1, 0, 0)
        assert done.saved > 2000
        assert (count(site, schema.log), count(site, schema.packed)) == (0, 1)
        assert not tidied(site).any
        bob = site.guest("Bob")
        after = [bob.get(f"/api/tables/{table}/{what}") for what in ("replay", "record")]
        assert after[1].text == before[1].text
        assert after[0].json()["moments"] == before[0].json()["moments"]
        assert table in [card["id"] for card in bob.get("/api/lobby").json()["over"]]
        assert all(not verdict.wrong for verdict in admin.verify(site.hub.store))
        forked = bob.post(f"/api/tables/{table}/fork", {"row": 3, "seat": 0})
        assert forked.status_code == 201


def test_a_word_after_packing_is_kept_too(own_database: str) -> None:
    with running(settings_for(own_database)) as site:
        table = finished(site.guest("Ann"))
    set_back(own_database, 15 * DAY)
    with running(settings_for(own_database)) as site:
        tidied(site)
        bob = site.guest("Bob")
        with bob.at(table) as viewer:
            version = viewer.version
            assert viewer.do("Talk", text="well driven")["version"] == version + 1
    set_back(own_database, 15 * DAY)
    with running(settings_for(own_database)) as site:
        assert tidied(site).packed == 1
        found = site.hub.store.read_sync(lambda connection: rows(connection, table))
        assert [row.n for row in found] == list(range(version + 2))
        with site.guest("Cleo").at(table) as viewer:
            assert viewer.log[-1]["text"] == "well driven"


def test_tables_nobody_touches_are_closed(own_database: str) -> None:
    with running(settings_for(own_database)) as site:
        ann = site.guest("Ann")
        waiting, racing = ann.open("me", "open"), ann.open("me", "Bob")
        empty = ann.open("open", "open")
    set_back(own_database, 2 * DAY)
    with running(settings_for(own_database)) as site:
        assert tidied(site).closed == 1
        late = site.guest("Late")
        assert late.card(empty)["state"] == "closed", "nobody sat there"
        assert late.card(waiting)["state"] == "gathering"
    set_back(own_database, 6 * DAY)
    with running(settings_for(own_database)) as site:
        assert tidied(site).closed == 1
        late = site.guest("Late")
        assert late.card(waiting)["state"] == "closed"
        assert late.card(racing)["state"] == "racing"
    set_back(own_database, 60 * DAY)
    with running(settings_for(own_database)) as site:
        done = tidied(site)
        assert (done.closed, done.deleted) == (1, 2), "what never began is forgotten"
        late = site.guest("Late")
        with late.at(racing) as viewer:
            assert viewer.now["state"] == "closed"
            assert viewer.log[-1]["what"] == "closed"
        assert late.get(f"/api/tables/{racing}/record").status_code == 200
        assert late.get(f"/api/tables/{waiting}").status_code == 404


def test_what_is_not_kept_for_ever_is_deleted(own_database: str) -> None:
    with running(settings_for(own_database)) as site:
        table = finished(site.guest("Ann"))
    set_back(own_database, 100 * DAY)
    with running(settings_for(own_database, keep_days=90)) as site:
        assert tidied(site).deleted == 1
        assert (count(site, schema.log), count(site, schema.packed)) == (0, 0)
        assert (count(site, schema.tables), count(site, schema.sitters)) == (0, 0)
        assert site.guest("Bob").get(f"/api/tables/{table}").status_code == 404


def test_one_process_takes_care_and_does_it_by_itself(own_database: str) -> None:
    with running(settings_for(own_database)) as site:
        finished(site.guest("Ann"))
        store, care = site.hub.store, site.hub.periodic.may_run_retention
        assert store.writer.submit("", care).result()
        site.hub.process = "another"
        assert not store.writer.submit("", care).result()


def test_the_command_line_tidies(tmp_path_factory: object, own_database: str) -> None:
    with running(settings_for(own_database)) as site:
        finished(site.guest("Ann"))
    set_back(own_database, 20 * DAY)
    assert run(["tables", "tidy", "--vacuum", "--db", own_database]) == 0
    with running(settings_for(own_database)) as site:
        assert (count(site, schema.log), count(site, schema.packed)) == (0, 1)

"""Forks refer to their parent's rows: they are small, and stay complete without the parent."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sqlalchemy as sa

from paddock.server import admin
from paddock.server.live import retention
from paddock.server.store import Store, forks, packing, schema
from paddock.server.store.log_rows import rows
from paddock.server.tables import table_log
from tests.server.conftest import settings_for
from tests.server.site import Guest, Site, running, until
from tests.server.test_migrations import downgrade
from tests.server.test_replay import race_alone


def fork(guest: Guest, table: str, row: int, **more: Any) -> str:
    made = guest.post(f"/api/tables/{table}/fork", {"row": row, "seat": 0, **more})
    assert made.status_code == 201, made.text
    return str(made.json()["id"])


def moments(guest: Guest, table: str) -> int:
    return int(guest.get(f"/api/tables/{table}/replay", count=1).json()["of"])


def count_own_rows(store: Store, table: str) -> int:
    """Number of log rows stored for a table."""
    c = schema.log.c
    query = sa.select(sa.func.count()).select_from(schema.log).where(c.table_id == table)
    return int(store.read_sync(lambda connection: connection.execute(query).scalar_one()))


def inherited_rows(store: Store, table: str) -> list[tuple[int, bytes, int]]:
    """Rows that a fork was opened with; bots may play on at any time."""
    found = store.read_sync(lambda c: rows(c, table))
    last = fork_of(store, table).last
    kept = [(row.n, table_log.encode(row.entry), row.at) for row in found if row.n <= last]
    assert [n for n, _, _ in kept] == list(range(last + 1))
    return kept


def fork_of(store: Store, table: str) -> forks.Fork:
    found = store.read_sync(lambda c: forks.find(c, table))
    assert found is not None
    return found


def check_all(store: Store) -> None:
    """Tables and index agree; on PostgreSQL a bot may play between the two reads of a table."""
    until(lambda: {verdict.kind for verdict in admin.verify(store)} == {"good"}, 20.0)


def race_on(guest: Guest, table: str) -> None:
    with guest.at(table, 0) as viewer:
        while True:
            viewer.until(lambda now: now["asks"] or now["state"] != "racing")
            if viewer.now["state"] != "racing":
                return
            ask = viewer.now["asks"][0]
            viewer.answer(ask)
            viewer.until_answered(ask)


def test_a_fork_stores_no_rows_of_its_parent(own_database: str) -> None:
    with running(settings_for(own_database)) as site:
        ann = site.guest("Ann")
        store, parent = site.hub.store, race_alone(ann)
        length = moments(ann, parent)
        early, late = fork(ann, parent, 1), fork(ann, parent, length - 2)
        assert len(inherited_rows(store, late)) > len(inherited_rows(store, early))
        again = fork(ann, late, length - 3)
        race_on(ann, late)
        whole = store.read_sync(lambda c: rows(c, late))
        assert count_own_rows(store, late) == 2 + whole[-1].n - fork_of(store, late).last
        check_all(store)
        kept = {id: inherited_rows(store, id) for id in (early, late, again)}
        replays = {id: ann.get(f"/api/tables/{id}/replay", eye=0).json() for id in (late,)}
        record = ann.get(f"/api/tables/{late}/record").text
    with running(settings_for(own_database)) as site:
        store = site.hub.store
        assert {id: inherited_rows(store, id) for id in kept} == kept
        for id, seen in replays.items():
            assert ann_of(site, ann).get(f"/api/tables/{id}/replay", eye=0).json() == seen
        assert ann_of(site, ann).get(f"/api/tables/{late}/record").text == record
        assert ann_of(site, ann).get("/api/me/export").json()["records"][late] == record


def ann_of(site: Site, before: Guest) -> Guest:
    """The same browser at a restarted server."""
    guest = site.guest()
    guest.http.cookies.clear()
    for cookie in before.http.cookies.jar:
        guest.http.cookies.set(cookie.name, str(cookie.value))
    return guest


def test_a_fork_outlives_its_parent(own_database: str) -> None:
    with running(settings_for(own_database)) as site:
        ann = site.guest("Ann")
        store, parent = site.hub.store, race_alone(ann)
        length = moments(ann, parent)
        plain, lucky = fork(ann, parent, length - 2), fork(ann, parent, 2, same_luck=True)
        of_fork = fork(ann, plain, 3)
        kept = {id: inherited_rows(store, id) for id in (plain, lucky, of_fork)}
        opened = table_log.decode(kept[lucky][0][1])
        assert isinstance(opened, table_log.Opened)
        assert opened.luck is not None
        assert opened.luck.draws, "what is drawn again is read from the parent"
        retention.delete(store, parent)
        assert {id: inherited_rows(store, id) for id in kept} == kept
        retention.delete(store, plain)
        assert inherited_rows(store, of_fork) == kept[of_fork]
        check_all(store)
        race_on(ann, of_fork)
        check_all(store)


def test_a_fork_that_was_packed_outlives_its_parent(own_database: str) -> None:
    with running(settings_for(own_database)) as site:
        ann = site.guest("Ann")
        store, parent = site.hub.store, race_alone(ann)
        made = fork(ann, parent, moments(ann, parent) - 2)
        race_on(ann, made)
        kept = inherited_rows(store, made)
        for id in (made, parent):
            store.writer.submit(id, lambda c, id=id: packing.pack(c, id)).result()
        assert inherited_rows(store, made) == kept
        retention.delete(store, parent)
        assert inherited_rows(store, made) == kept
        check_all(store)


def test_forks_of_forks_of_forks_end_somewhere(own_database: str) -> None:
    with running(settings_for(own_database)) as site:
        ann = site.guest("Ann")
        store, last = site.hub.store, race_alone(ann)
        kept = {}
        for _ in range(forks.MAX_FORK_DEPTH + 3):
            last = fork(ann, last, 3)
            kept[last] = inherited_rows(store, last)
        depths = [one.depth for id in kept if (one := fork_of(store, id)).parent is not None]
        assert max(depths) == forks.MAX_FORK_DEPTH
        assert len(depths) < len(kept)
        check_all(store)


def test_a_race_that_is_over_is_not_forked_at_its_end(site: Site) -> None:
    ann = site.guest("Ann")
    table = race_alone(ann)
    before = site.hub.store.read_sync(admin.all_ids)
    end = {"row": moments(ann, table) - 1, "seat": 0}
    refused = ann.post(f"/api/tables/{table}/fork", end)
    assert refused.status_code == 409, refused.text
    assert "Choose an earlier one" in refused.text
    assert site.hub.store.read_sync(admin.all_ids) == before


def test_forks_are_counted_also_when_they_are_over(fresh: Callable[..., Site]) -> None:
    site = fresh(forks=3)
    ann = site.guest("Ann")
    table = race_alone(ann)
    for _ in range(3):
        race_on(ann, fork(ann, table, moments(ann, table) - 2))
    refused = ann.post(f"/api/tables/{table}/fork", {"row": 1, "seat": 0})
    assert refused.status_code == 429
    assert "3" in refused.text


def test_forks_are_counted_by_address(fresh: Callable[..., Site]) -> None:
    site = fresh(forks=1)
    table = race_alone(site.guest("Ann"))
    body = {"row": 1, "seat": 0}
    codes = [
        site.guest("Bob").post(f"/api/tables/{table}/fork", body).status_code for _ in range(6)
    ]
    assert codes == [201] * 4 + [429] * 2


def test_an_older_paddock_finds_forks_with_all_their_rows(own_database: str) -> None:
    with running(settings_for(own_database)) as site:
        ann = site.guest("Ann")
        made = fork(ann, race_alone(ann), 4)
        kept = [body for _, body, _ in inherited_rows(site.hub.store, made)]
    downgrade(own_database, "0012")
    store = Store(own_database)
    found = store.read_sync(lambda c: rows(c, made))
    assert [table_log.encode(row.entry) for row in found][: len(kept)] == kept
    check_all(store)
    store.close()

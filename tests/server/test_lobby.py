"""The lobby is shared fairly: seats, lists and starts."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import sqlalchemy as sa

from paddock.server.live import live_table
from paddock.server.store import schema
from tests.server.conftest import settings_for
from tests.server.site import Guest, Site, running, until
from tests.server.test_membership import lobby
from tests.server.test_migrations import downgrade


def from_address(site: Site, name: str, address: str) -> Guest:
    return Guest(site, name, **{"x-forwarded-for": address})


def test_a_seat_counts_until_the_first_own_move(own_database: str) -> None:
    """What was found: one guest took 60 seats at 20 tables in 0.8 s, and the races started."""
    with running(settings_for(own_database, seats=4)) as site:
        ann, mallory = site.guest("Ann"), site.guest("Mallory")
        tables = [ann.open("me", "open", "open") for _ in range(4)]
        codes = [mallory.join(table, seat).status_code for table in tables for seat in (1, 2)]
        assert codes == [200] * 4 + [429] * 4, "seats are counted, also in races"
        assert ann.card(tables[0])["state"] == "racing"
        with mallory.at(tables[0], 1) as viewer, ann.at(tables[0], 0) as host:
            while not viewer.hello().now["asks"]:
                for ask in host.hello().now["asks"]:
                    host.answer(ask)
            viewer.answer(viewer.now["asks"][0])
        assert mallory.join(tables[2], 1).status_code == 200, "a seat that is used does not count"
        assert mallory.join(tables[2], 2).status_code == 429
        ann.delete(f"/api/tables/{tables[1]}")
        assert mallory.join(tables[2], 2).status_code == 200, "what the host closes is free again"


def test_seats_are_counted_by_address(fresh: Callable[..., Site]) -> None:
    site = fresh(seats=1)
    ann = from_address(site, "Ann", "10.0.0.1")
    tables = [ann.open("me", "open", "open") for _ in range(7)]
    guests = [from_address(site, f"M{n}", "10.0.0.2") for n in range(6)]
    codes = [guest.join(table, 1).status_code for guest, table in zip(guests, tables, strict=False)]
    assert codes == [200] * 4 + [429] * 2
    bob = from_address(site, "Bob", "10.0.0.3")
    assert bob.join(tables[6], 1).status_code == 200


def test_the_seats_of_older_races_do_not_count(own_database: str) -> None:
    with running(settings_for(own_database)) as site:
        ann, bob = site.guest("Ann"), site.guest("Bob")
        table, gathering = ann.open("me", "open"), ann.open("me", "open", "open")
        bob.join(table, 1)
        bob.join(gathering, 1)
        cookies = bob.http.cookies
    downgrade(own_database, "0013")
    with running(settings_for(own_database, seats=2)) as site:
        seats = sa.select(schema.sitters.c.table_id, schema.sitters.c.moved)
        found = site.hub.store.read_sync(lambda c: c.execute(seats).all())
        assert {moved for id, moved in found if id == table} == {True}
        assert {moved for id, moved in found if id == gathering} == {False}
        bob = site.guest()
        bob.http.cookies = cookies
        cleo = site.guest("Cleo")
        codes = [bob.join(cleo.open("me", "open", "open"), 1).status_code for _ in range(2)]
        assert codes == [200, 429]
        with bob.at(table, 1) as viewer:
            assert viewer.now["state"] == "racing", "the race goes on"


# ---------------------------------------------------------------- lists


def test_one_host_does_not_hide_the_others(own_database: str) -> None:
    """What was found: 32 tables opened in 0.3 s hid all others."""
    with running(settings_for(own_database)) as site:
        quiet = [site.guest(f"Quiet {n}").open("me", "open") for n in range(3)]
        loud = site.guest("Loud")
        flood = [loud.open("me", "open") for _ in range(32)]
        seen = lobby(site.guest("Eve"), "open")
        assert set(quiet) <= set(seen)
        first = seen[: len(quiet) + 2]
        assert len(set(first) & set(flood)) <= 2, "not more than two before each has one"
        assert len(seen) == 30, "the rest is his, if nobody else wants it"


def test_one_address_does_not_hide_the_others(fresh: Callable[..., Site]) -> None:
    site = fresh()
    quiet = from_address(site, "Quiet", "10.0.0.1").open("me", "open")
    for n in range(32):
        from_address(site, f"Loud {n}", "10.0.0.2").open("me", "open")
    assert quiet in lobby(site.guest("Eve"), "open")[:4]


# ---------------------------------------------------------------- starting


@pytest.fixture
def short_signs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Signs of life count for no time: only people who are connected are there."""
    monkeypatch.setattr(live_table, "SIGN_MS", -60_000)


@pytest.mark.usefixtures("short_signs")
def test_a_race_starts_when_everyone_is_there(own_database: str) -> None:
    """What was found: races started with people who had gone away long ago."""
    with running(settings_for(own_database)) as site:
        ann, bob = site.guest("Ann"), site.guest("Bob")
        table = ann.open("me", "open", "open")
        bob.join(table, 1)
        with ann.at(table, 0) as viewer:
            refused = ann.post(f"/api/tables/{table}/start").json()
            assert refused["code"] == "closed"
            assert "Bob" in refused["text"]
            cleo = site.guest("Cleo")
            assert cleo.join(table, 2).json()["state"] == "gathering", "full, but nobody is there"
            with cleo.at(table, 2), bob.at(table, 1):
                viewer.until(lambda now: now["state"] == "racing")


@pytest.mark.usefixtures("short_signs")
def test_the_host_starts_without_a_ghost(fresh: Callable[..., Site]) -> None:
    site = fresh()
    ann, ghost = site.guest("Ann"), site.guest("Ghost")
    table = ann.open("me", "open", "open")
    ghost.join(table, 1)
    with ann.at(table, 0):
        assert ann.post(f"/api/tables/{table}/start").status_code == 409
        ann.delete(f"/api/tables/{table}/seats/1")
        assert ann.post(f"/api/tables/{table}/start").json()["state"] == "racing"


def test_who_was_here_a_moment_ago_is_there(fresh: Callable[..., Site]) -> None:
    site = fresh()
    ann, bob = site.guest("Ann"), site.guest("Bob")
    table = ann.open("me", "open", clock={"type": "Live", "bank": 60, "increment": 0})
    assert bob.join(table, 1).json()["state"] == "racing"
    until(lambda: ann.card(table)["state"] == "racing")

"""Sign-in limits: guessing is limited, and nobody can lock out the owner of an account."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
import sqlalchemy as sa

from paddock.cli import run
from paddock.server.http import sign_in_limits
from paddock.server.store import schema, site_keys
from tests.server.conftest import settings_for
from tests.server.site import Guest, Site, running
from tests.server.test_accounts import STRONG, account, leave, sign_in


def from_address(site: Site, number: int) -> Guest:
    return Guest(site, "", **{"x-forwarded-for": f"203.0.113.{number}"})


def counts(site: Site) -> dict[str, int]:
    """Attempts by the kind of their key."""
    c = schema.attempts.c
    with site.hub.store.engine.connect() as connection:
        return {
            key.partition(":")[0]: n for key, n in connection.execute(sa.select(c.key, c.count))
        }


def test_tries_from_one_address_lock_out_nobody_elsewhere(own_database: str) -> None:
    """Regression: 66 tries from one address locked the owner out everywhere, because tries that
    were refused still counted for the account."""
    with running(settings_for(own_database)) as site:
        _, login = account(site)
        mallory = from_address(site, 1)
        codes = [sign_in(mallory, login, f"wrong horse {n}").status_code for n in range(66)]
        assert codes == [403] * 5 + [429] * 61
        assert counts(site) == {"here": 5, "account": 5, "address": 5, "minute": 5}
        assert sign_in(from_address(site, 2), login).status_code == 200


def test_a_known_device_and_a_reset_code_pass_every_limit(
    own_database: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Guesses from many addresses, the owner's among them."""
    monkeypatch.setattr(sign_in_limits, "MAX_ATTEMPTS_ON_ACCOUNT", 8)
    with running(settings_for(own_database)) as site:
        known = from_address(site, 1)
        made = known.post("/api/account", {"login": "owner", "password": STRONG})
        assert made.status_code == 201
        assert known.delete("/api/session").status_code == 204
        for n in range(12):
            sign_in(from_address(site, 1 + n % 3), "owner", f"wrong horse {n}")
        assert counts(site)["account"] == 8
        assert sign_in(from_address(site, 9), "owner").status_code == 429, "an unknown browser"
        assert sign_in(known, "owner", "wrong horse").status_code == 403, "it is tried"
        assert sign_in(known, "owner").status_code == 200
        run(["people", "reset", "owner", "--db", own_database])
        body = {"login": "owner", "code": capsys.readouterr().out.strip()}
        mallory = from_address(site, 1)
        wrong = mallory.post("/api/account/reset", body | {"code": "A" * 12, "password": STRONG})
        assert wrong.status_code == 403
        reset = from_address(site, 1).post(
            "/api/account/reset", body | {"password": "a brand new cheese"}
        )
        assert reset.status_code == 200, reset.text


def test_a_device_is_known_for_its_own_account_and_password(fresh: Callable[..., Site]) -> None:
    site = fresh()
    ann, login = account(site)
    other, other_login = account(site)
    stolen = ann.http.cookies["paddock-device"]
    for _ in range(5):
        sign_in(site.guest(), other_login, "wrong horse")
        sign_in(site.guest(), login, "wrong horse")
    mallory = site.guest()
    mallory.http.cookies.set("paddock-device", stolen)
    assert sign_in(mallory, other_login).status_code == 429, "of another account"
    assert sign_in(mallory, login, "wrong horse").status_code == 403
    body = {"old": STRONG, "new": "a brand new cheese"}
    assert ann.put("/api/account/password", body).status_code == 200
    assert ann.http.cookies["paddock-device"] != stolen
    assert sign_in(mallory, login, "wrong horse").status_code == 429, "of an older password"
    assert other.get("/api/me").headers.get("set-cookie") is None, "it has one"
    del other.http.cookies["paddock-device"]
    other.get("/api/me")
    assert other.http.cookies["paddock-device"], "a browser of before gets one"


def test_a_device_may_not_guess_without_end(fresh: Callable[..., Site]) -> None:
    site = fresh()
    ann, login = account(site)
    codes = [sign_in(ann, login, f"wrong horse {n}").status_code for n in range(12)]
    assert codes == [403] * 10 + [429] * 2
    assert leave(ann, "wrong horse").status_code == 403, "a session has its own count"
    assert leave(ann, STRONG).status_code == 204


def test_tries_at_the_same_time_all_count(own_database: str) -> None:
    with running(settings_for(own_database)) as site:
        _, login = account(site)
        guests = [site.guest() for _ in range(12)]
        with ThreadPoolExecutor(12) as threads:
            answers = threads.map(lambda g: sign_in(g, login, "wrong horse").status_code, guests)
            assert sorted(answers) == [403] * 5 + [429] * 7


def test_only_attempts_of_a_minute_are_counted_by_the_setting(fresh: Callable[..., Site]) -> None:
    """Regression: signing out and deleting an account counted as attempts."""
    site = fresh(logins=2)
    ann, login = account(site)
    for n in range(3):
        sign_in(site.guest(), f"somebody{n}", "wrong horse")
    assert sign_in(site.guest(), f"{login}x", "wrong horse").status_code == 429
    for _ in range(3):
        assert ann.get("/api/me/export").status_code == 200
    assert leave(ann, STRONG).status_code == 204


# ---------------------------------------------------------------- keys


def rotate(site: Site, monkeypatch: pytest.MonkeyPatch, db: str) -> None:
    """Replace the keys, and let the process see them."""
    assert run(["people", "rotate-keys", "--db", db]) == 0
    store, hub = site.hub.store, site.hub
    later = store.read_sync(store.time) + site_keys.SPREAD_MS
    store.read_sync(lambda c: hub.site_keys.refresh(c, later))
    monkeypatch.setattr(hub.site_keys, "refresh", lambda connection, now: None)


def test_new_keys_cost_nobody_their_seat(
    own_database: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with running(settings_for(own_database)) as site:
        ann, bob = site.guest("Ann"), site.guest("Bob")
        table = ann.open("me", "open")
        owner, login = account(site)
        owner.delete("/api/session")
        old = bob.http.cookies["paddock-csrf"]
        device = owner.http.cookies["paddock-device"]
    with running(settings_for(own_database)) as site:
        for guest in (ann, bob, owner):
            guest.site, guest.http.base_url = site, site.url
        rotate(site, monkeypatch, own_database)
        assert bob.join(table, 1).status_code == 200, "with the cookies of before"
        with ann.at(table, 0) as viewer:
            assert viewer.until(lambda now: now["state"] == "racing")
        for _ in range(7):
            sign_in(site.guest(), login, "wrong horse")
        assert sign_in(owner, login).status_code == 200, "its device is still known"
        assert owner.http.cookies["paddock-device"] != device
        monkeypatch.undo()
        rotate(site, monkeypatch, own_database)
        refused = bob.put("/api/me", {"name": "Rob"})
        assert refused.status_code == 403, "two keys ago"
        assert bob.get("/api/me").json()["id"] == bob.me["id"], "the session does not depend on it"
        assert bob.http.cookies["paddock-csrf"] != old
        assert bob.put("/api/me", {"name": "Rob"}).status_code == 200
        assert bob.put("/api/me", {"name": "Rob"}).headers.get("set-cookie") is None


def test_a_new_key_signs_only_when_every_process_knows_it(fresh: Callable[..., Site]) -> None:
    site = fresh()
    store, keys = site.hub.store, site.hub.site_keys
    before = keys.csrf.newest
    now = store.read_sync(store.time)
    assert store.writer.submit("", lambda c: site_keys.rotate(c, now)).result()
    store.read_sync(lambda c: keys.refresh(c, now))
    assert keys.csrf.for_signing == before
    assert set(keys.csrf.accepted) == {before, keys.csrf.newest}
    store.read_sync(lambda c: keys.refresh(c, now + site_keys.SPREAD_MS))
    assert keys.csrf.for_signing == keys.csrf.newest != before
    young = site_keys.KEY_AGE_MS
    assert not store.writer.submit(
        "", lambda c: site_keys.rotate(c, now + 1, min_age_ms=young)
    ).result()


def test_a_token_that_is_no_text_is_refused(site: Site) -> None:
    """Regression: letters outside ASCII in the header ended in a 500."""
    headers = {b"x-paddock-csrf": "é".encode("latin-1") * 130}
    answer = site.guest().http.put("/api/me", json={"name": "Ann"}, headers=headers)
    assert answer.status_code == 403

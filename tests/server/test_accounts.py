"""Accounts: sessions, passwords, export and deletion."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable

import httpx
import pytest
import sqlalchemy as sa
from websockets.exceptions import ConnectionClosed

from paddock.cli import run
from paddock.server.http import sign_in_limits
from paddock.server.live import retention
from paddock.server.people.credentials import (
    code_digest,
    digest,
    hash_password,
    is_weak,
    matches,
    new_code,
)
from paddock.server.store import schema
from paddock.server.store.store import rows
from tests import plain
from tests.server.conftest import settings_for
from tests.server.site import Guest, Site, running
from tests.server.test_clocks import HOUR, set_back

NUMBERS = itertools.count()
STRONG = "a tyre of old cheese"


@pytest.fixture(autouse=True)
def nobody_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """All guests of the tests have one address; limits have their own tests."""
    monkeypatch.setattr(sign_in_limits, "MAX_ATTEMPTS_FROM_ADDRESS", 10_000)


def login() -> str:
    return f"ann.{next(NUMBERS)}"


def account(site: Site, name: str = "Ann") -> tuple[Guest, str]:
    guest, wanted = site.guest(name), login()
    made = guest.post("/api/account", {"login": wanted, "password": STRONG})
    assert made.status_code == 201, made.text
    return guest, wanted


def sign_in(guest: Guest, wanted: str, password: str = STRONG) -> httpx.Response:
    return guest.post("/api/session", {"login": wanted, "password": password})


def leave(guest: Guest, password: str | None = None) -> httpx.Response:
    body = {"password": password}
    return guest.http.request("DELETE", "/api/account", json=body, headers=guest.headers())


def who(site: Site, cookie: str) -> str:
    """Person of a cookie."""
    return str(plain.get(f"{site.url}/api/me", cookies={"paddock": cookie}).json()["id"])


# ---------------------------------------------------------------- sessions


def test_an_account_is_the_same_person_on_another_device(site: Site) -> None:
    phone, wanted = account(site)
    desk = site.guest()
    again = phone.post("/api/account", {"login": login(), "password": STRONG})
    assert again.status_code == 403
    taken = desk.post("/api/account", {"login": wanted.upper(), "password": STRONG})
    assert taken.json()["code"] == "forbidden"
    wrong = sign_in(desk, wanted, "wrong horse")
    nobody = sign_in(desk, "nobody", "wrong horse")
    assert wrong.status_code == 403
    assert wrong.json() == nobody.json()
    table = phone.open("me", "Bob")
    assert sign_in(desk, wanted).json()["id"] == phone.me["id"]
    with desk.at(table, 0) as viewer:
        assert viewer.answer(viewer.until_asked())["type"] == "Ack"
    assert desk.delete("/api/session").status_code == 204
    assert desk.get("/api/me").json()["id"] != phone.me["id"]


def test_a_guests_old_cookie_does_not_open_the_account_made_from_it(site: Site) -> None:
    """Regression: it did, also after signing out."""
    ann = site.guest("Ann")
    before = ann.http.cookies["paddock"]
    ann.post("/api/account", {"login": login(), "password": STRONG})
    after = ann.http.cookies["paddock"]
    assert after != before
    assert who(site, before) != ann.me["id"]
    assert who(site, after) == ann.me["id"]
    ann.delete("/api/session")
    assert who(site, after) != ann.me["id"], "a session that is over opens nothing"


def test_a_cookie_is_new_at_every_change_of_rank(site: Site) -> None:
    ann, wanted = account(site)
    bob = site.guest("Bob")
    guest = bob.http.cookies["paddock"]
    sign_in(bob, wanted)
    assert bob.http.cookies["paddock"] != guest
    assert who(site, guest) != bob.me["id"], "the guest's session is over"
    old = ann.http.cookies["paddock"]
    change = {"old": STRONG, "new": "another tyre of cheese"}
    assert ann.put("/api/account/password", change).status_code == 200
    assert who(site, old) != ann.me["id"]
    assert who(site, ann.http.cookies["paddock"]) == ann.me["id"]
    assert who(site, bob.http.cookies["paddock"]) != ann.me["id"], "others are signed out"
    assert sign_in(site.guest(), wanted).status_code == 403
    assert sign_in(site.guest(), wanted, "another tyre of cheese").status_code == 200


def test_sessions_are_listed_and_taken_back(site: Site) -> None:
    """Regression: they could not be."""
    ann, wanted = account(site)
    others = [site.guest() for _ in range(3)]
    for other in others:
        other.http.headers["user-agent"] = "A browser\x01 of old"
        sign_in(other, wanted)
    found = ann.get("/api/sessions").json()
    assert len(found) == 4
    assert [s["current"] for s in found].count(True) == 1
    assert "A browser of old" in {s["agent"] for s in found}
    cookie = others[0].http.cookies["paddock"]
    mine = next(s["id"] for s in others[0].get("/api/sessions").json() if s["current"])
    assert len(ann.delete(f"/api/sessions/{mine}").json()) == 3
    assert who(site, cookie) != ann.me["id"]
    assert ann.delete("/api/sessions/nothing").json()["code"] == "unknown"
    assert [s["current"] for s in ann.delete("/api/sessions").json()] == [True]
    assert all(who(site, other.http.cookies["paddock"]) != ann.me["id"] for other in others)
    mallory = site.guest("Mallory")
    assert (
        mallory.delete(f"/api/sessions/{digest(ann.http.cookies['paddock'])[:16]}").status_code
        == 404
    )


def test_a_socket_ends_with_its_session(site: Site) -> None:
    ann, wanted = account(site)
    other = site.guest()
    sign_in(other, wanted)
    table = ann.open("me", "Bob")
    with other.at(table, 0) as viewer, ann.at(table, 0) as mine:
        ann.delete("/api/sessions")
        bye = viewer.receive(lambda frame: frame["type"] == "Bye")
        assert (bye["code"], bye["again"]) == ("forbidden", False)
        with pytest.raises(ConnectionClosed):
            viewer.receive()
        assert mine.answer(mine.until_asked())["type"] == "Ack"


def test_a_session_taken_back_elsewhere_ends_sockets_here(
    fresh: Callable[..., Site], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("paddock.server.live.periodic.SESSION_CHECK_SECONDS", 0.0)
    site = fresh()
    ann = site.guest("Ann")
    table = ann.open("me", "Bob")
    with ann.at(table, 0) as viewer:
        site.hub.store.writer.submit(
            "", lambda c: c.execute(sa.text("DELETE FROM sessions"))
        ).result()
        assert viewer.receive(lambda frame: frame["type"] == "Bye")["code"] == "forbidden"


def test_the_store_does_not_know_what_a_browser_keeps(site: Site) -> None:
    ann = site.guest("Ann")
    cookie = ann.http.cookies["paddock"]
    found = site.hub.store.read_sync(
        lambda c: c.execute(sa.text("SELECT id FROM sessions")).scalars().all()
    )
    assert digest(cookie) in found
    assert cookie not in found


# ---------------------------------------------------------------- passwords


def test_passwords_are_kept_as_argon2() -> None:
    kept = hash_password("correct horse")
    assert kept.startswith("$argon2id$")
    assert matches(kept, "correct horse")
    assert not matches(kept, "wrong horse")
    assert not matches(None, "correct horse")


def test_what_everybody_tries_first_is_no_password(site: Site) -> None:
    """Regression: `12345678` passed."""
    for weak in ("12345678", "password1", "qwertyuiop", "paddock123", "xxxxxxxxxxxx", "letmein99"):
        assert is_weak(weak), weak
    assert is_weak("bruno.1934", "bruno.1934")
    assert not is_weak(STRONG)
    ann = site.guest("Ann")
    for weak in ("12345678", "passw0rd"):
        answer = ann.post("/api/account", {"login": login(), "password": weak})
        assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")


def test_a_login_is_plain(site: Site) -> None:
    """Regression: "bob" with a newline was a login, and 32 dotted capital I's a database error."""
    ann = site.guest("Ann")
    for wanted in ("bob\n", "İ" * 32, "b b", "ünal", "bob\x00", "xx", "x" * 33):
        answer = ann.post("/api/account", {"login": wanted, "password": STRONG})
        assert answer.status_code == 400, wanted
        assert sign_in(ann, wanted).status_code == 400


def test_passwords_cannot_be_tried_for_ever_on_one_account(site: Site) -> None:
    _, wanted = account(site)
    mallory = site.guest("Mallory")
    codes = [sign_in(mallory, wanted, f"wrong horse {n}").status_code for n in range(7)]
    assert codes == [403] * 5 + [429] * 2
    assert sign_in(mallory, wanted).status_code == 429, "also with the right one"
    assert sign_in(site.guest(), login(), "x" * 9).status_code == 403, "others are not counted"


def test_who_signs_in_is_forgiven(site: Site) -> None:
    _, wanted = account(site)
    ann = site.guest()
    for _ in range(3):
        for n in range(3):
            assert sign_in(ann, wanted, f"wrong horse {n}").status_code == 403
        assert sign_in(ann, wanted).status_code == 200


def test_passwords_cannot_be_tried_for_ever_from_one_address(
    fresh: Callable[..., Site], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sign_in_limits, "MAX_ATTEMPTS_FROM_ADDRESS", 8)
    site = fresh()
    networks = {"x-forwarded-for": "2001:db8:1:2::7"}, {"x-forwarded-for": "2001:db8:1:2:9::1"}
    guests = [Guest(site, "", **header) for header in networks]
    codes = [sign_in(guests[n % 2], f"somebody{n}", "wrong horse").status_code for n in range(10)]
    assert codes[8:] == [429, 429], "a household's network counts as one"
    elsewhere = Guest(site, "", **{"x-forwarded-for": "2001:db8:1:3::7"})
    assert sign_in(elsewhere, "somebody", "wrong horse").status_code == 403


def test_requests_are_counted_by_network(fresh: Callable[..., Site]) -> None:
    """Regression: an IPv6 /64 counted as many addresses."""
    site = fresh(rate=20)
    codes = [
        plain.get(f"{site.url}/api/games", headers={"x-forwarded-for": f"2001:db8::{n:x}"})
        for n in range(30)
    ]
    assert [answer.status_code for answer in codes].count(429) == 10


def test_guests_are_not_made_without_end(fresh: Callable[..., Site]) -> None:
    site = fresh(guests=5)
    codes = [plain.get(f"{site.url}/api/me").status_code for _ in range(8)]
    assert codes == [200] * 5 + [429] * 3


# ---------------------------------------------------------------- forgotten


def test_a_code_of_the_operator_sets_a_new_password_once(
    own_database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with running(settings_for(own_database)) as site:
        ann, wanted = account(site)
        assert run(["people", "reset", wanted, "--db", own_database]) == 0
        code = capsys.readouterr().out.strip()
        assert run(["people", "reset", "nobody", "--db", own_database]) == 2
        body = {"login": wanted, "code": code, "password": "a brand new cheese"}
        lost = site.guest()
        wrong = lost.post("/api/account/reset", body | {"code": new_code()})
        assert wrong.status_code == 403
        weak = lost.post("/api/account/reset", body | {"password": "12345678"})
        assert weak.status_code == 403
        lower = body | {"code": code.lower().replace("-", " ")}
        assert lost.post("/api/account/reset", lower).json()["id"] == ann.me["id"]
        assert lost.get("/api/me").json()["id"] == ann.me["id"]
        assert who(site, ann.http.cookies["paddock"]) != ann.me["id"]
        assert site.guest().post("/api/account/reset", body).status_code == 403, "it is good once"
        assert sign_in(site.guest(), wanted, "a brand new cheese").status_code == 200
    assert code_digest("ab-cd") == code_digest(" ABCD")


# ---------------------------------------------------------------- a way out


def test_who_leaves_takes_their_name_and_a_copy_with_them(own_database: str) -> None:
    with running(settings_for(own_database)) as site:
        ann, _ = account(site, "Annabella")
        bob = site.guest("Bob")
        over, racing = ann.open("me", "open"), ann.open("me", "open")
        gathering = ann.open("me", "open", "open")
        for table in (over, racing):
            bob.join(table, 1)
        with ann.at(over, 0) as viewer:
            viewer.answer(viewer.until_asked())
            viewer.do("Talk", text="Annabella was here")
        ann.post(f"/api/tables/{over}/proposal", {"what": "abandon"})
        bob.put(f"/api/tables/{over}/proposal", {"yes": True})
        kept = ann.get("/api/me/export").json()
        assert kept["person"]["name"] == "Annabella"
        assert {card["id"] for card in kept["tables"]} == {over, racing, gathering}
        assert "Annabella" in kept["records"][over]
        assert len(kept["sessions"]) == 1
        assert leave(ann, "wrong").status_code == 403
        cookie = ann.http.cookies["paddock"]
        with bob.at(racing, 1) as viewer:
            assert leave(ann, STRONG).status_code == 204
            viewer.until(lambda now: now["seats"][0]["away"])
            viewer.until(lambda now: now["seats"][0]["name"] == "–")
        assert who(site, cookie) != ann.me["id"]
        for table in (over, racing, gathering):
            found = site.hub.store.read_sync(lambda c, t=table: rows(c, t))
            assert "Annabella" not in str(found)
        assert "Annabella" not in bob.get(f"/api/tables/{over}/replay").text
        assert "Annabella" not in bob.get(f"/api/tables/{over}/record").text
        assert "Annabella" not in bob.get("/api/lobby").text
        assert bob.card(gathering)["seats"][0]["kind"] == "open"
        stored = site.hub.store.read_sync(
            lambda c: [c.execute(sa.select(t)).all() for t in (schema.persons, schema.tables)]
        )
        assert "Annabella" not in str(stored)
        with bob.at(racing, 1) as viewer:
            if ask := viewer.until_asked():
                assert viewer.answer(ask)["type"] == "Ack", "the race goes on"


def test_a_name_is_taken_out_of_what_is_packed(own_database: str) -> None:
    with running(settings_for(own_database)) as site:
        ann = site.guest("Annabella")
        table = ann.open("me", "Bob")
        ann.post(f"/api/tables/{table}/proposal", {"what": "abandon"})
        cookies = ann.http.cookies
    set_back(own_database, 20 * 24 * HOUR)
    with running(settings_for(own_database)) as site:
        assert retention.apply_retention(site.hub.store, site.hub.settings).packed == 1
        ann = site.guest()
        ann.http.cookies = cookies
        assert leave(ann).status_code == 204
        assert "Annabella" not in site.guest("Bob").get(f"/api/tables/{table}/record").text


def test_guests_who_do_not_come_back_are_forgotten(own_database: str) -> None:
    with running(settings_for(own_database)) as site:
        gone, racing = site.guest("Gone"), site.guest("Racing")
        _, wanted = account(site)
        racing.open("me", "Bob")
        store = site.hub.store

        def aged(connection: sa.Connection) -> None:
            ago = 100 * 24 * HOUR
            seen, created = schema.sessions.c.seen - ago, schema.persons.c.created - ago
            connection.execute(sa.update(schema.sessions).values(seen=seen))
            connection.execute(sa.update(schema.persons).values(created=created))

        store.writer.submit("", aged).result()
        fresh = site.guest("Fresh")
        assert retention.apply_retention(store, site.hub.settings).guests == 1
        assert gone.get("/api/me").json()["id"] != gone.me["id"]
        assert racing.get("/api/me").json()["id"] == racing.me["id"]
        assert fresh.get("/api/me").json()["id"] == fresh.me["id"]
        assert sign_in(site.guest(), wanted).status_code == 200


def test_a_stranger_has_no_account_to_speak_of(site: Site) -> None:
    with plain.Client(base_url=site.url) as stranger:
        for path in ("/api/sessions", "/api/me/export"):
            assert stranger.get(path).json()["code"] == "forbidden"
    assert json.loads(plain.get(f"{site.url}/api/games").text)

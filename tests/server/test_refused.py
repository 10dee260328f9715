"""Invalid requests are refused clearly and affect no one else."""

from __future__ import annotations

import http.client
import json
import threading
import time
from collections.abc import Callable

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from paddock.core.errors import PaddockError
from paddock.server.http.problems import refusal
from paddock.server.people.credentials import digest
from paddock.server.tables.table import UnreadableRow
from paddock.server.workers.jobs import WorkerFailed
from tests import plain
from tests.server.site import TIMEOUT_SECONDS, Site


def test_nobody_moves_for_a_foreign_seat_or_looks_through_it(site: Site) -> None:
    ann, bob = site.guest("Ann"), site.guest("Bob")
    table = ann.open("me", "open")
    bob.join(table, 1)
    with bob.at(table, 0) as b:
        assert b.frames[-1]["code"] == "not-yours"
        answer = b.do("Answer", seat=0, ask=0, moves=[{"type": "Choose", "gear": 1}])
        assert answer["code"] == "not-yours"
        answer = b.do("Answer", seat=77, ask=0, moves=[{"type": "Choose", "gear": 1}])
        assert answer["code"] == "not-yours"
    with plain.Client(base_url=site.url) as stranger:
        seen = stranger.get(f"/api/tables/{table}/replay", params={"eye": 0})
        assert (seen.status_code, seen.json()["code"]) == (403, "not-yours")
        assert stranger.get(f"/api/tables/{table}/record").json()["code"] == "closed"


@pytest.mark.parametrize("kind", [WorkerFailed, UnreadableRow, PaddockError])
def test_what_went_wrong_inside_is_for_us_alone(kind: type[PaddockError]) -> None:
    told = refusal(kind("a worker died: EOFError()"), "en")
    assert "EOFError" not in told.text
    assert told.text
    assert told.code == ("unavailable" if kind is WorkerFailed else "forbidden")


def test_a_forged_cookie_is_nobodys(site: Site) -> None:
    ann, mallory = site.guest("Ann"), site.guest("Mallory")
    table = ann.open("me", "Bob")
    session = ann.http.cookies["paddock"]
    for forged in (ann.me["id"], digest(session), session[:-1], session + "x", "x" * 500):
        with mallory.socket(table, cookie=f"paddock={forged}") as connection:
            connection.send(json.dumps({"type": "Hello", "eye": 0}))
            assert json.loads(connection.recv(TIMEOUT_SECONDS))["code"] == "not-yours"
        mallory.http.cookies.clear()
        mallory.http.cookies.set("paddock", forged)
        assert mallory.get("/api/me").json()["id"] != ann.me["id"]


def test_malformed_frames_are_told_so_and_the_socket_stays(site: Site) -> None:
    ann = site.guest("Ann")
    table = ann.open("me", "Bob")
    wrong = [
        "{",
        "[]",
        '"x"',
        "null",
        '{"type":"Nothing"}',
        '{"type":"Hello","eye":"x"}',
        "[" * 9000,
    ]
    wrong += ['{"type":"Hello","more":1}', '{"type":"Answer","id":"","seat":0,"ask":0,"moves":[]}']
    with ann.at(table, 0) as viewer:
        for text in wrong:
            viewer.connection.send(text)
            assert viewer.receive(lambda f: f["type"] == "Refusal")["code"] == "unreadable", text
        viewer.send("Ping", at=7)
        assert viewer.receive(lambda f: f["type"] == "Pong")["at"] == 7


def test_an_oversized_frame_ends_the_socket_and_nothing_else(site: Site) -> None:
    ann = site.guest("Ann")
    table = ann.open("me", "Bob")
    with ann.at(table, 0) as viewer, ann.at(table, 0) as other:
        with pytest.raises(ConnectionClosed):  # noqa: PT012
            viewer.connection.send('{"type":"Talk","id":"x","text":"' + "x" * 40_000 + '"}')
            while True:
                viewer.receive()
        assert other.answer(other.until_asked())["type"] == "Ack"


def test_an_oversized_or_malformed_body_is_refused(site: Site) -> None:
    ann = site.guest("Ann")
    large = ann.post("/api/tables", {"game": "template", "seats": [], "x": "x" * 100_000})
    assert (large.status_code, large.json()["code"]) == (413, "too-large")
    headers = ann.headers() | {"content-type": "application/json"}
    for body in ("{", "[]", "null", '{"game":"template"}', '{"game":1,"seats":[]}'):
        answer = ann.http.post("/api/tables", content=body, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (400, "unreadable"), body
    bad = {"game": "template", "seats": [{"type": "Me"}] * 2}
    assert ann.post("/api/tables", bad | {"options": {"laps": 3}}).status_code == 400
    assert ann.post("/api/tables", bad | {"seats": [{"type": "Me"}] * 16}).status_code == 400
    assert ann.post("/api/tables", bad | {"game": "chess"}).status_code == 404


def test_what_is_unknown_is_said_to_be(site: Site) -> None:
    ann = site.guest("Ann")
    for path in ("/api/tables/nowhere", "/api/games/chess", "/api/nothing", "/api/tables/x/replay"):
        answer = ann.get(path, lang="it")
        assert (answer.status_code, answer.json()["code"]) == (404, "unknown"), path
        assert answer.json()["text"] == "Qui non c'è nulla del genere."
    with ann.socket("nowhere") as connection:
        told = json.loads(connection.recv(TIMEOUT_SECONDS))
    assert told == {"type": "Bye", "code": "unknown", "again": False}


def test_another_site_cannot_open_a_socket_or_post(site: Site) -> None:
    ann = site.guest("Ann")
    table = ann.open("me", "Bob")
    with pytest.raises(InvalidStatus), ann.socket(table, origin="https://elsewhere.example"):
        pass
    with ann.socket(table, origin=site.url):
        pass
    assert ann.http.post("/api/tables", json={}).json()["code"] == "forbidden"


def test_answers_forbid_what_pages_do_not_need(site: Site) -> None:
    for path in ("/", "/api/games", "/api/nothing"):
        headers = plain.get(site.url + path).headers
        assert "default-src 'none'" in headers["content-security-policy"], path
        assert "script-src 'self';" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
    cookie = plain.get(f"{site.url}/api/me").headers.get_list("set-cookie")
    mine = next(text for text in cookie if text.startswith("paddock="))
    assert "HttpOnly" in mine
    assert "SameSite=lax" in mine


def test_who_floods_a_socket_is_told_to_slow_down(fresh: Callable[..., Site]) -> None:
    site = fresh(frames=5)
    ann = site.guest("Ann")
    table = ann.open("me", "Bob")
    with ann.at(table, 0) as viewer, ann.at(table, 0) as other:
        for n in range(200):
            viewer.send("Ping", at=n)
        viewer.receive(lambda f: f["type"] == "Refusal" and f["code"] == "too-many")
        assert other.answer(other.until_asked())["type"] == "Ack"


def test_too_many_sockets_from_one_place_are_refused(fresh: Callable[..., Site]) -> None:
    site = fresh(sockets=2)
    ann = site.guest("Ann")
    table = ann.open("me", "Bob")
    with ann.at(table, 0) as viewer, ann.at(table, 1):
        with pytest.raises(InvalidStatus), ann.socket(table):
            pass
        assert viewer.answer(viewer.until_asked())["type"] == "Ack"


def test_nobody_keeps_more_tables_than_they_can_play_at(fresh: Callable[..., Site]) -> None:
    site = fresh(tables=2)
    ann, bob = site.guest("Ann"), site.guest("Bob")
    for _ in range(2):
        ann.open("me", "open")
    seats = [{"type": "Me"}, {"type": "Open"}]
    answer = ann.post("/api/tables", {"game": "template", "seats": seats})
    assert (answer.status_code, answer.json()["code"]) == (429, "too-many")
    bob.open("me", "open")


@pytest.mark.slow
def test_four_thousand_requests_in_a_burst(fresh: Callable[..., Site]) -> None:
    """They are refused while a race at another table continues."""
    site = fresh(rate=300)
    ann = site.guest("Ann")
    table = ann.open("me", "Bob")
    codes: list[int] = []

    def burst() -> None:
        # cheap for the server
        client = http.client.HTTPConnection("127.0.0.1", site.port, timeout=TIMEOUT_SECONDS)
        for _ in range(1000):
            client.request("GET", "/api/games")
            answer = client.getresponse()
            answer.read()
            codes.append(answer.status)
        client.close()

    start = time.monotonic()
    with ann.at(table, 0) as viewer:
        threads = [threading.Thread(target=burst) for _ in range(4)]
        for thread in threads:
            thread.start()
        while any(thread.is_alive() for thread in threads):
            viewer.send("Ping", at=1)
            viewer.receive(lambda frame: frame["type"] == "Pong")
            threads[0].join(0.2)
    assert len(codes) == 4000
    assert set(codes) == {200, 429}
    minutes = int((time.monotonic() - start) // 60) + 2  # those that the burst touched
    assert codes.count(200) <= 300 * minutes
    assert plain.get(f"{site.url}/health").json()["status"] == "ok"

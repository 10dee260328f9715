"""Several processes with one database: any of them can serve any table."""

from __future__ import annotations

import contextlib
import signal
import socket
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests import plain
from tests.needs import find
from tests.ports import reserve_port
from tests.server.conftest import settings_for
from tests.server.processes import Server
from tests.server.site import TIMEOUT_SECONDS, Guest, Site, running, until


def moved_to(guest: Guest, site: Site) -> Guest:
    """The same person at another server."""
    other = site.guest()
    other.http.cookies = guest.http.cookies
    return other


def play_across(first: Site, second: Site) -> None:
    """Two people at two servers: each sees the other's rows."""
    ann, bob = first.guest("Ann"), second.guest("Bob")
    table = ann.open("me", "open")
    assert bob.join(table, 1).json()["state"] == "racing"
    with ann.at(table, 0) as a, bob.at(table, 1) as b:
        for _ in range(6):
            a.until(lambda now: now["state"] == "racing")
            mover, other = (a, b) if a.now["asks"] else (b, a)
            mover.until_asked()
            version = mover.answer(mover.now["asks"][0])["version"]
            other.until_version(version)
            mover.until_version(version)


def test_two_servers_share_their_tables_and_people(database: str) -> None:
    with running(settings_for(database)) as first, running(settings_for(database)) as second:
        play_across(first, second)
        ann = first.guest("Ann")
        assert moved_to(ann, second).get("/api/me").json() == ann.me
        if database.startswith("postgresql"):
            only_others_hear(first, second)


def only_others_hear(first: Site, second: Site) -> None:
    """A process does not read its own rows again."""
    until(lambda: first.hub.notifier.backend and second.hub.notifier.backend)
    own, others = list[str](), list[str]()
    first.hub.notifier.heard, second.hub.notifier.heard = own.append, others.append
    ann = first.guest("Ann")
    table = ann.open("me", "Bob")
    with ann.at(table, 0) as viewer:
        assert viewer.answer(viewer.until_asked())["type"] == "Ack"
    until(lambda: table in others)
    assert own == []


def test_nobody_is_refused_for_what_a_process_has_not_heard_yet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Regression (chaos): a process that was behind refused an answer as not asked for, and a
    person who had just sat down through another process could not see the view of the seat."""
    db = f"sqlite:///{tmp_path / 'shared.db'}"
    with running(settings_for(db)) as first, running(settings_for(db)) as second:
        ann, bob = first.guest("Ann"), first.guest("Bob")
        table = ann.open("me", "open")
        with moved_to(ann, second).at(table, 0) as a:
            until(lambda: second.hub.periodic.others)

            async def hears_nothing() -> None:
                """Disable polling."""

            monkeypatch.setattr(second.hub.periodic, "poll", hears_nothing)
            assert second.hub.open_tables[table].table.state == "gathering"
            assert bob.join(table, 1).json()["state"] == "racing"
            with moved_to(bob, second).at(table, 1) as b:
                assert b.frames[0]["type"] == "Whole", b.frames
            live = first.hub.open_tables[table]
            with ann.at(table, 0) as mine, bob.at(table, 1) as theirs:
                eyes = {0: mine, 1: theirs}
                began = mine.until_asked()["number"]
                while not (ask := again_asked(live, began)):
                    viewer = eyes[live.table.asked_seats()[0]]
                    viewer.until_version(live.table.version)
                    assert viewer.answer(viewer.now["asks"][0])["type"] == "Ack"
                mine.until_version(live.table.version)
                assert second.hub.open_tables[table].table.version < live.table.version
                answered = a.answer(mine.now["asks"][0])
            assert answered["type"] == "Ack", (ask, answered)


def again_asked(live: Any, began: int) -> int:
    """Number of the first seat's ask, once it is a new one."""
    number = live.table.referee.ask_number(0)
    return int(number) if 0 in live.table.asked_seats() and number > began else 0


def listens(port: int) -> bool:
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
        return True
    return False


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[str]:
    port = reserve_port()
    command = [str(find("redis")), "--port", str(port), "--save", "", "--dir", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        until(lambda: listens(port))
        yield f"redis://127.0.0.1:{port}/0"
        process.terminate()


@pytest.mark.needs("redis")
def test_redis_rings_the_bell_and_counts_requests(
    redis: str, fresh: Callable[..., Site], tmp_path: Path
) -> None:
    db = f"sqlite:///{tmp_path / 'shared.db'}"
    first = fresh(db=db, redis=redis, rate=40)
    second = fresh(db=db, redis=redis, rate=40)
    until(lambda: first.hub.notifier.backend and second.hub.notifier.backend)
    play_across(first, second)
    codes = [
        plain.get(f"{site.url}/api/games").status_code
        for site in (first, second)
        for _ in range(25)
    ]
    assert codes[0] == 200
    assert codes[-1] == 429, "what one process counted, the other knows"


def test_a_server_that_is_told_to_stop_says_so_and_another_goes_on(tmp_path: Path) -> None:
    server = Server(f"sqlite:///{tmp_path / 'stop.db'}").start()
    ann = server.site.guest("Ann")
    table = ann.open("me", "Bob")
    with ann.socket(table) as connection:
        connection.send('{"type":"Hello","eye":0}')
        connection.recv(TIMEOUT_SECONDS)
        server.kill(signal.SIGTERM)
    server.start()
    try:
        with ann.at(table, 0) as viewer:
            assert viewer.answer(viewer.until_asked())["type"] == "Ack"
        text = ann.get("/metrics").text
        assert "paddock_rows_total" in text
        assert "paddock_sockets" in text
    finally:
        server.kill(signal.SIGTERM)


def test_pages_are_served_and_anything_else_is_the_app(
    fresh: Callable[..., Site], tmp_path: Path
) -> None:
    pages = tmp_path / "pages"
    (pages / "assets").mkdir(parents=True)
    (pages / "index.html").write_text("<!doctype html>the app")
    (pages / "assets" / "app.js").write_text("export {}")
    (tmp_path / "secret.txt").write_text("secret")
    site = fresh(static=str(pages))
    for path in ("/", "/table/abc", "/games/street-illegal"):
        answer = plain.get(site.url + path)
        assert (answer.status_code, answer.text) == (200, "<!doctype html>the app"), path
        assert answer.headers["content-type"].startswith("text/html")
    for path in ("/..%2fsecret.txt", "/manifest.webmanifest"):
        answer = plain.get(site.url + path)
        assert answer.status_code == 404
        assert "secret" not in answer.text.replace("secret.txt", "")
    script = plain.get(f"{site.url}/assets/app.js")
    assert "javascript" in script.headers["content-type"]
    assert "immutable" in script.headers["cache-control"]
    (pages / "assets" / "app.js").write_text("export {};" * 1000)
    zipped = {"accept-encoding": "gzip"}
    plainly = {"accept-encoding": "identity"}
    for headers, packed in ((zipped, True), (plainly, False)):
        script = plain.get(f"{site.url}/assets/app.js", headers=headers)
        assert script.text == "export {};" * 1000, "what has changed is read again"
        assert (script.headers.get("content-encoding") == "gzip") is packed
        assert int(script.headers["content-length"]) < 1000 or not packed

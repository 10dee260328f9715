"""Webhooks: a receiver cannot harm the server."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import resource
import socket
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
import sqlalchemy as sa

from paddock.server.live import webhooks
from paddock.server.live.notices import service
from paddock.server.live.webhooks import BadWebhook, check, is_public
from paddock.server.store import outages, schema
from tests.server.conftest import settings_for
from tests.server.site import TIMEOUT_SECONDS, Eye, Guest, Json, Site, in_a_loop, running, until


def add_webhook(guest: Guest, url: str) -> str:
    """Add a webhook; returns the id of its channel."""
    answer = guest.post("/api/me/notices/channels", {"type": "NewWebhook", "url": url})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["channels"][-1]["id"])


def result_of(guest: Guest) -> Json:
    """The last channel of a guest, with its last result."""
    return dict(guest.get("/api/me/notices").json()["channels"][-1])


def start(fresh: Callable[..., Site], **more: Any) -> Site:
    """A server that collects nothing: notices go out at once."""
    return fresh(**{"private_webhooks": True, "notice_delay": 0, "notice_gap": 0} | more)


@contextlib.contextmanager
def answering(answer: Callable[[socket.socket], None]) -> Iterator[tuple[str, list[float]]]:
    """A receiver with custom behaviour; yields its address and its visitors."""
    came: list[float] = []
    listening = socket.create_server(("127.0.0.1", 0))

    def serve(connection: socket.socket) -> None:
        with connection, contextlib.suppress(OSError):
            connection.recv(65536)
            answer(connection)

    def accept() -> None:
        with contextlib.suppress(OSError):
            while True:
                connection, _ = listening.accept()
                came.append(time.monotonic())
                threading.Thread(target=serve, args=(connection,), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    yield f"http://127.0.0.1:{listening.getsockname()[1]}/", came
    listening.close()


def endless(connection: socket.socket) -> None:
    connection.sendall(b"HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n\r\n")
    for _ in range(2000):
        connection.sendall(b"x" * 1_000_000)


@functools.cache
def compressed_zeros() -> bytes:
    """A quarter of a gigabyte of zeros, compressed."""
    packer = zlib.compressobj(1, wbits=31)
    return b"".join(packer.compress(b"\0" * 1_000_000) for _ in range(250)) + packer.flush()


def compressed(connection: socket.socket) -> None:
    body = compressed_zeros()
    head = f"HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: {len(body)}\r\n\r\n"
    connection.sendall(head.encode() + body)


def dripping(connection: socket.socket) -> None:
    connection.sendall(b"HTTP/1.1 200 OK\r\n")
    for n in range(600):
        connection.sendall(b"x-%d: y\r\n" % n)
        time.sleep(0.1)


def peak() -> float:
    """Peak memory of this process in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def turns_for(guest: Guest, url: str, rival: Guest) -> str:
    """A table where it is this absent guest's turn at once."""
    add_webhook(guest, url)
    table = rival.open("me", "open")
    guest.join(table, 1)
    return table


@pytest.mark.parametrize("answer", [endless, compressed])
def test_an_answer_is_not_read(
    fresh: Callable[..., Site],
    monkeypatch: pytest.MonkeyPatch,
    answer: Callable[[socket.socket], None],
) -> None:
    """What was found: one answer took the process from 84 to 1,869 MiB."""
    monkeypatch.setattr(service, "TIMEOUT_SECONDS", TIMEOUT_SECONDS)
    site = start(fresh)
    ann, mallory = site.guest("Ann"), site.guest("Mallory")
    compressed_zeros()
    before = peak()
    with answering(answer) as (url, came):
        turns_for(mallory, url, ann)
        until(lambda: came)
        until(lambda: site.hub.metrics.notices == 1)
        until(lambda: not site.hub.notices.sending)
    assert peak() - before < 64


def test_answers_that_drip_hold_up_only_their_own(
    fresh: Callable[..., Site], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Regression: four of them held all four slots."""
    monkeypatch.setattr(service, "TIMEOUT_SECONDS", 1.0)
    site = start(fresh)
    ann, bob = site.guest("Ann"), site.guest("Bob")
    quick = [b"HTTP/1.1 204 No Content\r\n\r\n"]
    with (
        answering(dripping) as (slow, dripped),
        answering(lambda connection: connection.sendall(quick[0])) as (url, came),
    ):
        for n in range(12):
            turns_for(site.guest(f"Mallory {n}"), slow, ann)
        turns_for(bob, url, ann)
        queue, host = site.hub.notices.queue, urlsplit(url).netloc
        until(lambda: came or queue.waiting_at(host))
        before = len(dripped)
        until(lambda: came)
        after = sum(one < came[0] for one in dripped)
        assert after - before < 2 * service.MAX_CONCURRENT, "one turn of those who drip, not three"
        until(lambda: not site.hub.notices.sending)


def told_tables(site: Site) -> int:
    """Number of tables whose notices went into the outbox."""
    c = schema.notices.c
    query = sa.select(sa.func.count(c.table_id.distinct())).where(c.told.is_not(None))
    found: int = site.hub.store.read_sync(lambda c: c.execute(query).scalar_one())
    return found


def test_a_webhook_that_fails_is_left_alone_for_a_while(
    fresh: Callable[..., Site], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "FIRST_BACKOFF_SECONDS", 3600.0)
    site = start(fresh)
    ann, mallory = site.guest("Ann"), site.guest("Mallory")
    wrong = b"HTTP/1.1 500 No\r\ncontent-length: 0\r\n\r\n"
    with answering(lambda connection: connection.sendall(wrong)) as (url, came):
        turns_for(mallory, url, ann)
        until(lambda: result_of(mallory)["failed"])
        for _ in range(3):
            table = ann.open("me", "open")
            mallory.join(table, 1)
        until(lambda: told_tables(site) == 4)
        until(lambda: not site.hub.notices.sending)
        assert len(came) == 1


def test_a_name_that_points_inside_later_is_not_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [["93.184.216.34"], ["93.184.216.34", "10.0.0.1"], ["127.0.0.1"]]

    async def main() -> None:
        loop = asyncio.get_running_loop()

        async def looked_up(host: str, port: int, **_: Any) -> list[Any]:
            return [(0, 0, 0, "", (address, port)) for address in found.pop(0)]

        monkeypatch.setattr(loop, "getaddrinfo", looked_up)
        assert await check("https://hooks.example/", private=False) == "93.184.216.34"
        for _ in range(2):
            with pytest.raises(BadWebhook):
                await check("https://hooks.example/", private=False)

    in_a_loop(main())


def test_a_notice_goes_to_the_address_that_was_looked_up(
    fresh: Callable[..., Site], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The name does not exist: a second lookup would fail."""

    async def checked(url: str, *, private: bool) -> str:
        return "127.0.0.1"

    monkeypatch.setattr(webhooks, "check", checked)
    site = start(fresh, private_webhooks=False)
    ann, bob = site.guest("Ann"), site.guest("Bob")
    with answering(lambda connection: connection.sendall(b"HTTP/1.1 204 No Content\r\n\r\n")) as (
        url,
        came,
    ):
        monkeypatch.setattr("paddock.server.http.notices.check", checked)
        turns_for(bob, url.replace("127.0.0.1", "hooks.example"), ann)
        until(lambda: came)


def test_a_redirect_is_not_followed(fresh: Callable[..., Site]) -> None:
    site = start(fresh)
    ann, mallory = site.guest("Ann"), site.guest("Mallory")
    with answering(lambda connection: connection.close()) as (inside, visited):
        head = f"HTTP/1.1 302 Found\r\nlocation: {inside}\r\n\r\n".encode()
        with answering(lambda connection: connection.sendall(head)) as (url, came):
            turns_for(mallory, url, ann)
            until(lambda: result_of(mallory)["failed"])
    assert (len(came), visited) == (1, [])


def test_addresses_of_the_open_network_are_public() -> None:
    for address in ("93.184.216.34", "2606:2800:220:1::1", "2a00:1450:4001::1"):
        assert is_public(address)


def sees_both(frame: Json, viewer: Eye) -> bool:
    """Whether a client was told that both are connected, by a presence frame or the news."""
    return frame.get("connected") == [0, 1] or all(s["connected"] for s in viewer.now["seats"])


def test_who_looks_through_another_process_is_not_called(
    own_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Regression: with two processes a connected player got 18 webhooks in a race."""
    monkeypatch.setattr(outages, "BEAT_SECONDS", 0.2)
    quick = b"HTTP/1.1 204 No Content\r\n\r\n"
    now = {"notice_delay": 0, "notice_gap": 0, "private_webhooks": True}
    settings = settings_for(own_database, **now)
    with (
        running(settings) as one,
        running(settings) as two,
        answering(lambda connection: connection.sendall(quick)) as (url, came),
    ):
        until(lambda: one.hub.periodic.others and two.hub.periodic.others)
        ann, bob = one.guest("Ann"), two.guest("Bob")
        add_webhook(bob, url)
        until(lambda: bob.me["id"] in one.hub.store.listeners.people)
        table = ann.open("me", "open", options={"length": 10})
        bob.site = two
        with bob.at(table) as early:
            assert early.now["state"] == "gathering"
        bob.join(table, 1)
        until(lambda: came)  # his turn began while he was away
        del came[:]
        with ann.at(table, 0) as a, bob.at(table, 1) as b:
            until(lambda: one.hub.elsewhere == {(table, bob.me["id"])})
            if not all(seat["connected"] for seat in a.now["seats"]):
                a.receive(lambda frame: sees_both(frame, a))
            for _ in range(6):
                for viewer in (a, b):
                    viewer.hello()
                    if viewer.now["asks"]:
                        ask = viewer.now["asks"][0]
                        viewer.answer(ask)
                        viewer.until_answered(ask)
        until(lambda: not one.hub.notices.sending and not two.hub.notices.sending)
        assert came == []

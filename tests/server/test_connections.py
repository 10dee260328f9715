"""Connection limits: timeouts and connections per address."""

from __future__ import annotations

import http.client
import io
import json
import logging
import socket
import threading
import time
from collections.abc import Callable

import httpx
import pytest

from paddock.server.common import connection_limit
from paddock.server.common.json_logging import JsonFormatter, Throttle
from paddock.server.sockets import uvicorn_protocols
from paddock.server.sockets.uvicorn_protocols import Limits
from tests import plain
from tests.server.site import TIMEOUT_SECONDS, Site, until


def closed_after(site: Site, sent: bytes, more: bytes = b"") -> float:
    """Seconds until the server closes a connection that sends this and then drips the rest."""
    with socket.create_connection(("127.0.0.1", site.port)) as connection:
        connection.sendall(sent)
        connection.settimeout(0.1)
        began = time.monotonic()
        while time.monotonic() - began < uvicorn_protocols.BODY_TIMEOUT_SECONDS + 40:
            try:
                if connection.recv(65536) == b"":
                    break
            except TimeoutError:
                if more:
                    connection.sendall(more)
            except OSError:
                break
        return time.monotonic() - began


@pytest.mark.parametrize(
    ("sent", "more"),
    [
        (b"", b""),
        (b"GET /api/games HTT", b""),
        (b"GET /api/games HTTP/1.1\r\nhost: x\r\n", b"x-a: b\r\n"),
        (b"POST /api/tables HTTP/1.1\r\nhost: x\r\ncontent-length: 9999\r\n\r\n{", b""),
        (b"POST /api/tables HTTP/1.1\r\nhost: x\r\ncontent-length: 9999\r\n\r\n{", b" "),
    ],
    ids=["nothing", "half a line", "headers that drip", "half a body", "a body that drips"],
)
def test_what_is_sent_by_halves_is_closed(
    fresh: Callable[..., Site], monkeypatch: pytest.MonkeyPatch, sent: bytes, more: bytes
) -> None:
    monkeypatch.setattr(uvicorn_protocols, "HEADERS_TIMEOUT_SECONDS", 0.5)
    monkeypatch.setattr(uvicorn_protocols, "BODY_TIMEOUT_SECONDS", 0.5)
    assert closed_after(fresh(), sent, more) < 30


def test_a_connection_that_is_kept_alive_may_be_used_again(
    fresh: Callable[..., Site], monkeypatch: pytest.MonkeyPatch
) -> None:
    site = fresh()
    client = http.client.HTTPConnection("127.0.0.1", site.port, timeout=TIMEOUT_SECONDS)
    for _ in range(3):  # unlike httpx it does not connect again by itself
        client.request("GET", "/api/games")
        answer = client.getresponse()
        answer.read()
        assert answer.status == 200
        monkeypatch.setattr(uvicorn_protocols, "HEADERS_TIMEOUT_SECONDS", 0.1)
        time.sleep(0.3)
    client.close()
    monkeypatch.setattr(uvicorn_protocols, "HEADERS_TIMEOUT_SECONDS", 1.0)
    ann = site.guest("Ann")
    table = ann.open("me", "Bob")
    with ann.at(table, 0) as viewer:
        time.sleep(1.2)
        assert viewer.answer(viewer.until_asked())["type"] == "Ack", "a socket is not late"


def test_an_address_has_so_many_connections(fresh: Callable[..., Site]) -> None:
    site = fresh(connections=6, proxies="192.0.2.1")
    held = [socket.create_connection(("127.0.0.1", site.port)) for _ in range(6)]
    until(lambda: refused(site))
    for connection in held:
        connection.close()
    until(lambda: not refused(site))


def refused(site: Site) -> bool:
    try:
        return plain.get(f"{site.url}/health", timeout=60).status_code != 200
    except httpx.HTTPError:
        return True


def test_a_proxy_is_no_place() -> None:
    limits = Limits(10, 2, "127.0.0.1, 10.0.0.1")
    assert [limits.enter("198.51.100.1") for _ in range(3)] == [True, True, False]
    assert all(limits.enter("10.0.0.1") for _ in range(4))
    assert [limits.enter("10.0.0.1") for _ in range(4)][-1] is False, "there is an end in all"
    for _ in range(3):
        limits.leave("198.51.100.1")
    assert limits.places["198.51.100.1"] == 0


# ---------------------------------------------------------------- sockets


def test_a_silent_reader_is_dropped_and_costs_little(
    fresh: Callable[..., Site], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("paddock.server.sockets.table_socket.CLOSE_GRACE_SECONDS", 0.2)
    site = fresh(frames=100_000)
    ann = site.guest("Ann")
    table = ann.open("me", "Bob")
    with ann.at(table, 0) as honest:
        for n in range(40):
            honest.do("Talk", text=f"{n} " + "x" * 400)
        sent = 0
        with socket.create_connection(("127.0.0.1", site.port)) as silent:
            silent.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            silent.sendall(upgrade(table))
            hello = masked(json.dumps({"type": "Hello"}).encode())
            until(lambda: len(site.hub.clients) == 2)
            [client] = [c for c in site.hub.clients if c.person is None]
            silent.settimeout(0.5)
            for _ in range(3000):
                try:
                    silent.sendall(hello)
                except OSError:
                    break
                sent += 1
            until(lambda: client not in site.hub.clients)
        assert client.queued <= 2 << 20
        assert site.hub.metrics.dropped >= 1
        assert honest.answer(honest.until_asked())["type"] == "Ack"


def upgrade(table: str) -> bytes:
    lines = [
        f"GET /api/tables/{table}/socket HTTP/1.1",
        "host: x",
        "connection: Upgrade",
        "upgrade: websocket",
        "sec-websocket-version: 13",
        "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==",
    ]
    return "\r\n".join([*lines, "", ""]).encode()


def masked(text: bytes) -> bytes:
    assert len(text) < 126
    return bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text


@pytest.mark.usefixtures("no_refill")
def test_hello_is_dear(fresh: Callable[..., Site]) -> None:
    site = fresh(frames=20)
    ann = site.guest("Ann")
    table = ann.open("me", "Bob")
    with ann.at(table, 0) as viewer:
        for _ in range(10):
            viewer.send("Hello", eye=0)
        answers = ("Whole", "Refusal")
        kinds = [viewer.receive(lambda f: f["type"] in answers)["type"] for _ in range(10)]
        assert kinds == ["Whole"] * 3 + ["Refusal"] * 7


def test_many_sockets_from_one_place_share_what_they_may_ask_for(
    fresh: Callable[..., Site],
) -> None:
    """Regression: 20 sockets that said Hello made pages of others 150 times slower."""
    site = fresh(frames=20)
    ann = site.guest("Ann")
    table = ann.open("me", "Bob")
    told, began = [], time.monotonic()
    end = time.monotonic() + 0.7

    def flood() -> None:
        with ann.socket(table) as connection:
            while time.monotonic() < end:
                connection.send(json.dumps({"type": "Hello"}))
                told.append(json.loads(connection.recv(60))["type"])
                time.sleep(0.05)

    threads = [threading.Thread(target=flood) for _ in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    rate = connection_limit.ADDRESS_FRAMES_FACTOR * 20 / 10  # Hellos per second
    took = time.monotonic() - began
    assert told.count("Whole") <= (2 + took) * rate + 20, "the reserve, what time gives, a debt"


# ---------------------------------------------------------------- lines of log


@pytest.mark.usefixtures("no_refill")
def test_a_flood_of_log_is_cut_and_counted() -> None:
    out = io.StringIO()
    handler = logging.StreamHandler(out)
    handler.setFormatter(JsonFormatter())
    handler.addFilter(Throttle())
    log = logging.Logger("flood")
    log.addHandler(handler)
    for n in range(10_000):
        log.error("socket.accept() out of system resource %d", n)
    log.error("something else")
    lines = out.getvalue().splitlines()
    assert len(lines) == 21
    last = json.loads(lines[-1])
    assert last["text"] == "something else"
    assert sum(json.loads(line).get("left_out", 0) for line in lines) + len(lines) == 10_001
    log.error("x" * 100_000)
    assert len(out.getvalue().splitlines()[-1]) < 10_000

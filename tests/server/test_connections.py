"""Connection limits: timeouts and connections per address."""

from __future__ import annotations

import contextlib
import http.client
import io
import json
import logging
import socket
import sys
import threading
import time
from collections.abc import Callable

import httpx
import pytest
from sqlalchemy.exc import OperationalError, ProgrammingError

from paddock.server.common import connection_limit, json_logging
from paddock.server.common.json_logging import JsonFormatter, Throttle
from paddock.server.people.client_address import BadProxies, TrustedProxies
from paddock.server.sockets import table_socket, uvicorn_protocols
from paddock.server.sockets.uvicorn_protocols import Limits
from tests import plain
from tests.server.site import TIMEOUT_SECONDS, Site, until


def wait_until_closed(site: Site, sent: bytes, more: bytes) -> None:
    """Send this and then drip the rest, until the server closes the connection."""
    with socket.create_connection(("127.0.0.1", site.port)) as connection:
        connection.sendall(sent)
        connection.settimeout(0.1)

        def is_closed() -> bool:
            try:
                return connection.recv(65536) == b""
            except TimeoutError:
                with contextlib.suppress(ConnectionError):
                    connection.sendall(more)
                return False
            except ConnectionError:
                return True

        until(is_closed)


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
    wait_until_closed(fresh(), sent, more)


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
    monkeypatch.setattr(uvicorn_protocols, "HEADERS_TIMEOUT_SECONDS", 60.0)
    ann = site.guest("Ann")
    table = ann.open("me", "Bob")
    monkeypatch.setattr(uvicorn_protocols, "HEADERS_TIMEOUT_SECONDS", 2.0)
    with ann.at(table, 0) as viewer:
        time.sleep(2.2)
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
        return plain.get(f"{site.url}/health").status_code != 200
    except httpx.HTTPError:
        return True


def test_a_proxy_is_no_place() -> None:
    limits = Limits(10, 2, TrustedProxies("127.0.0.1, 10.0.0.0/30"))
    assert [limits.enter("198.51.100.1") for _ in range(3)] == [True, True, False]
    assert all(limits.enter("10.0.0.1") for _ in range(4))
    assert [limits.enter("10.0.0.1") for _ in range(4)][-1] is False, "there is an end in all"
    for _ in range(3):
        limits.leave("198.51.100.1")
    assert limits.places["198.51.100.1"] == 0


def test_proxies_are_addresses_or_networks(fresh: Callable[..., Site]) -> None:
    """Regression: a network was accepted, and its connections still counted as one address."""
    known = TrustedProxies("127.0.0.1, 10.1.0.0/16,fd00::/8")
    assert all(one in known for one in ("127.0.0.1", "10.1.2.3", "::ffff:10.1.2.3", "fd00::7"))
    assert not any(one in known for one in ("127.0.0.2", "10.2.0.1", "fe80::1%eth0", "a file"))
    assert "anybody" in TrustedProxies("*")
    for wrong in ("10.1.0.7/16", "proxy.example.org", "10.0.0.0/33"):
        with pytest.raises(BadProxies, match="PADDOCK_PROXIES"):
            TrustedProxies(wrong)
    site = fresh(proxies="127.0.0.0/8", rate=5, connections=3)
    held = [socket.create_connection(("127.0.0.1", site.port)) for _ in range(6)]
    for number in range(3):
        header = {"x-forwarded-for": f"203.0.113.{number}"}
        codes = [plain.get(f"{site.url}/api/games", headers=header).status_code for _ in range(7)]
        assert codes == [200] * 5 + [429] * 2, "each visitor is counted alone"
    for connection in held:
        connection.close()


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
            while not site.hub.metrics.dropped:  # each visitor is told to all who watch
                with ann.at(table, 0):
                    assert client.queued <= 2 << 20
            until(lambda: client not in site.hub.clients)
        assert honest.answer(honest.until_asked())["type"] == "Ack"


def opened_socket(site: Site, table: str) -> socket.socket:
    """A WebSocket without a library, so that odd frames can be sent."""
    found = socket.create_connection(("127.0.0.1", site.port), timeout=TIMEOUT_SECONDS)
    found.sendall(upgrade(table))
    assert b"101" in found.recv(4096)
    return found


def is_ended(connection: socket.socket) -> bool:
    """Whether the server closes it; reads everything before."""
    try:
        while connection.recv(65536):
            pass
    except ConnectionError:
        pass
    return True


PING, PONG = b"\x89\x80\0\0\0\0", b"\x8a\x80\0\0\0\0"
FRAGMENT, NEXT_FRAGMENT = b"\x01\x80\0\0\0\0", b"\x00\x80\0\0\0\0"


@pytest.mark.parametrize("flood", [PING, PONG, NEXT_FRAGMENT], ids=["ping", "pong", "fragment"])
@pytest.mark.usefixtures("no_refill")
def test_frames_that_are_no_message_are_counted(fresh: Callable[..., Site], flood: bytes) -> None:
    """Regression: four sockets with 300 KiB of pings a second stopped the server."""
    site = fresh()
    table = site.guest("Ann").open("me", "Bob")
    first = FRAGMENT if flood == NEXT_FRAGMENT else b""
    few = int(uvicorn_protocols.MAX_CONTROL_FRAMES)
    with opened_socket(site, table) as patient:
        patient.sendall(PING * few + masked(b'{"type":"Ping","at":1}'))
        read = b""
        while b"Pong" not in read:
            read += patient.recv(4096)
    with opened_socket(site, table) as hostile:
        hostile.sendall(first + flood * 40_000)
        assert is_ended(hostile)
    assert rejections(site)["control-frames"] == 1


def rejections(site: Site) -> dict[str, int]:
    found: dict[str, int] = site.hub.metrics.rejections
    return found


def test_tiny_frames_are_parsed_as_they_are_taken(fresh: Callable[..., Site]) -> None:
    """What is not taken yet stays unparsed: 40,000 frames of one read would take 13 MB."""
    site = fresh(frames=20)
    table = site.guest("Ann").open("me", "Bob")
    with opened_socket(site, table) as hostile:
        hostile.sendall(masked(b"x") * 40_000)
        until(lambda: site.hub.metrics.refusals > 10)
        most = max(len(client.queue._queue) for client in site.hub.clients)
        assert most <= table_socket.MAX_QUEUED_FRAMES
        assert site.hub.metrics.frames_in < 4_000
        assert plain.get(f"{site.url}/api/games").status_code == 200


def test_a_body_in_chunks_is_refused_before_it_is_parsed(fresh: Callable[..., Site]) -> None:
    """Regression: four connections with chunks of one byte stopped the server."""
    site = fresh()
    head = b"POST /api/tables HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n"
    with socket.create_connection(("127.0.0.1", site.port)) as hostile:
        hostile.settimeout(TIMEOUT_SECONDS)
        with contextlib.suppress(ConnectionError):
            hostile.sendall(head + b"1\r\nx\r\n" * 40_000)
        with contextlib.suppress(ConnectionError):
            assert hostile.recv(4096).startswith(b"HTTP/1.1 411 ")
    until(lambda: rejections(site)["chunked-body"] == 1)
    large = {"game": "heat", "seats": [], "padding": "x" * 40_000}
    assert site.guest("Ann").post("/api/tables", large).status_code == 400, "a length is fine"


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
                told.append(json.loads(connection.recv(TIMEOUT_SECONDS))["type"])
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


def test_a_database_that_is_away_is_one_short_line() -> None:
    """Regression: a restart of the database left 60 kB of traces."""

    def line(wrong: Exception) -> dict[str, str]:
        try:
            raise wrong
        except Exception:
            record = logging.LogRecord("x", logging.ERROR, "", 0, "no", (), sys.exc_info())
        found: dict[str, str] = json.loads(JsonFormatter().format(record))
        return found

    away = line(OperationalError("SELECT 1", {}, Exception("refused\n" * 500)))
    assert "trace" not in away
    assert "OperationalError" in away["why"]
    assert len(away["why"]) <= 300
    assert "trace" in line(ProgrammingError("SELECT x", {}, Exception("no such column")))


def throttled_log() -> tuple[logging.Logger, io.StringIO]:
    out = io.StringIO()
    handler = logging.StreamHandler(out)
    handler.setFormatter(JsonFormatter())
    handler.addFilter(Throttle())
    log = logging.Logger("flood")
    log.addHandler(handler)
    return log, out


def test_the_same_line_is_logged_once_in_ten_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    log, out = throttled_log()
    clock = 1000.0
    monkeypatch.setattr(json_logging, "monotonic", lambda: clock)
    for _ in range(35):
        log.warning("Invalid HTTP request received.")
        log.error("a request failed", extra={"path": "/a"})
        log.error("a request failed", extra={"path": "/b"})
        clock += 1.0
    lines = [json.loads(line) for line in out.getvalue().splitlines()]
    bad = [line for line in lines if line["text"] == "Invalid HTTP request received."]
    assert [line.get("left_out", 0) for line in bad] == [0, 27, 27, 27]
    assert [line["path"] for line in lines if "path" in line] == ["/a", "/b"] * 4


@pytest.mark.usefixtures("no_refill")
def test_a_flood_of_log_is_cut_and_counted() -> None:
    log, out = throttled_log()
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

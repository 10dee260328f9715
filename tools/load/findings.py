"""What strangers were found to do to the server of ef021335, tried at the servers of checkouts.

    python -m tools.load.findings ../old .

Each finding is tried through the open interface only, so that servers of before can be asked too.
The exit code is 1 if one does not hold on the last checkout. What cannot be tried from outside (
recipes, membership) has tests.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import socket as sockets
import sqlite3
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

import httpx
from msgspec import Struct
from tests import plain
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tools.load.tables import Process

WAIT_SECONDS = 120.0
"""How long a race of bots may take, and an answer."""
COPIES = 250  # of a finished race, for exports
FIRST_ROWS = 2  # a fork opens and starts
MAX_ROWS = 5_200  # of one person who fills a table
FLOOD_SECONDS = 4.0
MANY_VISITORS = 12
JUMP_SECONDS = 3_600.0
AFTER_JUMP_SECONDS = 5.0  # several looks for deadlines
JUMPING_SERVER = """
import os, runpy, sqlite3, sqlite3.dbapi2, time
really_connect = sqlite3.dbapi2.connect
def julianday(now):
    with open(os.environ["PADDOCK_JUMP_FILE"]) as file:
        return 2440587.5 + (time.time() + float(file.read())) / 86400
def connect(*given, **more):
    made = really_connect(*given, **more)
    made.create_function("julianday", 1, julianday)
    return made
sqlite3.connect = sqlite3.dbapi2.connect = connect
runpy.run_module("paddock.cli", run_name="__main__", alter_sys=True)
"""
"""Program of a server whose database has a clock that is ahead by the seconds in a file."""
FAST_BOTS = {"BOT_PAUSE": "0"}


class Result(Struct, frozen=True):
    holds: bool
    figure: str


class Server(Struct, frozen=True):
    process: Process
    file: Path
    jump_file: Path

    def visit(self, address: str = "203.0.113.1") -> Visitor:
        return Visitor(self, address)

    def query(self, sql: str, *given: object) -> list[tuple[Any, ...]]:
        with contextlib.closing(sqlite3.connect(self.file, timeout=30)) as connection, connection:
            return connection.execute(sql, given).fetchall()


class Visitor:
    """A guest behind a proxy, with a browser of their own."""

    def __init__(self, server: Server, address: str) -> None:
        headers = {"x-forwarded-for": address}
        self.server, self.headers = server, headers
        self.client = plain.Client(base_url=server.process.url, headers=headers)
        self.arrived = self.client.get("/api/me").status_code

    def ask(self, method: str, path: str, body: object = None, wait: float = 180) -> httpx.Response:
        csrf = {"x-paddock-csrf": self.client.cookies.get("paddock-csrf") or ""}
        return self.client.request(method, path, json=body, headers=csrf, timeout=wait)

    def open(self, game: str, *seats: dict[str, str], **more: object) -> str:
        body = {"game": game, "seats": [{"type": "Me"}, *seats], **more}
        return str(self.ask("POST", "/api/tables", body).raise_for_status().json()["id"])

    @contextlib.contextmanager
    def at(self, table: str, seat: int | None = None) -> Iterator[ClientConnection]:
        cookies = "; ".join(f"{one.name}={one.value}" for one in self.client.cookies.jar)
        url = f"ws://127.0.0.1:{self.server.process.port}/api/tables/{table}/socket"
        headers = {"cookie": cookies, **self.headers}
        with connect(url, additional_headers=headers, compression=None, max_size=None) as socket:
            socket.send(json.dumps({"type": "Hello", "eye": seat}))
            yield socket

    def finished_race(self) -> str:
        """A race that bots drove to its end."""
        bot = {"type": "Bot", "level": "random"}
        table = self.open("street-illegal", bot, bot)
        self.ask("DELETE", f"/api/tables/{table}/seats/0")
        end = time.monotonic() + WAIT_SECONDS
        while self.ask("GET", f"/api/tables/{table}").json()["state"] != "over":
            assert time.monotonic() < end, "the race does not end"
            time.sleep(0.2)
        return table


Check: TypeAlias = Callable[[Server], Result]


# ---------------------------------------------------------------- high


def try_exports(server: Server) -> Result:
    """Six exports that nobody waits for, and a replay."""
    ann = server.visit()
    table = ann.finished_race()
    for name, id in (("tables", "id"), ("log", "table_id"), ("sitters", "table_id")):
        columns = [row[1] for row in server.query(f"PRAGMA table_info({name})")]
        for n in range(COPIES):
            found = ", ".join("?" if column == id else column for column in columns)
            copy = f"INSERT INTO {name} SELECT {found} FROM {name} WHERE {id} = ?"  # noqa: S608
            server.query(copy, f"c{n}", table)

    def hang_up() -> None:
        with contextlib.suppress(httpx.HTTPError):
            ann.ask("GET", "/api/me/export", wait=2)

    threads = [threading.Thread(target=hang_up) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    began = time.monotonic()
    with contextlib.suppress(httpx.HTTPError):
        server.visit("203.0.113.9").ask("GET", f"/api/tables/{table}/replay?count=1", wait=30)
    took = time.monotonic() - began
    return Result(took < 5, f"a replay after six exports of {COPIES} races: {took:.1f} s")


def try_forks(server: Server) -> Result:
    ann = server.visit()
    table = ann.finished_race()
    rows = ann.ask("GET", f"/api/tables/{table}/replay?count=1").json()["of"]
    last = ann.ask("POST", f"/api/tables/{table}/fork", {"row": rows - 1, "seat": 0})
    inner = ann.ask("POST", f"/api/tables/{table}/fork", {"row": rows // 2, "seat": 0}).json()["id"]
    stored = server.query("SELECT count(*) FROM log WHERE table_id = ?", inner)[0][0]
    copied = max(0, stored - FIRST_ROWS - 5)  # a bot may have moved since
    figure = (
        f"a fork at row {rows // 2} stores {stored} rows; of the last moment: {last.status_code}"
    )
    return Result(last.status_code >= 400 and copied < rows // 4, figure)


def try_seats(server: Server) -> Result:
    ann, mallory = server.visit(), server.visit("203.0.113.2")
    open_seat = {"type": "Open"}
    tables = [ann.open("street-illegal", open_seat, open_seat, open_seat) for _ in range(10)]
    path = "/api/tables/{}/seats/{}"
    codes = [mallory.ask("POST", path.format(t, s), {}).status_code for t in tables for s in (1, 2)]
    taken = sum(code == 200 for code in codes)
    return Result(taken < len(codes), f"one guest took {taken} of {len(codes)} seats")


def try_lists(server: Server) -> Result:
    quiet = [
        server.visit(f"203.0.113.{n}").open("street-illegal", {"type": "Open"}) for n in (3, 4)
    ]
    loud = server.visit("203.0.113.5")
    for _ in range(40):
        loud.open("street-illegal", {"type": "Open"})
    shown = [
        card["id"] for card in server.visit("203.0.113.6").ask("GET", "/api/lobby").json()["open"]
    ]
    seen = sum(table in shown for table in quiet)
    return Result(
        seen == len(quiet), f"{seen} of {len(quiet)} hosts are shown next to 40 tables of one"
    )


def try_sealed_answers(server: Server) -> Result:
    """A sealed answer that is taken back again and again."""
    ann, live = server.visit(), {"type": "Live", "bank": 60, "increment": 10}
    table = ann.open("heat", {"type": "Here", "name": "Two"}, clock=live)
    with ann.at(table, 0) as socket:
        now = next_now(socket)
        while not now["asks"]:
            now = next_now(socket)
        before = now["seats"][0]["bank"]
        for n in range(6):
            ask = now["asks"][0]
            move = ask["options"][0]["move"]
            send(socket, "Answer", id=f"a{n}", seat=0, ask=ask["number"], moves=[move])
            now = next_now(socket)
            send(socket, "Undo", id=f"u{n}", seat=0, row=now["undo"])
            now = next_now(socket)
        gained = (now["seats"][0]["bank"] - before) / 1000
    return Result(gained <= 10, f"six answers taken back change the bank by {gained:+.0f} s")


def send(socket: ClientConnection, type: str, **fields: object) -> None:
    socket.send(json.dumps({"type": type, **fields}))


def next_now(socket: ClientConnection) -> dict[str, Any]:
    """The next state of the table that a socket is sent."""
    while True:
        frame = json.loads(socket.recv(timeout=WAIT_SECONDS))
        assert frame["type"] != "Refusal", frame
        if frame.get("now"):
            return dict(frame["now"])


# ---------------------------------------------------------------- medium


def try_rows(server: Server) -> Result:
    """One player fills the rows of a table; then another wants to leave."""
    ann, mallory = server.visit(), server.visit("203.0.113.2")
    table = ann.open("street-illegal", {"type": "Open"})
    seat = f"/api/tables/{table}/seats/1"
    mallory.ask("POST", seat, {}).raise_for_status()
    filled = 0
    for n in range(MAX_ROWS):
        answer = mallory.ask("DELETE" if n % 2 == 0 else "POST", seat, {} if n % 2 else None)
        if answer.status_code >= 400:
            break
        filled += 1
    code = ann.ask("DELETE", f"/api/tables/{table}/seats/0").status_code
    return Result(code == 200, f"after {filled} rows of one player another leaves: {code}")


def try_sign_in(server: Server) -> Result:
    owner, body = server.visit(), {"login": "keeper", "password": "a long sentence of mine"}
    owner.ask("POST", "/api/account", body).raise_for_status()
    mallory = server.visit("203.0.113.2")
    for n in range(66):
        mallory.ask("POST", "/api/session", {"login": "keeper", "password": f"wrong {n} wrong"})
    code = server.visit("203.0.113.3").ask("POST", "/api/session", body).status_code
    return Result(code == 200, f"the owner after 66 wrong tries from elsewhere: {code}")


def try_pings(server: Server) -> Result:
    """Four sockets that send pings; how often another's frames are answered meanwhile."""
    ann, mallory = server.visit(), server.visit("203.0.113.2")
    table = ann.open("street-illegal", {"type": "Open"})
    end = time.monotonic() + FLOOD_SECONDS + 1
    lines = f"GET /api/tables/{table}/socket HTTP/1.1\r\nhost: x\r\nconnection: Upgrade\r\n"
    lines += "upgrade: websocket\r\nsec-websocket-version: 13\r\n"
    lines += "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"

    def flood() -> None:
        with (
            contextlib.suppress(OSError),
            sockets.create_connection(("127.0.0.1", server.process.port), timeout=5) as raw,
        ):
            raw.sendall(lines.encode())
            while time.monotonic() < end:
                raw.sendall((b"\x89\x80" + bytes(4)) * 5000)

    for _ in range(4):
        threading.Thread(target=flood, daemon=True).start()
    answers = 0
    with contextlib.suppress(TimeoutError, ConnectionClosed, OSError), mallory.at(table) as socket:
        while (left := end - time.monotonic()) > 0:
            send(socket, "Ping", at=answers)
            while json.loads(socket.recv(timeout=left))["type"] != "Pong":
                pass
            answers += 1
            time.sleep(0.05)
    return Result(answers >= 20, f"{answers} answers to another next to four floods of pings")


def try_jump(server: Server) -> Result:
    """The database's clock jumps ahead while a race with clocks waits for a move."""
    ann, live = server.visit(), {"type": "Live", "bank": 60, "increment": 10}
    table = ann.open("street-illegal", {"type": "Here", "name": "Two"}, clock=live)
    with ann.at(table, 0) as socket:
        now = next_now(socket)
        while now["state"] != "racing":
            now = next_now(socket)
        server.jump_file.write_text(str(JUMP_SECONDS))
        time.sleep(AFTER_JUMP_SECONDS)
    with ann.at(table, 0) as socket:
        seats = next_now(socket)["seats"]
    banks = [round(seat["bank"] / 1000) for seat in seats]
    away = sum(seat["away"] for seat in seats)
    figure = f"banks of 60 s after a jump by an hour: {banks} s, {away} driven by bots"
    return Result(min(banks) > 30 and not away, figure)


def try_networks(server: Server) -> Result:
    """Visitors behind a proxy of a trusted network, with few connections for an address."""
    visitors: list[Visitor] = []
    with contextlib.suppress(httpx.HTTPError):
        visitors.extend(server.visit(f"198.51.100.{n}") for n in range(MANY_VISITORS))
    good = sum(visitor.arrived == 200 for visitor in visitors)
    return Result(good == MANY_VISITORS, f"{good} of {MANY_VISITORS} come in behind the proxy")


# ---------------------------------------------------------------- low


def try_export_of_fork(server: Server) -> Result:
    """A fork of a race that runs is abandoned, and exported with all that is hidden there."""
    ann = server.visit()
    table = ann.open("street-illegal", {"type": "Bot", "level": "random"})
    with ann.at(table, 0) as socket:
        while not (now := next_now(socket))["asks"]:
            pass
        ask = now["asks"][0]
        move = (ask["range"] or ask["options"][0])["move"]
        send(socket, "Answer", id="a", seat=0, ask=ask["number"], moves=[move])
        next_now(socket)
    body = {"row": 1, "seat": 0, "level": "random"}
    fork = ann.ask("POST", f"/api/tables/{table}/fork", body).raise_for_status().json()["id"]
    ann.ask("POST", f"/api/tables/{fork}/proposal", {"what": "abandon"}).raise_for_status()
    is_told = fork in ann.ask("GET", "/api/me/export").json()["records"]
    return Result(not is_told, f"its record is {'' if is_told else 'not '}in the export")


def try_names(server: Server) -> Result:
    ann, mallory = server.visit(), server.visit("203.0.113.2")
    ann.ask("PUT", "/api/me", {"name": "Ann"})
    mallory.ask("PUT", "/api/me", {"name": "\N{GREEK CAPITAL LETTER ALPHA}nn"})
    table = ann.open("street-illegal", {"type": "Open"}, {"type": "Open"})
    mallory.ask("POST", f"/api/tables/{table}/seats/1", {}).raise_for_status()
    name = ann.ask("GET", f"/api/tables/{table}").json()["seats"][1]["name"]
    return Result(len(name) > len("Ann"), f"Ann with a Greek letter sits next to Ann as {name!a}")


def try_old_key(server: Server) -> Result:
    """A person who was removed comes back as a new guest."""
    ann, mallory = server.visit(), server.visit("203.0.113.2")
    table = ann.open("street-illegal", {"type": "Open"}, {"type": "Open"}, locked=True)
    seat = f"/api/tables/{table}/seats/1"
    key = {"key": ann.ask("GET", f"/api/tables/{table}").json()["key"]}
    mallory.ask("POST", seat, key).raise_for_status()
    ann.ask("DELETE", seat).raise_for_status()
    code = server.visit("203.0.113.2").ask("POST", seat, key).status_code
    return Result(code >= 400, f"with the key of before: {code}")


def try_webhooks(server: Server) -> Result:
    ann, codes = server.visit(), []
    for address in ("192.0.0.192", "168.63.129.16"):
        url = f"http://{address}/x"
        answer = ann.ask("POST", "/api/me/notices/channels", {"type": "NewWebhook", "url": url})
        if answer.status_code in (404, 405):  # a server of before
            answer = ann.ask("PUT", "/api/me/webhook", {"url": url})
        codes.append(answer.status_code)
    return Result(min(codes) >= 400, f"webhooks to two addresses that are not public: {codes}")


def try_health(server: Server) -> Result:
    wal = server.file.with_name(f"{server.file.name}-wal")
    plain.get(f"{server.process.url}/health")
    before = wal.stat().st_size
    for _ in range(100):
        plain.get(f"{server.process.url}/health")
    grown = (wal.stat().st_size - before) / 4096
    return Result(grown < 50, f"100 probes write {grown:.0f} pages")


def try_end(server: Server) -> Result:
    """SIGTERM while somebody is connected. It is the last of all."""
    ann = server.visit()
    table, frames = ann.open("street-illegal", {"type": "Open"}), []
    with ann.at(table, 0) as socket:
        next_now(socket)
        server.process.stop()
        with contextlib.suppress(ConnectionClosed, TimeoutError):
            while True:
                frames.append(json.loads(socket.recv(timeout=10))["type"])
    return Result("Bye" in frames, f"frames after SIGTERM: {sorted(set(frames))}")


CHECKS: list[tuple[str, Check, dict[str, str]]] = [
    ("1 exports", try_exports, FAST_BOTS),
    ("2 forks", try_forks, FAST_BOTS),
    ("3 seats", try_seats, {}),
    ("3 lists", try_lists, {}),
    ("4 sealed answers", try_sealed_answers, {}),
    ("5 rows", try_rows, {}),
    ("6 sign-in", try_sign_in, {"LOGINS": "1000"}),
    ("7 pings", try_pings, {}),
    ("8 clock", try_jump, {}),
    ("9 networks", try_networks, {"PROXIES": "127.0.0.0/8", "CONNECTIONS": "5"}),
    ("low: export of a fork", try_export_of_fork, {}),
    ("low: names", try_names, {}),
    ("low: old key", try_old_key, {}),
    ("low: webhooks", try_webhooks, {}),
    ("low: /health", try_health, {}),
    ("low: Bye", try_end, {}),
]


def try_check(checkout: Path, check: Check, settings: dict[str, str]) -> Result:
    with tempfile.TemporaryDirectory() as folder:
        file, jump_file = Path(folder) / "findings.db", Path(folder) / "jump"
        jump_file.write_text("0")
        settings = settings | {"JUMP_FILE": str(jump_file)}
        module = ("-c", JUMPING_SERVER) if check is try_jump else ("-m", "paddock.cli")
        process = Process(f"sqlite:///{file}", checkout, settings, module=module)
        try:
            return check(Server(process, file, jump_file))
        except (httpx.HTTPError, AssertionError, TimeoutError, ConnectionClosed) as wrong:
            return Result(False, f"{type(wrong).__name__}: {wrong}"[:120])
        finally:
            process.stop()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkouts", nargs="+", type=Path)
    parser.add_argument("--only", default="", help="part of the name of a finding")
    given = parser.parse_args()
    failed = False
    for name, check, settings in CHECKS:
        if given.only not in name:
            continue
        for checkout in given.checkouts:
            found = try_check(checkout.resolve(), check, settings)
            failed |= not found.holds and checkout == given.checkouts[-1]
            verdict = "holds" if found.holds else "does not hold"
            sys.stdout.write(f"{name} | {checkout} | {verdict} | {found.figure}\n")
            sys.stdout.flush()
    raise SystemExit(failed)


if __name__ == "__main__":
    main()

"""Strangers do everything at once that was ever found to hurt, while honest people race: how long
their moves and sign-ins take, whether anything acknowledged is lost, whether a bot plays a default
for want of time, what memory and file come to.

    python -m tools.load.strangers                             three minutes, SQLite
    python -m tools.load.strangers --postgres --processes 2    two servers, a PostgreSQL of ours

The server has its usual limits. Strangers come from addresses of their own (of the loopback),
honest people through a proxy that names theirs. The exit code says whether it held.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import json
import logging
import os
import random
import secrets
import subprocess
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine
from pathlib import Path
from typing import Any

import httpx
import sqlalchemy as sa
from msgspec import Struct
from tests import plain
from tests.server.processes import TIMEOUT_SECONDS
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from paddock.server.store.engine import connect as connect_database
from tools.load.memory import GROWTH, memory_watched
from tools.load.tables import (
    FIVE,
    ROOT,
    Process,
    Table,
    database,
    hold_still,
    lateness,
    percentile,
)

ADDRESSES = [f"127.0.6.{n}" for n in range(1, 9)]
GOING = 5.0  # seconds that strangers have to go
MOVE_MS, SIGN_IN_MS = 150.0, 2000.0  # for 99 of 100 moves, and 95 of 100 sign-ins
LOGIN, PASSWORD = "honest", "a tyre of old cheese"
SIGN_IN_SECONDS = 1.0  # between two honest sign-ins
UPGRADE = (
    "connection: Upgrade",
    "upgrade: websocket",
    "sec-websocket-version: 13",
    "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==",
)
BOTS = [{"type": "Bot", "level": "mc"}] * 4
Attack = Callable[["Stranger"], Coroutine[Any, Any, None]]
GONE = (OSError, httpx.HTTPError, WebSocketException, TimeoutError, asyncio.IncompleteReadError)


class Stranger:
    """Somebody from an address of their own who means no good."""

    def __init__(self, port: int, address: str, seen: Counter[str]) -> None:
        self.port, self.address, self.seen = port, address, seen
        self.url = f"http://127.0.0.1:{port}"
        self.generator = random.Random(address)

    @contextlib.asynccontextmanager
    async def guest(self) -> AsyncIterator[httpx.AsyncClient]:
        transport = httpx.AsyncHTTPTransport(local_address=self.address)
        async with plain.AsyncClient(base_url=self.url, transport=transport, timeout=20) as client:
            await self.ask(client, "GET", "/api/me")
            yield client

    async def ask(
        self, client: httpx.AsyncClient, method: str, path: str, **more: Any
    ) -> httpx.Response:
        csrf = {"x-paddock-csrf": client.cookies.get("paddock-csrf") or ""}
        headers = csrf | more.pop("headers", {})
        answer = await client.request(method, path, headers=headers, **more)
        self.seen[f"HTTP {answer.status_code}"] += 1
        return answer

    async def table(self, client: httpx.AsyncClient, seats: list[dict[str, str]]) -> str:
        body = {"game": "street-illegal", "seats": seats}
        answer = await self.ask(client, "POST", "/api/tables", json=body)
        return str(answer.json().get("id", "none"))

    async def raw(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection(
            "127.0.0.1", self.port, local_addr=(self.address, 0), limit=4096
        )

    def socket(self, client: httpx.AsyncClient, table: str) -> connect:
        cookies = "; ".join(f"{c.name}={c.value}" for c in client.cookies.jar)
        return connect(
            f"ws://127.0.0.1:{self.port}/api/tables/{table}/socket",
            additional_headers={"cookie": cookies},
            local_addr=(self.address, 0),
            compression=None,
        )

    async def for_ever(self, attack: Attack) -> None:
        while True:
            try:
                await attack(self)
            except GONE as gone:
                self.seen[type(gone).__name__] += 1
            await asyncio.sleep(0.05)


# ---------------------------------------------------------------- what they do


async def strong_bots(one: Stranger) -> None:
    """Tables of four bots that think as long as they may."""
    async with one.guest() as client:
        for _ in range(10):
            await one.table(client, BOTS)


async def hostile_webhook(one: Stranger) -> None:
    """Notices to where the answer never ends, or drips."""

    async def answer(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n\r\n")
        with contextlib.suppress(OSError):
            while not writer.is_closing():
                drips = one.generator.getrandbits(1)
                writer.write(b"x" if drips else b"x" * (1 << 20))
                await asyncio.wait_for(writer.drain(), 20)
                await asyncio.sleep(0.2 if drips else 0.01)

    listening = await asyncio.start_server(answer, one.address, 0)
    port = listening.sockets[0].getsockname()[1]
    async with listening, one.guest() as client:
        url = f"http://{one.address}:{port}/"
        await one.ask(client, "PUT", "/api/me/webhook", json={"url": url})
        for _ in range(10):
            await one.table(client, [{"type": "Me"}, {"type": "Bot", "level": "random"}])
            await asyncio.sleep(1)


async def silent_readers(one: Stranger) -> None:
    """Sockets that ask for everything and read nothing."""
    async with one.guest() as client:
        table = await one.table(client, [{"type": "Me"}, {"type": "Open"}])
        cookies = "; ".join(f"{c.name}={c.value}" for c in client.cookies.jar)
    lines = [
        f"GET /api/tables/{table}/socket HTTP/1.1",
        "host: x",
        f"cookie: {cookies}",
        *UPGRADE,
    ]
    hello = json.dumps({"type": "Hello"}).encode()
    frame = bytes([0x81, 0x80 | len(hello), 0, 0, 0, 0]) + hello
    writers = []
    for _ in range(8):
        _, writer = await one.raw()
        writer.write("\r\n".join([*lines, "", ""]).encode())
        writers.append(writer)
    for _ in range(200):
        for writer in writers:
            writer.write(frame)
        await asyncio.sleep(0.05)
    for writer in writers:
        writer.close()


async def many_hellos(one: Stranger) -> None:
    async def say(client: httpx.AsyncClient, table: str) -> None:
        async with one.socket(client, table) as socket:
            for _ in range(100):
                await socket.send('{"type":"Hello"}')
                one.seen[kind(await asyncio.wait_for(socket.recv(), 20))] += 1

    async with one.guest() as client:
        table = await one.table(client, [{"type": "Me"}, {"type": "Open"}])
        found = await asyncio.gather(
            *(say(client, table) for _ in range(20)), return_exceptions=True
        )
        one.seen.update(type(wrong).__name__ for wrong in found if wrong is not None)


async def half_sent(one: Stranger) -> None:
    """Requests that are begun, and drip, and never end."""
    held = []
    with contextlib.suppress(OSError):
        for n in range(250):
            _, writer = await one.raw()
            begun = (
                b"",
                b"GET /api/ga",
                b"POST /api/tables HTTP/1.1\r\ncontent-length: 9000\r\n\r\n{",
            )
            writer.write(begun[n % 3])
            held.append(writer)
    for _ in range(20):
        await asyncio.sleep(0.5)
        for writer in held:
            writer.write(b" ")
    for writer in held:
        writer.close()


async def floods_of_talk(one: Stranger) -> None:
    """Talk, standing answers with padding, frames that are none."""
    async with one.guest() as client:
        table = await one.table(client, [{"type": "Me"}, {"type": "Here", "name": "Two"}])
        async with one.socket(client, table) as socket:
            await socket.send('{"type":"Hello","eye":0}')
            for n in itertools.count():
                await socket.send(nuisance(n, one.generator))
                if n % 5 == 0:
                    await drained(socket, one.seen)


def nuisance(n: int, generator: random.Random) -> str:
    id, pad = f"x{n}", "p" * generator.randint(0, 8000)
    match n % 5:
        case 0:
            return json.dumps({"type": "Talk", "id": id, "text": pad[:400] or "!"})
        case 1:
            standing = {"type": "SetStandingAnswer", "id": id, "seat": 0, "question": pad[:60]}
            return json.dumps(standing | {"move": {"type": "No", "pad": pad}})
        case 2:
            answer = {"type": "Answer", "id": id, "seat": generator.randint(-9, 9), "ask": n}
            return json.dumps(answer | {"moves": [{"type": "x", "y": pad}]})
        case 3:
            return "[" * generator.randint(1, 9000)
        case _:
            return pad


async def drained(socket: ClientConnection, seen: Counter[str]) -> None:
    with contextlib.suppress(TimeoutError):
        while True:
            seen[kind(await asyncio.wait_for(socket.recv(), 0.02))] += 1


def kind(frame: str | bytes) -> str:
    found = json.loads(frame)
    return str(found.get("code") or found["type"])


async def every_seat(one: Stranger) -> None:
    """Sit down wherever a seat is open, under the name of whoever sits there."""
    async with one.guest() as client:
        lobby = (await one.ask(client, "GET", "/api/lobby")).json()
        for card in lobby.get("open", []):
            for seat, place in enumerate(card["seats"]):
                if place["kind"] == "open":
                    body = {"name": card["host"] or "Host"}
                    path = f"/api/tables/{card['id']}/seats/{seat}"
                    await one.ask(client, "POST", path, json=body)


async def odd_requests(one: Stranger) -> None:
    """Nested bodies, odd paths, passwords tried, bodies too large."""
    async with one.guest() as client:
        post = {"content-type": "application/json"}
        for text in ("[" * 30_000, '{"a":' * 9_000, "x" * 70_000, '{"game":"heat","seats":7}'):
            await one.ask(client, "POST", "/api/tables", content=text, headers=post)
        for path in ("/api/tables/%00", "/%ff%fe", "/api/games/" + "x" * 3000, "/api/schema/x"):
            await one.ask(client, "GET", path)
        for login in ("admin", "İ" * 32, "bob\n", secrets.token_hex(4)):
            body = {"login": login, "password": "12345678"}
            await one.ask(client, "POST", "/api/session", json=body)


async def looking_back(one: Stranger) -> None:
    """Races played again from their beginning, records, moments gone on from, tracks judged: what
    is worked out for one page, as often as it may be asked for."""
    async with one.guest() as client:
        table = await one.table(client, [{"type": "Me"}, *BOTS[1:]])
        where, track = f"/api/tables/{table}", "[[" * 1999
        fork = {"row": 0, "seat": 0, "level": "easy"}
        for _ in range(20):
            await asyncio.gather(
                *(one.ask(client, "GET", f"{where}/replay") for _ in range(8)),
                one.ask(client, "GET", f"{where}/record"),
                one.ask(client, "POST", f"{where}/fork", json=fork),
                one.ask(client, "POST", f"{where}/review"),
                one.ask(client, "POST", "/api/studio/heat/judge", json={"text": track}),
                one.ask(client, "POST", "/api/studio/heat/report", json={"text": track}),
            )


async def hung_up_exports(one: Stranger) -> None:
    """Exports that nobody waits for, and forks of the last moments of a race."""
    async with one.guest() as client:
        table = await one.table(client, [{"type": "Me"}, *BOTS[1:]])
        where = f"/api/tables/{table}"
        await one.ask(client, "DELETE", f"{where}/seats/0")  # a bot drives on
        for _ in range(20):
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(one.ask(client, "GET", "/api/me/export"), 0.2)
            replay = (await one.ask(client, "GET", f"{where}/replay?count=1")).json()
            for back in (1, 2):
                fork = {"row": max(0, replay.get("of", 1) - back), "seat": 0, "level": "easy"}
                await one.ask(client, "POST", f"{where}/fork", json=fork)


async def control_frames(one: Stranger) -> None:
    """Pings, pongs, fragments and tiny frames by the thousand."""
    async with one.guest() as client:
        table = await one.table(client, [{"type": "Me"}, {"type": "Open"}])
    lines = [f"GET /api/tables/{table}/socket HTTP/1.1", "host: x", *UPGRADE]
    for kind in (b"\x89\x80", b"\x8a\x80", b"\x01\x80", b"\x00\x80", b"\x81\x80"):
        _, writer = await one.raw()
        writer.write("\r\n".join([*lines, "", ""]).encode())
        for _ in range(10):
            writer.write((kind + bytes(4)) * 5000)
            await asyncio.wait_for(writer.drain(), 20)
            await asyncio.sleep(0.1)
        writer.close()


async def tiny_chunks(one: Stranger) -> None:
    """Bodies in chunks of one byte."""
    for _ in range(20):
        _, writer = await one.raw()
        writer.write(b"POST /api/tables HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n")
        writer.write(b"1\r\nx\r\n" * 20_000)
        await asyncio.sleep(0.2)
        writer.close()


async def guesses(one: Stranger) -> None:
    """Passwords tried on an honest account, and probes of the server's health."""
    async with one.guest() as client:
        for _ in range(20):
            body = {"login": LOGIN, "password": secrets.token_hex(6)}
            await one.ask(client, "POST", "/api/session", json=body)
            await one.ask(client, "GET", "/health")
            await asyncio.sleep(0.2)


async def churn(one: Stranger) -> None:
    """Connections that come and go."""
    for _ in range(200):
        _, writer = await one.raw()
        writer.write(b"GET / HTTP/1.0\r\n\r\n" if one.generator.getrandbits(1) else os.urandom(80))
        writer.close()
        await asyncio.sleep(0.002)


ATTACKS: list[Attack] = [
    strong_bots,
    hostile_webhook,
    silent_readers,
    many_hellos,
    half_sent,
    floods_of_talk,
    every_seat,
    odd_requests,
    looking_back,
    hung_up_exports,
    control_frames,
    tiny_chunks,
    guesses,
    churn,
]


async def attack(ports: list[int], seconds: float) -> None:
    """Everything at once, every attack from two addresses; in the end, what they were told."""
    logging.disable()  # connections that are closed on us are what we came for
    seen: Counter[str] = Counter()
    tasks = [
        asyncio.create_task(
            Stranger(ports[n % len(ports)], ADDRESSES[n % len(ADDRESSES)], seen).for_ever(each)
        )
        for n, each in enumerate(ATTACKS * 2)
    ]
    await asyncio.wait(tasks, timeout=seconds)
    fallen = [task.exception() for task in tasks if task.done() and not task.cancelled()]
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks, timeout=GOING)
    sys.stdout.write(json.dumps({"seen": dict(seen), "fallen": [repr(wrong) for wrong in fallen]}))
    sys.stdout.flush()
    os._exit(0)  # whoever still waits for an answer does not take leave


# ---------------------------------------------------------------- who races meanwhile


class Held(Struct, frozen=True):
    """How it went for the others."""

    moves: int
    median: float  # milliseconds, as the next
    late: float  # 99 of 100 moves took less
    own_late: float  # as much of it was the generator's own
    sign_ins: int
    sign_in_late: float  # 95 of 100 sign-ins took less
    refused_sign_ins: int
    lost: int  # moves that were acknowledged and are not stored
    given_up: int
    thoughts: int
    memory: tuple[float, float]  # MiB before and after
    growth: float  # MiB by which the end exceeds the first half
    file: float  # MiB; 0 for PostgreSQL
    strangers: dict[str, Any]

    @property
    def faults(self) -> list[str]:
        """What did not hold."""
        limits = {
            "moves are slow": self.late > MOVE_MS,
            "sign-ins are slow": self.sign_in_late > SIGN_IN_MS,
            "an honest sign-in was refused": self.refused_sign_ins > 0,
            "moves were lost": self.lost > 0,
            "memory grows": self.growth > GROWTH,
            "bots gave up": self.given_up > 0,
            "the server failed": self.internal > 0,
        }
        return [name for name, failed in limits.items() if failed]

    @property
    def internal(self) -> int:
        """Answers that say the server itself failed."""
        failed = ("HTTP 500", "HTTP 502", "broken")
        return sum(int(self.strangers["seen"].get(name, 0)) for name in failed)


def metric(process: Process, name: str) -> int:
    text = plain.get(f"{process.url}/metrics", timeout=30).text
    return int(next(line for line in text.splitlines() if line.startswith(name)).split()[1])


async def beside(
    tables: int,
    bot_tables: int,
    seconds: float,
    pause: float,
    kind: str = "sqlite",
    processes: int = 1,
) -> Held:
    """Honest tables of people, and of people with strong bots, beside the strangers."""
    generator = random.Random(2)
    names = FIVE.split(",")
    usual = {"RATE": "600", "SOCKETS": "60", "GUESTS": "100", "TABLES": "60", "BOT_TABLES": "4"}
    usual |= {"CONNECTIONS": "200", "FRAMES": "20", "PRIVATE_WEBHOOKS": "1", "LOG": "critical"}
    with contextlib.ExitStack() as stack:
        db = stack.enter_context(database(kind))
        servers = []
        for _ in range(processes):
            servers.append(Process(db, settings=usual))
            stack.callback(servers[-1].stop)
        racing = [Table(servers, names[n % 5]) for n in range(tables)]
        for n, table in enumerate(racing):
            await table.open({"x-forwarded-for": f"203.0.{113 + n // 200}.{n % 200}"})
        for n in range(bot_tables):
            await with_bots(servers[n % processes], {"x-forwarded-for": f"198.51.100.{n}"})
        await make_account(servers[0])
        before = sum(server.memory() for server in servers)
        ports = ",".join(str(server.port) for server in servers)
        command = [sys.executable, "-m", "tools.load.strangers", "--attack", ports]
        bad = subprocess.Popen(
            [*command, "--seconds", str(seconds)], stdout=subprocess.PIPE, cwd=ROOT
        )
        stack.callback(bad.kill)  # nobody attacks on for ever
        late: list[float] = []
        signed_in: list[tuple[int, float]] = []
        watch = asyncio.create_task(lateness(late))
        end = time.monotonic() + seconds
        with hold_still(), contextlib.ExitStack() as watching:
            courses = [watching.enter_context(memory_watched(s, seconds)) for s in servers]
            await asyncio.gather(
                sign_in_again_and_again(servers[-1], end, signed_in),
                *(table.play(pause, generator, end) for table in racing),
            )
        watch.cancel()
        told, _ = await asyncio.to_thread(bad.communicate, timeout=TIMEOUT_SECONDS)
        waits = [wait for table in racing for wait in table.waits]
        await asyncio.gather(*(table.leave() for table in racing))
        file = Path(db.removeprefix("sqlite:///"))
        return Held(
            moves=len(waits),
            median=percentile(waits, 0.5),
            late=percentile(waits, 0.99),
            own_late=percentile(late, 0.99),
            sign_ins=len(signed_in),
            sign_in_late=percentile([took for _, took in signed_in], 0.95),
            refused_sign_ins=sum(code != 200 for code, _ in signed_in),
            lost=sum(len(table.acked) for table in racing) - stored_moves(db),
            given_up=sum(metric(server, "paddock_given_up_total") for server in servers),
            thoughts=sum(metric(server, "paddock_thoughts_total") for server in servers),
            memory=(before, sum(server.memory() for server in servers)),
            growth=max(course.growth for course in courses),
            file=sum(part.stat().st_size for part in file.parent.glob(f"{file.name}*")) / 2**20,
            strangers=json.loads(told),
        )


def stored_moves(db: str) -> int:
    """Moves of honest people in the database: their ids are m0, m1 and so on."""
    engine = connect_database(db)
    with engine.connect() as connection:
        query = sa.text("SELECT count(*) FROM log WHERE id LIKE '%:0:m%'")
        found = int(connection.execute(query).scalar_one())
    engine.dispose()
    return found


async def make_account(process: Process) -> None:
    headers = {"x-forwarded-for": "198.51.100.250"}
    async with plain.AsyncClient(base_url=process.url, timeout=60, headers=headers) as client:
        await client.get("/api/me")
        csrf = {"x-paddock-csrf": client.cookies["paddock-csrf"]}
        body = {"login": LOGIN, "password": PASSWORD}
        (await client.post("/api/account", json=body, headers=csrf)).raise_for_status()


async def sign_in_again_and_again(
    process: Process, end: float, signed_in: list[tuple[int, float]]
) -> None:
    """The owner of the account that strangers guess at, each time with a new browser."""
    for n in itertools.count():
        if time.monotonic() > end:
            return
        headers = {"x-forwarded-for": f"192.0.2.{n % 250}"}
        async with plain.AsyncClient(base_url=process.url, timeout=60, headers=headers) as client:
            await client.get("/api/me")
            csrf = {"x-paddock-csrf": client.cookies["paddock-csrf"]}
            body = {"login": LOGIN, "password": PASSWORD}
            began = time.perf_counter()
            answer = await client.post("/api/session", json=body, headers=csrf)
            signed_in.append((answer.status_code, time.perf_counter() - began))
        await asyncio.sleep(SIGN_IN_SECONDS)


async def with_bots(process: Process, headers: dict[str, str]) -> None:
    """An honest table where strong bots race; nobody need be there."""
    async with plain.AsyncClient(base_url=process.url, timeout=60, headers=headers) as client:
        await client.get("/api/me")
        csrf = {"x-paddock-csrf": client.cookies["paddock-csrf"]}
        body = {"game": "street-illegal", "seats": BOTS[:3]}
        (await client.post("/api/tables", json=body, headers=csrf)).raise_for_status()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=180)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--bot-tables", type=int, default=12)
    parser.add_argument("--pause", type=float, default=4.0, help="seconds between two moves")
    parser.add_argument("--postgres", action="store_true", help="on a PostgreSQL of our own")
    parser.add_argument("--processes", type=int, default=1, help="servers on one database")
    parser.add_argument("--attack", help="only attack the servers on these ports, with commas")
    given = parser.parse_args()
    if given.attack:
        asyncio.run(attack([int(port) for port in given.attack.split(",")], given.seconds))
        return
    kind = "postgresql" if given.postgres else "sqlite"
    held = asyncio.run(
        beside(given.tables, given.bot_tables, given.seconds, given.pause, kind, given.processes)
    )
    sys.stdout.write(
        f"{kind}, {given.processes} processes, {given.tables} honest tables, {held.moves} moves: "
        f"median {held.median:.0f} ms, 99th percentile {held.late:.0f} ms (the generator's own "
        f"lateness {held.own_late:.0f} ms), {held.lost} lost\n"
        f"{held.sign_ins} sign-ins: 95th percentile {held.sign_in_late:.0f} ms, "
        f"{held.refused_sign_ins} refused; {held.thoughts} thoughts of bots, {held.given_up} given "
        f"up; memory {held.memory[0]:.0f} to {held.memory[1]:.0f} MiB, growth {held.growth:.0f} "
        f"MiB, file {held.file:.1f} MiB; load {os.getloadavg()[0]:.1f} on {os.cpu_count()} "
        f"processors\nstrangers were told: {held.strangers}\n"
        f"{'; '.join(held.faults) or 'it held'}\n"
    )
    sys.exit(bool(held.faults))


if __name__ == "__main__":
    main()

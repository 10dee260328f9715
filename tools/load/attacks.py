"""Everything strangers were ever found to do that hurts, for `tools.load.strangers`.

    python -m tools.load.attacks PORT[,PORT] --seconds 60

Each attack comes from an address of its own (of the loopback).
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
import sys
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any

import httpx
from tests import plain
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

ADDRESSES = [f"127.0.6.{n}" for n in range(1, 9)]
GOING = 5.0  # seconds that strangers have to go
LOGIN = "honest"  # the account that they guess at
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
        body = {"type": "NewWebhook", "url": url}
        await one.ask(client, "POST", "/api/me/notices/channels", json=body)
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
    """Talk, programs with padding, frames that are none."""
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
            body = {"type": "CoDriver", "questions": [pad]}
            program = {"seat": 0, "body": body, "pad": pad}
            return json.dumps({"type": "SetProgram", "id": id, "seat": 0, "programs": [program]})
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ports", help="of the servers, with commas")
    parser.add_argument("--seconds", type=float, default=60)
    given = parser.parse_args()
    asyncio.run(attack([int(port) for port in given.ports.split(",")], given.seconds))


if __name__ == "__main__":
    main()

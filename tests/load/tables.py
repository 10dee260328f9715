"""Two hundred tables with four connected clients each: how long from sending a move to every
client having it, what the server's process uses, and what a table weighs.

    python -m tests.load.tables --tables 200 --seconds 30
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from tests.server.postgres import free_port

ROOT = Path(__file__).parents[2]
TICK = os.sysconf("SC_CLK_TCK")


class Process:
    """The server, and what it uses."""

    def __init__(self, db: str) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        command = [sys.executable, "-m", "paddock.cli", "serve", "--port", str(self.port)]
        many = ("RATE", "SOCKETS", "GUESTS", "TABLES", "CONNECTIONS")
        limits = {name: "100000000" for name in many} | {"FRAMES": "1000", "LOG": "error"}
        env = {f"PADDOCK_{name}": value for name, value in limits.items()}
        path = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
        self.process = subprocess.Popen(
            [*command, "--db", db], env={**os.environ, **env, "PYTHONPATH": path}
        )
        end = time.monotonic() + 60
        while not self.answers():
            assert time.monotonic() < end, "the server does not start"
            time.sleep(0.1)

    def answers(self) -> bool:
        try:
            return httpx.get(f"{self.url}/health").status_code == 200
        except httpx.HTTPError:
            return False

    def cpu(self) -> float:
        """Seconds of processor time so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICK

    def memory(self) -> float:
        """MiB in memory."""
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS"):
                return int(line.split()[1]) / 1024
        return 0.0


class Table:
    """Four people at four sockets; one of those who are asked answers every now and then."""

    def __init__(self, process: Process, number: int, game: str) -> None:
        self.process, self.number, self.game = process, number, game
        self.sockets: list[ClientConnection] = []
        self.asks: list[dict[str, Any] | None] = [None] * 4
        self.versions = [-1] * 4
        self.changed = asyncio.Condition()
        self.ids = itertools.count()
        self.waits: list[float] = []
        self.acked: dict[str, int] = {}
        self.id = ""

    async def open(self) -> None:
        """One person with four seats, so that one cookie serves four sockets."""
        async with httpx.AsyncClient(base_url=self.process.url, timeout=60) as client:
            await client.get("/api/me")
            headers = {"x-paddock-csrf": client.cookies["paddock-csrf"]}
            wishes = [{"type": "Me"}] + [{"type": "Here", "name": f"P{n}"} for n in range(3)]
            body = {"game": self.game, "seats": wishes}
            answer = await client.post("/api/tables", json=body, headers=headers)
            self.id = answer.json()["id"]
            self.cookies = "; ".join(f"{c.name}={c.value}" for c in client.cookies.jar)

    async def join(self) -> None:
        url = f"ws://127.0.0.1:{self.process.port}/api/tables/{self.id}/socket"
        for seat in range(4):
            headers = {"cookie": self.cookies}
            socket = await connect(url, additional_headers=headers, compression=None)
            await socket.send(json.dumps({"type": "Hello", "eye": seat}))
            self.sockets.append(socket)

    async def listen(self, seat: int) -> None:
        async for text in self.sockets[seat]:
            frame = json.loads(text)
            if frame["type"] in ("Whole", "News"):
                self.versions[seat] = frame["version"]
                self.asks[seat] = next(iter(frame["now"]["asks"]), None)
            elif frame["type"] == "Ack":
                self.acked[frame["id"]] = frame["version"]
            elif frame["type"] == "Refusal":
                raise AssertionError(frame)
            async with self.changed:
                self.changed.notify_all()

    async def play(self, pause: float, generator: random.Random, end: float) -> None:
        """Answer, wait until all four have it, pause."""
        await asyncio.sleep(generator.uniform(0, pause))
        while time.monotonic() < end:
            asked = [(seat, ask) for seat, ask in enumerate(self.asks) if ask is not None]
            if not asked:  # the race is over: a new one
                return
            seat, ask = generator.choice(asked)
            options = ask["options"]
            move = ask["range"]["move"] if options is None else generator.choice(options)["move"]
            id = f"m{next(self.ids)}"
            frame = {"type": "Answer", "id": id, "seat": seat, "ask": ask["number"]}
            began = time.perf_counter()
            await self.sockets[seat].send(json.dumps(frame | {"moves": [move]}))
            async with self.changed:
                while id not in self.acked or min(self.versions) < self.acked[id]:
                    await self.changed.wait()
            self.waits.append(time.perf_counter() - began)
            await asyncio.sleep(max(0.0, pause - (time.perf_counter() - began)))


async def load(arguments: argparse.Namespace, process: Process) -> None:
    generator = random.Random(1)
    tables = [Table(process, n, arguments.game) for n in range(arguments.tables)]
    empty = process.memory()
    for table in tables:
        await table.open()
        await table.join()
    listening = [asyncio.create_task(t.listen(seat)) for t in tables for seat in range(4)]
    await asyncio.sleep(1)
    began, cpu = time.monotonic(), process.cpu()
    end = began + arguments.seconds
    await asyncio.gather(*(table.play(arguments.pause, generator, end) for table in tables))
    used = (process.cpu() - cpu) / (time.monotonic() - began)
    weight = (process.memory() - empty) / len(tables) * 1024
    waits = sorted(wait for table in tables for wait in table.waits)
    rate = len(waits) / (time.monotonic() - began)
    print(  # noqa: T201
        f"{arguments.tables} tables x 4 clients, {len(waits)} moves, {rate:.0f} a second\n"
        f"from sending to all four having it: median {1000 * waits[len(waits) // 2]:.1f} ms, "
        f"99th percentile {1000 * waits[int(len(waits) * 0.99)]:.1f} ms, "
        f"most {1000 * waits[-1]:.1f} ms\n"
        f"server: {100 * used:.0f} % of one processor, {process.memory():.0f} MiB, "
        f"{weight:.0f} KiB a table with its four sockets; "
        f"load of the machine {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors"
    )
    for task in listening:
        task.cancel()
    await asyncio.gather(*listening, return_exceptions=True)
    await asyncio.gather(*(s.close() for t in tables for s in t.sockets), return_exceptions=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--pause", type=float, default=2.0, help="seconds between two moves")
    parser.add_argument("--game", default="street-illegal")
    parser.add_argument("--db", default="")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        process = Process(arguments.db or f"sqlite:///{folder}/load.db")
        try:
            asyncio.run(load(arguments, process))
        finally:
            process.process.terminate()
            process.process.wait(20)


if __name__ == "__main__":
    main()

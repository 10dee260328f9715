"""Many tables with four connected clients each: how long from sending a move to every client having
it, what the server's processes use, what a table weighs, and how late the generator itself was.

    python -m tools.load.tables                                  the five games, SQLite, one process
    python -m tools.load.tables --db postgresql --processes 2    two servers, a PostgreSQL of ours
    python -m tools.load.tables --checkout ../before             the server of another checkout
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import itertools
import os
import random
import ssl
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import httpx
import msgspec
from msgspec import Raw, Struct
from tests import plain
from tests.ports import reserve_port
from tests.server.postgres import Cluster
from tests.server.processes import TIMEOUT_SECONDS
from websockets.asyncio.client import ClientConnection, connect

from tools.load.disk import disk_watched

ROOT = Path(__file__).parents[2]
TICK = os.sysconf("SC_CLK_TCK")
FIVE = "circus-maximus,great-race,winds-of-war,heat,street-illegal"
PLAIN = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""Nothing here is encrypted; to read the world's certificates again for every client is slow."""
SLOW_START_FACTOR = 5
"""Under valgrind a server takes minutes to start."""
UNLIMITED = ("RATE", "SOCKETS", "GUESTS", "TABLES", "BOT_TABLES", "CONNECTIONS")


def find_python(checkout: Path) -> Path:
    """The checkout's own environment, if it has one: older ones need other packages."""
    own = checkout / ".venv/bin/python"
    return own if own.exists() else Path(sys.executable)


class Process:
    """A server, and what it uses."""

    def __init__(
        self,
        db: str,
        checkout: Path = ROOT,
        settings: Mapping[str, str] | None = None,
        prefix: Sequence[str] = (),
        module: Sequence[str] = ("-m", "paddock.cli"),
    ) -> None:
        self.port = reserve_port()
        self.url = f"http://127.0.0.1:{self.port}"
        python = str(find_python(checkout))
        command = [*prefix, python, *module, "serve", "--port", str(self.port)]
        limits = dict.fromkeys(UNLIMITED, "100000000") | {"FRAMES": "1000", "LOG": "error"}
        env = {f"PADDOCK_{name}": value for name, value in {**limits, **(settings or {})}.items()}
        path = os.pathsep.join([str(checkout / "src"), str(checkout)])
        self.process = subprocess.Popen(
            [*command, "--db", db], env={**os.environ, **env, "PYTHONPATH": path}, cwd=checkout
        )
        end = time.monotonic() + TIMEOUT_SECONDS * (SLOW_START_FACTOR if prefix else 1)
        while not self.answers():
            assert time.monotonic() < end, "the server does not start"
            time.sleep(0.1)

    def answers(self) -> bool:
        try:
            return plain.get(f"{self.url}/health").status_code == 200
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

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(TIMEOUT_SECONDS * SLOW_START_FACTOR)


class Choice(Struct):
    move: Raw


class Ask(Struct):
    number: int
    options: list[Choice] | None = None
    range: Choice | None = None


class Now(Struct):
    state: str = ""
    asks: list[Ask] = []


class Frame(Struct):
    """As much of a frame as is needed here: what the generator does not read costs it little."""

    type: str
    version: int = -1
    id: str | None = None
    now: Now | None = None
    text: str = ""


FRAME = msgspec.json.Decoder(Frame)


class Table:
    """Four people at four sockets; one of those who are asked answers every now and then."""

    def __init__(self, processes: list[Process], game: str) -> None:
        self.processes, self.game = processes, game
        self.sockets: list[ClientConnection] = []
        self.listening: list[asyncio.Task[None]] = []
        self.asks: list[Ask | None] = [None] * 4
        self.versions = [-1] * 4
        self.changed = asyncio.Condition()
        self.ids = itertools.count()
        self.waits: list[float] = []
        self.acked: dict[str, int] = {}
        self.races = 0
        self.id, self.cookies, self.state = "", "", ""

    async def open(self, headers: dict[str, str] | None = None) -> None:
        """One person with four seats, so that one cookie serves four sockets."""
        url = self.processes[0].url
        async with plain.AsyncClient(base_url=url, headers=headers, verify=PLAIN) as client:
            await client.get("/api/me")
            csrf = {"x-paddock-csrf": client.cookies["paddock-csrf"]}
            wishes = [{"type": "Me"}] + [{"type": "Here", "name": f"P{n}"} for n in range(3)]
            body = {"game": self.game, "seats": wishes}
            answer = await client.post("/api/tables", json=body, headers=csrf)
            self.id = answer.json()["id"]
            self.cookies = "; ".join(f"{c.name}={c.value}" for c in client.cookies.jar)
        self.races += 1
        await self.join(headers or {})

    async def join(self, headers: dict[str, str]) -> None:
        for seat in range(4):
            port = self.processes[seat % len(self.processes)].port
            url = f"ws://127.0.0.1:{port}/api/tables/{self.id}/socket"
            socket = await connect(
                url,
                additional_headers={"cookie": self.cookies, **headers},
                compression=None,
                open_timeout=TIMEOUT_SECONDS,
                max_size=None,
            )
            await socket.send(f'{{"type":"Hello","eye":{seat}}}')
            self.sockets.append(socket)
            self.listening.append(asyncio.create_task(self.listen(seat, socket)))

    async def listen(self, seat: int, socket: ClientConnection) -> None:
        async for text in socket:
            frame = FRAME.decode(text)
            if frame.now is not None:
                self.versions[seat] = frame.version
                self.state = frame.now.state
                self.asks[seat] = next(iter(frame.now.asks), None)
            elif frame.type == "Ack":
                assert frame.id is not None
                self.acked[frame.id] = frame.version
            elif frame.type in ("Refusal", "Bye"):
                raise AssertionError(frame)
            async with self.changed:
                self.changed.notify_all()

    async def play(self, pause: float, generator: random.Random, end: float) -> None:
        """Answer, wait until all four have it, pause; then the next race."""
        await asyncio.sleep(generator.uniform(0, pause))
        while time.monotonic() < end:
            asked = [(seat, ask) for seat, ask in enumerate(self.asks) if ask is not None]
            if not asked:
                await self.leave()
                await self.open()
                await asyncio.sleep(pause)
                continue
            began = time.perf_counter()
            answering = self.answer(*generator.choice(asked), generator)
            await asyncio.wait_for(answering, TIMEOUT_SECONDS)
            self.waits.append(time.perf_counter() - began)
            await asyncio.sleep(max(0.0, pause - self.waits[-1]))

    async def answer(self, seat: int, ask: Ask, generator: random.Random) -> None:
        chosen = ask.range if ask.options is None else generator.choice(ask.options)
        assert chosen is not None
        id = f"m{next(self.ids)}"
        fields = f'"id":"{id}","seat":{seat},"ask":{ask.number}'
        move = bytes(chosen.move).decode()
        await self.sockets[seat].send(f'{{"type":"Answer",{fields},"moves":[{move}]}}')
        async with self.changed:
            while id not in self.acked or min(self.versions) < self.acked[id]:
                await self.changed.wait()

    async def leave(self) -> None:
        for task in self.listening:
            task.cancel()
        await asyncio.gather(*self.listening, return_exceptions=True)
        await asyncio.gather(*(socket.close() for socket in self.sockets), return_exceptions=True)
        self.sockets, self.listening = [], []
        self.asks, self.versions = [None] * 4, [-1] * 4


async def lateness(late: list[float]) -> None:
    """How much later than it wished the generator itself comes to its turn."""
    while True:
        began = time.perf_counter()
        await asyncio.sleep(0.01)
        late.append(time.perf_counter() - began - 0.01)


def percentile(values: list[float], share: float) -> float:
    """In milliseconds; 0 of nothing."""
    found = sorted(values)
    return 1000 * found[min(len(found) - 1, int(len(found) * share))] if found else 0.0


@contextlib.contextmanager
def hold_still() -> Iterator[None]:
    """No search for rings in the generator: with thousands of sockets one takes a third of a
    second, and would be counted as the server's."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


async def load(arguments: argparse.Namespace, processes: list[Process]) -> None:
    generator = random.Random(1)
    games = arguments.games.split(",")
    tables = [Table(processes, games[n % len(games)]) for n in range(arguments.tables)]
    empty = sum(process.memory() for process in processes)
    for table in tables:
        await table.open()
    await asyncio.sleep(1)
    late: list[float] = []
    watch = asyncio.create_task(lateness(late))
    began, cpu, own = time.monotonic(), [p.cpu() for p in processes], time.process_time()
    end = began + arguments.seconds
    with hold_still(), disk_watched() as disk:
        await asyncio.gather(*(table.play(arguments.pause, generator, end) for table in tables))
    took = time.monotonic() - began
    watch.cancel()
    shares = [(p.cpu() - c) / took for p, c in zip(processes, cpu, strict=True)]
    waits = [wait for table in tables for wait in table.waits]
    memory = sum(process.memory() for process in processes)
    print(  # noqa: T201
        f"{len(tables)} tables x 4 clients, {arguments.games}: {len(waits)} moves in {took:.0f} s, "
        f"{len(waits) / took:.0f} a second\n"
        f"from sending to all four having it: median {percentile(waits, 0.5):.1f} ms, "
        f"99th percentile {percentile(waits, 0.99):.1f} ms, most {percentile(waits, 1):.1f} ms; "
        f"{sum(wait < 0.15 for wait in waits) / len(waits):.2%} within 150 ms\n"
        f"the generator's own lateness: median {percentile(late, 0.5):.1f} ms, 99th percentile "
        f"{percentile(late, 0.99):.1f} ms; it used "
        f"{(time.process_time() - own) / took:.0%} of one processor\n"
        f"servers: {', '.join(f'{share:.0%}' for share in shares)} of one processor, "
        f"{1000 * sum(shares) * took / len(waits):.2f} ms a move; {memory:.0f} MiB, "
        f"{(memory - empty) / len(tables) * 1024:.0f} KiB a table with its four sockets; "
        f"load of the machine {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors\n{disk}"
    )
    for name in games:
        mine = [wait for table in tables if table.game == name for wait in table.waits]
        print(  # noqa: T201
            f"  {name}: {len(mine)} moves, 99th percentile {percentile(mine, 0.99):.1f} ms"
        )
    await asyncio.gather(*(table.leave() for table in tables))


@contextlib.contextmanager
def database(kind: str) -> Iterator[str]:
    """The URL of an empty database: a file, one in a PostgreSQL of our own, or the named one."""
    with contextlib.ExitStack() as stack:
        if kind == "sqlite":
            yield f"sqlite:///{stack.enter_context(tempfile.TemporaryDirectory())}/load.db"
        elif kind == "postgresql":
            yield stack.enter_context(Cluster.started("-c fsync=on")).database()
        else:
            yield kind


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--pause", type=float, default=4.0, help="seconds between two moves")
    parser.add_argument("--games", default=FIVE, help="with commas; tables take them in turn")
    parser.add_argument("--db", default="sqlite", help="sqlite, postgresql, or the URL of one")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--checkout", type=Path, default=ROOT, help="whose server is measured")
    arguments = parser.parse_args()
    with database(arguments.db) as db, contextlib.ExitStack() as stack:
        processes = []
        for _ in range(arguments.processes):
            processes.append(Process(db, arguments.checkout.resolve()))
            stack.callback(processes[-1].stop)
        asyncio.run(load(arguments, processes))


if __name__ == "__main__":
    main()

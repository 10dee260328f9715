"""Races through chaos: servers and the database are killed, frames dropped, doubled, delayed and
reordered, the disk is full, the file locked, the clock jumps, nobody answers for a minute.

    python -m tools.load.chaos --races 100
    python -m tools.load.chaos --db postgresql --processes 2 --minutes 10 --seed 7

In the end nothing that was acknowledged is lost, nothing is doubled, every race has ended, and all
that is stored plays through. What went wrong is told, and the exit code says so.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import resource
import signal
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import psycopg
from msgspec import Struct
from tests import plain
from tests.server.postgres import Cluster
from tests.server.processes import NURSERY, TIMEOUT_SECONDS, Server
from tests.server.site import usual
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from paddock.server import admin
from paddock.server.store import Store
from paddock.server.tables import table_log
from tools.load.tables import FIVE

GONE = (OSError, httpx.HTTPError, WebSocketException, TimeoutError)
SILENCE = 0.7  # seconds without a word after which one asks again, at first
PATIENCE = 4  # such silences after which one comes back
LATER = ("unavailable", "too-many", "broken")  # refusals after which the same is said again
JUMP = "jump"
"""The file, or the table, that says by how many seconds the database's clock is wrong."""


# ---------------------------------------------------------------- a line that cannot be trusted


class Line:
    """A socket through which frames are lost, come twice, late, or in another order."""

    def __init__(self, socket: ClientConnection, generator: random.Random, share: float) -> None:
        self.socket, self.generator, self.share = socket, generator, share
        self.held_out: list[str] = []
        self.held_in: list[str] = []

    def passed(self, text: str, held: list[str]) -> list[str]:
        """What comes out of it when a frame goes in."""
        if self.generator.random() > self.share:
            out = [text, *held]
            held.clear()
            return out
        match self.generator.randrange(3):
            case 0:
                return []
            case 1:
                return [text, text]
            case _:
                held.append(text)
                return []

    async def send(self, frame: dict[str, Any]) -> None:
        for text in self.passed(json.dumps(frame), self.held_out):
            if self.generator.random() < self.share:
                await asyncio.sleep(self.generator.uniform(0, 0.3))
            await self.socket.send(text)

    async def receive(self, silence: float) -> list[dict[str, Any]] | None:
        """What comes next; nothing if it is silent for a while."""
        try:
            text = await asyncio.wait_for(self.socket.recv(), silence)
        except TimeoutError:
            return None
        return [json.loads(one) for one in self.passed(str(text), self.held_in)]


def known(cookies: dict[str, str], csrf: str) -> dict[str, str]:
    """What a browser sends of somebody."""
    kept = "; ".join(f"{name}={value}" for name, value in cookies.items())
    return {"cookie": kept, "x-paddock-csrf": csrf}


class Racer:
    """One person in one seat who races on, whatever happens, and remembers every Ack."""

    def __init__(self, chaos: Chaos, seat: int, cookies: dict[str, str], person: str) -> None:
        self.chaos, self.seat, self.cookies, self.person = chaos, seat, cookies, person
        self.generator = random.Random(chaos.generator.getrandbits(32))
        self.sent: dict[str, Any] | None = None
        self.answered: set[int] = set()
        self.asks: list[dict[str, Any]] = []
        self.version = -1
        self.silence = SILENCE
        self.acked: dict[str, int] = {}

    async def race(self, table: str) -> None:
        """Until the race is over, however often the line breaks."""
        while time.monotonic() < self.chaos.last:
            try:
                if await self.sit(table):
                    return
            except GONE:
                self.chaos.seen["line broken"] += 1
                await asyncio.sleep(self.generator.uniform(0.05, 0.3))

    async def sit(self, table: str) -> bool:
        port = self.generator.choice(self.chaos.servers).port
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        opening = connect(
            f"ws://127.0.0.1:{port}/api/tables/{table}/socket",
            additional_headers={"cookie": cookies},
            compression=None,
            max_size=None,
            open_timeout=10 * self.silence,
            close_timeout=1,
        )
        async with opening as socket:
            line = Line(socket, self.generator, self.chaos.share)
            self.version = -1
            await socket.send(json.dumps({"type": "Hello", "eye": self.seat}))
            if self.sent is not None:
                await line.send(self.sent)
            silent = 0
            while silent < PATIENCE and time.monotonic() < self.chaos.last:
                found = await line.receive(self.silence)
                silent = silent + 1 if found is None else 0
                if found is None:
                    await line.send({"type": "Hello", "eye": self.seat})
                    if self.sent is not None:
                        await line.send(self.sent)
                for frame in found or ():
                    if await self.hear(frame, line):
                        return True
            self.silence *= 1.5  # a server that has much to do is not asked ever more
            return False

    async def hear(self, frame: dict[str, Any], line: Line) -> bool:
        match frame["type"]:
            case "Ack":
                self.silence = SILENCE
                self.chaos.acks += 1
                known = self.acked.setdefault(frame["id"], frame["version"])
                if known != frame["version"]:
                    self.chaos.wrong.append(f"{frame} was {known} before")
                self.settle(frame["id"])
                await self.answer(line)
            case "Refusal":
                self.chaos.seen[f"refused: {frame['code']}"] += 1
                if frame["code"] in LATER:
                    await asyncio.sleep(0.2)
                    if self.sent is not None:
                        await line.send(self.sent)
                else:
                    self.settle(frame["id"])
            case "Bye":
                raise OSError(frame["why"])
            case "Whole" | "News":
                return await self.see(frame, line)
        return False

    def settle(self, id: str | None) -> None:
        if self.sent is not None and self.sent["id"] == id:
            self.answered.add(self.sent["ask"])
            self.sent = None

    async def see(self, frame: dict[str, Any], line: Line) -> bool:
        gap = frame["type"] == "News" and frame["since"] > self.version
        if gap:  # something was lost on the way
            version = None if self.version < 0 else self.version
            await line.send({"type": "Hello", "eye": self.seat, "version": version})
        if frame["version"] < self.version:
            return False
        self.version = frame["version"] if not gap else self.version
        if frame["now"]["state"] not in ("racing", "gathering"):
            self.chaos.ended[frame["now"]["state"]] += self.seat == 0
            return True
        self.asks = frame["now"]["asks"]
        await self.answer(line)
        return False

    async def answer(self, line: Line) -> None:
        """The next question, once the last answer has arrived: news may come before its Ack."""
        for ask in self.asks:
            if self.sent is None and ask["number"] not in self.answered:
                id = f"a{ask['number']}"
                self.sent = {"type": "Answer", "id": id, "seat": self.seat, "ask": ask["number"]}
                self.sent["moves"] = [self.chosen(ask)]
                await line.send(self.sent)

    def chosen(self, ask: dict[str, Any]) -> dict[str, Any]:
        if ask["options"] is None or self.generator.getrandbits(1):
            return usual(ask)
        return dict(self.generator.choice(ask["options"])["move"])


# ---------------------------------------------------------------- servers with a clock of their own


def wrong_clock(jump: str) -> None:
    """From now on the clock of SQLite, in this process, is wrong by what a file says."""
    from paddock.server.store import engine as engines

    plain = engines.prepare_sqlite

    def prepare(raw: Any, _record: object) -> None:
        plain(raw, _record)
        raw.create_function("julianday", 1, lambda _: time.time() / 86400 + 2440587.5 + ahead(jump))

    engines.prepare_sqlite = prepare


def serve(port: int, db: str, jump: str, settings: dict[str, Any]) -> None:
    """A server whose database has a clock that can be put wrong."""
    from paddock.server import serving

    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"  # nothing is left half written on a full disk
    wrong_clock(jump)
    many = dict.fromkeys(("rate", "sockets", "guests", "tables", "connections"), 1_000_000)
    serving.run(port, db, **many | {"bot_pause": 0.0, "frames": 1000, "log": "critical"} | settings)


def ahead(jump: str) -> float:
    """By how many days the clock is wrong."""
    try:
        return float(Path(jump).read_text("utf-8")) / 86400
    except (OSError, ValueError):
        return 0.0


class Jumping(Server):
    """A server process whose database's clock jumps."""

    def __init__(self, db: str, jump: Path, **settings: Any) -> None:
        super().__init__(db)
        self.jump, self.settings = jump, settings

    def begin(self) -> None:
        given = (self.port, self.db, str(self.jump), self.settings)
        self.process = NURSERY.Process(target=serve, args=given)
        self.process.start()

    @property
    def pid(self) -> int:
        assert self.process is not None
        assert self.process.pid is not None
        return self.process.pid


class Result(Struct):
    """What came of it."""

    races: int
    acked: int
    took: float
    seen: dict[str, int]
    ended: dict[str, int]
    wrong: list[str]


class Chaos:
    """Races side by side, and somebody who breaks things."""

    def __init__(
        self,
        db: str,
        folder: Path,
        cluster: Cluster | None,
        *,
        processes: int = 1,
        seed: int = 0,
        at_once: int = 12,
        longest: float = 60.0,
        share: float = 0.04,
        long: float = 0.2,
    ) -> None:
        self.db, self.folder, self.cluster = db, folder, cluster
        self.generator = random.Random(seed)
        self.at_once, self.longest = at_once, longest  # races, and seconds that anything lasts
        self.share = share  # of frames that do not come through as they should
        self.long = long  # share of races that are of the five games; the rest are short
        self.jump = folder / JUMP
        self.servers = [Jumping(db, self.jump) for _ in range(processes)]
        self.people: list[tuple[dict[str, str], str, str]] = []
        self.tables: dict[str, list[Racer]] = {}
        self.wrong: list[str] = []
        self.seen: Counter[str] = Counter()
        self.ended: Counter[str] = Counter()
        self.enough = asyncio.Event()
        self.all_went_wrong = False  # no race begins any more
        self.acks = 0
        self.last = float("inf")  # when whoever has not ended never will

    # ------------------------------------------------------------ racing

    async def run(self, races: int, minutes: float, troubles: int | None = None) -> Result:
        """So many races; or as many as begin while something goes wrong so many times."""
        for server in self.servers:
            await asyncio.to_thread(server.start)
        await self.invite()
        began = time.monotonic()
        end = began + 60 * minutes
        self.last = end + 300 + self.longest
        trouble = asyncio.create_task(self.trouble(end, troubles))
        try:
            async with asyncio.TaskGroup() as group:
                for _ in range(self.at_once):
                    group.create_task(self.rounds(races, end))
        finally:
            self.enough.set()
            await trouble
            for server in self.servers:
                await asyncio.to_thread(server.kill, signal.SIGTERM)
        acked = await asyncio.to_thread(self.check)
        took = time.monotonic() - began
        return Result(len(self.tables), acked, took, dict(self.seen), dict(self.ended), self.wrong)

    async def invite(self) -> None:
        """A few people who race again and again."""
        url = self.servers[0].site.url
        while len(self.people) < 2:
            async with plain.AsyncClient(base_url=url, timeout=TIMEOUT_SECONDS) as client:
                answer = await client.get("/api/me")
                if answer.status_code == 200:
                    me, csrf = answer.json()["id"], client.cookies["paddock-csrf"]
                    self.people.append((dict(client.cookies), csrf, me))

    async def rounds(self, races: int, end: float) -> None:
        while len(self.tables) < races and time.monotonic() < end and not self.all_went_wrong:
            try:
                table = await self.open()
            except (*GONE, KeyError, ValueError) as gone:
                self.seen[f"not opened: {type(gone).__name__}"] += 1
                await asyncio.sleep(0.2)
                continue
            racers = [Racer(self, seat, p[0], p[2]) for seat, p in enumerate(self.people)]
            self.tables[table] = racers
            await asyncio.gather(*(racer.race(table) for racer in racers))

    async def open(self) -> str:
        """A race of two people and a bot; it begins when both sit."""
        generator = self.generator
        body: dict[str, Any] = {"game": "template", "options": {"length": 20}}
        if generator.random() < self.long:
            body = {"game": generator.choice(FIVE.split(","))}
        bot = {"type": "Bot", "level": "random"}
        body |= {"seats": [{"type": "Me"}, {"type": "Open"}, bot], "listed": False}
        if generator.getrandbits(1):
            body["clock"] = {"type": "Live", "bank": 600, "increment": 10}
        url = generator.choice(self.servers).site.url
        async with plain.AsyncClient(base_url=url, timeout=20) as client:
            (mine, csrf, _), (theirs, other, _) = self.people
            made = await client.post("/api/tables", json=body, headers=known(mine, csrf))
            table = str(made.json()["id"])
            path, headers = f"/api/tables/{table}/seats/1", known(theirs, other)
            until = time.monotonic() + TIMEOUT_SECONDS
            while time.monotonic() < until:
                with contextlib.suppress(*GONE):
                    at = self.generator.choice(self.servers).site.url + path
                    sat = await client.post(at, json={}, headers=headers)
                    if sat.status_code in (200, 409):
                        return table
                await asyncio.sleep(0.3)
        raise TimeoutError("nobody could sit down")

    # ------------------------------------------------------------ what goes wrong

    async def trouble(self, end: float, troubles: int | None) -> None:
        """One thing after another goes wrong, whenever somebody has played on, until the end."""
        kinds: list[Callable[[], Awaitable[None]]] = [self.kill, self.hang, self.leap, self.lock]
        kinds.append(self.fill_disk if self.cluster is None else self.stop_database)
        for n in range(1_000_000 if troubles is None else troubles):
            await self.pause(self.generator.uniform(0.3, 2.0))
            await self.played_on()
            if self.enough.is_set() or time.monotonic() > end:
                return
            kind = kinds[n % len(kinds)] if n < len(kinds) else self.generator.choice(kinds)
            self.seen[kind.__name__] += 1
            await self.revive()
            await kind()
        self.all_went_wrong = True

    async def revive(self) -> None:
        """A server that ended by itself, which none may, is told and begins again."""
        for server in self.servers:
            code = server.ended()
            if code is not None:
                self.wrong.append(f"a server ended by itself: {code}")
                await asyncio.to_thread(server.start)

    async def played_on(self) -> None:
        """Until a move was acknowledged since now; but not for ever."""
        known, until = self.acks, time.monotonic() + TIMEOUT_SECONDS
        while self.acks == known and time.monotonic() < until and not self.enough.is_set():
            await self.pause(0.05)

    async def pause(self, seconds: float) -> None:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.enough.wait(), seconds)

    def span(self) -> float:
        """Mostly a moment, now and then as long as it gets."""
        if self.generator.random() < 0.08:
            return self.longest
        return min(self.longest, self.generator.expovariate(1 / 2.0))

    async def kill(self) -> None:
        """`kill -9`; the server is back at once, or after a while."""
        server = self.generator.choice(self.servers)
        await asyncio.to_thread(server.kill)
        if self.generator.random() < 0.2:
            self.seen["nobody answers"] += 1
            await self.pause(self.span())
        await asyncio.to_thread(server.start)

    async def hang(self) -> None:
        """The process does not turn for a while."""
        server = self.generator.choice(self.servers)
        os.kill(server.pid, signal.SIGSTOP)
        await self.pause(self.span())
        os.kill(server.pid, signal.SIGCONT)

    async def leap(self) -> None:
        """The database's clock is an hour off, either way, and later right again."""
        seconds = self.generator.choice([0, 0, 30, 3600, -30, -3600])
        if self.cluster is None:
            self.jump.write_text(str(seconds), "utf-8")
        else:
            with contextlib.suppress(psycopg.Error):
                sql = "UPDATE public.jump SET seconds = %s"
                await asyncio.to_thread(self.execute, sql, seconds)

    async def lock(self) -> None:
        """Somebody else has the file, or the table, and does not let go of it."""
        span = self.span()
        if self.cluster is None:
            await self.lock_file(span)
            return
        sql = f"LOCK TABLE log IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep({min(span, 20)})"
        with contextlib.suppress(psycopg.Error):
            await asyncio.to_thread(self.execute, sql)

    async def lock_file(self, span: float) -> None:
        file = self.db.removeprefix("sqlite:///")
        connection = sqlite3.connect(file, timeout=10, check_same_thread=False)
        connection.isolation_level = None
        try:
            await asyncio.to_thread(connection.execute, "BEGIN IMMEDIATE")
            await self.pause(span)
        except sqlite3.OperationalError:
            self.seen["not locked"] += 1  # others write all the time
        finally:
            connection.close()

    def execute(self, sql: str, *values: float) -> None:
        with psycopg.connect(self.db, connect_timeout=5) as connection:
            connection.execute(sql, values or None)

    async def fill_disk(self) -> None:
        """No file grows any more: the server's writes fail."""
        server = self.generator.choice(self.servers)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            before = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
            resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (8192, before[1]))
            await self.pause(self.span())
            resource.prlimit(server.pid, resource.RLIMIT_FSIZE, before)

    async def stop_database(self) -> None:
        assert self.cluster is not None
        await asyncio.to_thread(self.cluster.stop)
        await self.pause(self.span())
        await asyncio.to_thread(self.cluster.start)

    # ------------------------------------------------------------ counting

    def check(self) -> int:
        """Compare what people were told with what is saved; how many moves that were."""
        store, acked = Store(self.db), 0
        try:
            for id, racers in self.tables.items():
                table = admin.load_whole(store, id)
                if table.state != "over":
                    rows = len(table.history)
                    game = table.spec.card.id
                    asked = [(seat, table.places[seat].level) for seat in table.asked_seats()]
                    self.wrong.append(f"{id} ({game}) is {table.state}: {rows} rows, asked {asked}")
                ids = Counter(happened.row.id for happened in table.history)
                numbers = {happened.row.id: happened.row.n for happened in table.history}
                self.wrong += [f"{id}: {n} times {x}" for x, n in ids.items() if x and n > 1]
                for racer in racers:
                    acked += len(racer.acked)
                    self.wrong += [
                        f"{id}: {name} was acknowledged as {n} and is {numbers.get(saved)}"
                        for name, n in racer.acked.items()
                        if numbers.get(saved := f"{racer.person}:0:{name}") != n
                    ]
                played = [
                    h.row.id for h in table.history if isinstance(h.row.entry, table_log.Played)
                ]
                if None in played:
                    self.wrong.append(f"{id}: a move without an id")
            self.wrong += [str(verdict) for verdict in admin.verify(store) if verdict.wrong]
        finally:
            store.close()
        return acked


CLOCK = """
CREATE TABLE public.jump (seconds double precision);
INSERT INTO public.jump VALUES (0);
CREATE FUNCTION public.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS
  'SELECT pg_catalog.clock_timestamp() + seconds * interval ''1 second'' FROM public.jump';
"""


@contextlib.contextmanager
def chaos(db: str, **how: Any) -> Iterator[Chaos]:
    """On a new database of this kind: `sqlite` or `postgresql`."""
    with tempfile.TemporaryDirectory(prefix="paddock-chaos-") as folder:
        if db == "sqlite":
            yield Chaos(f"sqlite:///{folder}/chaos.db", Path(folder), None, **how)
            return
        with Cluster.started() as cluster:
            url = cluster.database()
            found = Chaos(url, Path(folder), cluster, **how)
            name = url.rpartition("/")[2]
            found.execute(CLOCK + f"ALTER DATABASE {name} SET search_path = public, pg_catalog")
            yield found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--db", choices=["sqlite", "postgresql"], default="sqlite")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--races", type=int, default=100)
    parser.add_argument("--minutes", type=float, default=60, help="no race begins after that")
    parser.add_argument("--at-once", type=int, default=12)
    parser.add_argument("--longest", type=float, default=60, help="seconds that anything lasts")
    parser.add_argument("--long", type=float, default=0.2, help="share of races of the five games")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    given = parser.parse_args()
    how: dict[str, Any] = {
        "processes": given.processes,
        "seed": given.seed,
        "at_once": given.at_once,
    }
    with chaos(given.db, longest=given.longest, long=given.long, **how) as found:
        result = asyncio.run(found.run(given.races, given.minutes))
    sys.stdout.write(
        f"seed {given.seed}: {result.races} races on {given.db} with {given.processes} processes "
        f"in {result.took:.0f} s, {result.acked} moves acknowledged\n"
        f"ended: {result.ended}\nmet on the way: {dict(sorted(result.seen.items()))}\n"
        + "".join(f"WRONG: {wrong}\n" for wrong in result.wrong)
        + ("" if result.wrong else "nothing lost, nothing doubled, all plays through\n")
    )
    sys.exit(bool(result.wrong))


if __name__ == "__main__":
    main()

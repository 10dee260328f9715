"""A week of a busy club in fast motion: people come, race, look, open tables that nobody joins, and
go. After every day the clock goes on by one and the store is put in order.

    python -m tools.load.week --races 700 --people 100

Tells the server's memory day by day, and what the file holds beside its records.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import sqlalchemy as sa
from msgspec import Struct
from tests import plain
from tests.server.site import usual
from websockets.asyncio.client import connect

from paddock.server import admin
from paddock.server.live.retention import apply_retention
from paddock.server.settings import Settings
from paddock.server.store import Store, schema
from tools.load.chaos import Jumping, wrong_clock

DAYS = 7
SETTINGS: dict[str, Any] = {"pack_days": 1, "gather_days": 1, "guest_days": 2, "keep_days": 0}


class Day(Struct):
    """How it stood in the evening."""

    races: int
    memory: float  # MiB, of the server
    file: int  # bytes, after it was put in order
    packed: int  # bytes of races that are done
    records: int  # bytes of their records as text
    people: int  # who is known
    loose: int  # rows that are not packed


class Club:
    def __init__(self, folder: Path, seed: int) -> None:
        self.generator = random.Random(seed)
        self.jump, self.file = folder / "jump", folder / "club.db"
        self.server = Jumping(f"sqlite:///{self.file}", self.jump, **SETTINGS)
        self.raced: list[str] = []
        self.records = 0

    async def visit(self, races: int) -> None:
        """Somebody comes, does what people do, and goes."""
        url = self.server.site.url
        once = httpx.Limits(max_keepalive_connections=0)  # none closes while something is sent
        async with plain.AsyncClient(base_url=url, timeout=60, limits=once) as client:
            await client.get("/api/me")
            csrf = {"x-paddock-csrf": client.cookies["paddock-csrf"]}
            await client.get("/api/lobby")
            if self.generator.random() < 0.2:  # opens a table that nobody joins
                seats = [{"type": "Me"}, {"type": "Open"}]
                lonely = {"game": "street-illegal", "seats": seats}
                await client.post("/api/tables", json=lonely, headers=csrf)
            for _ in range(races):
                body: dict[str, Any] = {"game": "template", "options": {"length": 20}}
                if self.generator.random() < 0.1:
                    body = {"game": "street-illegal"}
                seats = [{"type": "Me"}, {"type": "Bot", "level": "random"}]
                made = await client.post("/api/tables", json=body | {"seats": seats}, headers=csrf)
                cookies = "; ".join(f"{c.name}={c.value}" for c in client.cookies.jar)
                await self.race(made.json()["id"], cookies)
            if self.generator.random() < 0.1:  # has themselves forgotten
                await client.request("DELETE", "/api/account", json={}, headers=csrf)

    async def race(self, table: str, cookies: str) -> None:
        url = f"ws://127.0.0.1:{self.server.port}/api/tables/{table}/socket"
        opening = connect(url, additional_headers={"cookie": cookies}, compression=None)
        async with opening as socket:
            await socket.send('{"type":"Hello","eye":0}')
            answered = -1
            async for text in socket:
                frame = json.loads(text)
                if frame["type"] not in ("Whole", "News"):
                    continue
                if frame["now"]["state"] == "over":
                    self.raced.append(table)
                    return
                for ask in frame["now"]["asks"]:
                    if ask["number"] > answered:
                        answered = ask["number"]
                        fields = {"id": f"a{answered}", "seat": 0, "ask": answered}
                        answer = {"type": "Answer", "moves": [usual(ask)], **fields}
                        await socket.send(json.dumps(answer))

    async def day(self, races: int, people: int) -> None:
        each = [races // people + (n < races % people) for n in range(people)]
        few = asyncio.Semaphore(8)

        async def one(count: int) -> None:
            async with few:
                await self.visit(count)

        await asyncio.gather(*(one(count) for count in each))

    def memory(self) -> float:
        for line in Path(f"/proc/{self.server.pid}/status").read_text("utf-8").splitlines():
            if line.startswith("VmRSS"):
                return int(line.split()[1]) / 1024
        return 0.0

    def evening(self, number: int) -> Day:
        """The clock goes on by a day, and the store is put in order."""
        self.jump.write_text(str(number * 86_400 + 60), "utf-8")
        store = Store(f"sqlite:///{self.file}")
        try:
            while apply_retention(store, Settings(**SETTINGS)).any:
                pass
            fresh = [admin.export(store, id) for id in self.raced]
            self.records += sum(len(text.encode()) for text in fresh)
            self.raced.clear()
            store.vacuum()
            return store.read_sync(self.counted)
        finally:
            store.close()

    def counted(self, connection: sa.engine.Connection) -> Day:
        def one(what: Any, table: sa.Table) -> int:
            return int(connection.execute(sa.select(what).select_from(table)).scalar() or 0)

        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        size = connection.exec_driver_sql("PRAGMA page_size").scalar_one()
        packed = one(sa.func.sum(sa.func.length(schema.packed.c.rows)), schema.packed)
        races = one(sa.func.count(), schema.packed)
        people = one(sa.func.count(), schema.persons)
        loose = one(sa.func.count(), schema.log)
        return Day(races, self.memory(), pages * size, packed, self.records, people, loose)


def silently(number: int, day: Day) -> None:
    """Nobody is told how the days went."""


async def week(
    races: int,
    people: int,
    seed: int,
    folder: Path,
    tell: Callable[[int, Day], None] = silently,
    rest: float = 0.0,
) -> list[Day]:
    """So many races by so many people, on seven days; on two more nobody comes, and the second
    lasts for so many seconds: tables that nobody looks at are put away meanwhile."""
    club = Club(folder, seed)
    wrong_clock(str(club.jump))
    await asyncio.to_thread(club.server.start)
    days = []
    try:
        for number in range(1, DAYS + 3):
            if number <= DAYS:
                await club.day(races // DAYS, people // DAYS)
            elif number == DAYS + 2:
                await asyncio.sleep(rest)
            days.append(await asyncio.to_thread(club.evening, number))
            tell(number, days[-1])
    finally:
        await asyncio.to_thread(club.server.kill, signal.SIGTERM)
    return days


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--races", type=int, default=700)
    parser.add_argument("--people", type=int, default=100)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--rest", type=float, default=160, help="seconds, after the week")
    given = parser.parse_args()
    began = time.monotonic()

    def tell(number: int, day: Day) -> None:
        """In the evening: a long week may be broken off."""
        sys.stdout.write(
            f"day {number}, {time.monotonic() - began:.0f} s: {day.races} races packed, "
            f"{day.loose} rows loose, {day.people} people; memory {day.memory:.0f} MiB; file "
            f"{day.file / 1024:.0f} KiB, packed races {day.packed / 1024:.0f} KiB, their records "
            f"as text {day.records / 1024:.0f} KiB\n"
        )
        sys.stdout.flush()

    with tempfile.TemporaryDirectory() as folder:
        whole = week(given.races, given.people, given.seed, Path(folder), tell, given.rest)
        days = asyncio.run(whole)
    last = days[-1]
    races = max(1, last.races)
    sys.stdout.write(
        f"in {time.monotonic() - began:.0f} s; a race takes {last.packed / races:.0f} bytes packed "
        f"({last.records / races:.0f} as a record), and {(last.file - last.packed) / races:.0f} "
        f"beside\n"
    )


if __name__ == "__main__":
    main()

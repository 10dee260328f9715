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
import os
import random
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from msgspec import Struct
from tests import plain
from tests.server.processes import TIMEOUT_SECONDS

from paddock.server.store.engine import connect as connect_database
from tools.load.attacks import BOTS, LOGIN
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

MOVE_MS, SIGN_IN_MS = 150.0, 2000.0  # for 99 of 100 moves, and 95 of 100 sign-ins
PASSWORD = "a tyre of old cheese"
SIGN_IN_SECONDS = 1.0  # between two honest sign-ins


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
    text = plain.get(f"{process.url}/metrics").text
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
        command = [sys.executable, "-m", "tools.load.attacks", ports]
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
    async with plain.AsyncClient(base_url=process.url, headers=headers) as client:
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
        async with plain.AsyncClient(base_url=process.url, headers=headers) as client:
            await client.get("/api/me")
            csrf = {"x-paddock-csrf": client.cookies["paddock-csrf"]}
            body = {"login": LOGIN, "password": PASSWORD}
            began = time.perf_counter()
            answer = await client.post("/api/session", json=body, headers=csrf)
            signed_in.append((answer.status_code, time.perf_counter() - began))
        await asyncio.sleep(SIGN_IN_SECONDS)


async def with_bots(process: Process, headers: dict[str, str]) -> None:
    """An honest table where strong bots race; nobody need be there."""
    async with plain.AsyncClient(base_url=process.url, headers=headers) as client:
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
    given = parser.parse_args()
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

"""How long a server takes to look back upon races, and what live tables notice of it.

`python -m tools.load.reviews`: a race of four bots of each game, its review begun and waited for
(first curve, whole review); then tables with four connected clients each, alone and beside a review
of the longest of these games. Bounds: the curve within 5 seconds, the whole within 60.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import time

import httpx
from tests import plain

from tools.browser.waiting_times import say
from tools.load.disk import disk_watched
from tools.load.tables import FIVE, PLAIN, Process, Table, database, hold_still, percentile

LOOK = 0.2  # seconds until one looks again
LONGEST = "circus-maximus"
RACED = 240.0


async def raced(client: httpx.AsyncClient, game: str) -> str:
    """A race of four bots, begun."""
    csrf = {"x-paddock-csrf": client.cookies["paddock-csrf"]}
    seats = [{"type": "Bot", "level": "easy"}] * 4
    answer = await client.post("/api/tables", json={"game": game, "seats": seats}, headers=csrf)
    assert answer.status_code == 201, answer.text
    table: str = answer.json()["id"]
    return table


async def over(client: httpx.AsyncClient, table: str) -> None:
    end = time.monotonic() + RACED
    while (await client.get(f"/api/tables/{table}")).json()["state"] != "over":
        assert time.monotonic() < end, "the race does not end"
        await asyncio.sleep(LOOK)


async def reviewed(client: httpx.AsyncClient, table: str) -> tuple[float, float]:
    """Seconds to the first curve, and to the whole review."""
    csrf = {"x-paddock-csrf": client.cookies["paddock-csrf"]}
    began, first = time.monotonic(), 0.0
    await client.post(f"/api/tables/{table}/review", headers=csrf)
    while True:
        page = (await client.get(f"/api/tables/{table}/review")).json()
        now = time.monotonic() - began
        first = first or (now if page["review"] else 0.0)
        if page["state"] == "done":
            return first, now
        await asyncio.sleep(LOOK)


async def beside(process: Process, tables: int, seconds: float) -> list[float]:
    """How long moves took to reach everybody."""
    games = FIVE.split(",")
    all_of = [Table([process], games[n % len(games)]) for n in range(tables)]
    for table in all_of:
        await table.open()
    generator, end = random.Random(1), time.monotonic() + seconds
    await asyncio.gather(*(table.play(1.0, generator, end) for table in all_of))
    await asyncio.gather(*(table.leave() for table in all_of))
    return [wait for table in all_of for wait in table.waits]


async def measure(process: Process, games: list[str], tables: int, seconds: float) -> None:
    async with plain.AsyncClient(base_url=process.url, timeout=60, verify=PLAIN) as client:
        await client.get("/api/me")
        begun = [(game, await raced(client, game)) for game in (*games, LONGEST)]
        for _, table in begun:
            await over(client, table)
        for game, table in begun[:-1]:
            first, whole = await reviewed(client, table)
            say(f"{game}: first curve {first:.1f} s, whole review {whole:.1f} s")
        with hold_still(), disk_watched() as before:
            alone = await beside(process, tables, seconds)
        review = asyncio.create_task(reviewed(client, begun[-1][1]))
        with hold_still(), disk_watched() as meanwhile:
            both = await beside(process, tables, seconds)
        for name, waits, disk in (("alone", alone, before), ("beside a review", both, meanwhile)):
            say(
                f"{tables} tables {name}: {len(waits)} moves, median {percentile(waits, 0.5):.1f} "
                f"ms, 99th percentile {percentile(waits, 0.99):.1f} ms; {disk}"
            )
        say(f"the review {'was done meanwhile' if review.done() else 'went on all the time'}")
        review.cancel()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=FIVE.split(","))
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=15)
    given = parser.parse_args()
    with database("sqlite") as db:
        process = Process(db, settings={"BOT_PAUSE": "0"})
        try:
            asyncio.run(measure(process, given.games, given.tables, given.seconds))
        finally:
            process.stop()


if __name__ == "__main__":
    main()

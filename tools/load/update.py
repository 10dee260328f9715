"""Update a server from another checkout to this one while races are running.

    python -m tools.load.update ../before

The server of the other checkout gets a guest with a running race in every game and an account. It
is stopped, and the server of this checkout starts on the same database. Every guest must still be
the same person, at the same seat and at the same move, and must be able to race on. The account
must be signed in still, and be able to sign in again. A race that rules of now would play out
differently is frozen: it is listed, not counted as lost. The exit code is 1 if anything is lost.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
from pathlib import Path

from tests import plain
from tests.browser.watched import GAMES, MODES

from tools.load.tables import Process, Table

MOVES = 12
"""At each table, before and after the update."""
FRAME_SECONDS = 60
LOGIN, PASSWORD = "keeper", "a long sentence of mine"


class Frozen(Exception):
    """The race waits: the rules of now would play it out differently."""


def find_asked(table: Table) -> list[int]:
    return [seat for seat, ask in enumerate(table.asks) if ask is not None]


async def play_moves(table: Table, moves: int) -> None:
    """Fewer if the race is over before."""
    generator = random.Random(1)
    for _ in range(moves):
        async with asyncio.timeout(FRAME_SECONDS), table.changed:
            while not find_asked(table) and table.state in ("", "racing"):
                await table.changed.wait()
        if not find_asked(table):
            return
        seat = generator.choice(find_asked(table))
        ask = table.asks[seat]
        assert ask is not None
        await asyncio.wait_for(table.answer(seat, ask, generator), FRAME_SECONDS)


async def start_races(process: Process) -> list[Table]:
    tables = [Table([process], game) for game in (*GAMES, *MODES)]
    for table in tables:
        await table.open()
        await play_moves(table, MOVES)
    return tables


async def go_on(table: Table, process: Process) -> None:
    """As the same person, by the same cookie, from the same move."""
    version = max(table.versions)
    await table.leave()
    table.processes = [process]
    with plain.Client(base_url=process.url, headers={"cookie": table.cookies}) as client:
        card = client.get(f"/api/tables/{table.id}").json()
    if card.get("state") == "frozen":
        raise Frozen
    await table.join({})
    async with asyncio.timeout(FRAME_SECONDS), table.changed:
        while min(table.versions) < 0:
            await table.changed.wait()
    assert max(table.versions) >= version, f"at row {max(table.versions)}, was at {version}"
    await play_moves(table, MOVES)
    await table.leave()


def read_me(process: Process, cookies: str) -> tuple[str, str]:
    with plain.Client(base_url=process.url, headers={"cookie": cookies}) as client:
        me = client.get("/api/me").json()
    return me["id"], me["name"]


def register(process: Process) -> str:
    """The cookies of a new account."""
    with plain.Client(base_url=process.url, timeout=FRAME_SECONDS) as client:
        client.get("/api/me")
        headers = {"x-paddock-csrf": client.cookies["paddock-csrf"]}
        body = {"login": LOGIN, "password": PASSWORD}
        answer = client.post("/api/account", json=body, headers=headers)
        assert answer.status_code == 201, answer.text
        return "; ".join(f"{c.name}={c.value}" for c in client.cookies.jar)


def sign_in(process: Process) -> str:
    """Who one is after signing in from a new browser."""
    with plain.Client(base_url=process.url, timeout=FRAME_SECONDS) as client:
        client.get("/api/me")
        headers = {"x-paddock-csrf": client.cookies["paddock-csrf"]}
        body = {"login": LOGIN, "password": PASSWORD}
        answer = client.post("/api/session", json=body, headers=headers)
        assert answer.status_code == 200, answer.text
        return str(client.get("/api/me").json()["id"])


async def update(before: Path) -> int:
    """How many people lost something."""
    lost = 0
    with tempfile.TemporaryDirectory() as folder:
        db = f"sqlite:///{folder}/paddock.db"
        old = Process(db, before)
        try:
            tables = await start_races(old)
            people = [read_me(old, table.cookies) for table in tables]
            account = register(old)
            keeper = read_me(old, account)
        finally:
            old.stop()
        new = Process(db)
        try:
            for table, person in zip(tables, people, strict=True):
                try:
                    assert read_me(new, table.cookies) == person, "not the same person any more"
                    await go_on(table, new)
                    result = "goes on"
                except Frozen:
                    result = "frozen"
                except (AssertionError, TimeoutError, KeyError) as error:
                    result, lost = f"lost: {error!r}", lost + 1
                sys.stdout.write(f"{table.game}: {result}\n")
            if read_me(new, account) != keeper or sign_in(new) != keeper[0]:
                sys.stdout.write("the account is lost\n")
                lost += 1
        finally:
            new.stop()
    sys.stdout.write(f"{len(tables)} races, {lost} lost\n")
    return lost


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("before", type=Path, help="a checkout whose server is updated")
    given = parser.parse_args()
    raise SystemExit(1 if asyncio.run(update(given.before.resolve())) else 0)


if __name__ == "__main__":
    main()

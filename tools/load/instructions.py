"""Compare the instructions that a move costs the servers of several checkouts.

    python -m tools.load.instructions ../before .
    python -m tools.load.instructions ../before . --games heat --moves 400

Each server runs under valgrind's callgrind, which begins to count after the start and some moves at
one table a game with four connected clients each. What a server does every second without any move
is counted afterwards, and subtracted; it looks around every five seconds only. The dice of the
servers are seeded, so checkouts with the same rules play the same races.

The exit code is 1 if a checkout needs more than `--fail-above` percent more than the first.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tools.load.tables import FIVE, Process, Table, database

WARM_UP_MOVES = 20
"""Moves at each table before anything is counted: enough to fill the caches."""
TRANSLATED_MOVES = 5  # at each table after that: valgrind translates all code once more
DEFAULT_MOVES = 100
IDLE_SECONDS = 30.0
"""How long the last tables wait, for the cost of a second without moves."""
DEFAULT_FAIL_PERCENT = 3.0
SEEDED_SERVER = """
import asyncio, random, runpy, secrets
really_sleep = asyncio.sleep
def sleep(delay, result=None):
    return really_sleep(5 if delay == 1 else delay, result)
class Dice(random.Random):
    def __init__(self):
        super().__init__(1)
asyncio.sleep, secrets.SystemRandom = sleep, Dice
runpy.run_module("paddock.cli", run_name="__main__", alter_sys=True)
"""
"""Program of a server whose tables all draw the same, and which looks around every five seconds:
on a busy machine looking every second costs more than the moves."""
TOTALS = re.compile(r"^totals: (\d+)", re.MULTILINE)


async def play_moves(tables: list[Table], moves: int, generator: random.Random) -> None:
    """That many moves at each table, one table after another. What is over begins again."""
    for table in tables:
        for _ in range(moves):
            asked = [(seat, ask) for seat, ask in enumerate(table.asks) if ask is not None]
            while not asked:
                if min(table.versions) >= 0:  # the race is over
                    await table.leave()
                    await table.open()
                async with table.changed:
                    await table.changed.wait()
                asked = [(seat, ask) for seat, ask in enumerate(table.asks) if ask is not None]
            await table.answer(*generator.choice(asked), generator)


async def tell_valgrind(process: Process, *given: str) -> None:
    command = ["callgrind_control", *given, str(process.process.pid)]
    await asyncio.to_thread(subprocess.run, command, check=True, capture_output=True)


async def play_counted(process: Process, games: list[str], moves: int) -> tuple[float, float]:
    """Play and wait. Returns the seconds of the moves, and those of the wait after them."""
    generator = random.Random(1)
    tables = [Table([process], game) for game in games]
    for table in tables:
        await table.open()
    await play_moves(tables, WARM_UP_MOVES, generator)
    await tell_valgrind(process, "--instr=on")
    await play_moves(tables, TRANSLATED_MOVES, generator)
    await tell_valgrind(process, "--zero")
    began = time.monotonic()
    await play_moves(tables, moves, generator)
    await tell_valgrind(process, "--dump")
    played = time.monotonic()
    await asyncio.sleep(IDLE_SECONDS)
    await tell_valgrind(process, "--dump")
    ended = time.monotonic()
    for table in tables:
        await table.leave()
    return played - began, ended - played


def count_instructions(
    checkout: Path, games: list[str], moves: int, db_kind: str
) -> tuple[float, float]:
    """Of a move, and of each second without moves."""
    with tempfile.TemporaryDirectory() as folder, database(db_kind) as db:
        prefix = ["valgrind", "--tool=callgrind", "--instr-atstart=no"]
        prefix += [f"--log-file={folder}/log", f"--callgrind-out-file={folder}/counts"]
        process = Process(db, checkout, prefix=prefix, module=("-c", SEEDED_SERVER))
        try:
            played, waited = asyncio.run(play_counted(process, games, moves))
        finally:
            process.stop()
        found = [TOTALS.search((Path(folder) / f"counts.{n}").read_text()) for n in (1, 2)]
        busy, idle = (0 if one is None else int(one[1]) for one in found)
    each_second = idle / waited
    return (busy - each_second * played) / (moves * len(games)), each_second


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkouts", nargs="+", type=Path)
    parser.add_argument("--games", default=FIVE, help="with commas")
    parser.add_argument("--moves", type=int, default=DEFAULT_MOVES, help="at each table")
    parser.add_argument("--fail-above", type=float, default=DEFAULT_FAIL_PERCENT, metavar="PERCENT")
    parser.add_argument("--db", default="sqlite", help="sqlite or postgresql")
    given = parser.parse_args()
    games, first, failed = given.games.split(","), 0.0, False
    for checkout in given.checkouts:
        cost, idle = count_instructions(checkout.resolve(), games, given.moves, given.db)
        first = first or cost
        percent = 100 * (cost / first - 1)
        failed |= percent > given.fail_above
        sys.stdout.write(
            f"{checkout}: {cost / 1e6:.3f} million instructions a move ({percent:+.1f} %), "
            f"{idle / 1e6:.2f} million a second without moves\n"
        )
        sys.stdout.flush()
    raise SystemExit(failed)


if __name__ == "__main__":
    main()

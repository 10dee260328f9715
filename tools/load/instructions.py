"""Compare the instructions that a move costs the servers of several checkouts.

    python -m tools.load.instructions ../before .
    python -m tools.load.instructions ../before . --games heat --moves 400

Each server runs under valgrind's cachegrind. The same number of moves is played at one table a
game with four connected clients each. A short run is subtracted from a long one, so that start,
imports and the opening of tables do not count. What a server does every second without any move is
measured in a third run that waits, and subtracted: on a busy machine moves take more seconds. The
dice of the servers are seeded, so checkouts with the same rules play the same races.

The exit code is 1 if a checkout needs more than `--fail-above` percent more than the first.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import re
import sys
import tempfile
import time
from pathlib import Path

from tools.load.tables import FIVE, Process, Table, database

WARM_UP_MOVES = 30
"""Moves at each table in the short run: enough to fill the caches."""
DEFAULT_MOVES = 200
IDLE_SECONDS = 30.0
"""How long the third run waits at its last table."""
DEFAULT_FAIL_PERCENT = 3.0
SEEDED_SERVER = (
    "import random, runpy, secrets\n"
    "class Dice(random.Random):\n"
    "    def __init__(self): super().__init__(1)\n"
    "secrets.SystemRandom = Dice\n"
    "runpy.run_module('paddock.cli', run_name='__main__', alter_sys=True)\n"
)
"""Program of a server whose tables all draw the same."""
INSTRUCTIONS = re.compile(r"I\s+refs:\s+([\d,]+)")


async def play_moves(
    process: Process, games: list[str], moves: int, idle_seconds: float = 0.0
) -> None:
    """That many moves at a table of each game, one table after another; then nothing happens."""
    generator = random.Random(1)
    for game in games:
        table = Table([process], game)
        await table.open()
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
        if game == games[-1]:
            await asyncio.sleep(idle_seconds)
        await table.leave()


def count_instructions(
    checkout: Path, games: list[str], moves: int, db_kind: str, idle_seconds: float = 0.0
) -> tuple[int, float]:
    """Of a whole life of a server in which that many moves were played at each table, and how many
    seconds the moves took."""
    with tempfile.TemporaryDirectory() as folder, database(db_kind) as db:
        report = Path(folder) / "valgrind.txt"
        prefix = ["valgrind", "--tool=cachegrind", "--cache-sim=no", f"--log-file={report}"]
        prefix += [f"--cachegrind-out-file={folder}/counts", "--trace-children=no"]
        process = Process(db, checkout, prefix=prefix, module=("-c", SEEDED_SERVER))
        try:
            began = time.monotonic()
            asyncio.run(play_moves(process, games, moves, idle_seconds))
            seconds = time.monotonic() - began
        finally:
            process.stop()
        found = INSTRUCTIONS.search(report.read_text())
        if found is None:
            raise SystemExit(f"valgrind counted nothing:\n{report.read_text()}")
        return int(found[1].replace(",", "")), seconds


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
        (short, short_seconds), (long, long_seconds), (idle, idle_seconds) = (
            count_instructions(checkout.resolve(), games, WARM_UP_MOVES + moves, given.db, seconds)
            for moves, seconds in ((0, 0.0), (given.moves, 0.0), (0, IDLE_SECONDS))
        )
        each_second = max(0.0, (idle - short) / (idle_seconds - short_seconds))
        idle_cost = each_second * (long_seconds - short_seconds)
        cost = (long - short - idle_cost) / (given.moves * len(games))
        first = first or cost
        percent = 100 * (cost / first - 1)
        failed |= percent > given.fail_above
        sys.stdout.write(
            f"{checkout}: {cost / 1e6:.3f} million instructions a move ({percent:+.1f} %), "
            f"{each_second / 1e6:.2f} million a second without moves\n"
        )
        sys.stdout.flush()
    raise SystemExit(failed)


if __name__ == "__main__":
    main()

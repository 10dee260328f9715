"""What a move costs the servers of several checkouts: processor time of the server's process,
measured in turn and in short windows, so that whatever else the machine does falls on all alike.

    python -m tools.load.compare ../before .
    python -m tools.load.compare --games street-illegal --tables 100 ../before .
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import sys
import time
from pathlib import Path

from tools.load.tables import FIVE, Process, Table, database

SETTLING = 2.0  # seconds before the first window


def used(process: Process) -> float:
    """Milliseconds of processor time of all threads so far."""
    tasks = Path(f"/proc/{process.process.pid}/task").glob("*/schedstat")
    return sum(int(task.read_text().split()[0]) for task in tasks) / 1e6


async def windows(process: Process, given: argparse.Namespace) -> list[float]:
    """Milliseconds a move, window by window."""
    generator, games = random.Random(1), given.games.split(",")
    tables = [Table([process], games[n % len(games)]) for n in range(given.tables)]
    for table in tables:
        await table.open()
    end = time.monotonic() + SETTLING + given.windows * given.width
    racing = asyncio.gather(*(table.play(given.pause, generator, end) for table in tables))
    await asyncio.sleep(SETTLING)
    found = []
    for _ in range(given.windows):
        before, moves = used(process), sum(len(table.waits) for table in tables)
        await asyncio.sleep(given.width)
        made = sum(len(table.waits) for table in tables) - moves
        found += [(used(process) - before) / made] if made else []
    await racing
    await asyncio.gather(*(table.leave() for table in tables))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkouts", nargs="+", type=Path)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--pause", type=float, default=1.0, help="seconds between two moves")
    parser.add_argument("--games", default=FIVE, help="with commas; tables take them in turn")
    parser.add_argument("--windows", type=int, default=4)
    parser.add_argument("--width", type=float, default=2.5, help="seconds of a window")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--db", default="sqlite", help="sqlite, postgresql, or the URL of one")
    given = parser.parse_args()
    found: dict[Path, list[float]] = {checkout: [] for checkout in given.checkouts}
    for _ in range(given.rounds):
        for checkout, costs in found.items():
            with database(given.db) as db:
                process = Process(db, checkout.resolve())
                try:
                    costs += asyncio.run(windows(process, given))
                finally:
                    process.stop()
    first = None
    for checkout, costs in found.items():
        costs.sort()
        least, quarter, half = costs[0], costs[len(costs) // 4], costs[len(costs) // 2]
        first = first or quarter
        sys.stdout.write(
            f"{checkout}: {quarter:.2f} ms a move in the better quarter of {len(costs)} windows "
            f"({quarter / first:.2f} of the first), {half:.2f} in half, {least:.2f} at best\n"
        )
    sys.stdout.write(f"load of the machine {os.getloadavg()[0]:.1f}\n")


if __name__ == "__main__":
    main()

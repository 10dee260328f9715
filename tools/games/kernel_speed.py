"""Heat's kernel beside the rules of another checkout, in turn and in processor time.

    git worktree add ../old ef021335
    python -m tools.games.kernel_speed ../old
    python -m tools.games.kernel_speed ../old --full

The other checkout plays random races in a process of its own, which waits while the kernel is
measured. The processes share their site-packages.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec

from paddock.games.heat.kernel.batch import Batch
from paddock.games.heat.state import BoxId, Options
from paddock.measure.bench import DEFAULT_SEATS
from paddock.measure.kernel import COMPILED_RACES, speed_of

BOXES: tuple[BoxId, ...] = ("heavy-rain", "tunnel-vision", "rocky-roads")
FULL = Options(
    legends=4, weather=True, tournament=True, garage="draft", upgrades="both", boxes=BOXES
)
"""All modules of a race."""
WHOLE_RACES = 16

OTHER = """
import json, random, sys, time
import msgspec
from paddock import games
from paddock.core.referee import Referee

find = getattr(games, "find_spec", None) or games.find
spec = find("heat")
given = json.loads(sys.argv[1])
options, seats = msgspec.convert(given["options"], spec.options), given["seats"]
seconds, number = 0.2, 0


def play(seed):
    generator = random.Random(seed)
    luck = generator.random
    referee = Referee(spec.game, options, seats, generator)
    made = 0
    while referee.asks:
        ask = referee.asks[0]
        referee.play(ask.seat, ask.options[int(luck() * len(ask.options))])
        made += 1
    return made


play(0)
for line in sys.stdin:
    made, start = 0, time.thread_time()
    while (spent := time.thread_time() - start) < seconds:
        number += 1
        made += play(number)
    print(made / spent, flush=True)
"""


def start_other(checkout: Path, options: Options, seats: int) -> subprocess.Popen[str]:
    """The rules of the other checkout, which play a slice for each line that they are sent."""
    given = json.dumps({"options": msgspec.to_builtins(options), "seats": seats})
    env = {**os.environ, "PYTHONPATH": str((checkout / "src").resolve())}
    return subprocess.Popen(
        [sys.executable, "-c", OTHER, given],
        env=env,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def ask_other(process: subprocess.Popen[str]) -> float:
    """Decisions a second of the other checkout, in one slice."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("\n")
    process.stdin.flush()
    return float(process.stdout.readline())


def measure(checkout: Path, options: Options, seats: int, slices: int) -> dict[str, float]:
    """Medians of decisions a second: the other rules, whole races, a batch, and with numbers."""
    single = Batch([(options, seats)] * WHOLE_RACES)
    batch = Batch([(options, seats)] * COMPILED_RACES)
    number = 0

    def whole_races() -> int:
        nonlocal number
        number += WHOLE_RACES
        single.reset(range(number, number + WHOLE_RACES))
        return single.finish_at_random()

    def one_each() -> int:
        return batch.step_at_random(again=True)

    def observe_each() -> int:
        return batch.step_at_random(again=True, observe=True)

    works = {"whole races": whole_races, "batch": one_each, "batch, observed": observe_each}
    for work in works.values():
        work()
    found: dict[str, list[float]] = {"other rules": [], **{name: [] for name in works}}
    with start_other(checkout, options, seats) as process:
        for _ in range(slices):
            found["other rules"].append(ask_other(process))
            for name, work in works.items():
                found[name].append(speed_of(work))
        assert process.stdin is not None
        process.stdin.close()
    return {name: statistics.median(row) for name, row in found.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkout", type=Path)
    parser.add_argument("--full", action="store_true", help="with all modules of a race")
    parser.add_argument("--slices", type=int, default=15)
    given: Any = parser.parse_args()
    options = FULL if given.full else Options()
    found = measure(given.checkout, options, DEFAULT_SEATS, given.slices)
    for name, speed in found.items():
        times = speed / found["other rules"]
        sys.stdout.write(f"{name:<16} {speed:>14,.0f} decisions/s {times:>8.1f} times\n")


if __name__ == "__main__":
    main()

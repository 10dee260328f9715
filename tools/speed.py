"""Compare the speed of two checkouts by instruction counts.

    python -m tools.speed main .
    python -m tools.speed HEAD~20 . --games heat circus-maximus --fail-above 2

Plays the same random races in both under valgrind's cachegrind and prints the instructions a
decision. Unlike seconds, the counts hardly depend on what else the machine does. Imports and the
first decisions are not counted: the counted races run in a forked child, and the count of an empty
child is subtracted.

The exit code is 1 if a game needs more than `--fail-above` percent more instructions, 2 if valgrind
is missing or a checkout could not play.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from tools import checkout_api as api
from tools.compare_checkouts import ROOT, CannotPlay, open_checkout, say

DEFAULT_DECISIONS = 3000
WARM_UP_DECISIONS = 300
"""Enough to fill the caches of a game: tracks, decoders, words."""
DEFAULT_FAIL_PERCENT = 5.0
SEATS = 4
INSTRUCTIONS = re.compile(r"I\s+refs:\s+([\d,]+)")


class Cost(NamedTuple):
    decisions: int
    instructions: int

    @property
    def per_decision(self) -> float:
        return self.instructions / self.decisions


# ---------------------------------------------------------------- in the checkout, under valgrind


def play(spec: object, decisions: int, first_seed: int, views: bool) -> int:
    """Random races, one after another, until that many decisions are made. `views`: who is asked
    also looks."""
    least, most = spec.card.seats  # type: ignore[attr-defined]
    names = tuple(f"Player {seat + 1}" for seat in range(min(max(SEATS, least), most)))
    made = 0
    for seed in range(first_seed, sys.maxsize):
        generator = random.Random(seed)
        referee = api.start_race(spec, spec.options(), names, generator)  # type: ignore[attr-defined]
        while referee.asks:
            ask = referee.asks[0]
            if views:
                spec.game.view(referee.state, ask.seat)  # type: ignore[attr-defined]
            referee.play(ask.seat, ask.options[int(generator.random() * len(ask.options))])
            made += 1
            if made == decisions:
                return made
    return made


def fork(spec: object, decisions: int, views: bool) -> int:
    """Play in a forked child; its process id, under which valgrind writes its count."""
    child = os.fork()
    if child == 0:
        try:
            if decisions:
                play(spec, decisions, 1, views)
        except BaseException as wrong:
            sys.stderr.write(f"{wrong!r}\n")
            os._exit(1)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    if status:
        raise SystemExit(f"a race ended with an error (status {status})")
    return child


def run_child(games: Sequence[str], decisions: int, views: bool) -> None:
    """Print `{game: [process id of the empty child, process id of the player]}`."""
    children: dict[str, tuple[int, int]] = {}
    for game in games or api.game_ids():
        spec = api.find_spec(game)
        play(spec, WARM_UP_DECISIONS, 0, views)
        children[game] = fork(spec, 0, views), fork(spec, decisions, views)
    sys.stdout.write(json.dumps(children))


# ---------------------------------------------------------------- outside


def count(checkout: Path, games: Sequence[str], decisions: int, views: bool) -> dict[str, Cost]:
    valgrind = shutil.which("valgrind")
    if valgrind is None:
        raise CannotPlay("valgrind is not installed: install your system's package of that name")
    with tempfile.TemporaryDirectory(prefix="paddock-") as folder:
        command = [
            valgrind,
            "--tool=cachegrind",
            "--cache-sim=no",
            "--cachegrind-out-file=/dev/null",
            f"--log-file={folder}/%p",
            sys.executable,
            *("-m", "tools.speed", "--child", "--decisions", str(decisions)),
            *(["--views"] if views else []),
            *("--games", *games),
        ]
        environment = os.environ | {
            "PYTHONPATH": f"{checkout / 'src'}",
            "PYTHONHASHSEED": "0",
        }
        done = subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise CannotPlay(f"{checkout}:\n{done.stderr.strip()[-2000:]}")
        children: dict[str, tuple[int, int]] = json.loads(done.stdout)
        return {
            game: Cost(decisions, read_count(folder, player) - read_count(folder, empty))
            for game, (empty, player) in children.items()
        }


def read_count(folder: str, process: int) -> int:
    text = Path(folder, str(process)).read_text()
    found = INSTRUCTIONS.search(text)
    if found is None:
        raise CannotPlay(f"no count in valgrind's report:\n{text[-500:]}")
    return int(found[1].replace(",", ""))


def compare(
    old: Path,
    new: Path,
    games: Sequence[str],
    decisions: int,
    fail_percent: float,
    *,
    views: bool = False,
) -> int:
    with ThreadPoolExecutor(2) as pool:
        before, after = pool.map(lambda tree: count(tree, games, decisions, views), (old, new))
    slower: list[str] = []
    say(f"{'game':32} {'old':>10} {'new':>10} instructions a decision")
    for game in before:
        if game not in after:
            say(f"{game:32} {before[game].per_decision:10,.0f}    removed")
            continue
        percent = 100 * (after[game].per_decision / before[game].per_decision - 1)
        say(
            f"{game:32} {before[game].per_decision:10,.0f} {after[game].per_decision:10,.0f}"
            f" {percent:+6.1f} %"
        )
        if percent > fail_percent:
            slower.append(game)
    if slower:
        say(f"more than {fail_percent:g} % slower: {', '.join(slower)}")
    return 1 if slower else 0


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("old", nargs="?", default="HEAD", help="a folder or a commit")
    parser.add_argument("new", nargs="?", default=".", help="a folder or a commit")
    parser.add_argument("--games", nargs="*", default=[], help="all, if none is named")
    parser.add_argument("--decisions", type=int, default=DEFAULT_DECISIONS, help="a game")
    parser.add_argument("--fail-above", type=float, default=DEFAULT_FAIL_PERCENT, metavar="PERCENT")
    parser.add_argument("--views", action="store_true", help="who is asked also looks")
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    if given.child:
        run_child(given.games, given.decisions, given.views)
        return 0
    try:
        with open_checkout(given.old) as old, open_checkout(given.new) as new:
            wanted = (given.games, given.decisions, given.fail_above)
            return compare(old, new, *wanted, views=given.views)
    except CannotPlay as wrong:
        say(str(wrong))
        return 2


if __name__ == "__main__":
    raise SystemExit(main())

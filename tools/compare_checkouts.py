"""Play the same random games in two checkouts and compare everything visible.

    python -m tools.compare_checkouts main .
    python -m tools.compare_checkouts ../old ../new --games heat heat-championship --seeds 20

Each checkout is a folder or a git commit (a branch, a tag, a hash); of a commit a temporary work
tree is made. Compared are states, events, asks, views, imagined states, standings, drawings, spoken
sentences, numbers, remarks, refusals, positions, turn summaries and more: see `trace_games`. Names
of classes and modules are not compared; where a function has a new name, add it to `checkout_api`.

The exit code is 1 if something differs, 2 if a checkout could not play.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path

from tools.trace_games import MAX_ROWS

ROOT = Path(__file__).resolve().parent.parent
DEFAULT_SEEDS = 20
"""Races a game. Of each four one is long: see `trace_games`."""
CONTEXT = 160
"""Characters shown around the first difference of two values."""


class CannotPlay(Exception):
    """A checkout raised an error, or has names that are not known here."""


@dataclass(frozen=True)
class Difference:
    game: str
    race: int
    row: int
    kinds: tuple[str, ...]

    def __str__(self) -> str:
        where = "before any race" if self.race < 0 else f"seed {self.race}"
        return f"{self.game}, {where}, row {self.row}: {', '.join(self.kinds)}"


@dataclass
class Totals:
    rows: int = 0
    hashes: Counter[str] = field(default_factory=Counter)
    first: Difference | None = None  # of this game
    kinds: Counter[str] = field(default_factory=Counter)  # that differ, in how many rows


# ---------------------------------------------------------------- checkouts


@contextlib.contextmanager
def open_checkout(given: str) -> Iterator[Path]:
    """The folder of a checkout; for a commit a work tree that is removed again."""
    folder = Path(given)
    if (folder / "src" / "paddock").is_dir():
        yield folder.resolve()
        return
    commit = git("rev-parse", "--verify", "--quiet", f"{given}^{{commit}}").strip()
    if not commit:
        raise CannotPlay(f"{given} is neither a checkout of Paddock nor a commit")
    with tempfile.TemporaryDirectory(prefix="paddock-") as temporary:
        tree = Path(temporary, "tree")
        git("worktree", "add", "--quiet", "--detach", str(tree), commit)
        try:
            yield tree
        finally:
            git("worktree", "remove", "--force", str(tree))


def git(*arguments: str) -> str:
    done = subprocess.run(
        ["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if done.returncode and arguments[0] != "rev-parse":
        raise CannotPlay(f"git {' '.join(arguments)}: {done.stderr.strip()}")
    return done.stdout


def run_trace(checkout: Path, *arguments: str) -> str:
    """The output of `trace_games` with the code of a checkout."""
    source = checkout / "src"
    environment = os.environ | {"PYTHONPATH": str(source), "PYTHONHASHSEED": "0"}
    done = subprocess.run(
        [sys.executable, "-m", "tools.trace_games", str(source), *arguments],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise CannotPlay(f"{checkout}, {arguments[0]}:\n{done.stderr.strip()}")
    return done.stdout


# ---------------------------------------------------------------- comparing


def compare_game(old: Path, new: Path, game: str, seeds: int, rows: int) -> Totals:
    arguments = (game, "--races", str(seeds), "--rows", str(rows))
    with ThreadPoolExecutor(2) as pool:
        outputs = [pool.submit(run_trace, checkout, *arguments) for checkout in (old, new)]
        before, after = (output.result().splitlines() for output in outputs)
    return compare_lines(game, before, after)


def compare_lines(game: str, before: Sequence[str], after: Sequence[str]) -> Totals:
    """Later rows of a race follow from the first that differs: each race counts up to there."""
    totals = Totals()
    differing: set[int] = set()
    for old_line, new_line in zip_longest(before, after):
        _, race, row, old = json.loads(old_line or new_line or "[]")
        new = json.loads(new_line)[3] if new_line else {}
        old = old if old_line else {}
        totals.rows += 1
        if race in differing:
            continue
        totals.hashes.update(old.keys())
        if old_line == new_line:
            continue
        kinds = tuple(kind for kind in old | new if old.get(kind) != new.get(kind))
        differing.add(race)
        totals.kinds.update(kinds)
        totals.first = totals.first or Difference(game, race, row, kinds)
        if race >= 0 and old.keys() & new.keys() == set():
            break
    return totals


def show_difference(old: Path, new: Path, found: Difference) -> str:
    """Where the values of the first kind that differs part."""
    seeds, rows = str(found.race + 1), str(found.row + 1)
    show = f"{found.race}:{found.row}:{found.kinds[0]}"
    arguments = (found.game, "--races", seeds, "--rows", rows, f"--show={show}")
    before, after = (run_trace(checkout, *arguments) for checkout in (old, new))
    at = next(
        (i for i, pair in enumerate(zip(before, after, strict=False)) if pair[0] != pair[1]),
        min(len(before), len(after)),
    )
    start = max(0, at - CONTEXT)
    return "\n".join(
        f"  {name}: {'…' if start else ''}{value[start : at + CONTEXT]}"
        for name, value in (("old", before), ("new", after))
    )


def compare(old: Path, new: Path, games: Sequence[str], seeds: int, rows: int) -> int:
    known = [json.loads(run_trace(checkout, "?")) for checkout in (old, new)]
    if known[0] != known[1]:
        say(f"different games: {', '.join(sorted(set(known[0]) ^ set(known[1])) or known[1])}")
        return 1
    if unknown := set(games) - set(known[0]):
        raise CannotPlay(f"no game {', '.join(sorted(unknown))}; there are {', '.join(known[0])}")
    chosen = games or known[0]
    results: list[tuple[str, Totals]] = []
    # Two processes a game, so half as many games at a time as there are cores.
    with ThreadPoolExecutor(max(1, (os.cpu_count() or 2) // 2)) as pool:
        compared = pool.map(lambda game: compare_game(old, new, game, seeds, rows), chosen)
        for game, totals in zip(chosen, compared, strict=True):
            results.append((game, totals))
            state = "the same" if totals.first is None else f"DIFFERENT: {totals.first}"
            say(f"{game}: {totals.rows} rows, {totals.hashes.total()} values: {state}")
    return report(old, new, results)


def report(old: Path, new: Path, results: Sequence[tuple[str, Totals]]) -> int:
    rows = sum(totals.rows for _, totals in results)
    hashes = sum((totals.hashes for _, totals in results), Counter[str]())
    kinds = sum((totals.kinds for _, totals in results), Counter[str]())
    say(f"{len(results)} games, {rows} rows, {hashes.total()} values of {len(hashes)} kinds")
    first = next((totals.first for _, totals in results if totals.first), None)
    if first is None:
        say("no difference")
        return 0
    say("races that differ first in: " + ", ".join(f"{k} {n}" for k, n in kinds.most_common()))
    say(f"first difference: {first}")
    say(show_difference(old, new, first))
    return 1


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("old", help="a folder or a commit")
    parser.add_argument("new", help="a folder or a commit")
    parser.add_argument("--games", nargs="*", default=[], help="all, if none is named")
    parser.add_argument("--seeds", type=int, default=DEFAULT_SEEDS, help="races a game")
    parser.add_argument("--rows", type=int, default=MAX_ROWS, help="most rows of a race")
    given = parser.parse_args(arguments)
    try:
        with open_checkout(given.old) as old, open_checkout(given.new) as new:
            return compare(old, new, given.games, given.seeds, given.rows)
    except CannotPlay as wrong:
        say(str(wrong))
        return 2


if __name__ == "__main__":
    raise SystemExit(main())

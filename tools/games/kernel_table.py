"""What the long comparison of Heat's kernel has met, as a table, and the constructed positions.

    python -m tools.night --kernel 100000 --seconds 240 --sum kernel.json
    python -m tools.games.kernel_table kernel.json
    python -m tools.games.kernel_table --positions 3

With `--positions N` the positions that random races rarely or never meet are followed row by row
with N seeds, and counted in the same way.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from pathlib import Path

import msgspec

from paddock import games
from paddock.verify.kernel import decisions_in
from paddock.verify.kernel_races import compare_positions, unmet
from tools.night import KernelSum

GROUPS = ("move", "card", "event", "track", "position")


def by_number(name: str) -> tuple[str, int]:
    """Names with numbers, in the order of the numbers."""
    digits = re.search(r"\d+", name)
    return re.sub(r"\d+", "", name), int(digits.group()) if digits else 0


def print_counts(title: str, counts: dict[str, int]) -> None:
    """One row of the table."""
    cells = ", ".join(f"{name} {counts[name]:,}" for name in sorted(counts, key=by_number))
    sys.stdout.write(f"| {title} | {cells} |\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, nargs="?")
    parser.add_argument("--positions", type=int, default=0, help="seeds of constructed positions")
    given = parser.parse_args()
    met: Counter[str] = Counter()
    modules: dict[str, int] = {}
    if given.file is not None:
        found = msgspec.json.decode(given.file.read_bytes(), type=KernelSum)
        met, modules = Counter(found.met), found.modules
        sys.stdout.write(f"{found.races:,} races, {found.decisions:,} decisions\n\n")
    for seed in range(given.positions):
        met += compare_positions(games.find_spec("heat"), seed)
    if given.positions:
        sys.stdout.write(f"positions: {decisions_in(met):,} decisions, 0 different\n\n")
    sys.stdout.write("| what | how often |\n|---|---|\n")
    seats = {name: n for name, n in modules.items() if name.endswith(" seats")}
    tracks = {name for name in met if name.startswith("track ")}
    others = {
        name: n
        for name, n in modules.items()
        if name not in seats and f"track {name}" not in tracks
    }
    if modules:
        print_counts("races by module", others)
        print_counts("races by seats", seats)
    for group in GROUPS:
        counts = {n.removeprefix(f"{group} "): k for n, k in met.items() if n.startswith(group)}
        if counts:
            print_counts(group, counts)
    sys.stdout.write(f"\nnot met: {', '.join(unmet(dict(met))) or 'nothing'}\n")


if __name__ == "__main__":
    main()

"""Reading words against reading values: `python -m tools.readers --asks 10000`.

Two scripted players with one rule answer the same questions of every game. One reads the typed
view, the other only the page of the text environment. Fails where they agree less than asked for.
"""

from __future__ import annotations

import argparse
import sys

from paddock.env.readers import compare_readers
from paddock.games import all_specs

SEATS = 3


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--asks", type=int, default=10_000, help="questions of each game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--least", type=float, default=0.99, help="the share that must agree")
    parser.add_argument("--games", nargs="*", default=[], help="default: all")
    given = parser.parse_args()
    failed = False
    for game in given.games or all_specs():
        found = compare_readers(game, SEATS, given.asks, given.seed)
        print(f"{game}: {found.same} of {found.asks} ({found.share:.2%})", flush=True)  # noqa: T201
        if found.share < given.least:
            failed = True
            print(found.differing)  # noqa: T201
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())

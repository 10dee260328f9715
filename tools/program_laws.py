"""The laws of programs over many decisions of every game and mode: `paddock.verify.laws.programs`.

`python -m tools.program_laws --decisions 10000`. Prints what was looked at, and exits with 1 if a
law is broken.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Sequence

from paddock import games
from paddock.verify.laws.programs import BrokenProgramLaw, check_programs
from paddock.verify.random_options import random_options

OPTIONS_PER_GAME = 5
"""Sets of options: the usual ones, then random ones."""


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="games and modes; none: all")
    parser.add_argument("--decisions", type=int, default=10_000, help="of each game and mode")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    broken = [id for id in given.games or names() if check(id, given.decisions, given.seed)]
    return 1 if broken else 0


def names() -> list[str]:
    return list(games.all_specs())


def check(id: str, decisions: int, seed: int) -> bool:
    """Whether a law is broken in this game."""
    spec = games.find_spec(id)
    generator = random.Random(seed)
    made = prepared = planned = twins = woken = longest = 0
    for number in range(OPTIONS_PER_GAME):
        options = random_options(spec, generator) if number else spec.options()
        least, most = spec.card.seats
        seats = generator.randint(least, most) if number else min(4, most)
        try:
            found = check_programs(
                spec, options, seats, seed + 1000 * number, -(-decisions // OPTIONS_PER_GAME)
            )
        except BrokenProgramLaw as broken:
            say(f"{id}: {broken} {' '.join(broken.__notes__)}")
            return True
        made, prepared = made + found.decisions, prepared + found.prepared
        planned, twins = planned + found.planned, twins + found.twins
        woken, longest = woken + found.woken, max(longest, found.longest_row)
    say(
        f"{id}: {made} decisions, {prepared} prepared ({planned} by a plan), {woken} asked the"
        f" person, {twins} twins, at most {longest} prepared in a row"
    )
    return False


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    raise SystemExit(main())

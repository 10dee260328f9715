"""`python -m tools.bots.oddities GAME --races 200`: counts the odd behaviours of bots in a game.

Prints for each behaviour how often it was found, how often it could have been, and how often it
came in a race.
"""

from __future__ import annotations

import argparse
import sys

from paddock import games
from paddock.core.errors import PaddockError
from tools.bots.oddities import ODDITIES, SETTINGS, load_all, play


def main() -> int:
    load_all()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=sorted(SETTINGS))
    parser.add_argument("--races", type=int, default=200)
    parser.add_argument("--bot", default="medium")
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    spec = games.find_spec(wanted.game)
    counted = [one for one in ODDITIES if wanted.game in one.games]
    found, possible = [0] * len(counted), [0] * len(counted)
    try:
        for n in range(wanted.races):
            race = play(spec, wanted.bot, wanted.seed + n)
            for i, one in enumerate(counted):
                count = one.measure(race)
                found[i] += count.found
                possible[i] += count.possible
    except PaddockError as wrong:
        sys.stderr.write(f"{wrong}\n")
        return 1
    lines = [
        f"{wanted.game}, {wanted.races} races of {wanted.bot} bots, seed {wanted.seed}",
        f"{'found':>8} {'of':>8} {'a race':>8}  behaviour",
    ]
    for i, one in enumerate(counted):
        lines.append(f"{found[i]:8} {possible[i]:8} {found[i] / wanted.races:8.2f}  {one.what}")
    sys.stdout.write("\n".join(lines) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())

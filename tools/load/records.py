"""How large records are and how long a server needs to verify one: whole races of bots, in every
game and mode, with as many seats as there are.

python -m tools.load.records --games circus-maximus-campaign
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import time

import msgspec

from paddock import bots, games
from paddock.core import record
from paddock.core.chance import UnrecordedChance
from paddock.core.game_spec import AnyGameSpec
from paddock.core.options import convert_options
from paddock.core.referee import AnyReferee, Referee
from paddock.server.tables import brought


def race(spec: AnyGameSpec, options: dict[str, object], seed: int, seconds: float) -> AnyReferee:
    """A race of medium bots with as many seats as there are, as far as it comes in the time."""
    seats = spec.card.seats[1]
    chosen = convert_options(spec.options, options)
    referee = Referee(spec.game, chosen, seats, random.Random(f"{seed} dice"))
    bot, chance = bots.make_bot("medium", spec), UnrecordedChance(random.Random(f"{seed} bots"))
    until = time.monotonic() + seconds
    while referee.asks and time.monotonic() < until:
        ask = referee.asks[-1]
        view = spec.game.view(referee.state, ask.seat)
        referee.play(ask.seat, bot.choose(view, ask, chance))
    return referee


def verify_elsewhere(text: str) -> float:
    """Seconds to verify a record in a new process: here the caches of the rules are filled."""
    command = [sys.executable, "-m", "tools.load.records", "--verify"]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    return float(done.stdout)


def verify_input() -> float:
    text, began = sys.stdin.read(), time.perf_counter()
    work = brought.Verification(brought.read(text), "somebody", mine=0, now=0, language="en")
    work.advance(seconds=3600.0)
    return time.perf_counter() - began


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.load.records", description=__doc__)
    parser.add_argument("--games", nargs="*", default=[])
    parser.add_argument("--options", default="{}", help="JSON")
    parser.add_argument("--seconds", type=float, default=120.0, help="the longest for one race")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--verify", action="store_true", help="the record on standard input")
    given = parser.parse_args()
    if given.verify:
        sys.stdout.write(f"{verify_input()}\n")
        return
    for id, spec in games.all_specs().items():
        if given.games and id not in given.games:
            continue
        referee = race(spec, msgspec.json.decode(given.options), given.seed, given.seconds)
        found = referee.record()
        text = record.write_record(spec, found, referee.state, referee.outcome())
        took = verify_elsewhere(text) if not referee.asks else 0.0
        ended = "not over" if referee.asks else f"verified in {took:.2f} s"
        size = len(text.encode())
        sys.stdout.write(f"{id}: {len(found.rows):,} rows, {size:,} bytes, {ended}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()

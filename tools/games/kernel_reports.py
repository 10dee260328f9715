"""Track reports of Heat in its kernel, beside those by the rules.

`python -m tools.games.kernel_reports --races 1000 --by-rules 1000`: the same figures both ways on
the tracks named, `own` being a track of a player. Each difference is measured by its standard
error. One in twenty is beyond 1.96 of these by chance; it fails where clearly more are, or where
one is beyond 4. Processor time is that of this process.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Iterator, Sequence

from msgspec import Struct

from paddock import games
from paddock.analysis.track_trials import MAX_SEATS, run_trial, studio_of
from paddock.cli.output import say
from paddock.core.statistics import Z_95, mean
from paddock.core.studio import Trial
from paddock.games.heat.kernel.greedy_races import number_of_race, try_out
from paddock.games.heat.state import Options

SPEC = games.find_spec("heat")
OWN = """name = "Narrow"
spaces = 46
laps = 2
corners = [
  { at = 6, limit = 2 },
  { at = 11, limit = 3 },
  { at = 24, limit = 2, turn = "left" },
  { at = 31, limit = 5 },
  { at = 42, limit = 2 },
]
flooded = [[7, 9]]
tunnels = [[26, 29]]
"""
"""A short track with water, a tunnel and narrow corners: many spin-outs."""
MOST_ERRORS = 4.0
"""A difference of more standard errors is none of chance."""
BEYOND_SHARE = 0.05


class Difference(Struct, frozen=True):
    """A figure of a report both ways."""

    what: str
    fast: float
    slow: float
    errors: float  # their difference in standard errors


def figures(trials: Sequence[Trial], corners: int) -> Iterator[tuple[str, list[float]]]:
    """The figures of a report, by race."""
    yield "rounds of a race", [float(one.turns) for one in trials]
    yield "rounds of a lap", [sum(one.laps) / max(1, len(one.laps)) for one in trials]
    for corner in range(corners):
        yield f"passes {corner + 1}", [float(one.passes.get(corner, 0)) for one in trials]
        yield f"accidents {corner + 1}", [float(one.accidents.get(corner, 0)) for one in trials]
    for slot in range(len(trials[0].places)):
        yield f"place of slot {slot + 1}", [float(one.places[slot]) for one in trials]
        yield f"wins of slot {slot + 1}", [float(one.places[slot] == 1) for one in trials]


def race_fast(text: str, seed: int, races: int) -> tuple[Trial, ...]:
    """Races of a report in the kernel."""
    numbers = [number_of_race(seed, race) for race in range(races)]
    return try_out(Options(own=text), MAX_SEATS, numbers) or ()


def compare(fast: Sequence[Trial], slow: Sequence[Trial], corners: int) -> list[Difference]:
    found = []
    for (what, mine), (_, theirs) in zip(
        figures(fast, corners), figures(slow, corners), strict=True
    ):
        one, other = mean(mine), mean(theirs)
        error = math.hypot(one.margin, other.margin) / Z_95
        errors = (one.value - other.value) / error if error else 0.0
        found.append(Difference(what, one.value, other.value, errors))
    return found


def most_beyond(count: int) -> int:
    """How many of so many differences may be beyond 1.96 by chance: the mean and three deviations
    more."""
    middle = BEYOND_SHARE * count
    return math.ceil(middle + 3 * math.sqrt(middle * (1 - BEYOND_SHARE)))


def report(track: str, races: int, by_rules: int, seed: int) -> bool:
    """Print how the reports on a track compare; whether they fit."""
    text = OWN if track == "own" else studio_of(SPEC).printed_tracks()[track]
    race_fast(text, seed, 1)  # compiles, or loads what was compiled
    began = time.process_time()
    fast = race_fast(text, seed, races)
    between = time.process_time()
    slow = [run_trial(SPEC, text, seed, race) for race in range(by_rules)]
    ended = time.process_time()
    found = compare(fast, slow, len(studio_of(SPEC).measure(text).corners))
    beyond = [one for one in found if abs(one.errors) > Z_95]
    say(
        f"{track}: {races} races in {between - began:.2f} s, {by_rules} by the rules in "
        f"{ended - between:.2f} s; {len(beyond)} of {len(found)} figures beyond 95 %"
    )
    for one in found:
        if one in beyond or one.what.startswith("rounds"):
            say(f"  {one.what}: {one.fast:.3f}, {one.slow:.3f} ({one.errors:+.1f} errors)")
    worst = max(abs(one.errors) for one in found)
    return len(beyond) <= most_beyond(len(found)) and worst < MOST_ERRORS


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tracks", nargs="*", default=["usa", "own"])
    parser.add_argument("--races", type=int, default=1000)
    parser.add_argument("--by-rules", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    from paddock.games.heat.kernel.compiler import IS_COMPILED

    if not IS_COMPILED:
        say("install paddock[fast]: without Numba reports are those of the rules")
        return 1
    fitting = [report(one, given.races, given.by_rules, given.seed) for one in given.tracks]
    return 0 if all(fitting) else 1


if __name__ == "__main__":
    sys.exit(main())

"""Whole Mille Miglias of six bots, year by year: `python -m tools.games.mille_miglia_times`;
`make night` calls it.

The winners' times are compared with those of history: our roads are reconstructions, and this is
what they are measured by.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Literal, NamedTuple, get_args

from paddock.bots import make_bot
from paddock.games.winds_of_war.data import MODELS, YEARS
from paddock.games.winds_of_war.modes.mille_miglia import MILLE_MIGLIA
from paddock.games.winds_of_war.modes.mille_miglia.state import Options

SEATS = 6
NEAR = 0.2  # of the historical time
Year = Literal[1934, 1935, 1936, 1937, 1938, 1940]
LAPS_OF_1940 = 3, 9  # ours, and those of history


class Ran(NamedTuple):
    """One race: the winner's minutes (0: nobody came home), his car, how many finished."""

    year: int
    minutes: int
    car: str
    home: int


class Luck:
    """Draws and forgets."""

    def __init__(self, seed: int) -> None:
        self.generator = random.Random(seed)

    def pick(self, faces: Sequence[object], label: str, to: int | None = None) -> int:
        return self.generator.randrange(len(faces))


def race(year: Year, seed: int) -> Ran:
    """A Mille Miglia by stages, or the ring of 1940, with cars that are dealt."""
    game, luck = MILLE_MIGLIA.game, Luck(seed)
    bot = make_bot("greedy", MILLE_MIGLIA)
    state = game.setup(Options(format="stages", year=year), SEATS, luck).state
    while asks := game.asks(state):
        (ask,) = asks
        move = bot.choose(game.view(state, ask.seat), ask, luck)
        state = game.play(state, ask.seat, move, luck).state
    outcome = game.outcome(state)
    assert outcome is not None
    if 1 not in outcome.places:
        return Ran(year, 0, "", 0)
    winner, stage = outcome.places.index(1), state.now.stage
    assert stage is not None
    minutes = state.chart[-1][winner] - stage.first[winner]
    car = MODELS[state.now.teams[winner].model].name
    return Ran(year, minutes, car, sum(place > 0 for place in outcome.places))


def ran(job: tuple[Year, int]) -> Ran:
    return race(*job)


def told(minutes: float) -> str:
    return f"{int(minutes) // 60} h {int(minutes) % 60:02d}"


def main() -> int:
    """A line a year; fails where a year lies too far from history."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--races", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--years", type=int, nargs="+", choices=get_args(Year))
    asked = parser.parse_args()
    years: tuple[Year, ...] = tuple(asked.years or get_args(Year))
    jobs = [(year, asked.seed + k) for year in years for k in range(asked.races)]
    with ProcessPoolExecutor(asked.workers) as pool:
        all_ran = list(pool.map(ran, jobs))
    far = 0
    for year in years:
        rows = [one for one in all_ran if one.year == year]
        times = [one.minutes for one in rows if one.minutes]
        mean, past = statistics.mean(times), YEARS[year].winner
        if year == 1940:
            past = past * LAPS_OF_1940[0] // LAPS_OF_1940[1]
        off = mean / past - 1
        far += abs(off) > NEAR
        cars = ", ".join(f"{car} {n}" for car, n in Counter(r.car for r in rows).most_common(3))
        sys.stdout.write(
            f"{year}: {len(rows)} races, winner {told(mean)} ({told(min(times))} to"
            f" {told(max(times))}), history {told(past)}, {off:+.0%};"
            f" {statistics.mean(r.home for r in rows):.1f} of {SEATS} home; {cars}\n"
        )
    return far


if __name__ == "__main__":
    raise SystemExit(main())

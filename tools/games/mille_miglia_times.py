"""Whole Mille Miglias of six bots, year by year: `python -m tools.games.mille_miglia_times`;
`make night` calls it.

The times of winners, and of the Fiat 500 of 1937, are compared with those of history: our roads are
reconstructions, and this is what they are measured by. `--evenings 50` races the road of one
evening instead, and prints the times of cars by price and how often the best time is shared.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Literal, NamedTuple, get_args

from paddock.bots import make_bot
from paddock.games.winds_of_war.data import MODEL_INDEX, MODELS, YEARS
from paddock.games.winds_of_war.modes.mille_miglia import MILLE_MIGLIA
from paddock.games.winds_of_war.modes.mille_miglia.state import Options

SEATS = 6
MAX_DIFFERENCE = 0.1  # of the historical time
Year = Literal[1934, 1935, 1936, 1937, 1938, 1940]
LAPS_OF_1940 = 3, 9  # ours, and those of history
SMALL_CAR_MINUTES = {1937: (MODEL_INDEX["fiat-500-a-siata"], 1260)}  # 1,640 km at 78.1 km/h
EVENING_YEAR: Year = 1938


class Car(NamedTuple):
    """A car in a race: its model, its place (0: out) and its minutes."""

    model: int
    place: int
    minutes: int


class Luck:
    """Draws and forgets."""

    def __init__(self, seed: int) -> None:
        self.generator = random.Random(seed)

    def pick(self, faces: Sequence[object], label: str, to: int | None = None) -> int:
        return self.generator.randrange(len(faces))


def race(year: Year, seed: int, form: Literal["stages", "one-stage"] = "stages") -> list[Car]:
    """A Mille Miglia by stages, the ring of 1940, or one evening, with cars that are dealt."""
    game, luck = MILLE_MIGLIA.game, Luck(seed)
    bot = make_bot("greedy", MILLE_MIGLIA)
    state = game.setup(Options(format=form, year=year), SEATS, luck).state
    while asks := game.asks(state):
        (ask,) = asks
        move = bot.choose(game.view(state, ask.seat), ask, luck)
        state = game.play(state, ask.seat, move, luck).state
    outcome, stage = game.outcome(state), state.now.stage
    assert outcome is not None
    assert stage is not None
    return [
        Car(state.now.teams[seat].model, place, state.chart[-1][seat] - stage.first[seat])
        for seat, place in enumerate(outcome.places)
    ]


def race_year(job: tuple[Year, int]) -> list[Car]:
    return race(*job)


def show(minutes: float) -> str:
    return f"{int(minutes) // 60} h {int(minutes) % 60:02d}"


def compare(times: Sequence[int], history: int) -> tuple[str, bool]:
    """Mean times in words, and whether they are near those of history."""
    if not times:
        return "none home", True
    mean = statistics.mean(times)
    off = mean / history - 1
    text = (
        f"{show(mean)} ({show(min(times))} to {show(max(times))}), history {show(history)},"
        f" {off:+.0%}"
    )
    return text, abs(off) <= MAX_DIFFERENCE


def report_year(year: Year, races: Sequence[Sequence[Car]]) -> tuple[str, int]:
    """A line for a year, and how many figures are too far from history."""
    past = YEARS[year].winner
    if year == 1940:
        past = past * LAPS_OF_1940[0] // LAPS_OF_1940[1]
    winners = [car for cars in races for car in cars if car.place == 1]
    text, near = compare([car.minutes for car in winners], past)
    names = Counter(MODELS[car.model].name for car in winners).most_common(3)
    home = sum(car.place > 0 for cars in races for car in cars) / len(races)
    line = f"{year}: {len(races)} races, winner {text}; {home:.1f} of {SEATS} home; "
    line += ", ".join(f"{name} {n}" for name, n in names)
    far = int(not near)
    if year in SMALL_CAR_MINUTES:
        model, minutes = SMALL_CAR_MINUTES[year]
        small = [car for cars in races for car in cars if car.model == model]
        times = [car.minutes for car in small if car.place]
        text, near = compare(times, minutes)
        line += f"\n      {MODELS[model].name}, {len(times)} of {len(small)} home: {text}"
        far += not near
    return line, far


def report_evenings(races: Sequence[Sequence[Car]]) -> Iterator[str]:
    """How often the best time is shared, and the times of cars by price."""
    shared, by_price = 0, defaultdict(list)
    for cars in races:
        times = sorted(car.minutes for car in cars if car.place)
        shared += len(times) > 1 and times[0] == times[1]
        for car in cars:
            if car.place:
                by_price[MODELS[car.model].price].append(car.minutes)
    yield f"{len(races)} evenings of {EVENING_YEAR}, best time shared in {shared}"
    for price, minutes in sorted(by_price.items()):
        yield f"  {price:>4} Lire: {statistics.mean(minutes):.0f} min ({len(minutes)} home)"


def main() -> int:
    """A line a year; fails where a year lies too far from history."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--races", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--years", type=int, nargs="+", choices=get_args(Year))
    parser.add_argument("--evenings", type=int, default=0, help="races of one evening instead")
    asked = parser.parse_args()
    years: tuple[Year, ...] = tuple(asked.years or get_args(Year))
    jobs = [(year, asked.seed + k) for year in years for k in range(asked.races)]
    with ProcessPoolExecutor(asked.workers) as pool:
        if asked.evenings:
            evening = partial(race, EVENING_YEAR, form="one-stage")
            seeds = range(asked.seed, asked.seed + asked.evenings)
            for line in report_evenings(list(pool.map(evening, seeds))):
                sys.stdout.write(line + "\n")
            return 0
        races = list(pool.map(race_year, jobs))
    far = 0
    for number, year in enumerate(years):
        line, too_far = report_year(year, races[number * asked.races :][: asked.races])
        far += too_far
        sys.stdout.write(line + "\n")
    return far


if __name__ == "__main__":
    raise SystemExit(main())

"""Learn to drive Street Illegal: one learned seat against three `medium` bots.

A small network reads the numbers of `street-illegal-v1` and rates every action at once. It learns
from a teacher: the bot `greedy`, which tries each option in imagined races and is slow. First the
network watches medium bots and learns how the teacher rates their options. Then it drives itself,
and the teacher rates the options that it met (imitation learning, "DAgger"). In the end it drives
without looking ahead and without the teacher.

    pip install 'paddock[env]'
    python examples/learn_street_illegal.py --minutes 10 --workers 2

The last lines are its share of wins in races that it has never seen, with the 95 % interval. Four
equal drivers win 25 % each.
"""

from __future__ import annotations

import argparse
import itertools
import math
import os
import random
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # the matrices are small, threads only wait
import numpy as np

import paddock
import paddock.env
from paddock.bots import make_bot
from paddock.bots.greedy import Greedy
from paddock.core.chance import UnrecordedChance

GAME, SEATS, RIVAL = "street-illegal", 4, "medium"
LAYOUT = paddock.env.layout(GAME)
HIDDEN = (256, 128)
MAX_CATEGORIES = 24
"""A number with fewer possible values is read as a category: one input for each value."""
WORST_RATING = -0.25
"""Options are rated from the best one (0) downwards; below this all are equally bad."""
MAX_OPTIONS = 24
EPOCHS = 2
RACES_PER_JOB = 20
FIRST_TEST_SEED = 10_000_000


class Inputs:
    """Turns the numbers of a position into the inputs of the network."""

    def __init__(self) -> None:
        bounds = LAYOUT.bounds
        span = np.array([one.high - one.low for one in bounds])
        self.low: Any = np.array([one.low for one in bounds])
        self.category: Any = np.flatnonzero((span > 1) & (span < MAX_CATEGORIES))
        sizes = span[self.category] + 1
        self.first: Any = np.concatenate([[0], np.cumsum(sizes)[:-1]])
        self.categories = int(sizes.sum())
        self.scale: Any = (1 / np.maximum(span, 1)).astype(np.float32)
        self.size = len(bounds) + self.categories

    def read(self, numbers: Any) -> Any:
        above = np.asarray(numbers, np.int64) - self.low
        ones: Any = np.zeros((len(above), self.categories), np.float32)
        np.put_along_axis(ones, above[:, self.category] + self.first, 1, axis=1)
        return np.concatenate([above * self.scale, ones], axis=1, dtype=np.float32)


INPUTS = Inputs()


class Network:
    """Numbers of a position in, a rating for each action out."""

    def __init__(self, seed: int) -> None:
        self.luck = np.random.default_rng(seed)
        sizes = (INPUTS.size, *HIDDEN, LAYOUT.actions)
        self.weights: list[Any] = []
        for wide, high in itertools.pairwise(sizes):
            # Ratings are close to 0, so the last layer starts with small weights.
            spread = math.sqrt(2 / wide) * (0.05 if high == LAYOUT.actions else 1)
            self.weights.append(self.luck.normal(0, spread, (wide, high)).astype(np.float32))
            self.weights.append(np.zeros(high, np.float32))
        self.first = [np.zeros_like(weight) for weight in self.weights]
        self.second = [np.zeros_like(weight) for weight in self.weights]
        self.steps = 0

    def layers(self, inputs: Any) -> list[Any]:
        """The output of each layer; the last one has the ratings."""
        found = [inputs]
        for n in range(0, len(self.weights), 2):
            after = found[-1] @ self.weights[n] + self.weights[n + 1]
            last = n == len(self.weights) - 2
            found.append(after if last else np.maximum(after, 0))
        return found

    def rate(self, numbers: list[int]) -> Any:
        return self.layers(INPUTS.read([numbers]))[-1][0]

    def fit(self, samples: Samples, epochs: int) -> float:
        """Adam on the squared error of the offered actions; the mean error of the last epoch."""
        error = 0.0
        for epoch in range(epochs):
            order, errors = self.luck.permutation(len(samples.numbers)), []
            rate = 1e-3 * (1 - epoch / epochs) + 5e-5
            for start in range(0, len(order), 256):
                rows = order[start : start + 256]
                layers = self.layers(INPUTS.read(samples.numbers[rows]))
                ids = samples.ids[rows].astype(np.int64)
                offered = ids >= 0
                found = np.take_along_axis(layers[-1], np.maximum(ids, 0), axis=1)
                wrong = np.where(offered, found - samples.ratings[rows], 0)
                # The mean of a row is free: only differences between options matter.
                wrong -= np.where(offered, wrong.sum(1, keepdims=True), 0) / np.maximum(
                    offered.sum(1, keepdims=True), 1
                )
                errors.append(float((wrong**2).sum() / offered.sum()))
                back = np.zeros_like(layers[-1])
                at = np.broadcast_to(np.arange(len(rows))[:, None], ids.shape)
                np.add.at(back, (at[offered], ids[offered]), wrong[offered] / len(rows))
                self.learn(layers, back, rate)
            error = math.sqrt(float(np.mean(errors)))
        return error

    def learn(self, layers: list[Any], back: Any, rate: float) -> None:
        self.steps += 1
        for n in reversed(range(0, len(self.weights), 2)):
            inputs = layers[n // 2]
            slopes = (inputs.T @ back, back.sum(0))
            back = (back @ self.weights[n].T) * (inputs > 0)
            for at, slope in zip((n, n + 1), slopes, strict=True):
                self.first[at] = 0.9 * self.first[at] + 0.1 * slope
                self.second[at] = 0.999 * self.second[at] + 0.001 * slope**2
                size = self.first[at] / (1 - 0.9**self.steps)
                spread = np.sqrt(self.second[at] / (1 - 0.999**self.steps)) + 1e-8
                self.weights[at] -= (rate * size / spread).astype(np.float32)


class Samples:
    """Decisions: the numbers of each, the ids of its options (-1: none) and the ratings."""

    def __init__(self, numbers: Any, ids: Any, ratings: Any) -> None:
        self.numbers, self.ids, self.ratings = numbers, ids, ratings

    @classmethod
    def empty(cls, size: int) -> Samples:
        return cls(
            np.zeros((size, LAYOUT.size), np.int16),
            np.full((size, MAX_OPTIONS), -1, np.int16),
            np.zeros((size, MAX_OPTIONS), np.float32),
        )

    @classmethod
    def join(cls, parts: list[Samples]) -> Samples:
        return cls(
            np.concatenate([part.numbers for part in parts]),
            np.concatenate([part.ids for part in parts]),
            np.concatenate([part.ratings for part in parts]),
        )


Row = tuple[list[int], list[int], list[float]]


def make_samples(rows: list[Row]) -> Samples:
    samples = Samples.empty(len(rows))
    for n, (numbers, ids, ratings) in enumerate(rows):
        samples.numbers[n] = numbers
        samples.ids[n, : len(ids)] = ids[:MAX_OPTIONS]
        samples.ratings[n, : len(ids)] = ratings[:MAX_OPTIONS]
    return samples


def rate_options(teacher: Any, view: Any, ask: Any, chance: UnrecordedChance) -> Row:
    """A decision with the ratings of the teacher, from the best option (0) downwards."""
    options = ask.candidates
    ratings = {move: value for value, move in teacher.rank(view, ask, chance, len(options))}
    best = max(ratings.values())
    ids = LAYOUT.action_ids(view, ask)
    values = [max(ratings.get(move, -9.0) - best, WORST_RATING) for move in options]
    return LAYOUT.observe(view, ask.seat, ask), ids, values


def run_race(network: Network | None, seed: int, teach: bool) -> tuple[list[Row], int]:
    """A race in which the network drives one seat, or nobody: rated decisions, and its place."""
    race = paddock.make(GAME, SEATS, seed)
    mine = seed % SEATS
    rivals, teacher = make_bot(RIVAL, race.spec), Greedy[Any, Any](race.spec)
    chances = [UnrecordedChance(random.Random(f"{seed}:{seat}")) for seat in range(SEATS)]
    rows: list[Row] = []
    while not race.over:
        ask = race.asks[0]
        seat, options = ask.seat, ask.candidates
        view, chance = race.view(seat), chances[seat]
        if network is not None and seat == mine and len(options) > 1:
            ratings = network.rate(LAYOUT.observe(view, seat, ask))
            ids = LAYOUT.action_ids(view, ask)
            move = options[int(np.argmax(ratings[ids]))]
        else:
            move = rivals.choose(view, ask, chance)
        if teach and len(options) > 1 and (network is None or seat == mine):
            rows.append(rate_options(teacher, view, ask, chance))
        race.play(seat, move)
    outcome = race.outcome
    assert outcome is not None, "the race is over"
    return rows, outcome.among_seats()[mine]


def run_races(
    network: Network | None, first_seed: int, races: int, teach: bool
) -> tuple[Samples, list[int]]:
    """In a process: some races."""
    rows: list[Row] = []
    places = []
    for seed in range(first_seed, first_seed + races):
        found, place = run_race(network, seed, teach)
        rows += found
        places.append(place)
    return make_samples(rows), places


def run_for(
    pool: ProcessPoolExecutor, network: Network | None, first_seed: int, seconds: float, jobs: int
) -> tuple[Samples, list[int]]:
    """Races until the time is over."""
    end, seed = time.monotonic() + seconds, first_seed
    parts, places = [], []
    while time.monotonic() < end:
        running = []
        for _ in range(jobs):
            running.append(pool.submit(run_races, network, seed, RACES_PER_JOB, True))
            seed += RACES_PER_JOB
        for job in running:
            part, some = job.result()
            parts.append(part)
            places += some
    return Samples.join(parts), places


def interval(wins: int, races: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share."""
    z, share = 1.96, wins / races
    middle = (share + z * z / (2 * races)) / (1 + z * z / races)
    half = z * math.sqrt(share * (1 - share) / races + z * z / (4 * races**2)) / (1 + z * z / races)
    return middle - half, middle + half


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0, help="for learning")
    parser.add_argument("--races", type=int, default=400, help="unseen races at the end")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=4, help="of own races")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    began, network = time.monotonic(), Network(given.seed)
    samples = Samples.empty(0)
    seconds = given.minutes * 60 * 0.6 / (given.rounds + 2)  # the rest is for the network
    with ProcessPoolExecutor(given.workers, mp_context=get_context("spawn")) as pool:
        for turn in range(given.rounds + 1):
            driver, span = (network, seconds) if turn else (None, 2 * seconds)
            seed = given.seed * 1_000_000 + turn * 100_000
            found, places = run_for(pool, driver, seed, span, given.workers)
            samples = Samples.join([samples, found])
            error = network.fit(samples, EPOCHS)
            won = f"{places.count(1) / len(places):.1%} won" if turn else "watched"
            line = f"round {turn}: {len(places)} races, {won}, {len(samples.ids)} decisions"
            print(f"{time.monotonic() - began:4.0f} s  {line}, error {error:.4f}", flush=True)
        jobs = [
            pool.submit(run_races, network, FIRST_TEST_SEED + n, RACES_PER_JOB, False)
            for n in range(0, given.races, RACES_PER_JOB)
        ]
        places = [place for job in jobs for place in job.result()[1]]
    low, high = interval(places.count(1), len(places))
    wins = places.count(1)
    print(f"{time.monotonic() - began:4.0f} s  {wins} wins in {len(places)} unseen races")
    print(f"{wins / len(places):.1%}, 95 % interval {low:.1%} to {high:.1%}")


if __name__ == "__main__":
    main()

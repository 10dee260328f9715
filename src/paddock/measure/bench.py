"""Speed of a game: random play between slices of a fixed reference loop, and the median of the
ratios.

Measured in processor time, so other load on the machine does not count.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Iterator

from msgspec import Struct

from paddock.core.game_spec import AnyGameSpec
from paddock.core.referee import AnyReferee, Referee

REFERENCE_ROUNDS_PER_SECOND = 2_600_000
"""Rounds a second of the reference loop to which all figures are normalised."""

SLICE_SECONDS = 0.04
DEFAULT_SLICES = 60
DEFAULT_SEATS = 4


class Speed(Struct, frozen=True):
    """Speed in random play; a second here is one in which the reference loop makes QUIET rounds."""

    decisions_per_second: float
    races_per_second: float
    ratio: float  # decisions for each round of the reference loop
    raw_decisions_per_second: float
    raw_races_per_second: float
    reference: float  # rounds a second while this was measured


class P:
    """Something to make, in the reference loop."""

    __slots__ = ("a",)

    def __init__(self, a: int) -> None:
        self.a = a


def f(x: int, y: int) -> int:
    return x + y


def reference_speed(rounds: int = 20_000) -> float:
    """Rounds a second of the fixed loop: objects, calls and tuples, as rules need them."""
    start = time.thread_time()
    acc: int = 0
    row: tuple[int, ...] = (1, 2, 3, 4, 5, 6, 7)
    for i in range(rounds):
        p = P(i & 7)
        acc = f(acc, p.a)
        row = row[1:] + (acc & 15,)  # the loop is fixed: figures compare over years
    return rounds / (time.thread_time() - start)


def play_random_race(spec: AnyGameSpec, options: object, seats: int, seed: int) -> int:
    """A whole race of random play through the referee; how many decisions it took."""
    generator = random.Random(seed)
    luck = generator.random
    referee: AnyReferee = Referee(spec.game, options, seats, generator)
    while referee.asks:
        ask = referee.asks[0]
        options = ask.options
        referee.play(ask.seat, options[int(luck() * len(options))])
    return len(referee.rows)


def measure(
    spec: AnyGameSpec,
    slices: int = DEFAULT_SLICES,
    seconds: float = SLICE_SECONDS,
    *,
    options: object = None,
    seats: int | None = None,
) -> Speed:
    """The speed of a game with its default options, at four seats or as near as it comes."""
    options = spec.options() if options is None else options
    seats = (
        min(max(DEFAULT_SEATS, spec.card.seats[0]), spec.card.seats[1]) if seats is None else seats
    )
    play_random_race(spec, options, seats, 0)
    taken = list(run_slices(spec, options, seats, slices, seconds))
    ratio = statistics.median(cut.decisions / cut.seconds / cut.reference for cut in taken)
    races = statistics.median(cut.races / cut.seconds / cut.reference for cut in taken)
    loop = statistics.median(cut.reference for cut in taken)
    return Speed(
        ratio * REFERENCE_ROUNDS_PER_SECOND,
        races * REFERENCE_ROUNDS_PER_SECOND,
        ratio,
        ratio * loop,
        races * loop,
        loop,
    )


class TimeSlice(Struct, frozen=True):
    """One slice of time."""

    decisions: int
    races: int
    seconds: float
    reference: float


def run_slices(
    spec: AnyGameSpec, options: object, seats: int, slices: int, seconds: float
) -> Iterator[TimeSlice]:
    """Slices of whole races, each between two runs of the reference loop."""
    number = 0
    for _ in range(slices):
        before = reference_speed()
        start = time.thread_time()
        decisions = races = 0
        while (spent := time.thread_time() - start) < seconds:
            number += 1
            decisions += play_random_race(spec, options, seats, number)
            races += 1
        yield TimeSlice(decisions, races, spent, (before + reference_speed()) / 2)

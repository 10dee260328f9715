"""Speed of Heat's kernel beside the rules, in turn and in processor time."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

from msgspec import Struct

from paddock.core.game_spec import AnyGameSpec
from paddock.games.heat.kernel.batch import Batch
from paddock.games.heat.kernel.compiler import IS_COMPILED
from paddock.games.heat.kernel.records import Race, array_type
from paddock.games.heat.state import Options
from paddock.measure.bench import SLICE_SECONDS, play_random_race

COMPILED_RACES, PLAIN_RACES = 1024, 4
"""Races of a batch: uncompiled, a thousand would take minutes."""


class KernelSpeed(Struct, frozen=True):
    """Decisions a second of random play; medians of slices."""

    compiled: bool
    bytes_a_race: int  # 0: not compiled, so there is no array
    rules: float
    single: float
    batch: float


def measure_kernel(spec: AnyGameSpec, options: Options, seats: int, slices: int) -> KernelSpeed:
    """The rules, whole races in the kernel, and one decision in each race of a batch, in turn."""
    races = COMPILED_RACES if IS_COMPILED else PLAIN_RACES
    single, batch = Batch([(options, seats)] * 16), Batch([(options, seats)] * races)
    number = 0

    def by_rules() -> int:
        nonlocal number
        number += 1
        return play_random_race(spec, options, seats, number)

    def whole_races() -> int:
        nonlocal number
        number += 16
        single.reset(range(number, number + 16))
        return single.finish_at_random()

    def one_each() -> int:
        return batch.step(batch.choose_at_random(), again=True)

    works = (by_rules, whole_races, one_each)
    for work in works:  # compiles
        work()
    found = [[speed_of(work) for work in works] for _ in range(slices)]
    rules, alone, together = (statistics.median(row[i] for row in found) for i in range(3))
    size = array_type(Race).itemsize if IS_COMPILED else 0
    return KernelSpeed(IS_COMPILED, size, rules, alone, together)


def speed_of(work: Callable[[], int]) -> float:
    """Decisions a second in one slice of time."""
    start = time.thread_time()
    made = work()
    while (spent := time.thread_time() - start) < SLICE_SECONDS:
        made += work()
    return made / spent

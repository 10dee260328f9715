"""Speed of Heat's kernel and of the rules, in turn and in processor time."""

from __future__ import annotations

import os
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
    batch: float  # one decision in each race by turns
    observed: float  # the same with observation and mask
    threads: int  # of the next figure, which counts time on the clock
    threaded: float  # as `observed`, in threads


def measure_kernel(spec: AnyGameSpec, options: Options, seats: int, slices: int) -> KernelSpeed:
    """The rules, whole races in the kernel, and one decision in each race of a batch, without and
    with observations, in turn."""
    races = COMPILED_RACES if IS_COMPILED else PLAIN_RACES
    tables = [(options, seats)] * races
    single, batch = Batch(tables[:1] * 16), Batch(tables)
    threads = os.cpu_count() or 1
    many = Batch(tables, threads=threads)
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
        return batch.step_at_random(again=True)

    def observe_each() -> int:
        return batch.step_at_random(again=True, observe=True)

    def observe_in_threads() -> int:
        return many.step_at_random(again=True, observe=True)

    works = (by_rules, whole_races, one_each, observe_each)
    for work in (*works, observe_in_threads):  # compiles
        work()
    found = [
        [*[speed_of(work) for work in works], speed_of(observe_in_threads, time.perf_counter)]
        for _ in range(slices)
    ]
    many.close()
    rules, alone, together, observed, threaded = (
        statistics.median(row[i] for row in found) for i in range(len(works) + 1)
    )
    size = array_type(Race).itemsize if IS_COMPILED else 0
    return KernelSpeed(
        compiled=IS_COMPILED,
        bytes_a_race=size,
        rules=rules,
        single=alone,
        batch=together,
        observed=observed,
        threads=threads,
        threaded=threaded,
    )


def speed_of(work: Callable[[], int], clock: Callable[[], float] = time.thread_time) -> float:
    """Decisions a second in one slice of time."""
    start = clock()
    made = work()
    while (spent := clock() - start) < SLICE_SECONDS:
        made += work()
    return made / spent

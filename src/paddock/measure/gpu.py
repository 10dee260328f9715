"""Speed of Heat's kernel on a GPU, by the clock."""

from __future__ import annotations

import time
from collections.abc import Callable

from msgspec import Struct

from paddock.games.heat.kernel.batch import Table
from paddock.games.heat.kernel.gpu import GpuBatch, NoGpu, find_cuda
from paddock.games.heat.state import Options

WARM_UP_STEPS, STEPS, OBSERVED_STEPS = 1500, 1400, 700
"""Races begin together; after two whole races they are at all stages. Then two more are timed."""


class GpuSpeed(Struct, frozen=True):
    """Decisions a second of random play, one decision in each race by a launch."""

    races: int
    batch: float
    observed: float  # with observation and mask


def measure_gpu(options: Options, seats: int, races: int) -> GpuSpeed | None:
    """The kernel on a GPU, or None if there is none."""
    try:
        cuda = find_cuda()
    except NoGpu:
        return None
    table: Table = (options, seats)
    batch = GpuBatch([table] * races)

    def observe_each() -> None:
        batch.step_at_random(again=True)
        batch.observe()

    observe_each()  # compiles
    for _ in range(WARM_UP_STEPS):
        batch.step_at_random(again=True)
    plain = time_steps(cuda.synchronize, lambda: batch.step_at_random(again=True), STEPS)
    observed = time_steps(cuda.synchronize, observe_each, OBSERVED_STEPS)
    return GpuSpeed(races, races / plain, races / observed)


def time_steps(synchronize: Callable[[], None], step: Callable[[], None], steps: int) -> float:
    """Seconds of one step. Launches return at once, so the GPU must have finished."""
    synchronize()
    start = time.perf_counter()
    for _ in range(steps):
        step()
    synchronize()
    return (time.perf_counter() - start) / steps

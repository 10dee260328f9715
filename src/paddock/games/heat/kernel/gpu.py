"""Races of the kernel on a GPU: one race a thread, one launch a step.

The functions are those of the processor: Numba compiles them again for the GPU. Arrays stay there;
PyTorch, CuPy and JAX read them without a copy by `__cuda_array_interface__`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from msgspec import Struct
from msgspec.structs import astuple

from paddock.core.errors import PaddockError
from paddock.games.heat.kernel.actions import ACTIONS
from paddock.games.heat.kernel.batch import Table, no_draws, read_tables
from paddock.games.heat.kernel.compiler import NUMBA
from paddock.games.heat.kernel.entries import (
    begin,
    choose_option,
    observe_race,
    step_race,
)
from paddock.games.heat.kernel.observe import SIZE

THREADS = 128
"""Threads of a block."""


class NoGpu(PaddockError):
    """There is no GPU that Numba can use."""


def find_cuda() -> Any:
    """Numba's CUDA, or an error that says what is missing."""
    if NUMBA is None:
        raise NoGpu("races on a GPU need Numba: install paddock[fast] and numba-cuda")
    from numba import cuda

    if not cuda.is_available():
        raise NoGpu("Numba finds no GPU: it needs an NVIDIA driver and numba-cuda")
    return cuda


class Kernels(Struct, frozen=True):
    """The functions that are launched, one thread a race."""

    reset: Callable[..., None]
    choose: Callable[..., None]
    step: Callable[..., None]
    observe: Callable[..., None]
    step_at_random: Callable[..., None]


def make_kernels(cuda: Any) -> Kernels:
    """The functions as plain Python; `compile_kernels` makes them run."""

    def reset(races: Any, starts: Any, courses: Any, numbers: Any, chance: Any) -> None:
        i = cuda.grid(1)
        if i < len(races):
            begin(races, i, starts, courses, int(numbers[i]), chance)

    def choose(races: Any, courses: Any, choices: Any) -> None:
        i = cuda.grid(1)
        if i < len(races):
            choices[i] = choose_option(races[i], courses[races[i].course])

    def step(
        races: Any,
        starts: Any,
        courses: Any,
        choices: Any,
        by_id: bool,
        done: Any,
        chance: Any,
        stride: int,
    ) -> None:
        i = cuda.grid(1)
        if i < len(races):
            found = step_race(
                races,
                i,
                starts,
                courses,
                choice=int(choices[i]),
                by_id=by_id,
                chance=chance,
                stride=stride,
            )
            done[i] = found // 2

    def observe(races: Any, courses: Any, seen: Any, masks: Any) -> None:
        i = cuda.grid(1)
        if i < len(races):
            race = races[i]
            observe_race(race, courses[race.course], int(race.seat), seen[i], masks[i])

    def step_at_random(
        races: Any, starts: Any, courses: Any, done: Any, chance: Any, stride: int
    ) -> None:
        i = cuda.grid(1)
        if i < len(races):
            race = races[i]
            found = step_race(
                races,
                i,
                starts,
                courses,
                choice=choose_option(race, courses[race.course]),
                by_id=False,
                chance=chance,
                stride=stride,
            )
            done[i] = found // 2

    return Kernels(reset, choose, step, observe, step_at_random)


@cache
def compile_kernels() -> Kernels:
    """The functions for the GPU. Each is compiled when it is first launched, once a process."""
    cuda = find_cuda()
    return Kernels(*[cuda.jit(kernel) for kernel in astuple(make_kernels(cuda))])


class GpuBatch:
    """Races side by side on a GPU: the numbers of `Batch`, the same for the same number of a race.

    Choices and actions are not checked here: take them from `choose_at_random` or from the mask.
    """

    def __init__(self, tables: Sequence[Table], first_number: int = 0) -> None:
        cuda = find_cuda()
        import numpy

        starts, _, courses = read_tables(tables)
        self.size = len(starts)
        self.blocks = (self.size + THREADS - 1) // THREADS
        self.kernels = compile_kernels()
        self.starts, self.courses = cuda.to_device(starts), cuda.to_device(courses)
        self.races, self.chance = cuda.to_device(starts), cuda.to_device(no_draws())
        self.choices = cuda.to_device(numpy.zeros(self.size, "int64"))
        self.done = cuda.to_device(numpy.zeros(self.size, "int8"))
        self.seen = cuda.to_device(numpy.zeros((self.size, SIZE), "int16"))
        self.masks = cuda.to_device(numpy.zeros((self.size, ACTIONS), "int8"))
        self.reset(cuda.to_device(numpy.arange(first_number, first_number + self.size)))

    def launch(self, kernel: Any, *given: Any) -> None:
        kernel[self.blocks, THREADS](*given)

    def reset(self, numbers: Any) -> None:
        """Start every race, each by its number, from an array on the GPU."""
        self.launch(self.kernels.reset, self.races, self.starts, self.courses, numbers, self.chance)

    def choose_at_random(self) -> Any:
        """A random option for each race, by its own generator."""
        self.launch(self.kernels.choose, self.races, self.courses, self.choices)
        return self.choices

    def observe(self) -> tuple[Any, Any]:
        """What the driver asked in each race sees, and the mask of the allowed actions."""
        self.launch(self.kernels.observe, self.races, self.courses, self.seen, self.masks)
        return self.seen, self.masks

    def step(self, choices: Any, *, by_id: bool = False, again: bool = False) -> None:
        """One decision in each race, by option numbers or action ids in an array on the GPU."""
        stride = self.size if again else 0
        arrays = (self.races, self.starts, self.courses, choices)
        self.launch(self.kernels.step, *arrays, by_id, self.done, self.chance, stride)

    def step_at_random(self, *, again: bool = False) -> None:
        """`step` with the random options of `choose_at_random`, in one launch."""
        stride = self.size if again else 0
        arrays = (self.races, self.starts, self.courses, self.done)
        self.launch(self.kernels.step_at_random, *arrays, self.chance, stride)

"""Races of the kernel on a GPU: one launch a step.

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
from paddock.games.heat.kernel.actions import ACTIONS, code_of_action
from paddock.games.heat.kernel.batch import Table, no_draws, read_tables
from paddock.games.heat.kernel.compiler import NUMBA
from paddock.games.heat.kernel.entries import (
    BY_CHANCE,
    BY_ID,
    BY_NUMBER,
    begin,
    choose_option,
    observe_race,
)
from paddock.games.heat.kernel.observe import SIZE
from paddock.games.heat.kernel.plans import DONE
from paddock.games.heat.kernel.records import OVER, PLANNING, SEALED
from paddock.games.heat.kernel.turns import option_code, play_code

THREADS = 1024
"""Threads of a block."""
RACES_PER_THREAD = 2
REGISTERS = 64
"""Registers of a thread. With more of them too few threads fit to hide the time of memory."""
OBSERVE_THREADS = 256
GROUPS = 2 * OVER + 2
"""Kinds of decisions that take about the same way through the rules, and one for none."""


class NoGpu(PaddockError):
    """There is no GPU that Numba can use."""


def find_cuda() -> Any:
    """Numba's CUDA, or an error that says what is missing."""
    if NUMBA is None:
        raise NoGpu("races on a GPU need Numba: install paddock[fast] and numba-cuda")
    import numpy

    if not hasattr(numpy, "row_stack"):  # numba-cuda 0.30 asks for it, NumPy 2.5 removed it
        numpy.row_stack = numpy.vstack
    from numba import cuda

    if not cuda.is_available():
        raise NoGpu("Numba finds no GPU: it needs an NVIDIA driver and numba-cuda")
    return cuda


class Kernels(Struct, frozen=True):
    """The functions that are launched."""

    reset: Callable[..., None]  # one thread a race
    choose: Callable[..., None]
    observe: Callable[..., None]
    step: Any  # a block of threads for a tile of races


def make_kernels(cuda: Any) -> Kernels:
    """The functions as plain Python; `compile_kernels` makes them run."""
    int8, int32, int64 = (cuda.types.int8, cuda.types.int32, cuda.types.int64)
    tile = THREADS * RACES_PER_THREAD

    def reset(races: Any, starts: Any, courses: Any, numbers: Any, chance: Any) -> None:
        i = cuda.grid(1)
        if i < len(races):
            begin(races, i, starts, courses, int(numbers[i]), chance)

    def choose(races: Any, courses: Any, choices: Any) -> None:
        i = cuda.grid(1)
        if i < len(races):
            choices[i] = choose_option(races[i], courses[races[i].course])

    def observe(races: Any, courses: Any, seen: Any, masks: Any) -> None:
        i = cuda.grid(1)
        if i < len(races):
            race = races[i]
            observe_race(race, courses[race.course], int(race.seat), seen[i], masks[i])

    def order_by_key(keys: Any, counts: Any, order: Any) -> None:
        """Order the races of a tile by their keys, so that neighbouring threads do the same."""
        thread = cuda.threadIdx.x
        if thread < GROUPS:
            counts[thread] = 0
        cuda.syncthreads()
        for part in range(RACES_PER_THREAD):
            cuda.atomic.add(counts, keys[part * THREADS + thread], 1)
        cuda.syncthreads()
        if thread == 0:
            before = 0
            for key in range(GROUPS):
                before, counts[key] = before + counts[key], before
        cuda.syncthreads()
        for part in range(RACES_PER_THREAD):
            at = part * THREADS + thread
            order[cuda.atomic.add(counts, keys[at], 1)] = at
        cuda.syncthreads()

    def find_key(race: Any, code: int) -> int:
        """Which way through the rules a decision takes: the last of a round's plans and the end
        of a step go on to what follows, the others do not."""
        if race.phase != PLANNING:
            return 2 * int(race.phase) + (1 if code == DONE else 0)
        waiting = 0
        for i in range(race.seats):
            waiting += 1 if race.cars[i].plan != SEALED else 0
        return 2 * PLANNING + (1 if waiting == 1 else 0)

    on_gpu = cuda.jit(device=True)
    group, key_of = on_gpu(order_by_key), on_gpu(find_key)

    def step(
        races: Any,
        starts: Any,
        courses: Any,
        choices: Any,
        how: int,
        done: Any,
        chance: Any,
        stride: int,
    ) -> None:
        """One decision in each race of a tile; see `step_race`. The threads of a warp run in step,
        so races are grouped twice: by phase to find the choice, then by what it leads to."""
        keys, counts = cuda.shared.array(tile, int8), cuda.shared.array(GROUPS, int32)
        order, codes = cuda.shared.array(tile, int32), cuda.shared.array(tile, int64)
        thread, first = cuda.threadIdx.x, cuda.blockIdx.x * tile
        for part in range(RACES_PER_THREAD):
            at = part * THREADS + thread
            keys[at] = races[first + at].phase if first + at < len(races) else GROUPS - 1
        group(keys, counts, order)
        for part in range(RACES_PER_THREAD):
            at = order[part * THREADS + thread]
            i = first + at
            if i < len(races) and races[i].phase != OVER:
                race = races[i]
                course, seat = courses[race.course], int(race.seat)
                if how == BY_ID:
                    code = code_of_action(race, course, seat, int(choices[i]))
                else:
                    choice = choose_option(race, course) if how == BY_CHANCE else int(choices[i])
                    code = option_code(race, course, seat, choice)
                codes[at] = code
                keys[at] = key_of(race, code)
            else:
                keys[at] = GROUPS - 1
        cuda.syncthreads()
        group(keys, counts, order)
        for part in range(RACES_PER_THREAD):
            at = order[part * THREADS + thread]
            i = first + at
            if i < len(races):
                race = races[i]
                done[i] = 0
                if race.phase != OVER:
                    course = courses[race.course]
                    play_code(race, course, int(race.seat), codes[at], chance)
                    done[i] = 1 if race.phase == OVER else 0
                if stride > 0 and race.phase == OVER:
                    begin(races, i, starts, courses, int(race.number) + stride, chance)

    return Kernels(reset, choose, observe, step)


@cache
def compile_kernels() -> Kernels:
    """The functions for the GPU. Each is compiled when it is first launched, once a process."""
    cuda = find_cuda()
    compiled = cuda.jit(max_registers=REGISTERS)
    return Kernels(*[compiled(kernel) for kernel in astuple(make_kernels(cuda))])


class GpuBatch:
    """Races side by side on a GPU: the numbers of `Batch`, the same for the same number of a race.

    Full speed needs some 270,000 races or more: 132 blocks of 2,048 fill an H200 once.

    Choices and actions are not checked here: take them from `choose_at_random` or from the mask.
    """

    def __init__(self, tables: Sequence[Table], first_number: int = 0) -> None:
        cuda = find_cuda()
        import numpy

        starts, _, courses = read_tables(tables)
        self.size = len(starts)
        self.kernels = compile_kernels()
        self.starts, self.courses = cuda.to_device(starts), cuda.to_device(courses)
        self.races, self.chance = cuda.to_device(starts), cuda.to_device(no_draws())
        # The first arguments of `step` and `reset`.
        self.race_arrays = (self.races, self.starts, self.courses)
        self.choices = cuda.to_device(numpy.zeros(self.size, "int64"))
        self.done = cuda.to_device(numpy.zeros(self.size, "int8"))
        # Column by column: neighbouring threads write the same number of neighbouring races.
        self.seen = cuda.device_array((self.size, SIZE), "int16", order="F")
        self.masks = cuda.device_array((self.size, ACTIONS), "int8", order="F")
        self.reset(cuda.to_device(numpy.arange(first_number, first_number + self.size)))

    def launch(self, kernel: Any, *given: Any) -> None:
        """Run a kernel with a thread for each race."""
        blocks = (self.size + OBSERVE_THREADS - 1) // OBSERVE_THREADS
        kernel[blocks, OBSERVE_THREADS](*given)

    def play(self, choices: Any, how: int, *, again: bool) -> None:
        tile = THREADS * RACES_PER_THREAD
        restarted = self.size if again else 0
        self.kernels.step[(self.size + tile - 1) // tile, THREADS](
            *self.race_arrays, choices, how, self.done, self.chance, restarted
        )

    def reset(self, numbers: Any) -> None:
        """Start every race, each by its number, from an array on the GPU."""
        self.launch(self.kernels.reset, *self.race_arrays, numbers, self.chance)

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
        self.play(choices, BY_ID if by_id else BY_NUMBER, again=again)

    def step_at_random(self, *, again: bool = False) -> None:
        """`step` with the random options of `choose_at_random`, in one launch."""
        self.play(self.choices, BY_CHANCE, again=again)

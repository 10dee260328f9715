"""Heat's kernel on a GPU: equal to the processor, and how fast; also with a network in the loop.

python -m tools.games.kernel_gpu            # needs an NVIDIA GPU, Numba and numba-cuda
python -m tools.games.kernel_gpu --train    # and PyTorch
"""

from __future__ import annotations

import argparse
import hashlib
import sys
import time
from collections.abc import Sequence
from importlib import import_module
from itertools import islice
from typing import Any

from paddock import games
from paddock.games.heat.kernel.batch import Batch, Table
from paddock.games.heat.kernel.gpu import GpuBatch, find_cuda
from paddock.games.heat.kernel.observe import SIZE
from paddock.games.heat.kernel.records import OVER
from paddock.games.heat.state import Options
from paddock.measure.bench import DEFAULT_SEATS
from paddock.measure.gpu import measure_gpu
from paddock.verify.kernel_races import kernel_trials, start_of
from tools.games.kernel_speed import FULL

RACES = 10_000
MIXED_TABLES = 250
MOST_STEPS = 8_000
SIZES = (270_336, 1_081_344)
WIDTH = 256
"""Of both layers of the network."""
WARM_UP_STEPS, TRAINING_STEPS = 800, 300


def hash_races(races: Any) -> str:
    """A hash over all fields of all records."""
    digest = hashlib.sha256()

    def add(rows: Any) -> None:
        if rows.dtype.names is None:
            digest.update(rows.tobytes())
            return
        for name in rows.dtype.names:
            add(rows[name])

    add(races)
    return digest.hexdigest()[:16]


def play_to_the_end(tables: Sequence[Table]) -> Any:
    """The final records of random races on the GPU."""
    batch = GpuBatch(tables)
    for step in range(1, MOST_STEPS + 1):
        batch.step_at_random()
        if step % 500 == 0:
            races = batch.races.copy_to_host()
            if (races["phase"] == OVER).all():
                return races
    raise AssertionError(f"a race is not over after {MOST_STEPS} decisions")


def compare(name: str, tables: Sequence[Table]) -> bool:
    """Whether the final records are the same on the GPU and on the processor."""
    here = Batch(tables)
    here.finish_at_random()
    mine, theirs = hash_races(play_to_the_end(tables)), hash_races(here.races)
    sys.stdout.write(f"{name}: {len(tables):,} races, GPU {mine}, processor {theirs}\n")
    return mine == theirs


def mixed_tables() -> list[Table]:
    """Races of all modules, with Events and own tracks."""
    some: list[Table] = []
    for trial in islice(kernel_trials(games.find_spec("heat"), 7), MIXED_TABLES):
        start = start_of(trial)
        some.append((start, trial.seats) if isinstance(start, Options) else start)
    return [some[i % MIXED_TABLES] for i in range(RACES)]


def train(options: Options, races: int) -> float:
    """Decisions a second with a random network of two layers in the loop, without copies."""
    torch: Any = import_module("torch")  # only for this; no extra of Paddock brings it
    cuda, batch = find_cuda(), GpuBatch([(options, DEFAULT_SEATS)] * races)
    masks = torch.as_tensor(batch.masks, device="cuda")
    seen = torch.as_tensor(batch.seen, device="cuda")
    layers = torch.nn
    network = layers.Sequential(
        layers.Linear(SIZE, WIDTH),
        layers.ReLU(),
        layers.Linear(WIDTH, WIDTH),
        layers.ReLU(),
        layers.Linear(WIDTH, masks.shape[1]),
    ).to("cuda", torch.bfloat16)
    ids = torch.zeros(races, dtype=torch.int64, device="cuda")
    given = cuda.as_cuda_array(ids)

    def decide(steps: int) -> None:
        for _ in range(steps):
            batch.observe()
            cuda.synchronize()
            logits = network(seen.to(torch.bfloat16)).masked_fill_(masks == 0, float("-inf"))
            noise = torch.empty_like(logits).exponential_().log_()
            torch.argmax(logits - noise, 1, out=ids)  # samples by the probabilities
            torch.cuda.synchronize()
            batch.step(given, by_id=True, again=True)
        cuda.synchronize()

    with torch.no_grad():
        decide(WARM_UP_STEPS)
        start = time.perf_counter()
        decide(TRAINING_STEPS)
        return TRAINING_STEPS * races / (time.perf_counter() - start)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--train", action="store_true", help="with a network in PyTorch")
    given: Any = parser.parse_args()
    find_cuda()
    works = {"base game": Options(), "all modules": FULL}
    equal = True
    for name, options in works.items():
        equal &= compare(name, [(options, DEFAULT_SEATS)] * RACES)
    equal &= compare("mixed", mixed_tables())
    for name, options in works.items():
        for races in SIZES:
            found = measure_gpu(options, DEFAULT_SEATS, races)
            assert found is not None
            speeds = f"{found.batch:,.0f} decisions/s, with observation {found.observed:,.0f}"
            sys.stdout.write(f"{name}, {races:,} races: {speeds}\n")
        if given.train:
            speed = train(options, SIZES[0])
            sys.stdout.write(f"{name}, a network in the loop: {speed:,.0f} decisions/s\n")
    return 0 if equal else 1


if __name__ == "__main__":
    sys.exit(main())

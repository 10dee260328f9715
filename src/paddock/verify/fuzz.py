"""Fuzzing: random races until one breaks a law, then the shortest such race."""

from __future__ import annotations

import importlib.util
import random
import time
from collections.abc import Callable, Iterator
from itertools import count, islice
from pathlib import Path
from typing import Any, Protocol

from msgspec import Struct
from msgspec.structs import replace

from paddock import cluster, files, games
from paddock.core.game_spec import AnyGameSpec
from paddock.verify.laws import BrokenLaw, check_race
from paddock.verify.matrix import tests_folder
from paddock.verify.random_options import random_options

SHRINK_TRIES = 200
"""Further races tried with the same options for a shorter one that breaks the same law."""


class Check(Protocol):
    """Walks one random race and raises BrokenLaw."""

    def __call__(
        self,
        spec: AnyGameSpec,
        options: Any,
        seats: int,
        seed: int,
        redeal: Any = None,
        census: Any = None,
    ) -> None: ...


class Trial(Struct, frozen=True):
    """A race to be walked along."""

    options: Any
    seats: int
    seed: int


class Failure(Struct, frozen=True):
    """A race that broke a law."""

    law: int
    why: str
    record: str
    trial: Trial


class FuzzResult(Struct, frozen=True):
    """What the fuzzing came to."""

    races: int
    seconds: float
    failure: Failure | None = None
    file: str = ""
    seed: int = 0  # fuzzing from here meets the failure at once


def fuzz(
    spec: AnyGameSpec,
    seconds: float,
    seed: int,
    folder: Path,
    check: Check = check_race,
    tick: Callable[[int], None] = lambda races: None,
) -> FuzzResult:
    """Walk along random races until the time is over or a law is broken."""
    start = time.monotonic()
    secrets = HooksForLaws(spec)
    races = 0
    for trial in trials(spec, seed):
        failure = run_trial(spec, trial, secrets, check)
        races += 1
        tick(races)
        if failure is not None:
            failure = find_shortest(spec, failure, secrets, check)
            file = save_failure(spec, failure, folder)
            return FuzzResult(races, time.monotonic() - start, failure, file, trial.seed)
        if time.monotonic() - start >= seconds:
            break
    return FuzzResult(races, time.monotonic() - start)


RACES_PER_JOB = 10


def fuzz_on_cluster(
    spec: AnyGameSpec,
    races: int,
    seed: int,
    folder: Path,
    address: str,
    tick: Callable[[int], None] = lambda races: None,
) -> FuzzResult:
    """Walk along this many random races on a Ray cluster. The first one that breaks a law is walked
    again here, and the shortest such race is looked for."""
    start = time.monotonic()
    firsts = range(seed, seed + races, RACES_PER_JOB)
    jobs = [(spec.card.id, first, min(RACES_PER_JOB, seed + races - first)) for first in firsts]
    done = 0
    for (_, _, many), broken in zip(
        jobs, cluster.run_jobs(find_broken, jobs, address), strict=True
    ):
        if broken is not None:
            found = fuzz(spec, 0, broken, folder)
            return replace(found, races=broken - seed + 1, seconds=time.monotonic() - start)
        done += many
        tick(done)
    return FuzzResult(done, time.monotonic() - start)


def find_broken(game: str, seed: int, races: int) -> int | None:
    """On a machine of the cluster: the first of some races that breaks a law."""
    spec = games.find_spec(game)
    secrets = HooksForLaws(spec)
    for trial in islice(trials(spec, seed), races):
        if run_trial(spec, trial, secrets, check_race) is not None:
            return trial.seed
    return None


def trials(spec: AnyGameSpec, seed: int) -> Iterator[Trial]:
    """Races without end. Each follows from its number alone, so that any can be the first."""
    least, most = spec.card.seats
    for number in count(seed):
        generator = random.Random(f"fuzz:{number}")
        yield Trial(random_options(spec, generator), generator.randint(least, most), number)


def run_trial(
    spec: AnyGameSpec, trial: Trial, secrets: HooksForLaws, check: Check
) -> Failure | None:
    """One race; the law it breaks, if it breaks one."""
    try:
        check(spec, trial.options, trial.seats, trial.seed, secrets.redeal, secrets.census)
    except BrokenLaw as broken:
        return Failure(broken.law, broken.why, broken.record_text, trial)
    return None


def find_shortest(
    spec: AnyGameSpec, failure: Failure, secrets: HooksForLaws, check: Check
) -> Failure:
    """The shortest race found that breaks the same law."""
    trial = failure.trial
    fewest = spec.card.seats[0]
    for number in range(SHRINK_TRIES):
        seats = fewest if number % 2 else trial.seats
        other = run_trial(
            spec, Trial(trial.options, seats, trial.seed + 1 + number), secrets, check
        )
        if (
            other is not None
            and other.law == failure.law
            and count_rows(other) < count_rows(failure)
        ):
            failure = other
    return failure


def count_rows(failure: Failure) -> int:
    return failure.record.count("\n")


def save_failure(spec: AnyGameSpec, failure: Failure, folder: Path) -> str:
    """Put the failing race where `paddock replay` can open it."""
    if not failure.record:
        return ""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{spec.card.id}-law-{failure.law}.race"
    files.write_text(path, failure.record)
    return str(path)


class HooksForLaws:
    """Hooks from the tests of a game: how to deal hidden things again, and what must be conserved.
    Without tests these two laws are skipped."""

    def __init__(self, spec: AnyGameSpec) -> None:
        folder = tests_folder(spec)
        self.redeal = load_name(folder / "secrets.py", "redeal")
        self.census = load_name(folder / "counts.py", "census")


def load_name(path: Path, name: str) -> Any:
    return getattr(load_module(path), name) if path.is_file() else None


def load_module(path: Path) -> Any:
    """A module that lies outside the package."""
    spec = importlib.util.spec_from_file_location(f"{path.stem}_of_{path.parent.name}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module

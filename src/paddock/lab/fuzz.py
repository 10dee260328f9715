"""The laws left running: races at random until one breaks a law, then the shortest that does."""

from __future__ import annotations

import importlib.util
import random
import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any, Protocol

from msgspec import Struct

from paddock import files
from paddock.core.house import AnyHouse
from paddock.lab.laws import BrokenLaw, check_race
from paddock.lab.matrix import tests_folder
from paddock.lab.spread import any_options

SHORTER = 200
"""Further races tried with the same options for a shorter one that breaks the same law."""


class Check(Protocol):
    """Walks one random race and raises BrokenLaw."""

    def __call__(
        self,
        house: AnyHouse,
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


class Found(Struct, frozen=True):
    """What the fuzzing came to."""

    races: int
    seconds: float
    failure: Failure | None = None
    file: str = ""
    seed: int = 0  # fuzzing from here meets the failure at once


def fuzz(
    house: AnyHouse,
    seconds: float,
    seed: int,
    folder: Path,
    check: Check = check_race,
    tick: Callable[[int], None] = lambda races: None,
) -> Found:
    """Walk along random races until the time is over or a law is broken."""
    start = time.monotonic()
    secrets = Secrets(house)
    races = 0
    for trial in trials(house, seed):
        failure = walk(house, trial, secrets, check)
        races += 1
        tick(races)
        if failure is not None:
            failure = shortest(house, failure, secrets, check)
            file = keep(house, failure, folder)
            return Found(races, time.monotonic() - start, failure, file, trial.seed)
        if time.monotonic() - start >= seconds:
            break
    return Found(races, time.monotonic() - start)


def trials(house: AnyHouse, seed: int) -> Iterator[Trial]:
    """Races without end. Each follows from its number alone, so that any can be the first."""
    least, most = house.card.seats
    for number in count(seed):
        generator = random.Random(f"fuzz:{number}")
        yield Trial(any_options(house, generator), generator.randint(least, most), number)


def walk(house: AnyHouse, trial: Trial, secrets: Secrets, check: Check) -> Failure | None:
    """One race; the law it breaks, if it breaks one."""
    try:
        check(house, trial.options, trial.seats, trial.seed, secrets.redeal, secrets.census)
    except BrokenLaw as broken:
        return Failure(broken.law, broken.why, broken.record_text, trial)
    return None


def shortest(house: AnyHouse, failure: Failure, secrets: Secrets, check: Check) -> Failure:
    """The shortest race found that breaks the same law."""
    trial = failure.trial
    fewest = house.card.seats[0]
    for number in range(SHORTER):
        seats = fewest if number % 2 else trial.seats
        other = walk(house, Trial(trial.options, seats, trial.seed + 1 + number), secrets, check)
        if other is not None and other.law == failure.law and rows(other) < rows(failure):
            failure = other
    return failure


def rows(failure: Failure) -> int:
    return failure.record.count("\n")


def keep(house: AnyHouse, failure: Failure, folder: Path) -> str:
    """Put the failing race where `paddock replay` can open it."""
    if not failure.record:
        return ""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{house.card.id}-law-{failure.law}.race"
    files.write_text(path, failure.record)
    return str(path)


class Secrets:
    """What the tests of a house know beside its rules: how to deal hidden things anew, and what
    must be conserved. Where there are no tests these two laws are left out."""

    def __init__(self, house: AnyHouse) -> None:
        folder = tests_folder(house)
        self.redeal = provided(folder / "secrets.py", "redeal")
        self.census = provided(folder / "counts.py", "census")


def provided(path: Path, name: str) -> Any:
    return getattr(load(path), name) if path.is_file() else None


def load(path: Path) -> Any:
    """A module that lies outside the package."""
    spec = importlib.util.spec_from_file_location(f"{path.stem}_of_{path.parent.name}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module

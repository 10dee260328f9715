"""A night of looking for trouble: the laws, fuzzing and long simulations, until the hours are over.

`make night HOURS=8`. Every round has a seed of its own; nothing stops at a failure. At the end
stands what went wrong, each with the command that shows it again, and the exit code says so.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import random
import secrets
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import chain
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from tests.needs import chromium
from tests.seeds import VARIABLE

from paddock import games
from paddock.core.game_spec import AnyGameSpec
from paddock.core.options import option_fields
from paddock.measure import simulate
from paddock.measure.simulate import SimulationPlan, make_plan
from paddock.verify.fuzz import fuzz
from paddock.verify.laws.choices import game_bots
from paddock.verify.positions import fuzz_positions, save_position
from paddock.verify.random_options import random_options

ROOT = Path(__file__).parent.parent
TURN = 60.0
"""Seconds that a game is fuzzed or raced before the next has its turn."""
POSITIONS = 10_000
"""Crowded positions of each game and mode, once a night."""


class Trouble(Struct, frozen=True):
    """What went wrong, and how to see it again."""

    what: str
    again: str


class Turn(Struct, frozen=True):
    """How much was looked at in a turn, and what was found."""

    races: int
    trouble: tuple[Trouble, ...] = ()


# ---------------------------------------------------------------- in a process of their own


def fuzzed(game: str, seed: int, seconds: float, folder: str) -> Turn:
    """Random moves under random options, with the laws looking on."""
    try:
        found = fuzz(games.find_spec(game), seconds, seed, Path(folder))
    except Exception as wrong:
        return Turn(0, (Trouble(f"{game}: {wrong!r}", f"paddock fuzz {game} --seed {seed}"),))
    if found.failure is None:
        return Turn(found.races)
    what = f"{game} breaks law {found.failure.law}: {found.failure.why} ({found.file})"
    again = f"paddock fuzz {game} --seed {found.seed} --minutes 0"
    return Turn(found.races, (Trouble(what, again),))


def raced(game: str, seed: int, seconds: float, folder: str) -> Turn:
    """Whole races between all kinds of bots under random options: each ends, and by the rules."""
    spec = games.find_spec(game)
    end = time.monotonic() + seconds
    races = 0
    while not races or time.monotonic() < end:
        one = any_plan(spec, seed + races)
        races += 1
        try:
            simulate.run_race(spec, one, 0)
        except Exception as wrong:
            return Turn(races, (Trouble(f"{game}: {wrong}", command(spec, one)),))
    return Turn(races)


def set_up(game: str, seed: int, seconds: float, folder: str) -> Turn:
    """Crowded positions, each played on from for a few moves."""
    spec = games.find_spec(game)
    found = fuzz_positions(spec, POSITIONS, seed, most_failures=5)
    trouble = []
    for failure in found.failures:
        file = save_position(spec, failure, Path(folder))
        again = f"paddock fuzz {game} --positions 1 --seed {failure.setting.seed}"
        trouble.append(Trouble(f"{game}: {failure.why} ({file})", again))
    return Turn(found.positions, tuple(trouble))


def any_plan(spec: AnyGameSpec, seed: int) -> SimulationPlan:
    generator = random.Random(f"night:{seed}")
    least, most = spec.card.seats
    bots = sorted(game_bots(spec))
    seats = [generator.choice(bots) for _ in range(generator.randint(least, most))]
    return make_plan(spec, tuple(seats), 1, seed, random_options(spec, generator))


def command(spec: AnyGameSpec, one: SimulationPlan) -> str:
    """What races this plan on the command line."""
    tree = msgspec.json.decode(one.options)
    names = [field.name for field in option_fields(spec.options, spec.words)]
    given = [f"-o {name}={spelt(of(tree, name))}" for name in names]
    seats = ",".join(one.bots)
    return f"paddock sim {one.game} --races 1 --seed {one.seed} --seats {seats} {' '.join(given)}"


def of(tree: Any, name: str) -> Any:
    for part in name.split("."):
        tree = tree[part]
    return tree


def spelt(value: Any) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case list():
            return "+".join(value)
        case _:
            return str(value)


# ---------------------------------------------------------------- the night


def walked(seed: int, *only: str) -> Turn:
    """The tests that explore, all or only some, with another seed."""
    pytest = [sys.executable, "-m", "pytest", "-q", "--no-header", "--tb=short", "-m", "fresh"]
    spread = ["-n0"] if only else ["-n", "auto", "--dist", "worksteal"]
    env = os.environ | {VARIABLE: str(seed)}
    done = subprocess.run(
        [*pytest, *spread, *only], cwd=ROOT, env=env, capture_output=True, text=True, check=False
    )
    lines = done.stdout.splitlines()
    if done.returncode == 0:
        return Turn(0)
    again = [line for line in lines if line.startswith(f"{VARIABLE}=")]
    failed = [line for line in lines if line.startswith(("FAILED", "ERROR"))]
    if len(again) != len(failed) or not failed:
        return Turn(0, (Trouble("\n".join(lines[-20:]), f"{VARIABLE}={seed} make test"),))
    return Turn(0, tuple(Trouble(*pair) for pair in zip(failed, again, strict=True)))


KERNEL_RACES = 100_000
"""Races of Heat played in the kernel and by the rules, once a night: about a quarter of an hour."""


class KernelSum(Struct):
    """What several runs of the comparison came to."""

    seed: int = 1  # of the next race
    races: int = 0
    decisions: int = 0
    modules: dict[str, int] = msgspec.field(default_factory=dict)
    met: dict[str, int] = msgspec.field(default_factory=dict)


def kernel_compared(
    seed: int, races: int = KERNEL_RACES, seconds: float = float("inf"), to: Path | None = None
) -> Iterator[Turn]:
    """Heat's kernel against the rules, compiled; skipped aloud where Numba is not installed. With
    `to`, the comparison goes on where the last run stopped, and adds what it met to that file."""
    from paddock.games.heat.kernel.compiler import IS_COMPILED
    from paddock.verify.kernel import compare_whole_race
    from paddock.verify.kernel_races import compare_races, unmet

    if not IS_COMPILED:
        say("Heat's kernel is not compared in its long form: paddock[fast] is not installed")
        return
    before = KernelSum(seed)
    if to is not None and to.exists():
        before = msgspec.json.decode(to.read_bytes(), type=KernelSum)
    if before.races >= races:
        say(f"{before.races:,} races were compared already")
        return
    found = compare_races(
        games.find_spec("heat"),
        before.seed,
        seconds=seconds,
        races=races - before.races,
        check=compare_whole_race,
    )
    total = KernelSum(
        before.seed + found.races,
        before.races + found.races,
        before.decisions + found.decisions,
        dict(Counter(before.modules) + Counter(found.modules)),
        dict(Counter(before.met) + Counter(found.met)),
    )
    if to is not None:
        to.write_bytes(msgspec.json.encode(total, order="sorted"))
    say(f"Heat's kernel: {total.races:,} races, {total.decisions:,} decisions; {total.modules}")
    say(f"Met: {dict(sorted(total.met.items()))}; not met: {', '.join(unmet(total.met)) or 'none'}")
    trouble: tuple[Trouble, ...] = ()
    if found.trial is not None:
        again = f"python -m tools.night --kernel 1 --seed {found.trial.seed}"
        trouble = (Trouble(f"Heat's kernel: {found.why}", again),)
    yield Turn(found.races, trouble)


def cluster_tested() -> Iterator[Turn]:
    """Simulations on two nodes of Ray, one of which is killed; skipped aloud without Ray."""
    if importlib.util.find_spec("ray") is None:
        say("nothing is run on a cluster: paddock[ray] is not installed")
        return
    given = ["-m", "pytest", "-q", "-n0", "tests/measure/test_cluster.py"]
    done = subprocess.run(
        [sys.executable, *given], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if done.returncode:
        said = "\n".join(done.stdout.splitlines()[-20:])
        yield Turn(0, (Trouble(said, f"python {' '.join(given)}"),))


SHOWN = (
    "guides",
    "axe",
    "waiting_times",
    "frame_rate",
    "panel_visibility",
    "layout_shift",
    "without_server",
    "without_server --size 390x844",
    "memory heat great-race winds-of-war circus-maximus --level hard",
)
"""What people see, by commands of `tools.browser`."""


def shown() -> Iterator[Turn]:
    """The pages, once a night, where there is a browser."""
    for command in SHOWN if chromium() else ():
        given = ["-m", *f"tools.browser.{command}".split()]
        done = subprocess.run(
            [sys.executable, *given], cwd=ROOT, capture_output=True, text=True, check=False
        )
        if done.returncode:
            lines = (done.stdout + done.stderr).splitlines()
            yield Turn(0, (Trouble("\n".join(lines[-20:]), f"python {' '.join(given)}"),))


def site_checked() -> Iterator[Turn]:
    """The site without a server, where it is built: once more, for the same bytes, and whole races
    against a native one."""
    is_built = (ROOT / "build" / "site" / "site.json").is_file()
    for flag in ("--twice", "--compare") if is_built else ():
        given = ["-m", "tools.site", flag]
        done = subprocess.run(
            [sys.executable, *given], cwd=ROOT, capture_output=True, text=True, check=False
        )
        if done.returncode:
            lines = (done.stdout + done.stderr).splitlines()
            yield Turn(0, (Trouble("\n".join(lines[-20:]), f"python {' '.join(given)}"),))


def turns(
    job: Callable[[str, int, float, str], Turn], seed: int, seconds: float, folder: Path
) -> Iterator[Turn]:
    """Every game has its turn, as many at a time as there are cores."""
    names = list(games.all_specs())
    same = ([given] * len(names) for given in (seed, seconds, str(folder)))
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        yield from pool.map(job, names, *same)


def only_once(seed: int, folder: Path) -> Iterator[Turn]:
    """What is looked at in the first round alone."""
    yield from shown()
    yield from site_checked()
    yield from kernel_compared(seed)
    yield from cluster_tested()
    yield from turns(set_up, seed, 0, folder)


def night(hours: float, seed: int, folder: Path) -> list[Trouble]:
    end = time.monotonic() + hours * 3600
    generator = random.Random(seed)
    trouble: dict[str, Trouble] = {}
    rounds = races = 0
    while not rounds or time.monotonic() < end:
        rounds += 1
        number = generator.randrange(1 << 31)
        say(f"round {rounds}, seed {number}")
        once = only_once(number, folder) if rounds == 1 and hours >= 1 else iter(())
        for turn in chain(once, a_round(number, end, folder)):
            races += turn.races
            for one in turn.trouble:
                if one.what not in trouble:
                    say(f"{one.what}\n    {one.again}")
                trouble.setdefault(one.what, one)
    say(f"{rounds} rounds, {races:,} races beside the tests, {len(trouble)} troubles")
    return list(trouble.values())


COUNTS = (
    ("tools.games.circus_bouts", "--bouts", "4000"),
    ("tools.games.circus_campaigns", "campaign", "--many", "6"),
    ("tools.games.circus_campaigns", "season", "--many", "6"),
    ("tools.readers", "--asks", "10000"),
    ("tools.program_laws", "--decisions", "10000"),
)
"""Commands that play many bouts, campaigns, pages or prepared races and fail where something is out
of bounds."""


def counted(seed: int) -> Iterator[Turn]:
    """Each of them with this seed."""
    for command in COUNTS:
        given = ["-m", *command, "--seed", str(seed)]
        done = subprocess.run(
            [sys.executable, *given], cwd=ROOT, capture_output=True, text=True, check=False
        )
        if done.returncode == 0:
            yield Turn(0)
        else:
            said = "\n".join((done.stdout + done.stderr).splitlines()[-20:])
            yield Turn(0, (Trouble(said, f"python {' '.join(given)}"),))


def a_round(seed: int, end: float, folder: Path) -> Iterator[Turn]:
    yield walked(seed)
    yield from counted(seed)
    for job in (fuzzed, raced):
        left = max(1.0, min(TURN, end - time.monotonic()))
        yield from turns(job, seed, left, folder)


def say(line: str) -> None:
    sys.stdout.write(f"{time.strftime('%H:%M')} {line}\n")
    sys.stdout.flush()


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hours", type=float, default=8.0)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(1 << 31))
    parser.add_argument("--to", type=Path, default=Path("fuzz"), help="for records of failures")
    parser.add_argument("--kernel", type=int, default=0, help="only compare so many races of Heat")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="of --kernel")
    parser.add_argument("--sum", type=Path, help="a file to which --kernel adds what it met")
    given = parser.parse_args(arguments)
    if given.kernel:
        turns_of_kernel = kernel_compared(given.seed, given.kernel, given.seconds, given.sum)
        trouble = [one for turn in turns_of_kernel for one in turn.trouble]
    else:
        trouble = night(given.hours, given.seed, given.to)
    for one in trouble:
        say(f"{one.what}\n    {one.again}")
    return 1 if trouble else 0


if __name__ == "__main__":
    raise SystemExit(main())

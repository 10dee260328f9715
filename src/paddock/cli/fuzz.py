"""`paddock fuzz`: random races checked against the laws."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import click

from paddock.cli.command_line import Option
from paddock.cli.common import Game, Json, Ray, print_json
from paddock.cli.output import Progress

if TYPE_CHECKING:
    from paddock.core.game_spec import AnyGameSpec
    from paddock.verify.fuzz import FuzzResult

NAME = "fuzz"


def command(
    game: Game,
    minutes: Annotated[float, Option(min=0, help="How many minutes.")] = 1.0,
    seed: Annotated[int | None, Option(help="First seed. Default: random.")] = None,
    positions: Annotated[
        int, Option(min=0, help="Fuzz this many constructed positions instead of races.")
    ] = 0,
    kernel: Annotated[
        bool, Option("--kernel", help="Compare Heat's kernel with its rules instead.")
    ] = False,
    ray: Ray = "",
    races: Annotated[int, Option(min=1, help="With --ray: how many races.")] = 1000,
    to: Annotated[Path, Option(help="The folder for a failing record.")] = Path("fuzz"),
    json: Json = False,
) -> None:
    """Play random races with random options and check the laws of every game.

    The shortest race found that breaks a law is written as a record, and the exit code is 1.
    With a seed and no minutes it plays one race, to repeat a failure. With `--ray` it plays
    `--races` races on a cluster, whatever the minutes.
    `--json` has `races`, `seconds` and `broken` (null, or `law`, `why`, `file`, `seed`).

    With `--positions` crowded positions are set up instead, and a few random moves played from
    each: cars side by side, gauges at their ends, empty decks. A failing one is written as a
    scenario. `--json` then has `positions`, `moves`, `refused`, `seconds` and `broken`.

    With `--kernel`, for Heat only, random races are followed row by row in the kernel and by the
    rules, and must agree: options, draws, states, outcome. `--json` then has `races`, `decisions`,
    `seconds`, `compiled`, `modules` (races with each) and `broken` (`why`, `file`, `seed`).

    Example: `paddock fuzz street-illegal --minutes 10`
    Example: `paddock fuzz heat --kernel --minutes 10`
    """
    from paddock.games import find_spec
    from paddock.verify.fuzz import fuzz, fuzz_on_cluster

    spec = find_spec(game)
    number = secrets.randbelow(1 << 32) if seed is None else seed
    if kernel:
        compare_kernel(spec, minutes * 60, number, to, json=json)
        return
    if positions:
        fuzz_positions_of(spec, positions, number, to, json=json)
        return
    with Progress(quiet=json) as progress:

        def tick(races: int) -> None:
            progress.update(f"{game}, seed {number}: {races} races")

        if ray:
            found = fuzz_on_cluster(spec, races, number, to, ray, tick=tick)
        else:
            found = fuzz(spec, minutes * 60, number, to, tick=tick)
    tell(game, found, number, json=json)
    if found.failure is not None:
        raise click.exceptions.Exit(1)


def compare_kernel(spec: AnyGameSpec, seconds: float, seed: int, to: Path, *, json: bool) -> None:
    from paddock.core.errors import BadOption

    if spec.card.id != "heat":
        raise BadOption("only heat has a kernel: name it")
    from paddock import files
    from paddock.games.heat.kernel.compiler import IS_COMPILED
    from paddock.verify.kernel_races import compare_races

    found = compare_races(spec, seed, seconds)
    broken = None
    if found.trial is not None:
        to.mkdir(parents=True, exist_ok=True)
        path = to / "heat-kernel.race"
        files.write_text(path, found.record)
        broken = {"why": found.why, "file": str(path), "seed": found.trial.seed}
    if json:
        print_json(
            {
                "races": found.races,
                "decisions": found.decisions,
                "seconds": found.seconds,
                "compiled": IS_COMPILED,
                "modules": found.modules,
                "broken": broken,
            }
        )
    else:
        how = "compiled" if IS_COMPILED else "not compiled"
        counted = f"{found.races} races, {found.decisions} decisions in {found.seconds:.0f} s"
        click.echo(f"{counted} (seed {seed}, {how}): {'equal' if broken is None else found.why}")
        if broken is not None:
            click.echo(f"the race so far: {broken['file']}")
            again = f"paddock fuzz heat --kernel --seed {broken['seed']} --minutes 0"
            click.echo(f"the same again: {again}")
    if broken is not None:
        raise click.exceptions.Exit(1)


def fuzz_positions_of(spec: AnyGameSpec, count: int, seed: int, to: Path, *, json: bool) -> None:
    from paddock.verify.positions import fuzz_positions, save_position

    found = fuzz_positions(spec, count, seed)
    failure = found.failures[0] if found.failures else None
    file = save_position(spec, failure, to) if failure else ""
    broken = failure and {"why": failure.why, "file": file, "seed": failure.setting.seed}
    if json:
        print_json(
            {
                "positions": found.positions,
                "moves": found.moves,
                "refused": found.refused,
                "seconds": found.seconds,
                "broken": broken,
            }
        )
    elif failure is None:
        counted = f"{found.positions} positions, {found.moves} moves, {found.refused} refused"
        click.echo(f"{counted}, {found.seconds:.0f} s (seed {seed}): nothing broken")
    else:
        click.echo(f"{failure.why}\nthe position and its moves: {file}")
        again = f"paddock fuzz {spec.card.id} --positions 1 --seed {failure.setting.seed}"
        click.echo(f"the same again: {again}")
    if failure is not None:
        raise click.exceptions.Exit(1)


def tell(game: str, found: FuzzResult, seed: int, *, json: bool) -> None:
    failure = found.failure
    broken = failure and {
        "law": failure.law,
        "why": failure.why,
        "file": found.file,
        "seed": found.seed,
    }
    if json:
        print_json({"races": found.races, "seconds": found.seconds, "broken": broken})
    elif failure is None:
        click.echo(f"{found.races} races in {found.seconds:.0f} s (seed {seed}): no law broken")
    else:
        click.echo(f"law {failure.law} is broken: {failure.why}")
        click.echo(f"options: {failure.trial.options}, {failure.trial.seats} seats")
        click.echo(f"the shortest race found: paddock replay {found.file}")
        click.echo(f"the same again: paddock fuzz {game} --seed {found.seed} --minutes 0")

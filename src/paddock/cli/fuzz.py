"""`paddock fuzz`: random races checked against the laws."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import click

from paddock.cli.command_line import Option
from paddock.cli.common import Game, Json, print_json
from paddock.cli.output import Progress

if TYPE_CHECKING:
    from paddock.verify.fuzz import FuzzResult

NAME = "fuzz"


def command(
    game: Game,
    minutes: Annotated[float, Option(min=0, help="How long.")] = 1.0,
    seed: Annotated[int | None, Option(help="Where to start; without one, anywhere.")] = None,
    to: Annotated[Path, Option(help="The folder for a failing record.")] = Path("fuzz"),
    json: Json = False,
) -> None:
    """Walk along random races with random options and check the laws every game must keep.

    The shortest race found that breaks a law is written as a record, and the exit code is 1.
    With a seed and no minutes one race is walked: so a failure is seen again.
    `--json` has `races`, `seconds` and `broken` (null, or `law`, `why`, `file`, `seed`).

    Example: `paddock fuzz street-illegal --minutes 10`
    """
    from paddock.games import find_spec
    from paddock.verify.fuzz import fuzz

    spec = find_spec(game)
    number = secrets.randbelow(1 << 32) if seed is None else seed
    with Progress(quiet=json) as progress:

        def tick(races: int) -> None:
            progress.update(f"{game}, seed {number}: {races} races")

        found = fuzz(spec, minutes * 60, number, to, tick=tick)
    tell(game, found, number, json=json)
    if found.failure is not None:
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

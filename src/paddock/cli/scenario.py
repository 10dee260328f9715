"""`paddock scenario`: run examples of the rulebook."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import click

from paddock.cli.command_line import Argument
from paddock.cli.common import Json, print_json
from paddock.verify.scenario import Result, explain

NAME = "scenario"


def command(
    paths: Annotated[list[Path], Argument(metavar="FILE…", help="Scenario files (.toml).")],
    json: Json = False,
) -> None:
    """Run scenarios and move counts (perft). Exit code 1 if one fails.

    `--json` is a list of `file`, `name`, `rules`, `passed`, `problems`.

    Example: `paddock scenario tests/games/street_illegal/scenarios/*.toml`
    """
    results = [result for path in paths for result in outcome_of(path)]
    failed = [result for result in results if not result.passed]
    if json:
        keys = ("file", "name", "rules", "passed", "problems")
        print_json([{key: getattr(result, key) for key in keys} for result in results])
    else:
        for result in failed:
            click.echo(explain(result))
        click.echo(f"{len(results) - len(failed)} of {len(results)} pass")
    if failed:
        raise click.exceptions.Exit(1)


def outcome_of(path: Path) -> list[Result]:
    """The results of a scenario file or a perft file."""
    from paddock.verify import perft, scenario

    if "position" not in scenario.read_toml(path):
        return scenario.run_file(path)
    return [
        scenario.Result(str(path), count.name, (), count.problems) for count in perft.run_file(path)
    ]

"""`paddock ladder`: how often each bot level beats the one below."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

from msgspec import structs

from paddock.cli.command_line import Argument, Option
from paddock.cli.common import Json, Options, Ray, options_of, print_json
from paddock.cli.output import Progress, print_table
from paddock.core.errors import BadOption

if TYPE_CHECKING:
    from paddock.measure.ladder import LadderResult

NAME = "ladder"


def command(
    ids: Annotated[list[str] | None, Argument(metavar="GAME…", help="Default: all.")] = None,
    pair: Annotated[
        str, Option(help="Only these two, as `hard,medium` or `bot.py:Mine,easy`.")
    ] = "",
    least: Annotated[int, Option(min=1, help="Minimum races per pair.")] = 100,
    most: Annotated[int, Option(min=1, help="Maximum races per pair.")] = 400,
    seed: Annotated[int, Option(help="The same seed gives the same races.")] = 1,
    workers: Annotated[int, Option(min=1, max=256, help="Processes.")] = 1,
    ray: Ray = "",
    option: Options = [],  # noqa: B006  never changed
    json: Json = False,
) -> None:
    """Race each bot level against the one below, with equal seats, until one is clearly better.

    The verdict is `yes` where it takes at least 65 % of first places, by a sequential test at 95 %
    (70 % rather than 60), `open` where the races did not decide it.
    `--json` has game id to a list of `better`, `worse`, `races`, `firsts`, `between`, `verdict`.

    Example: `paddock ladder street-illegal heat --most 200`
    """
    from paddock.games import all_specs, find_spec
    from paddock.measure.ladder import level_pairs, run_ladder

    chosen = [find_spec(id) for id in ids] if ids else list(all_specs().values())
    if option and len(chosen) != 1:
        raise BadOption("options belong to one game: name it")
    pairs = level_pairs()
    if pair:
        better, _, worse = pair.partition(",")
        pairs = ((better, worse),)
    found: dict[str, list[LadderResult]] = {}
    rows = []
    for spec in chosen:
        for better, worse in pairs:
            races = run_ladder(
                spec,
                better,
                worse,
                least=least,
                most=most,
                seed=seed,
                options=options_of(spec, option),
                workers=workers,
                ray=ray,
            )
            last = watch_races(races, spec.card.id, quiet=json)
            found.setdefault(spec.card.id, []).append(last)
            low, high = last.between
            figures = (
                f"{last.races}",
                f"{last.firsts:g}",
                f"{last.share:.1%}",
                f"{low:.1%} – {high:.1%}",
            )
            rows.append((spec.card.id, better, worse, *figures, last.verdict))
    if json:
        print_json({id: [structs.asdict(rung) for rung in its] for id, its in found.items()})
    else:
        titles = ("game", "better", "worse", "races", "firsts", "share", "95 %", "65 %")
        print_table(titles, rows)


def watch_races(races: Iterator[LadderResult], game: str, *, quiet: bool) -> LadderResult:
    """The final rung; on a terminal the status is updated after each race."""
    with Progress(quiet=quiet) as progress:
        for last in races:
            progress.update(
                f"{game}, {last.better} over {last.worse}: {last.firsts:g} of {last.races}"
            )
    return last

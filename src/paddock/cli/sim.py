"""`paddock sim`: many races between bots."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

from paddock.cli.command_line import Option
from paddock.cli.common import (
    Game,
    Json,
    Options,
    Ray,
    options_of,
    print_json,
    split_list,
)
from paddock.cli.output import Progress, print_table, say
from paddock.core.errors import BadOption
from paddock.core.game_spec import AnyGameSpec
from paddock.core.statistics import Mean
from paddock.measure.simulate import (
    Race,
    SimulationPlan,
    Stopwatch,
    make_plan,
    refuse_clocks,
    simulate,
)
from paddock.measure.statistics import Report, make_report

NAME = "sim"


def command(
    game: Game,
    races: Annotated[int, Option(min=1, help="How many races.")] = 100,
    seats: Annotated[str, Option(help="Bots, separated by commas; see below.")] = "greedy,random",
    seed: Annotated[
        int | None, Option(help="The same seed gives the same races. Default: random.")
    ] = None,
    workers: Annotated[int, Option(min=1, max=256, help="Processes.")] = 1,
    ray: Ray = "",
    option: Options = [],  # noqa: B006  never changed
    out: Annotated[
        Path | None, Option(help="Write a table of the races: .csv or .parquet.")
    ] = None,
    records: Annotated[Path | None, Option(help="Write the records to this folder.")] = None,
    decisions: Annotated[
        Path | None, Option(help="A table of all decisions: .csv or .parquet.")
    ] = None,
    bot_seconds: Annotated[
        float | None, Option(min=0.001, help="The longest decision of your own bots.")
    ] = None,
    fast: Annotated[
        bool, Option("--fast", help="Heat only: in its kernel; bots `random` and `rollout`.")
    ] = False,
    json: Json = False,
) -> None:
    """Race bots against each other and report who wins.

    Bots: `easy`, `medium`, `hard`; `random`, `greedy`; `search:200` (samples a decision),
    `search:2s` (seconds; without --seed); `rollout`, the quick policy inside search;
    your own by `file.py:Name` or `module:Name`.
    Each bot moves one seat further every race; results are over all seats.
    A win is first place among the players; out of the race counts as last.
    `--decisions` lists `race`, `row`, `seat`, `question`, `options`, `chosen` (the index), `move`
    and `draws`.

    `--fast` races Heat in its kernel, thousands of races a second where paddock[fast] is
    installed: `random` and `rollout` only, without records and decisions.

    `--json` has `races`, `seconds` and `seats`: a list, in the order given, of `bot`, `wins`,
    `mean_place` (among the players) and `mean_place_among_all` (neutral cars included).

    Example: `paddock sim street-illegal --races 500 --seats hard,medium,easy --seed 7`
    """
    from paddock.games import find_spec
    from paddock.measure import decision_tables, result_tables

    spec = find_spec(game)
    bots = split_list(seats)
    if fast and (records is not None or decisions is not None):
        raise BadOption("--fast keeps no rows: leave out --records and --decisions")
    if seed is not None:
        refuse_clocks(bots)
    for path in (out, decisions):
        if path is not None:
            result_tables.check_path(path)
    number = secrets.randbelow(1 << 32) if seed is None else seed
    todo = make_plan(
        spec,
        bots,
        races,
        number,
        options_of(spec, option),
        records,
        seconds=bot_seconds,
        decisions=decisions is not None,
    )
    watch = Stopwatch()
    if fast and ray:
        raise BadOption("--fast runs on this machine: leave out --ray")
    started = start_fast(todo, spec) if fast else simulate(todo, workers, spec, ray=ray)
    running = watch_races(started, todo, quiet=json)
    if decisions is not None:
        running = decision_tables.keep_decisions(decisions, running)
    done = list(running)
    found = make_report(todo, done, watch.seconds)
    if out is not None:
        result_tables.write_table(out, todo, done)
    if json:
        print_json(figures(found))
    else:
        show(found, todo)


def start_fast(todo: SimulationPlan, spec: AnyGameSpec) -> Iterator[Race]:
    """The races in Heat's kernel, which is loaded only now."""
    from paddock.measure.fast_simulate import refuse_others, simulate_fast

    refuse_others(spec, todo.bots)
    return simulate_fast(todo, spec)


def watch_races(races: Iterator[Race], todo: SimulationPlan, *, quiet: bool) -> Iterator[Race]:
    """The races as they finish, with progress on a terminal."""
    with Progress(quiet=quiet) as progress:
        for race in races:
            progress.update(f"race {race.race + 1} of {todo.races}")
            yield race


def figures(found: Report) -> dict[str, object]:
    """The keys documented for `--json`."""
    seats = [
        {
            "bot": entry.bot,
            "wins": entry.wins,
            "mean_place": entry.place.value,
            "mean_place_among_all": entry.place_among_all.value,
        }
        for entry in found.entries
    ]
    return {"races": found.races, "seconds": found.seconds, "seats": seats}


def show(found: Report, todo: SimulationPlan) -> None:
    """Print the figures as a table with 95 % intervals."""
    rows = []
    for entry in found.entries:
        low, high = entry.wins_between
        rows.append(
            (
                entry.bot,
                str(entry.wins),
                f"{entry.wins / found.races:.1%}",
                f"{low:.1%} – {high:.1%}",
                around(entry.place),
                around(entry.place_among_all),
            )
        )
    print_table(("bot", "wins", "share", "95 %", "mean place", "among all"), rows, left=1)
    ends = ", ".join(f"{reason} {count}" for reason, count in found.reasons)
    seconds = max(found.seconds, 1e-9)
    say(
        f"{found.races} races of {todo.game}, seed {todo.seed} ({ends}): "
        f"{found.seconds:.1f} s, {found.races / seconds:,.1f} races and "
        f"{found.decisions / seconds:,.0f} decisions a second"
    )


def around(mean: Mean) -> str:
    return f"{mean.value:.2f} ± {mean.margin:.2f}"

"""`paddock bench`: decisions and races a second."""

from __future__ import annotations

import statistics
from typing import Annotated

from msgspec import structs

from paddock.cli.command_line import Argument, Option
from paddock.cli.common import Json, Options, options_of, print_json
from paddock.cli.output import print_table, say
from paddock.core.errors import BadOption
from paddock.core.game_spec import AnyGameSpec
from paddock.measure.bench import (
    DEFAULT_SEATS,
    DEFAULT_SLICES,
    REFERENCE_ROUNDS_PER_SECOND,
    SLICE_SECONDS,
    Speed,
    measure,
)
from paddock.measure.pace import measure_thought

NAME = "bench"


def command(
    ids: Annotated[list[str] | None, Argument(metavar="GAME…", help="Default: all.")] = None,
    slices: Annotated[int, Option(min=1, help="Slices of 40 ms for each game.")] = DEFAULT_SLICES,
    seats: Annotated[
        int | None,
        Option(min=1, help="How many play. Default: four, or as close as the game allows."),
    ] = None,
    bot: Annotated[str, Option(help="Measure how long this bot thinks instead.")] = "",
    races: Annotated[int, Option(min=1, help="With --bot: how many races.")] = 1,
    kernel: Annotated[
        bool, Option("--kernel", help="Compare Heat's kernel with its rules instead.")
    ] = False,
    option: Options = [],  # noqa: B006  never changed
    json: Json = False,
) -> None:
    """Measure random play through the referee on one core, next to a fixed reference loop.

    Seconds are normalised to a reference loop of 2,600,000 rounds a second; raw figures follow.
    `--json` has `reference` (rounds a second, as measured) and `games`: id to
    `decisions_per_second`, `races_per_second` (both normalised) and `ratio`.
    With `--bot` it has game id to `decisions`, `turns`, `a_decision`, `a_turn`, `longest_turn`
    (milliseconds, normalised), a bot of that name in every seat.
    With `--kernel`, for Heat only, it has `compiled`, `bytes_a_race`, and decisions a second of
    processor time: `rules`, `single` (whole races), `batch` (a decision in each of 1,024 races) and
    `observed` (with observation and mask); `threaded` is that in `threads`, by the clock. Where
    there is a GPU, `gpu` has `batch` and `observed` of `races`, by the clock.

    Example: `paddock bench circus-maximus --seats 8 --option book=epic`
    Example: `paddock bench --bot greedy`
    Example: `paddock bench heat --kernel`
    """
    from paddock.games import all_specs, find_spec

    chosen = [find_spec(id) for id in ids] if ids else list(all_specs().values())
    if option and len(chosen) != 1:
        raise BadOption("options belong to one game: name it")
    for spec in chosen:
        check_seats(spec, seats)
    if kernel:
        measure_kernel_of(chosen, option, seats, slices, json=json)
        return
    if bot:
        measure_bot(chosen, bot, races, option, seats, json=json)
        return
    speeds = {
        spec.card.id: measure(spec, slices, options=options_of(spec, option), seats=seats)
        for spec in chosen
    }
    if json:
        print_json(figures(speeds))
    else:
        show(speeds)


GPU_RACES = 1_081_344
"""528 tiles of 2,048 races: they fill the 132 processors of an H200 four times."""


def measure_kernel_of(
    chosen: list[AnyGameSpec], option: list[str], seats: int | None, slices: int, *, json: bool
) -> None:
    """Measure the kernel of Heat and its rules in turn."""
    from paddock.measure.gpu import measure_gpu
    from paddock.measure.kernel import measure_kernel

    if [spec.card.id for spec in chosen] != ["heat"]:
        raise BadOption("only heat has a kernel: name it")
    spec = chosen[0]
    options, players = options_of(spec, option), seats or DEFAULT_SEATS
    found = measure_kernel(spec, options, players, slices)
    gpu = measure_gpu(options, players, GPU_RACES)
    if json:
        print_json({**structs.asdict(found), "gpu": gpu and structs.asdict(gpu)})
        return
    speeds = {
        "rules": found.rules,
        "kernel, single": found.single,
        "kernel, batch": found.batch,
        "batch, observed": found.observed,
        f"observed, {found.threads} threads": found.threaded,
    }
    if gpu is not None:
        speeds |= {"GPU, batch": gpu.batch, "GPU, observed": gpu.observed}
    rows = [(name, f"{speed:,.0f}", f"{speed / found.rules:.1f}") for name, speed in speeds.items()]
    print_table(("heat", "decisions/s", "times the rules"), rows, left=1)
    how = "compiled" if found.compiled else "not compiled: install paddock[fast]"
    say(f"{how}; {found.bytes_a_race:,} bytes a race; medians of {slices} slices")


def measure_bot(
    chosen: list[AnyGameSpec],
    bot: str,
    races: int,
    option: list[str],
    seats: int | None,
    *,
    json: bool,
) -> None:
    """Measure the thinking time of a bot in each game."""
    found = {
        spec.card.id: measure_thought(
            spec, bot, races, options=options_of(spec, option), seats=seats
        )
        for spec in chosen
    }
    if json:
        print_json({id: structs.asdict(its) for id, its in found.items()})
        return
    rows = []
    for id, its in found.items():
        figures = (its.a_decision, its.a_turn, its.longest_turn)
        counts = (f"{its.decisions:,}", f"{its.turns:,}")
        rows.append((id, *counts, *(f"{figure:,.2f}" for figure in figures)))
    titles = ("game", "decisions", "turns", "ms/decision", "ms/turn", "longest turn")
    print_table(titles, rows, left=1)


def check_seats(spec: AnyGameSpec, seats: int | None) -> None:
    least, most = spec.card.seats
    if seats is not None and not least <= seats <= most:
        raise BadOption(f"{spec.card.id} has {least} to {most} seats, not {seats}")


def figures(speeds: dict[str, Speed]) -> dict[str, object]:
    """The keys documented for `--json`."""
    keys = ("decisions_per_second", "races_per_second", "ratio")
    games = {id: {key: getattr(speed, key) for key in keys} for id, speed in speeds.items()}
    return {"reference": reference_of(speeds), "games": games}


def reference_of(speeds: dict[str, Speed]) -> float:
    return statistics.median(speed.reference for speed in speeds.values())


def show(speeds: dict[str, Speed]) -> None:
    rows = [
        (
            id,
            f"{speed.decisions_per_second:,.0f}",
            f"{speed.races_per_second:,.1f}",
            f"{speed.ratio:.4f}",
            f"{speed.raw_decisions_per_second:,.0f}",
            f"{speed.raw_races_per_second:,.1f}",
        )
        for id, speed in speeds.items()
    ]
    titles = ("game", "decisions/s", "races/s", "ratio", "raw decisions/s", "raw races/s")
    print_table(titles, rows, left=1)
    say(
        f"reference loop {reference_of(speeds):,.0f} rounds a second, "
        f"normalised to {REFERENCE_ROUNDS_PER_SECOND:,}; "
        f"medians of slices of {SLICE_SECONDS * 1000:.0f} ms of processor time"
    )

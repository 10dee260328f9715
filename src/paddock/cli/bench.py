"""`paddock bench`: decisions and races a second."""

from __future__ import annotations

import statistics
from typing import Annotated

import typer
from rich.table import Table

from paddock.cli.common import Json, Options, console, options_of, print_json
from paddock.core.errors import BadOption
from paddock.core.house import AnyHouse
from paddock.lab.bench import QUIET, SLICE, SLICES, Speed, measure

NAME = "bench"


def command(
    ids: Annotated[list[str] | None, typer.Argument(metavar="GAME…", help="All if none.")] = None,
    slices: Annotated[int, typer.Option(min=1, help="Slices of 40 ms for each game.")] = SLICES,
    seats: Annotated[
        int | None, typer.Option(min=1, help="How many play; four, or as near as the game comes.")
    ] = None,
    option: Options = [],  # noqa: B006  Typer copies it
    json: Json = False,
) -> None:
    """Measure random play through the referee on one core, next to a fixed reference loop.

    Seconds are normalised to a reference loop of 2,600,000 rounds a second; raw figures follow.
    `--json` has `reference` (rounds a second, as measured) and `games`: id to
    `decisions_per_second`, `races_per_second` (both normalised) and `ratio`.

    Example: `paddock bench circus-maximus --seats 8 --option book=epic`
    """
    from paddock.games import find, houses

    chosen = [find(id) for id in ids] if ids else list(houses().values())
    if option and len(chosen) != 1:
        raise BadOption("options belong to one game: name it")
    for house in chosen:
        check_seats(house, seats)
    speeds = {
        house.card.id: measure(house, slices, options=options_of(house, option), seats=seats)
        for house in chosen
    }
    if json:
        print_json(figures(speeds))
    else:
        show(speeds)


def check_seats(house: AnyHouse, seats: int | None) -> None:
    least, most = house.card.seats
    if seats is not None and not least <= seats <= most:
        raise BadOption(f"{house.card.id} has {least} to {most} seats, not {seats}")


def figures(speeds: dict[str, Speed]) -> dict[str, object]:
    """The keys that `--json` promises."""
    keys = ("decisions_per_second", "races_per_second", "ratio")
    games = {id: {key: getattr(speed, key) for key in keys} for id, speed in speeds.items()}
    return {"reference": reference_of(speeds), "games": games}


def reference_of(speeds: dict[str, Speed]) -> float:
    return statistics.median(speed.reference for speed in speeds.values())


def show(speeds: dict[str, Speed]) -> None:
    table = Table(box=None)
    for title in ("game", "decisions/s", "races/s", "ratio", "raw decisions/s", "raw races/s"):
        table.add_column(title, justify="left" if title == "game" else "right")
    for id, speed in speeds.items():
        table.add_row(
            id,
            f"{speed.decisions_per_second:,.0f}",
            f"{speed.races_per_second:,.1f}",
            f"{speed.ratio:.4f}",
            f"{speed.raw_decisions_per_second:,.0f}",
            f"{speed.raw_races_per_second:,.1f}",
        )
    out = console()
    out.print(table)
    out.print(
        f"reference loop {reference_of(speeds):,.0f} rounds a second, normalised to {QUIET:,}; "
        f"medians of slices of {SLICE * 1000:.0f} ms of processor time"
    )

"""Races as a table: a row for each seat of each race, in CSV or Parquet."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import IO, Any

from msgspec import Struct
from msgspec.structs import astuple

from paddock import files
from paddock.core.errors import PaddockError
from paddock.measure.simulate import Race, SimulationPlan


class ResultRow(Struct, frozen=True, gc=False):
    """One seat of one race."""

    race: int
    seat: int
    entry: int  # which of the bots, counted from 0
    bot: str
    place: int  # among the players
    place_among_all: int  # cars without a player included
    decisions: int
    rounds: int  # 0 where the game counts none
    reason: str


COLUMNS = ResultRow.__struct_fields__


class NoTable(PaddockError):
    """A table that cannot be written so."""


def check_path(path: Path) -> None:
    """Say before the races are run whether their table can be written."""
    if path.suffix not in (".csv", ".parquet"):
        raise NoTable(f"{path}: a table is written as .csv or .parquet")
    if path.is_dir():
        raise NoTable(f"{path} is a directory")
    if not path.parent.is_dir():
        raise NoTable(f"{path.parent} is not a directory")
    if path.suffix == ".parquet":
        import_polars()


def write_table(path: Path, plan: SimulationPlan, races: Sequence[Race]) -> None:
    """Write the table in the form that the file's name asks for."""
    check_path(path)
    rows = [row for race in races for row in rows_of(plan, race)]
    with files.open_for_replace(path) as file:
        if path.suffix == ".parquet":
            make_frame(rows).write_parquet(file)
        else:
            write_csv(file, COLUMNS, map(astuple, rows))


def write_csv(file: IO[bytes], titles: Sequence[str], rows: Iterable[Sequence[int | str]]) -> None:
    text = io.StringIO()
    out = csv.writer(text, lineterminator="\n")
    out.writerow(titles)
    out.writerows(rows)
    file.write(text.getvalue().encode("utf-8"))


def make_frame(rows: Sequence[ResultRow]) -> Any:
    """The rows as a data frame."""
    polars = import_polars()
    return polars.DataFrame([astuple(row) for row in rows], schema=list(COLUMNS), orient="row")


def rows_of(plan: SimulationPlan, race: Race) -> list[ResultRow]:
    return [
        ResultRow(
            race=race.race,
            seat=seat,
            entry=entry,
            bot=plan.bots[entry],
            place=race.places[seat],
            place_among_all=race.places_among_all[seat],
            decisions=race.decisions,
            rounds=race.rounds,
            reason=race.reason,
        )
        for seat, entry in enumerate(race.entries)
    ]


def import_polars() -> Any:
    """The library that writes Parquet, or what to install."""
    try:
        import polars
    except ImportError:
        raise NoTable(
            "Parquet and data frames need the extra `measure`: pip install 'paddock[measure]' "
            "(CSV works without)"
        ) from None
    return polars

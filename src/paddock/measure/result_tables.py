"""Races as a table: a row for each seat of each race, in CSV or Parquet."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from paddock import files
from paddock.core.errors import PaddockError
from paddock.measure.simulate import Race, SimulationPlan

COLUMNS = (
    "race",
    "seat",
    "entry",
    "bot",
    "place",
    "place_among_all",
    "decisions",
    "rounds",
    "reason",
)


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
            import_polars().DataFrame(rows, schema=list(COLUMNS), orient="row").write_parquet(file)
        else:
            text = io.StringIO()
            out = csv.writer(text, lineterminator="\n")
            out.writerow(COLUMNS)
            out.writerows(rows)
            file.write(text.getvalue().encode("utf-8"))


def rows_of(plan: SimulationPlan, race: Race) -> list[tuple[int | str, ...]]:
    return [
        (
            race.race,
            seat,
            entry,
            plan.bots[entry],
            race.places[seat],
            race.places_among_all[seat],
            race.decisions,
            race.rounds,
            race.reason,
        )
        for seat, entry in enumerate(race.entries)
    ]


def import_polars() -> Any:
    """The library that writes Parquet, or what to install."""
    try:
        import polars
    except ImportError:
        raise NoTable(
            "Parquet needs the extra `lab`: pip install 'paddock[lab]' (CSV works without)"
        ) from None
    return polars

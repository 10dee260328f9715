"""Decisions as a table: a row for each decision of each race, in CSV or Parquet."""

from __future__ import annotations

import csv
import io
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from paddock import files
from paddock.measure.result_tables import check_path, import_polars
from paddock.measure.simulate import DecisionRow, Race

COLUMNS = DecisionRow.__struct_fields__
MAX_ROWS_IN_MEMORY = 200_000


def keep_decisions(path: Path, races: Iterator[Race]) -> Iterator[Race]:
    """The same races without their decisions, which go to a file. It is there when the last race
    is over."""
    check_path(path)
    write = keep_parquet if path.suffix == ".parquet" else keep_csv
    yield from write(path, races)


def keep_csv(path: Path, races: Iterator[Race]) -> Iterator[Race]:
    """Lists are written as JSON."""
    with files.open_for_replace(path) as file:
        text = io.TextIOWrapper(file, encoding="utf-8", newline="", write_through=True)
        out = csv.writer(text, lineterminator="\n")
        out.writerow(COLUMNS)
        for race in races:
            out.writerows([map(csv_cell, cells_of(row)) for row in race.made])
            yield replace(race, made=())
        text.detach()


def cells_of(row: DecisionRow) -> list[Any]:
    return [getattr(row, name) for name in COLUMNS]


def csv_cell(value: object) -> object:
    return msgspec.json.encode(value).decode() if isinstance(value, tuple) else value


def keep_parquet(path: Path, races: Iterator[Race]) -> Iterator[Race]:
    """Parts are written meanwhile, and put together at the end: any number of races fits."""
    polars = import_polars()
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=f".{path.name}.") as folder:
        rows: list[DecisionRow] = []
        parts: list[Path] = []

        def flush() -> None:
            parts.append(Path(folder) / f"{len(parts):06}.parquet")
            make_frame(rows).write_parquet(parts[-1])
            rows.clear()

        for race in races:
            rows += race.made
            if len(rows) >= MAX_ROWS_IN_MEMORY:
                flush()
            yield replace(race, made=())
        flush()
        with files.open_for_replace(path) as file:
            polars.scan_parquet(parts).sink_parquet(file)


def make_frame(rows: list[DecisionRow]) -> Any:
    """Decisions as a data frame: options are a list of texts, draws a list of structs."""
    polars = import_polars()
    draw = polars.Struct(
        {"label": polars.String, "faces": polars.Int64, "index": polars.Int64},
    )
    types = {
        int: polars.Int64,
        str: polars.String,
        "options": polars.List(polars.String),
        "draws": polars.List(draw),
    }
    hints = {name: str if name in ("question", "move") else int for name in COLUMNS}
    schema = {name: types.get(name, types[hints[name]]) for name in COLUMNS}
    data = {name: [getattr(row, name) for row in rows] for name in COLUMNS}
    data["options"] = [list(row.options) for row in rows]
    data["draws"] = [
        [{"label": label, "faces": faces, "index": index} for label, faces, index in row.draws]
        for row in rows
    ]
    return polars.DataFrame(data, schema=schema)

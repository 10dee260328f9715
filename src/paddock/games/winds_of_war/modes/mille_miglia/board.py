"""What the browser's board needs of the Mille Miglia: its roads, the map, the yearbook. At night
letters are hidden, so roads have none: they stand in the view."""

from __future__ import annotations

from msgspec import Struct

from paddock.games.winds_of_war.board import Circuit, make_circuit
from paddock.games.winds_of_war.data import ROADS, YEARS, crews_of, line_up_of
from paddock.games.winds_of_war.data.atlas import ATLAS, Atlas


class Page(Struct, frozen=True):
    """A year of the yearbook: hour and budget, cars in starting order, drivers, stages."""

    hour: int
    budget: int
    cars: tuple[int, ...]
    drivers: tuple[int, ...]
    stages: tuple[str, ...]


class Board(Struct, frozen=True):
    roads: dict[str, Circuit]
    atlas: Atlas
    yearbook: dict[int, Page]


def board() -> Board:
    pages = {
        year: Page(row.hour, row.budget, line_up_of(year), crews_of(year), row.stages)
        for year, row in YEARS.items()
    }
    return Board({track.id: make_circuit(track) for track in ROADS}, ATLAS, pages)

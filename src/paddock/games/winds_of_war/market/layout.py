"""Results and money between races as numbers: what championship and career have in common."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from paddock.core.layout import Part, part, seats_from, table
from paddock.core.seats import Seat

MOST_SEATS = 6
MOST_MONEY = 30_000
QUESTIONS = ("visit", "offer", "reply")
CHOICES = 128
"""Options of a question between races that have an id."""


def read_season(view: Any, seat: Seat) -> Iterable[int]:
    return (len(view.results),)


def read_table(view: Any, seat: Seat) -> Iterable[int]:
    """The teams, beginning with the viewer's: place in the table, prize money, last result."""
    last = view.results[-1] if view.results else (0,) * len(view.won)
    numbers: list[int] = []
    for s in seats_from(seat, len(view.won)):
        numbers += (view.table.index(s) + 1, min(view.won[s], MOST_MONEY), last[s])
    return numbers


PARTS: tuple[Part, ...] = (
    part("season", read_season, races_run=(0, 99)),
    table(
        "table",
        MOST_SEATS,
        read_table,
        place=(0, MOST_SEATS),
        won=(0, MOST_MONEY),
        last=(0, MOST_SEATS),
    ),
)

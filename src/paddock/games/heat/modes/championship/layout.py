"""The championship as numbers, for programs that learn: see paddock.core.layout."""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter

from paddock.core.layout import nested_layout, part, seats_from, table
from paddock.core.seats import Seat
from paddock.games.heat import layout as race
from paddock.games.heat.modes.championship.moves import Move
from paddock.games.heat.modes.championship.view import View
from paddock.games.heat.state import MOST_CARS

CHOICES = 64
"""Options of a question between races that have an id."""


def read_season(view: View, seat: Seat) -> Iterable[int]:
    return (view.race, len(view.legs), len(view.deck), view.sponsors, view.now is not None)


def read_table(view: View, seat: Seat) -> Iterable[int]:
    """The cars, beginning with the viewer's: place, points, Upgrades, Sponsorships kept."""
    lines = {line.car: line for line in view.table}
    numbers: list[int] = []
    for car in (*seats_from(seat, view.seats), *range(view.seats, len(view.table))):
        cards = (len(view.upgrades[car]), len(view.kept[car])) if car < view.seats else (0, 0)
        numbers += (lines[car].place, lines[car].points, *cards)
    return numbers


LAYOUT = nested_layout(
    "heat-championship-v1",
    race.LAYOUT,
    attrgetter("now"),
    moves=Move,
    questions=("upgrade", "swap", "keep"),
    parts=(
        part(
            "season",
            read_season,
            races_run=(0, 99),
            races=(0, 99),
            upgrades=(0, 999),
            sponsors=(0, 999),
            running=(0, 1),
        ),
        table(
            "points",
            MOST_CARS,
            read_table,
            place=(0, MOST_CARS),
            points=(0, 999),
            upgrades=(0, 99),
            sponsors=(0, 99),
        ),
    ),
    choices=CHOICES,
)

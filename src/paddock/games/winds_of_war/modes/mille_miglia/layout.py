"""The Mille Miglia as numbers, for programs that learn: see paddock.core.layout."""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter

from paddock.core.layout import nested_layout, part, seats_from, table
from paddock.core.seats import Seat
from paddock.games.winds_of_war import layout as race
from paddock.games.winds_of_war.modes.mille_miglia.view import View
from paddock.games.winds_of_war.moves import Move

MOST_MINUTES = 30_000
MINUTES = (-1, MOST_MINUTES)


def read_stage(view: View, seat: Seat) -> Iterable[int]:
    stage = view.now.stage
    return (len(view.chart),) if stage is None else (len(view.chart), stage.number, stage.stages)


def read_times(view: View, seat: Seat) -> Iterable[int]:
    """The readings at the end of the last stage, and in this one, beginning with the viewer."""
    seats, stage = len(view.now.teams), view.now.stage
    last = view.chart[-1] if view.chart else (0,) * seats
    times = (0,) * seats if stage is None else stage.times
    return [number for s in seats_from(seat, seats) for number in (last[s], times[s])]


LAYOUT = nested_layout(
    "winds-of-war-mille-miglia-v1",
    race.LAYOUT,
    attrgetter("now"),
    moves=Move,
    parts=(
        part("stage", read_stage, stages_run=(0, 99), number=(0, 99), stages=(0, 99)),
        table("times", race.MOST_SEATS, read_times, last=MINUTES, now=MINUTES),
    ),
)

"""The view of the championship: everything is public."""

from __future__ import annotations

from msgspec import Struct

from paddock.core.seats import Seat
from paddock.games.winds_of_war import view as race
from paddock.games.winds_of_war.modes.championship import phases
from paddock.games.winds_of_war.modes.championship.rules import table
from paddock.games.winds_of_war.modes.championship.state import Options, State


class View(Struct, frozen=True, gc=False):
    options: Options
    results: tuple[tuple[int, ...], ...]
    points: tuple[int, ...]
    won: tuple[int, ...]
    table: tuple[Seat, ...]  # the teams, the best first
    now: race.View
    phase: phases.Phase


def view(s: State, seat: Seat | None) -> View:
    order = tuple(table(s))
    return View(s.options, s.results, s.points, s.won, order, race.view(s.now), s.phase)


def imagine(v: View) -> State:
    return State(v.options, v.results, v.points, v.won, race.imagine(v.now), v.phase)

"""The view of the career: everything but what the night hides."""

from __future__ import annotations

from msgspec import Struct

from paddock.core.seats import Seat
from paddock.games.winds_of_war.modes.career import phases
from paddock.games.winds_of_war.modes.career.rules import table
from paddock.games.winds_of_war.modes.career.state import Options, State
from paddock.games.winds_of_war.modes.mille_miglia import view as road


class View(Struct, frozen=True, gc=False):
    options: Options
    years: tuple[int, ...]  # of the editions
    results: tuple[tuple[int, ...], ...]
    won: tuple[int, ...]
    table: tuple[Seat, ...]  # the teams, the best first
    edition: road.View
    phase: phases.Phase


def view(s: State, seat: Seat | None) -> View:
    years, order = s.options.years(), tuple(table(s))
    return View(s.options, years, s.results, s.won, order, road.view(s.edition, seat), s.phase)


def imagine(v: View) -> State:
    return State(v.options, v.results, v.won, road.imagine(v.edition), v.phase)

"""The view of the Mille Miglia: everything but what the night hides."""

from __future__ import annotations

from msgspec import Struct

from paddock.core.seats import Seat
from paddock.games.winds_of_war import view as race
from paddock.games.winds_of_war.modes.mille_miglia import phases
from paddock.games.winds_of_war.modes.mille_miglia.state import Options, State


class View(Struct, frozen=True, gc=False):
    options: Options
    chart: tuple[tuple[int, ...], ...]
    weather: tuple[bool, ...]
    now: race.View
    phase: phases.Phase


def view(s: State, seat: Seat | None) -> View:
    return View(s.options, s.chart, s.weather, race.view(s.now, seat), s.phase)


def imagine(v: View) -> State:
    return State(v.options, v.chart, v.weather, race.imagine(v.now), v.phase)

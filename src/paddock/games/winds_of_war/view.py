"""What a seat knows. Everything at this table lies open, so it is everything."""

from __future__ import annotations

from msgspec import Struct

from paddock.core.seats import Seat
from paddock.games.winds_of_war import phases
from paddock.games.winds_of_war.state import Car, Options, Sheet, State, Team
from paddock.games.winds_of_war.state.pieces import clock, laps_of


class View(Struct, frozen=True, gc=False):
    """Dashboards, cards, clock and the road are open to all; the events still to come are those
    that have not been drawn."""

    options: Options
    laps: int
    teams: tuple[Team, ...]
    sheets: tuple[Sheet, ...]
    cars: tuple[Car, ...]
    grid: tuple[Seat, ...]
    turn: int
    clock: tuple[int, int]  # minutes and seconds
    wet: bool
    order: tuple[Seat, ...]
    at: int
    settled: tuple[Seat, ...]
    deck: tuple[int, ...]
    failures: tuple[int, ...]
    stock: tuple[int, ...]
    shelf: tuple[int, ...]
    home: tuple[Seat, ...]
    phase: phases.Phase


def view(s: State) -> View:
    return View(
        s.options, laps_of(s.options), s.teams, s.sheets, s.cars, s.grid, s.turn, clock(s.turn),
        s.wet, s.order, s.at, s.settled, s.deck, s.failures, s.stock, s.shelf, s.home, s.phase,
    )  # fmt: skip


def imagine(v: View) -> State:
    return State(
        v.options, v.teams, v.sheets, v.cars, v.grid, v.turn, v.wet, v.order, v.at, v.settled,
        v.deck, v.failures, v.stock, v.shelf, v.home, v.phase,
    )  # fmt: skip

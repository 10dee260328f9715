"""What a seat knows. Everything at this table lies open, so it is everything."""

from __future__ import annotations

from msgspec import Struct

from paddock.core.seats import Seat
from paddock.games.winds_of_war import phases
from paddock.games.winds_of_war.data.enums import Letter
from paddock.games.winds_of_war.rules.night import as_imagined, letters_seen
from paddock.games.winds_of_war.state import Car, Options, RoadStage, Sheet, State, Team
from paddock.games.winds_of_war.state.pieces import TRACK, clock
from paddock.games.winds_of_war.state.stage import hours_and_minutes, reading


class View(Struct, frozen=True, gc=False):
    """Dashboards, cards, clock and the road are open to all; the events still to come are those
    that have not been drawn."""

    options: Options
    road: str
    laps: int
    teams: tuple[Team, ...]
    sheets: tuple[Sheet, ...]
    cars: tuple[Car, ...]
    grid: tuple[Seat, ...]
    turn: int
    clock: tuple[int, int]  # minutes and seconds; along an open road hours and minutes
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
    letters: tuple[Letter | None, ...]  # of the curves; none: it is night, and nobody lights it
    stage: RoadStage | None = None


def view(s: State, seat: Seat | None = None) -> View:
    stage = s.stage
    letters = TRACK[s.road].letters if stage is None else letters_seen(s, seat)
    return View(
        s.options, TRACK[s.road].id, s.laps, s.teams, s.sheets, s.cars, s.grid, s.turn, clock_of(s),
        s.wet, s.order, s.at, s.settled, s.deck, s.failures, s.stock, s.shelf, s.home, s.phase,
        letters, stage,
    )  # fmt: skip


def clock_of(s: State) -> tuple[int, int]:
    """Minutes and seconds of a Grand Prix, hours and minutes along an open road."""
    if s.stage is None:
        return clock(s.turn)
    return hours_and_minutes(reading(s.stage, s.turn))


def imagine(v: View) -> State:
    """Letters that the night hides are guessed by the shape of their curves."""
    road = v.road if v.stage is None else as_imagined(v.road, v.letters)
    return State(
        v.options, road, v.laps, v.teams, v.sheets, v.cars, v.grid, v.turn, v.wet, v.order, v.at,
        v.settled, v.deck, v.failures, v.stock, v.shelf, v.home, v.phase, v.stage,
    )  # fmt: skip

"""View of a race: everything is open, except letters of curves at night."""

from __future__ import annotations

from msgspec import Struct

from paddock.core.seats import Seat
from paddock.games.winds_of_war import phases
from paddock.games.winds_of_war.data.enums import Letter
from paddock.games.winds_of_war.rules.night import (
    Verge,
    assumed_road,
    visible_letters,
    visible_verges,
)
from paddock.games.winds_of_war.state import Car, Options, RoadStage, Sheet, State, Team
from paddock.games.winds_of_war.state.pieces import TRACK, clock
from paddock.games.winds_of_war.state.stage import hours_and_minutes, reading


class View(Struct, frozen=True, gc=False):
    """Dashboards, cards, clock and road are open to all; the events to come are those not drawn."""

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
    letters: tuple[Letter | None, ...]  # of the curves; None: it is night, and no car lights it
    stage: RoadStage | None = None
    verges: tuple[Verge | None, ...] = ()  # by curve what lies next to it, on roads with night


def view(s: State, seat: Seat | None = None) -> View:
    stage = s.stage
    track = TRACK[s.road]
    letters = track.letters if stage is None else visible_letters(s, seat)
    verges = visible_verges(track, letters) if track.has_night else ()
    # Positional: keywords would make greedy bots 2.5 % slower, they build a view per option.
    return View(
        s.options, track.id, s.laps, s.teams, s.sheets, s.cars, s.grid, s.turn, clock_of(s),
        s.wet, s.order, s.at, s.settled, s.deck, s.failures, s.stock, s.shelf, s.home, s.phase,
        letters, stage, verges,
    )  # fmt: skip


def clock_of(s: State) -> tuple[int, int]:
    """Minutes and seconds of a Grand Prix; hours and minutes on an open road."""
    if s.stage is None:
        return clock(s.turn)
    return hours_and_minutes(reading(s.stage, s.turn))


def imagine(v: View) -> State:
    """A state for a view: hidden letters are guessed by the shape of their curves."""
    road = v.road if v.stage is None else assumed_road(v.road, v.letters)
    return State(
        options=v.options,
        road=road,
        laps=v.laps,
        teams=v.teams,
        sheets=v.sheets,
        cars=v.cars,
        grid=v.grid,
        turn=v.turn,
        wet=v.wet,
        order=v.order,
        at=v.at,
        settled=v.settled,
        deck=v.deck,
        failures=v.failures,
        stock=v.stock,
        shelf=v.shelf,
        home=v.home,
        phase=v.phase,
        stage=v.stage,
    )

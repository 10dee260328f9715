"""State of a race: teams, cars, clock and cards. Immutable."""

from __future__ import annotations

from msgspec import Struct

from paddock.core.seats import Seat
from paddock.games.winds_of_war import phases
from paddock.games.winds_of_war.data import DECK, FAILURE_CARD_COUNTS
from paddock.games.winds_of_war.state.pieces import Car, Options, Sheet, Team, laps_of
from paddock.games.winds_of_war.state.stage import RoadStage

__all__ = ["Car", "Options", "RoadStage", "Sheet", "State", "Team", "before_start"]


class State(Struct, frozen=True, gc=False):
    options: Options
    road: str  # its id in TRACK; of an own circuit, its text
    laps: int
    teams: tuple[Team, ...]
    sheets: tuple[Sheet, ...]  # empty until the grid is formed
    cars: tuple[Car, ...]
    grid: tuple[Seat, ...]
    turn: int
    wet: bool
    order: tuple[Seat, ...]  # of movement in this turn
    at: int  # index of the car that is due, in that order
    settled: tuple[Seat, ...]  # the seats with settled challenges in this turn, sorted
    deck: tuple[int, ...]  # the events that may still be drawn
    failures: tuple[int, ...]  # cards left, by Failure
    stock: tuple[int, ...]  # spare parts left, by Part
    shelf: tuple[int, ...]  # tuning cards left, by TuningCard
    home: tuple[Seat, ...]  # finishers, in order
    phase: phases.Phase
    stage: RoadStage | None = None  # none: a Grand Prix


def before_start(
    options: Options, teams: tuple[Team, ...], stock: tuple[int, ...], shelf: tuple[int, ...]
) -> State:
    """A race that has not begun: no cars on the road, a full deck."""
    return State(
        options=options,
        road=options.road,
        laps=laps_of(options),
        teams=teams,
        sheets=(),
        cars=(),
        grid=(),
        turn=0,
        wet=False,
        order=(),
        at=0,
        settled=(),
        deck=DECK,
        failures=FAILURE_CARD_COUNTS,
        stock=stock,
        shelf=shelf,
        home=(),
        phase=phases.Over(""),
    )

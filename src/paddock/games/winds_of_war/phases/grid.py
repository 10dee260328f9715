"""The grid: qualifying, challenges for a better place, the line-up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citing import cites
from paddock.core.game import Ask, Kind, Question, Step
from paddock.core.seats import Seat
from paddock.games.winds_of_war.card import R
from paddock.games.winds_of_war.events import Event, GridChallenged, GridChanged, Told
from paddock.games.winds_of_war.moves import (
    CHALLENGE,
    KEEP,
    PASS,
    REROLL,
    Challenge,
    Move,
    Reroll,
)
from paddock.games.winds_of_war.phases.turn import turn
from paddock.games.winds_of_war.rules.gauges import sheet
from paddock.games.winds_of_war.rules.grid import (
    after_challenge,
    line_up,
    provisional,
    weather,
)
from paddock.games.winds_of_war.rules.order import challenge_die

if TYPE_CHECKING:
    from paddock.games.winds_of_war.state import State

GRID_Q = Question("grid-challenge", R("W4.2.4"), args=("whom",))
GRID_REROLL_Q = Question("grid-reroll", R("Q34"), Kind.REACTION)
CHALLENGES, REROLLS = (PASS, CHALLENGE), (KEEP, REROLL)


@cites(R("W4.2.3"), R("W4.1.7"), R("W4.2.1"))
def qualify(state: State, told: Told, chance: Chance) -> Step[State, Event]:
    """The dashboards are ready: weather, provisional grid, then the challenges."""
    sheets = tuple([sheet(team) for team in state.teams])
    wet = weather(state.options, told, chance)
    grid = provisional(state.options, sheets, told, chance)
    state = replace(state, sheets=sheets, wet=wet, grid=grid)
    return next_challenger(state, grid[1:], told, chance)


def next_challenger(
    state: State, queue: tuple[Seat, ...], told: Told, chance: Chance
) -> Step[State, Event]:
    """The next driver in provisional order who may challenge; then the cars line up."""
    if queue:
        return Step(replace(state, phase=GridChallenge(queue)), tuple(told))
    cars = line_up(state.options, state.sheets, state.grid, told)
    return turn(replace(state, cars=cars), told, chance)


@cites(R("W4.2.4"), R("Q62"))
class GridChallenge(Struct, frozen=True, tag=True, gc=False):
    """Challenge the one in front on the grid, or stay."""

    queue: tuple[Seat, ...]

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        seat = self.queue[0]
        front = state.grid[state.grid.index(seat) - 1]
        return (Ask(seat, GRID_Q, CHALLENGES, 0, (front,)),)

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        told: Told = []
        if not isinstance(move, Challenge):
            return next_challenger(state, self.queue[1:], told, chance)
        front = state.grid[state.grid.index(seat) - 1]
        told.append(GridChallenged(seat, front))
        theirs = challenge_die(state, front, told, chance)
        mine = challenge_die(state, seat, told, chance)
        again = tuple([s for s in (front, seat) if state.sheets[s].reroll])
        return look(state, GridDice(self.queue, front, mine, theirs, again), told, chance)


@cites(R("Q34"), R("W1.6.1"))
class GridDice(Struct, frozen=True, tag=True, gc=False):
    """Both dice are seen: who has the symbol may roll once more, the one in front first."""

    queue: tuple[Seat, ...]
    front: Seat
    mine: bool
    theirs: bool
    again: tuple[Seat, ...]

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        return (Ask(self.again[0], GRID_REROLL_Q, REROLLS),)

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        told: Told = []
        dice = replace(self, again=self.again[1:])
        if isinstance(move, Reroll):
            warning = challenge_die(state, seat, told, chance)
            if seat == self.front:
                dice = replace(dice, theirs=warning)
            else:
                dice = replace(dice, mine=warning)
        return look(state, dice, told, chance)


def look(state: State, dice: GridDice, told: Told, chance: Chance) -> Step[State, Event]:
    if dice.again:
        return Step(replace(state, phase=dice), tuple(told))
    grid, barred = after_challenge(state.grid, dice.queue[0], dice.mine, dice.theirs)
    if grid != state.grid:
        told.append(GridChanged(grid))
    queue = tuple([s for s in dice.queue[1:] if s != barred])
    return next_challenger(replace(state, grid=grid), queue, told, chance)

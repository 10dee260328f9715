"""The grid: qualifying, challenges for a better place, the line-up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.flow import Asking
from paddock.core.game import Ask, AskKind, Question
from paddock.core.seats import Seat
from paddock.games.winds_of_war.card import R
from paddock.games.winds_of_war.events import Events, GridChallenged, GridChanged
from paddock.games.winds_of_war.moves import (
    CHALLENGE,
    KEEP,
    PASS,
    REROLL,
    Challenge,
    Move,
    Reroll,
)
from paddock.games.winds_of_war.phases.road import first_stage
from paddock.games.winds_of_war.phases.turn import new_turn
from paddock.games.winds_of_war.rules.dashboard import make_sheet
from paddock.games.winds_of_war.rules.dice import roll_challenge_die
from paddock.games.winds_of_war.rules.grid import (
    grid_after_challenge,
    line_up,
    provisional_grid,
    roll_weather,
)

if TYPE_CHECKING:
    from paddock.games.winds_of_war.state import State

Q_GRID = Question("grid-challenge", R("W4.2.4"), args=("whom",))
Q_GRID_REROLL = Question("grid-reroll", R("Q34"), AskKind.REACTION)
CHALLENGES, REROLLS = (PASS, CHALLENGE), (KEEP, REROLL)


@cites(R("Q108"))
def qualify(state: State, events: Events, chance: Chance) -> State:
    """The dashboards are ready: weather, provisional grid, then the challenges."""
    sheets = tuple([make_sheet(team) for team in state.teams])
    if state.stage is not None:
        return first_stage(replace(state, sheets=sheets), events, chance)
    wet = roll_weather(state.options, False, events, chance)
    grid = provisional_grid(state.options, sheets, events, chance)
    state = replace(state, sheets=sheets, wet=wet, grid=grid)
    queue = grid[1:] if state.options.grid_challenges else ()
    return next_challenger(state, queue, events, chance)


def next_challenger(state: State, queue: tuple[Seat, ...], events: Events, chance: Chance) -> State:
    """The next driver in provisional order who may challenge; then the cars line up."""
    if queue:
        return replace(state, phase=GridChallenge(queue))
    cars = line_up(state.options, state.sheets, state.grid, events)
    return new_turn(replace(state, cars=cars), events, chance)


@cites(R("Q62"))
class GridChallenge(Asking, frozen=True, tag=True, gc=False):
    """Challenge the driver in front on the grid, or stay."""

    queue: tuple[Seat, ...]

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        seat = self.queue[0]
        front = state.grid[state.grid.index(seat) - 1]
        return (Ask(seat, Q_GRID, CHALLENGES, 0, (front,)),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        if not isinstance(move, Challenge):
            return next_challenger(state, self.queue[1:], events, chance)
        front = state.grid[state.grid.index(seat) - 1]
        events.append(GridChallenged(seat, front))
        theirs = roll_challenge_die(state, front, events, chance)
        mine = roll_challenge_die(state, seat, events, chance)
        rolled = ((front, theirs), (seat, mine))
        again = tuple([s for s, bad in rolled if bad and state.sheets[s].reroll])
        return ask_rerolls(
            state, GridRerolling(self.queue, front, mine, theirs, again), events, chance
        )


class GridRerolling(Asking, frozen=True, tag=True, gc=False):
    """Both dice are rolled: a driver with the symbol may re-roll a warning, the one in front
    first."""

    queue: tuple[Seat, ...]
    front: Seat
    mine: bool
    theirs: bool
    again: tuple[Seat, ...]

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        return (Ask(self.again[0], Q_GRID_REROLL, REROLLS),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        dice = replace(self, again=self.again[1:])
        if isinstance(move, Reroll):
            warning = roll_challenge_die(state, seat, events, chance)
            if seat == self.front:
                dice = replace(dice, theirs=warning)
            else:
                dice = replace(dice, mine=warning)
        return ask_rerolls(state, dice, events, chance)


def ask_rerolls(state: State, dice: GridRerolling, events: Events, chance: Chance) -> State:
    if dice.again:
        return replace(state, phase=dice)
    grid, barred = grid_after_challenge(state.grid, dice.queue[0], dice.mine, dice.theirs)
    if grid != state.grid:
        events.append(GridChanged(grid))
    queue = tuple([s for s in dice.queue[1:] if s != barred])
    return next_challenger(replace(state, grid=grid), queue, events, chance)

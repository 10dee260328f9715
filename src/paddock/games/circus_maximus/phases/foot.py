"""End of a turn: men on foot run to the wall, drivers may leave standing chariots."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.errors import Refusal, RulesBug
from paddock.core.flow import Asking
from paddock.core.game import Ask, Question
from paddock.core.seats import Seat
from paddock.games.circus_maximus import events as ev
from paddock.games.circus_maximus import moves as mv
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.data.kinds import EMPTY, IN_CAR, ON_FOOT, RACING, SAFE, Along
from paddock.games.circus_maximus.events import Events
from paddock.games.circus_maximus.moves import Move
from paddock.games.circus_maximus.phases import drive, turn
from paddock.games.circus_maximus.rules.dice import die
from paddock.games.circus_maximus.rules.log import is_standing, put_chariot
from paddock.games.circus_maximus.rules.space import taken_squares
from paddock.games.circus_maximus.rules.track import NOWHERE, WALL

if TYPE_CHECKING:
    from paddock.games.circus_maximus.state import Chariot, State

Q_RUN = Question("run", R("B17.2"), args=("chariot", "steps"))
Q_ABANDON = Question("abandon", R("E2.12.2.3.3"), args=("chariot",))


@cites(R("B17.1"), R("E2.12.2.3.3"), R("E2.14.1"))
def walkers(state: State) -> tuple[int, ...]:
    """Chariots whose driver may run or leave his chariot at the end of this turn."""
    return tuple(
        i
        for i, c in enumerate(state.chariots)
        if (c.driver == ON_FOOT and c.freed < state.turn)
        or (state.epic and c.condition == RACING and c.driver == IN_CAR and is_standing(state, c))
    )


@cites(R("B17.2"), R("E2.14.1.1"))
def steps(state: State, c: Chariot) -> int:
    """A square for every two hits left, in mud for every three, rounded up."""
    each = 3 if state.mud else 2
    return -(-c.hits // each)


@cites(R("X46"))
def free_squares(state: State, c: Chariot) -> tuple[int, ...]:
    """The touching squares without team or car; along a wall only one direction."""
    track = state.track
    at = c.foot
    full = taken_squares(state, -1)
    around = [track.ahead[at], track.behind[at], *track.touching[0][at], *track.touching[1][at]]
    if c.along_wall == Along.AHEAD:
        around.remove(track.behind[at])
    elif c.along_wall == Along.BACK:
        around.remove(track.ahead[at])
    return tuple(q for q in around if q != WALL and q not in full)


def begin(state: State, events: Events) -> State:
    """All chariots have moved: asks the men on foot, if there are any."""
    found = walkers(state)
    if found:
        events.append(ev.FootBegan(state.turn))
    return next_man(state, found)


def next_man(state: State, queue: tuple[int, ...]) -> State:
    """Asks the next man; after the last the turn is over."""
    if not queue:
        return replace(state, phase=turn.EndOfTurn())
    return replace(state, phase=MenOnFoot(queue, steps(state, state.chariots[queue[0]])))


class MenOnFoot(Asking, frozen=True, tag=True, gc=False):
    """Men on foot, one after the other, square by square."""

    queue: tuple[int, ...]
    left: int  # squares left for the first man

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        i = self.queue[0]
        c = state.chariots[i]
        if c.driver == IN_CAR:
            full = taken_squares(state, -1)
            track = state.track
            around = (track.behind[c.car], *track.touching[0][c.car], *track.touching[1][c.car])
            out = [mv.run_move(q) for q in around if q != WALL and q not in full]
            leave: tuple[Move, ...] = (mv.STAY, *out)
            return (Ask(c.owner, Q_ABANDON, leave, 0, (i,)),)
        options: tuple[Move, ...] = (mv.STAY, *[mv.run_move(q) for q in free_squares(state, c)])
        return (Ask(c.owner, Q_RUN, options, 0, (i, self.left)),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        drive.shown_at_once(state, events)
        i, *rest = self.queue
        c = state.chariots[i]
        if isinstance(move, mv.Stay):
            return next_man(state, tuple(rest))
        if not isinstance(move, mv.Run):
            raise RulesBug(move)
        if c.driver == IN_CAR:
            events.append(ev.Abandoned(i, move.square))
            c = replace(c, driver=ON_FOOT, foot=move.square, freed=state.turn, condition=EMPTY)
            return next_man(put_chariot(state, i, c), tuple(rest))
        state = run_to(state, i, move.square, events, chance)
        if self.left > 1 and state.chariots[i].driver == ON_FOOT:
            return replace(state, phase=MenOnFoot(self.queue, self.left - 1))
        return next_man(state, tuple(rest))

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        c = state.chariots[self.queue[0]]
        if c.driver == IN_CAR:
            return Refusal("not-beside", Q_ABANDON.clause)
        if c.along_wall and isinstance(move, mv.Run):
            return Refusal("one-way", R("B17.3"))
        return Refusal("not-touching", Q_RUN.clause)


@cites(R("B17.3"), R("E2.14.1.2"))
def run_to(state: State, i: int, square: int, events: Events, chance: Chance) -> State:
    """One square on foot; along a wall a try to climb it."""
    c = state.chariots[i]
    track = state.track
    events.append(ev.Ran(i, square))
    lane = track.lane[square]
    along = Along.FREE
    if lane in (1, track.lanes) and track.lane[c.foot] == lane:
        along = Along.AHEAD if track.ahead[c.foot] == square else Along.BACK
    if along and die(chance, "climb") % 2 == 0:
        events.append(ev.Climbed(i))
        return put_chariot(state, i, replace(c, driver=SAFE, foot=NOWHERE))
    return put_chariot(state, i, replace(c, foot=square, along_wall=along))

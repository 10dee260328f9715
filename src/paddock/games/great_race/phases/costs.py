"""Costs of entering a tile: points, danger, and the stop symbol."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.errors import Refusal, RulesBug
from paddock.core.flow import Asking, Pending
from paddock.core.game import Ask, Question
from paddock.core.seats import Seat
from paddock.games.great_race import events as ev
from paddock.games.great_race import phases
from paddock.games.great_race.card import R
from paddock.games.great_race.data import DANGER_POINTS, GUIDE, JERRYCAN, RANGER
from paddock.games.great_race.events import Events
from paddock.games.great_race.moves import (
    ESCORT,
    HALT,
    PLAY,
    Escort,
    Go,
    Halt,
    Lose,
    Move,
    Play,
    Sail,
    losses,
)
from paddock.games.great_race.phases.hand import check_hand
from paddock.games.great_race.rules.crew import (
    can_pour,
    cancel,
    lose_points,
    play_card,
    points_left,
    pour_jerrycan,
)

if TYPE_CHECKING:
    from paddock.games.great_race.state import Crew, State

Q_BEAR = Question("bear", R("R5.1"), args=("points",))
Q_FACE = Question("face", R("R5.4"))
Q_STOP = Question("stop", R("R5.5"))


def cancelling_moves(crew: Crew) -> list[Move]:
    """The moves that cancel a danger."""
    found: list[Move] = []
    if crew.escorts:
        found.append(ESCORT)
    if RANGER in crew.hand:
        found.append(PLAY[RANGER])
    return found


@cites(R("R5.1"), R("Q17"), R("Q19"))
class LosingPoints(Asking, frozen=True, tag=True, gc=False):
    """The mechanical points of a tile: on engine, on chassis."""

    seat: Seat
    points: int
    then: phases.Phase

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        crew = state.crews[self.seat]
        options: tuple[Move, ...] = losses(self.points, crew.engine, crew.chassis)
        if can_pour(crew):
            options = (*options, PLAY[JERRYCAN])
        return (Ask(self.seat, Q_BEAR, options, 0, (self.points,)),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        if isinstance(move, Play):
            return pour_jerrycan(state, seat, events)
        if not isinstance(move, Lose):
            raise RulesBug(move)
        return check_hand(lose_points(state, seat, move, events), seat, self.then)


@cites(R("R5.4"), R("Q47"))
class FacingDanger(Asking, frozen=True, tag=True, gc=False):
    """A danger tile: the driver alone bears it or cancels it."""

    seat: Seat
    then: phases.Phase

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        crew = state.crews[self.seat]
        options = cancelling_moves(crew)
        if points_left(crew) >= DANGER_POINTS or not options:
            options = [*losses(DANGER_POINTS, crew.engine, crew.chassis), *options]
        if can_pour(crew):
            options.append(PLAY[JERRYCAN])
        return (Ask(self.seat, Q_FACE, tuple(options)),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        match move:
            case Lose():
                state = lose_points(state, seat, move, events, R("R5.4"))
                return check_hand(state, seat, self.then)
            case Play(card) if card == JERRYCAN:
                return pour_jerrycan(state, seat, events)
            case Play() | Escort():
                state = cancel(state, seat, isinstance(move, Play), events)
                return replace(state, phase=self.then)
            case _:
                raise RulesBug(move)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        if isinstance(move, Lose) and points_left(state.crews[seat]) < DANGER_POINTS:
            return Refusal("not-enough-points", R("Q17"))
        return None


@cites(R("R5.5"), R("Q33"))
class StopMet(Pending, frozen=True, tag=True, gc=False):
    """A stop symbol ends the drive.

    Whether a card is a guide is secret, so every driver with a card is asked.
    """

    seat: Seat
    then: phases.Driving

    def resume(self, state: State, events: Events, chance: Chance) -> State:
        crew = state.crews[self.seat]
        if not self.then.left or not crew.engine:  # over anyway
            return self.then.end(state, events)
        if crew.hand:
            return replace(state, phase=Halting(self.seat, self.then))
        return stop(state, self.then, events)


@cites(R("R7.12"), R("Q2"))
class Halting(Asking, frozen=True, tag=True, gc=False):
    """The drive ends at a stop symbol, unless the driver plays a guide."""

    seat: Seat
    then: phases.Driving

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        crew = state.crews[self.seat]
        options: list[Move] = [HALT]
        if GUIDE in crew.hand:
            options.append(PLAY[GUIDE])
        if can_pour(crew):
            options.append(PLAY[JERRYCAN])
        return (Ask(self.seat, Q_STOP, tuple(options)),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        match move:
            case Halt():
                return stop(state, self.then, events)
            case Play(card) if card == GUIDE:
                return replace(play_card(state, seat, GUIDE, events), phase=self.then)
            case Play():
                return pour_jerrycan(state, seat, events)
            case _:
                raise RulesBug(move)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        if isinstance(move, Go | Sail):
            return Refusal("stop-symbol", R("R5.5"))
        return None


@cites(R("R5.5"))
def stop(state: State, drive: phases.Driving, events: Events) -> State:
    """The costs are paid, the drive is over."""
    events.append(ev.Stopped(drive.seat, state.crews[drive.seat].space))
    return drive.end(state, events)

"""What a tile costs its driver: points, danger, and the stop symbol."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citing import cites
from paddock.core.errors import Refusal, RulesBug
from paddock.core.game import Ask, Question, Step
from paddock.core.seats import Seat
from paddock.games.great_race import phases
from paddock.games.great_race.card import R
from paddock.games.great_race.data import DANGER_POINTS, GUIDE, JERRYCAN, RANGER
from paddock.games.great_race.events import Event, Stopped, Told
from paddock.games.great_race.moves import (
    ESCORT,
    HALT,
    PLAY,
    Bear,
    Escort,
    Go,
    Halt,
    Move,
    Play,
    Sail,
    bears,
)
from paddock.games.great_race.phases.hand import check_hand
from paddock.games.great_race.rules.crew import (
    can_pour,
    cancel,
    lose_points,
    play_card,
    pour,
    wear,
)

if TYPE_CHECKING:
    from paddock.games.great_race.state import Crew, State

SPLIT = Question("bear", R("R5.1"), args=("points",))
FACE = Question("face", R("R5.4"))
STOP_HERE = Question("stop", R("R5.5"))


def shields(crew: Crew) -> list[Move]:
    """What cancels a danger."""
    found: list[Move] = []
    if crew.escorts:
        found.append(ESCORT)
    if RANGER in crew.hand:
        found.append(PLAY[RANGER])
    return found


@cites(R("R5.1"), R("Q17"), R("Q19"))
class Bearing(Struct, frozen=True, tag=True, gc=False):
    """The mechanical points of a tile: on engine, on chassis."""

    seat: Seat
    points: int
    then: phases.Phase

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        crew = state.crews[self.seat]
        options: tuple[Move, ...] = bears(self.points, crew.engine, crew.chassis)
        if can_pour(crew):
            options = (*options, PLAY[JERRYCAN])
        return (Ask(self.seat, SPLIT, options, 0, (self.points,)),)

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        told: Told = []
        if isinstance(move, Play):
            return Step(pour(state, seat, told), tuple(told))
        if not isinstance(move, Bear):
            raise RulesBug(move)
        return check_hand(lose_points(state, seat, move, told), seat, self.then, told, chance)

    def resume(self, state: State, told: Told, chance: Chance) -> Step[State, Event]:
        return Step(replace(state, phase=self), tuple(told))

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        return None


@cites(R("R5.4"), R("R4.3"), R("R7.2"), R("Q7"), R("Q47"))
class Facing(Struct, frozen=True, tag=True, gc=False):
    """A danger tile: the driver alone bears it or cancels it."""

    seat: Seat
    then: phases.Phase

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        crew = state.crews[self.seat]
        options = shields(crew)
        if wear(crew) >= DANGER_POINTS or not options:
            options = [*bears(DANGER_POINTS, crew.engine, crew.chassis), *options]
        if can_pour(crew):
            options.append(PLAY[JERRYCAN])
        return (Ask(self.seat, FACE, tuple(options)),)

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        told: Told = []
        match move:
            case Bear():
                state = lose_points(state, seat, move, told)
                return check_hand(state, seat, self.then, told, chance)
            case Play(card) if card == JERRYCAN:
                return Step(pour(state, seat, told), tuple(told))
            case Play() | Escort():
                state = cancel(state, seat, isinstance(move, Play), told)
                return self.then.resume(state, told, chance)
            case _:
                raise RulesBug(move)

    def resume(self, state: State, told: Told, chance: Chance) -> Step[State, Event]:
        return Step(replace(state, phase=self), tuple(told))

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        if isinstance(move, Bear) and wear(state.crews[seat]) < DANGER_POINTS:
            return Refusal("not-enough-points", R("Q17"))
        return None


@cites(R("R5.5"), R("R7.12"), R("Q2"), R("Q33"))
class Halting(Struct, frozen=True, tag=True, gc=False):
    """A stop symbol: the drive is over, unless a guide knows the way."""

    seat: Seat
    then: phases.Driving

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        crew = state.crews[self.seat]
        options: list[Move] = [HALT]
        if GUIDE in crew.hand:
            options.append(PLAY[GUIDE])
        if can_pour(crew):
            options.append(PLAY[JERRYCAN])
        return (Ask(self.seat, STOP_HERE, tuple(options)),)

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        told: Told = []
        match move:
            case Halt():
                return self.stop(state, told, chance)
            case Play(card) if card == GUIDE:
                return self.then.resume(play_card(state, seat, GUIDE, told), told, chance)
            case Play():
                return Step(pour(state, seat, told), tuple(told))
            case _:
                raise RulesBug(move)

    def resume(self, state: State, told: Told, chance: Chance) -> Step[State, Event]:
        crew = state.crews[self.seat]
        if not self.then.left or not crew.engine:  # over anyway
            return self.then.resume(state, told, chance)
        if crew.hand:  # whether one of the cards is a guide is the driver's secret
            return Step(replace(state, phase=self), tuple(told))
        return self.stop(state, told, chance)

    def stop(self, state: State, told: Told, chance: Chance) -> Step[State, Event]:
        told.append(Stopped(self.seat, state.crews[self.seat].space))
        return self.then.end(state, told, chance)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        if isinstance(move, Go | Sail):
            return Refusal("stop-symbol", R("R5.5"))
        return None

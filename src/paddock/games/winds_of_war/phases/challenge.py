"""Challenges for priority between engaged cars."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.flow import Asking
from paddock.core.game import Ask, AskKind, Question, replace_at
from paddock.core.seats import Seat
from paddock.games.winds_of_war.card import R
from paddock.games.winds_of_war.events import Challenged, Events, Ordered, Yielded
from paddock.games.winds_of_war.moves import (
    ACCEPT,
    CHALLENGE,
    KEEP,
    PASS,
    REROLL,
    YIELD,
    Challenge,
    Move,
    Reroll,
    Yield,
)
from paddock.games.winds_of_war.phases.turn import next_due
from paddock.games.winds_of_war.rules.collisions import collide_sideways, pile_up
from paddock.games.winds_of_war.rules.damage import hurt_tyres
from paddock.games.winds_of_war.rules.dice import roll_challenge_die
from paddock.games.winds_of_war.rules.order import challenge_verdict
from paddock.games.winds_of_war.state.pieces import NO_LIMIT, TRACK

if TYPE_CHECKING:
    from paddock.games.winds_of_war.state import State

Q_CHALLENGE = Question("challenge", R("W3.10.4"))
Q_ANSWER = Question("answer", R("Q33"), AskKind.REACTION)
Q_REROLL = Question("reroll", R("Q34"), AskKind.REACTION)
PILE_UP_CARS = 3  # cars side by side
CHALLENGES, ANSWERS, REROLLS = (PASS, CHALLENGE), (ACCEPT, YIELD), (KEEP, REROLL)


class Challenging(Asking, frozen=True, tag=True, gc=False):
    """Members of an engaged group without priority may challenge."""

    group: tuple[Seat, ...]  # in the order of priority
    at: int

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        return (Ask(self.group[self.at], Q_CHALLENGE, CHALLENGES),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        if isinstance(move, Challenge):
            waiting = tuple([s for s in self.group if s != seat])
            events.append(Challenged(seat))
            return replace(state, phase=Answering(self.group, waiting, ()))
        if self.at + 1 < len(self.group):
            return replace(state, phase=Challenging(self.group, self.at + 1))
        return next_due(state, state.at, events, chance)


class Answering(Asking, frozen=True, tag=True, gc=False):
    """The challenged drivers roll, or yield and move last."""

    group: tuple[Seat, ...]
    waiting: tuple[Seat, ...]
    yielded: tuple[Seat, ...]

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        return (Ask(self.waiting[0], Q_ANSWER, ANSWERS),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        yielded = self.yielded
        if isinstance(move, Yield):
            yielded = (*yielded, seat)
            events.append(Yielded(seat))
        if len(self.waiting) > 1:
            phase = Answering(self.group, self.waiting[1:], yielded)
            return replace(state, phase=phase)
        rollers = tuple([s for s in self.group if s not in yielded])
        if len(rollers) == 1:
            return reorder(state, (*rollers, *yielded), events, chance)
        warned = tuple([roll_challenge_die(state, s, events, chance) for s in rollers])
        rolled = zip(rollers, warned, strict=True)
        again = tuple([s for s, bad in rolled if bad and state.sheets[s].reroll])
        return ask_rerolls(state, Rerolling(rollers, yielded, warned, again), events, chance)


class Rerolling(Asking, frozen=True, tag=True, gc=False):
    """All dice are rolled: drivers with the symbol may re-roll a warning, in the order of
    priority."""

    rollers: tuple[Seat, ...]
    yielded: tuple[Seat, ...]
    warned: tuple[bool, ...]
    again: tuple[Seat, ...]

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        return (Ask(self.again[0], Q_REROLL, REROLLS),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        warned = self.warned
        if isinstance(move, Reroll):
            fresh = roll_challenge_die(state, seat, events, chance)
            warned = replace_at(warned, self.rollers.index(seat), fresh)
        return ask_rerolls(
            state, replace(self, warned=warned, again=self.again[1:]), events, chance
        )


def ask_rerolls(state: State, dice: Rerolling, events: Events, chance: Chance) -> State:
    """Ask for re-rolls while a driver may still do so; then settle the challenge."""
    if dice.again:
        return replace(state, phase=dice)
    return resolve(state, dice, events, chance)


def resolve(state: State, dice: Rerolling, events: Events, chance: Chance) -> State:
    """Apply the result of the dice; the drivers who yielded come last."""
    track = TRACK[state.road]
    first, collided, worn = challenge_verdict(track, state.cars, dice.rollers, dice.warned)
    if len(collided) == PILE_UP_CARS:
        state = pile_up(state, collided, events, chance)
    elif collided:
        inner, outer = collided
        state = collide_sideways(state, inner, outer, NO_LIMIT, events, chance)
    for seat in worn:
        state = hurt_tyres(state, seat, 1, events)
    return reorder(state, (*first, *dice.yielded), events, chance)


def reorder(state: State, first: tuple[Seat, ...], events: Events, chance: Chance) -> State:
    """The given seats move now, in this order; members of the group not among them have had their
    turn."""
    phase = state.phase
    assert isinstance(phase, (Answering, Rerolling))
    group = phase.group if isinstance(phase, Answering) else phase.rollers + phase.yielded
    rest = tuple([s for s in state.order[state.at :] if s not in group])
    events.append(Ordered(first))
    order = (*state.order[: state.at], *first, *rest)
    return next_due(replace(state, order=order), state.at, events, chance)

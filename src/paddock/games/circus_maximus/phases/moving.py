"""Moves onto a square, and all checks that follow there."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.errors import Refusal
from paddock.core.flow import Asking, Pending
from paddock.core.game import Ask, AskKind, Question
from paddock.core.seats import Seat
from paddock.games.circus_maximus import events as ev
from paddock.games.circus_maximus import moves as mv
from paddock.games.circus_maximus import phases
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.data.kinds import (
    EMPTY,
    GONE,
    HOME,
    INSIDE,
    LIGHT,
    NORMAL,
    OUTSIDE,
    RACING,
    RAIN,
    RUNAWAY,
    Along,
    Side,
)
from paddock.games.circus_maximus.events import Events
from paddock.games.circus_maximus.moves import Move
from paddock.games.circus_maximus.phases import corner, jumps
from paddock.games.circus_maximus.phases.harm import kill_driver
from paddock.games.circus_maximus.rules import damage
from paddock.games.circus_maximus.rules.dice import dice, die
from paddock.games.circus_maximus.rules.log import has_driver, put_chariot
from paddock.games.circus_maximus.rules.space import men_on, survey, taken_squares
from paddock.games.circus_maximus.rules.speed import NO_LANE, current_speed, safe_speed
from paddock.games.circus_maximus.rules.track import NOWHERE, SEGMENTS, TRACKS

if TYPE_CHECKING:
    from paddock.games.circus_maximus.state import Chariot, Race, State


Q_DODGE = Question("dodge", R("E2.14.2.2"), AskKind.REACTION, ("chariot",))


class Task(enum.IntEnum):
    """Checks on a new square, in this order."""

    MEN = 0
    JUMP = 1
    STRAIN = 2
    CLEARED = 3
    SLIDE = 4


SLIDE_MIN_DIE = {LIGHT: 5, NORMAL: 6}
"""The lowest die with which a lane change on wet sand slides on."""


# ---------------------------------------------------------------- onto a square


@cites(R("B6.3"), R("X10"), R("E2.8.5"))
def advance(
    state: State,
    i: int,
    target: int,
    cost: int,
    events: Events,
    chance: Chance,
    side: Side | None = None,
) -> State:
    """The moving team enters a square, by a step or a lane change."""
    c = state.chariots[i]
    car, segments = come_to_stand(state, c, target)
    left, towed = c.mf - cost, c.towed + 1
    if segments > c.segments == state.last_segment:
        return cross(put_chariot(state, i, replace(c, mf=left, towed=towed)), i, left, events)
    if side is None:
        events.append(ev.Stepped(i, target, car, segments, left))
    else:
        events.append(ev.Changed(i, side, target, car, segments, left))
    moved = replace(c, team=target, car=car, segments=segments, mf=left, towed=towed)
    state = arrive(state, i, moved, segments > c.segments, events)
    tasks = tasks_on(state, i, c, target, side)
    if not tasks:
        return state
    return replace(state, phase=NewSquare(i, target, side, tuple(tasks), True, state.phase))


@cites(R("B15.24"), R("E2.13.2.1.4"))
def tasks_on(state: State, i: int, c: Chariot, target: int, side: Side | None) -> list[Task]:
    """The checks of a square for the mover; a team without a car takes corners at any speed."""
    tasks: list[Task] = []
    _, full, _, men = survey(state, i)
    if target in men or c.foot == target:
        tasks.append(Task.MEN)
    if target in full:  # a mover never enters a blocked square
        tasks.append(Task.JUMP)
    in_corner = TRACKS[state.options.track].in_corner[target]
    if in_corner and c.condition is not RUNAWAY and c.total > safe_speed(state, target):
        tasks.append(Task.STRAIN)
    if c.jumps:
        tasks.append(Task.CLEARED)
    if side is not None and state.wet_sand and slides_on(state, c):
        tasks.append(Task.SLIDE)
    return tasks


@cites(R("B9.312"), R("X18"), R("Q5"), R("E2.10.3.3.2"))
def complete_evasion(
    state: State, i: int, target: int, side: Side, left: int, events: Events
) -> State:
    """The team of an evading chariot enters a square, out of its turn."""
    c = state.chariots[i]
    car, segments = come_to_stand(state, c, target)
    if segments > c.segments == state.last_segment:
        return cross(state, i, left, events)
    entered = state.track.in_corner[target] and (
        side == INSIDE or not state.track.in_corner[c.team]
    )
    moved = replace(c, team=target, car=car, segments=segments)
    state = arrive(state, i, moved, segments > c.segments, events)
    tasks: list[Task] = []
    if entered and c.condition != RUNAWAY:
        tasks.append(Task.STRAIN)
    if state.wet_sand and slides_on(state, c):
        tasks.append(Task.SLIDE)
    if not tasks:
        return state
    return replace(state, phase=NewSquare(i, target, side, tuple(tasks), False, state.phase))


def come_to_stand(state: Race, c: Chariot, target: int) -> tuple[int, int]:
    """The square of the car when the team enters a square, and the segments done by then."""
    track = TRACKS[state.options.track]
    segments = c.segments + (track.segment[target] - track.segment[c.team]) % SEGMENTS
    return c.car if c.car == NOWHERE else track.back(target, segments), segments


def arrive(state: State, i: int, c: Chariot, new_segment: bool, events: Events) -> State:
    """Team and car are in their new place; markers and mud are updated."""
    row = list(state.chariots)
    row[i] = c
    state = replace(state, chariots=tuple(row), went_forward=True)
    return count_lap(state, i, events) if new_segment and has_driver(c) else state


@cites(R("B10.1"), R("X49"), R("GO12"), R("E2.3.7.2"), R("E2.15.1"))
def count_lap(state: State, i: int, events: Events) -> State:
    """A team with a living driver has entered or left a corner."""
    half = state.chariots[i].segments
    if half % 2:
        marker = (half + 1) // 2
        if marker > state.markers:
            events.append(ev.MarkerFell(i, marker))
            state = replace(state, markers=marker)
        return replace(state, chariots=clear_safe_paid(state, i))
    if half // 2 <= state.corners_led:
        return state
    wet = state.wet_corners + 1 if state.sky == RAIN else 0
    muddy = state.mud or wet >= 3
    if muddy and not state.mud:
        events.append(ev.SkyChanged(state.sky, True))
    return replace(state, corners_led=half // 2, wet_corners=wet, mud=muddy)


def clear_safe_paid(state: State, i: int) -> tuple[Chariot, ...]:
    """A new corner is checked again from the start."""
    c = state.chariots[i]
    if c.safe_paid == NO_LANE:
        return state.chariots
    return put_chariot(state, i, replace(c, safe_paid=NO_LANE)).chariots


@cites(R("B10.3"), R("X48"), R("E2.15.2.1"))
def cross(state: State, i: int, left: int, events: Events) -> State:
    """Over the line: off the board with the MFs left. This turn is the last one."""
    c = state.chariots[i]
    state = replace(state, went_forward=True)
    if not has_driver(c):
        events.append(ev.Vanished(i))
        return put_chariot(
            state, i, replace(c, condition=GONE, team=NOWHERE, car=NOWHERE, mf=0, jumps=())
        )
    order = state.crossed + 1
    events.append(ev.Crossed(i, left, order))
    home = replace(
        c, condition=HOME, team=NOWHERE, car=NOWHERE, mf_over=left, crossed_as=order, mf=0, jumps=()
    )
    return replace(put_chariot(state, i, home), crossed=order, last_turn=True)


def slides_on(state: State, c: Chariot) -> bool:
    return c.condition != RUNAWAY and damage.weather_weight(state, c) in SLIDE_MIN_DIE


@cites(R("Q10"))
class NewSquare(Pending, frozen=True, tag=True, gc=False):
    """The checks of a new square, one after the other."""

    chariot: int
    square: int
    side: Side | None  # the side of the lane change
    tasks: tuple[Task, ...]
    own: bool  # in its own phase
    then: phases.Phase

    def resume(self, state: State, events: Events, chance: Chance) -> State:
        if not self.tasks:
            return replace(state, phase=self.then)
        i = self.chariot
        task, *rest = self.tasks
        state = replace(state, phase=replace(self, tasks=tuple(rest)))
        c = state.chariots[i]
        if c.condition > RUNAWAY:
            return replace(state, phase=self.then)
        match task:
            case Task.MEN:
                return run_down(state, i, self.square, events, chance)
            case Task.JUMP:
                return jumps.begin_jump(state, i, self.square, events, chance)
            case Task.STRAIN:
                speed = c.total if self.own else current_speed(state, c)
                return corner.strain(state, i, self.square, speed, events, chance, self.own)
            case Task.CLEARED:
                return jumps.end_jumps(state, i, events, chance)
            case Task.SLIDE:
                return slide(state, i, self.side, events, chance)


@cites(R("GO11.1"), R("E2.8.6.6"))
def slide(state: State, i: int, side: Side | None, events: Events, chance: Chance) -> State:
    """On wet sand a light or normal car may slide one lane further."""
    c = state.chariots[i]
    if side is None or c.condition not in (RACING, EMPTY):
        return state
    if die(chance, "slide") < SLIDE_MIN_DIE[damage.weather_weight(state, c)]:
        return state
    events.append(ev.Slid(i))
    return replace(state, phase=corner.Shove(i, side, 1, corner.Cause.SLID, state.phase))


# ---------------------------------------------------------------- men on foot


@cites(R("B17.4"), R("B17.6"), R("X47"), R("E2.14.2.1"))
def run_down(state: State, i: int, square: int, events: Events, chance: Chance) -> State:
    """Men under the hooves, one after the other. In Epic they may step aside first."""
    for fallen in men_on(state, square):
        if state.epic and has_dodged(state, fallen, chance):
            ways = side_squares(state, state.chariots[fallen].foot)
            if len(ways) == 1:
                state = step_aside(state, fallen, ways[0], events)
                continue
            return replace(state, phase=Dodging(fallen, ways, InTheWay(i, square, state.phase)))
        state = run_over(state, i, fallen, events, chance)
    return state


def run_over(state: State, i: int, fallen: int, events: Events, chance: Chance) -> State:
    """The man dies, and the team loses a die of MFs."""
    cost = die(chance, "run down")
    c = state.chariots[i]
    paid = min(cost, c.mf)
    owed = cost - paid
    c = replace(c, mf=c.mf - paid)
    c = replace(c, used=c.used + owed) if state.epic else replace(c, loss=c.loss + owed)
    events.append(ev.RunDown(i, fallen, cost, c.mf, c.used, c.loss))
    return kill_driver(put_chariot(state, i, c), fallen, events)


@cites(R("E2.14.2.2"))
def has_dodged(state: State, fallen: int, chance: Chance) -> bool:
    c = state.chariots[fallen]
    if not side_squares(state, c.foot):
        return False
    return dice(chance, 2, "dodge") - c.cdm <= c.hits


def side_squares(state: State, square: int) -> tuple[int, ...]:
    """The free squares on both sides, the outer one first."""
    full = taken_squares(state, -1)
    around = [state.track.slip[side][square] for side in (OUTSIDE, INSIDE)]
    return tuple([beside for beside in around if beside != NOWHERE and beside not in full])


def step_aside(state: State, fallen: int, square: int, events: Events) -> State:
    c = state.chariots[fallen]
    events.append(ev.Dodged(fallen, square))
    return put_chariot(state, fallen, replace(c, foot=square, along_wall=Along.FREE))


class InTheWay(Pending, frozen=True, tag=True, gc=False):
    """Men who are still in the way of a team."""

    chariot: int
    square: int
    then: phases.Phase

    def resume(self, state: State, events: Events, chance: Chance) -> State:
        state = replace(state, phase=self.then)
        return run_down(state, self.chariot, self.square, events, chance)


class Dodging(Asking, frozen=True, tag=True, gc=False):
    """A man gets out of the way: his owner chooses the side."""

    fallen: int
    squares: tuple[int, ...]
    then: phases.Phase

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        options: tuple[Move, ...] = tuple([mv.run_move(square) for square in self.squares])
        return (Ask(state.chariots[self.fallen].owner, Q_DODGE, options, 0, (self.fallen,)),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        assert isinstance(move, mv.Run)
        return step_aside(replace(state, phase=self.then), self.fallen, move.square, events)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        return Refusal("not-touching", Q_DODGE.clause)

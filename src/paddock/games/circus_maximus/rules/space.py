"""Occupied squares, and possible destinations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paddock.core.citations import cites
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.data.kinds import (
    CARCASS,
    DRAGGED,
    EMPTY,
    INSIDE,
    OUTSIDE,
    RUNAWAY,
    TEAM,
    WRECK,
    Part,
    Side,
)
from paddock.games.circus_maximus.rules.log import is_standing, man_square
from paddock.games.circus_maximus.rules.track import NOWHERE, TRACKS, WALL

if TYPE_CHECKING:
    from paddock.games.circus_maximus.state import Chariot, Race

CHANGE_COST = (2, 1)
"""MFs of a lane change to the inside, to the outside."""
SLIP_COST = 3
OVER_TEAM, OVER_CARCASS = 3, -1
"""Modifiers of a jump roll, as the 1980 chart counts."""


Squares = frozenset[int] | set[int]


@cites(R("B6.23"), R("E2.8.4.1"))
def taken_squares(state: Race, but: int) -> set[int]:
    """The squares of all teams and cars except those of one chariot."""
    squares = set()
    for i, c in enumerate(state.chariots):
        if c.condition <= RUNAWAY and i != but:
            squares.add(c.team)
            if c.car >= 0:
                squares.add(c.car)
    return squares


@cites(R("B15.25"), R("E2.13.2.1.5"))
def is_run_over(state: Race, chariot: Chariot) -> bool:
    """Whether it is an obstacle that others can drive over."""
    if chariot.dead:
        return state.epic or chariot.condition in (RUNAWAY, EMPTY)
    return chariot.tired > 0 and state.epic and is_standing(state, chariot)


Look = tuple[Squares, Squares, bool, Squares]
Litter = tuple[tuple[int, int], ...]
_last: list[tuple[tuple[Chariot, ...], int, list[Chariot], Litter, str, Look]] = [
    ((), -1, [], (), "", (set(), set(), False, set()))
]
"""Cache of the last survey. It is valid while the other chariots do not change, usually for a whole
move."""


@cites(R("X22"), R("E2.8.8.1"))
def survey(state: Race, but: int) -> Look:
    """Cached survey: squares that cannot be entered; squares a lane change may not touch, including
    wrecks and carcasses; whether a driver is dragged; squares of men."""
    chariots, litter, book = state.chariots, state.litter, state.options.book
    last = _last[0]
    if last[0] is chariots and last[1] == but and last[3] is litter and last[4] == book:
        return last[5]
    others = list(chariots)
    if but >= 0:
        del others[but]
    if last[2] == others and last[3] == litter and last[4] == book:
        look = last[5]
    else:
        look = compute_survey(state, others)
    _last[0] = chariots, but, others, litter, book, look
    return look


def compute_survey(state: Race, others: list[Chariot]) -> Look:
    """The same survey without the cache."""
    full: set[int] = set()
    soft: set[int] = set()
    feet: set[int] = set()
    dragged = False
    for c in others:
        if c.foot >= 0:
            feet.add(c.foot)
        if c.condition <= RUNAWAY:
            if (c.dead or c.tired) and is_run_over(state, c):
                soft.update((c.team, c.car))
            else:
                full.update((c.team, c.car))
            if c.condition and c.driver == DRAGGED:
                dragged = True
    full.discard(NOWHERE)
    blocks = full
    if soft:
        full = full | soft
        full.discard(NOWHERE)
    if state.litter:
        full = full.union([square for square, _ in state.litter])
    return blocks, full, dragged, feet


def blocked_squares(state: Race, but: int) -> Squares:
    """The squares that cannot be entered."""
    return survey(state, but)[0]


def closed_squares(state: Race, but: int) -> Squares:
    """The squares a lane change may not touch."""
    return survey(state, but)[1]


@cites(R("B14.1"), R("E2.8.9"), R("E2.8.9.3.3"), R("E2.8.9.3.4"))
def obstacle(state: Race, square: int, but: int) -> tuple[int, int] | None:
    """The obstacle on a square: the modifier of the jump roll, and the standing team there or
    -1."""
    worst: tuple[int, int] | None = None
    for i, c in enumerate(state.chariots):
        if (c.team == square or c.car == square) and i != but and c.condition <= RUNAWAY:
            if not is_run_over(state, c):
                continue
            if c.team == square:
                return OVER_TEAM, i
            worst = (0, -1)
    for where, what in state.litter:
        if where == square:
            if what == WRECK:
                return 0, -1
            if what == CARCASS and worst is None:
                worst = (OVER_CARCASS, -1)
    return worst


@cites(R("B6.45"), R("GQ6.45"), R("X21"), R("E2.8.6.1"))
def change_to(state: Race, chariot: Chariot, side: Side, closed: Squares) -> int:
    """The team's square after a lane change, or WALL if there is none or no room."""
    track = TRACKS[state.options.track]
    target = track.change[side][chariot.team]
    if target == WALL or track.ahead[chariot.team] in closed or target in closed:
        return WALL
    if chariot.car != NOWHERE:
        crossed = track.segments_crossed(chariot.team, target)
        if track.back(target, chariot.segments + crossed) in closed:
            return WALL
    return target


def slip_to(state: Race, chariot: Chariot, side: Side, closed: Squares) -> int:
    """The team's square after a sideslip, or WALL."""
    track = state.track
    target = track.slip[side][chariot.team]
    if target == WALL or target in closed:
        return WALL
    if chariot.car != NOWHERE and track.back(target, chariot.segments) in closed:
        return WALL
    return target


@cites(R("X23"))
def is_bound_to_be_blocked(state: Race, chariot: Chariot, blocks: Squares, closed: Squares) -> bool:
    """Whether every sequence of steps and lane changes ends blocked, if others do not move.

    A search over (square, MFs) that stops at the first way out.
    """
    track = state.track
    ahead, lanes, half = track.ahead, track.change, chariot.segments
    if blocks.isdisjoint(track.next_squares(chariot.team, chariot.mf)):
        return False  # straight on is a way out
    last = state.last_segment
    tail = chariot.car != NOWHERE
    seen: set[tuple[int, int]] = set()
    todo = [(chariot.team, chariot.mf)]
    while todo:
        square, mf = todo.pop()
        if mf == 0:
            return False
        step = ahead[square]
        if step in blocks:
            continue
        if half >= last - 1 and track.segment[step] % 2 and not track.segment[square] % 2:
            return False  # over the line
        todo_here = [(step, mf - 1)]
        if step not in closed:
            for side in (INSIDE, OUTSIDE):
                target = lanes[side][square]
                if (
                    target != WALL
                    and mf >= CHANGE_COST[side]
                    and target not in closed
                    and not (side == INSIDE and chariot.held_out)
                    and not (tail and track.behind[target] in closed)
                ):
                    todo_here.append((target, mf - CHANGE_COST[side]))
        for place in todo_here:
            if place not in seen:
                seen.add(place)
                todo.append(place)
    return True


def is_in_corner(state: Race, chariot: Chariot) -> bool:
    """Team or car is in the corner."""
    track = state.track
    return track.in_corner[chariot.team] or (
        chariot.car != NOWHERE and track.in_corner[chariot.car]
    )


@cites(R("X9"))
def corner_square(state: Race, chariot: Chariot) -> int:
    """The square whose lane gives the safe speed."""
    return chariot.team if state.track.in_corner[chariot.team] else chariot.car


@cites(R("B3.8"), R("X27"), R("E2.2.3.2"))
def is_on_grey(state: Race, chariot: Chariot) -> bool:
    grey = TRACKS[state.options.track].is_grey
    return grey[chariot.team] or (chariot.car != NOWHERE and grey[chariot.car])


@cites(R("X51"), R("E2.15.2.4"))
def position(state: Race, chariot: Chariot) -> tuple[int, int, int]:
    """Progress for comparison: segments done, the front of its square, then the inner lane."""
    track = state.track
    return chariot.segments, track.front[chariot.team], -track.lane[chariot.team]


def men_on(state: Race, square: int) -> list[int]:
    """The men on foot there."""
    return [i for i, c in enumerate(state.chariots) if c.foot == square]


def trampled_from(state: Race, square: int, but: int) -> list[int]:
    """The dragged drivers whom a team on this square may ram."""
    return [
        i
        for i, c in enumerate(state.chariots)
        if c.driver == DRAGGED
        and i != but
        and c.condition in (EMPTY, RUNAWAY)
        and man_square(state, c) == square
    ]


def facing(state: Race, one: int, other: int) -> Side:
    """The side of `one` on which square `other` is; Q4: the same lane counts as inside."""
    lane = state.track.lane
    return OUTSIDE if lane[other] > lane[one] else INSIDE


KNIFE_RANGE = 6
"""Out of range beyond this many squares."""


def knife_range(state: Race, by: int, whom: int, part: Part) -> int:
    """The distance to the target, including its own square; 0 if it is out of range."""
    a, d = state.chariots[by], state.chariots[whom]
    where = d.team if part == TEAM or d.car == NOWHERE else d.car
    return state.track.near(a.car, KNIFE_RANGE).get(where, 0)

"""Curves taken too fast: the test, understeering, going straight on, leaving the road."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.seats import Seat
from paddock.games.winds_of_war.card import R
from paddock.games.winds_of_war.data.enums import NO_LINE, RACING, USED_LINE, Lane, Letter
from paddock.games.winds_of_war.data.track import FAR, Track
from paddock.games.winds_of_war.events import (
    Events,
    Settled,
    Understeered,
    WentStraight,
)
from paddock.games.winds_of_war.moves import TOP_SPEED
from paddock.games.winds_of_war.rules.accident import accident
from paddock.games.winds_of_war.rules.collisions import rear_impact, side_collision
from paddock.games.winds_of_war.rules.damage import hurt_tyres, slow_to, with_car
from paddock.games.winds_of_war.rules.dice import CURVE, driving_test
from paddock.games.winds_of_war.rules.road import LIMIT, drop_line, enter, relocate, standing_on
from paddock.games.winds_of_war.state.pieces import TRACK, Run, allowance

if TYPE_CHECKING:
    from paddock.games.winds_of_war.state import State

FARTHEST_SLIDE = 3  # points too fast at which one warning still understeers
CURVES = 3  # that are told with a plan
FARTHEST = 60  # boxes to look ahead for them
OFF_AT = 3  # from so many on two warnings are an accident
STRAIGHT_ON = 2  # 40 km/h


@cites(R("W3.9.2"), R("W3.9.5"), R("W3.9.5.1"), R("Q2"))
def try_curve(
    state: State, run: Run, curve: int, lined: bool, events: Events, chance: Chance
) -> tuple[State, Run | None]:
    """A curve at the planned speed. No run comes back if the turn is over with it."""
    turning = turning_speed(state, run.seat, curve)
    over = run.speed - turning
    if over <= 0 or run.tested == curve:
        return state, run
    if lined and over == 1:
        car = state.cars[run.seat]
        return with_car(state, run.seat, replace(car, line=USED_LINE)), run
    warnings = driving_test(state, run.seat, CURVE, over, R("W3.9.5"), events, chance)
    run = replace(run, limit=min(run.limit, turning), tested=curve)
    if not warnings:
        return state, run
    if warnings == 1 and over <= FARTHEST_SLIDE:
        return understeer(state, run, 1 if over == 1 else 2, lined, events, chance), None
    return lose_control(state, run, turning, over, events, chance), None


@cites(R("W1.3"), R("W3.9.1"))
def turning_speed(state: State, seat: Seat, curve: int) -> int:
    """By the letter of a curve, what a car's dashboard gives for it."""
    return state.sheets[seat].turns[TRACK[state.road].curves[curve].letter]


@functools.lru_cache(4096)
def curves_ahead(road: str, box: int) -> tuple[tuple[int, int, int], ...]:
    """The curves to come, the fewest steps to enter each (0 for one that is tested at once), and
    those to the first box of its best line (FAR: it cannot be had any more)."""
    track = TRACK[road]
    found: list[tuple[int, int]] = []
    if track.curve[box] >= 0 and track.to_exit[box]:
        found.append((track.curve[box], 0))
    here, reached = {box}, {box: 0}
    for steps in range(1, FARTHEST):
        before, here = here, {there for b in here for _, there in track.ways[b]}
        reached = dict.fromkeys(here, steps) | reached
        entered = {
            track.curve[there]
            for b in before
            if track.curve[b] < 0
            for _, there in track.ways[b]
            if track.curve[there] >= 0
        }
        known = {curve for curve, _ in found}
        found += [(curve, steps) for curve in sorted(entered - known)]
        if len(found) >= CURVES:
            break
    return tuple(
        [(curve, n, reached.get(track.curves[curve].line[0], FAR)) for curve, n in found[:CURVES]]
    )


@functools.lru_cache(1 << 14)
def safe_speed(road: str, box: int, turns: tuple[int, ...], brake: int) -> int:
    """The fastest plan from here that asks for no test in the curves to come, neither at once nor
    if the car brakes from then on."""
    return safe_by(TRACK[road].letters, road, box, turns, brake)


def safe_by(
    letters: tuple[Letter, ...], road: str, box: int, turns: tuple[int, ...], brake: int
) -> int:
    """The same by letters that may only be guessed."""
    track = TRACK[road]
    falls, safe = track.falls[box], TOP_SPEED
    for curve, steps, _ in curves_ahead(road, box):
        if steps:
            safe = min(safe, safe_before(steps, turns[letters[curve]], brake, falls))
    if track.coming[box] < 0 and track.to_line[box] < FAR:  # a check point
        safe = min(safe, safe_before(track.to_line[box] + 1, LIMIT, brake, falls))
    return safe


@functools.lru_cache(1 << 14)
def safe_before(steps: int, turning: int, brake: int, falls: int) -> int:
    """The same before a single curve, so many steps away. `falls`: the numbers of boxes ahead that
    are mostly downhill, as bits."""
    for speed in range(1, TOP_SPEED + 1):
        points = allowance(speed)
        if not stops_in_time(steps, turning, speed, points + (falls >> points & 1), brake):
            return speed - 1
    return TOP_SPEED


def stops_in_time(steps: int, turning: int, speed: int, boxes: int, brake: int) -> bool:
    """Whether a car that goes so many boxes at a speed, and brakes from then on, enters a curve so
    many steps away at its turning speed."""
    while speed > turning:
        if boxes >= steps:
            return False
        speed -= brake
        boxes += allowance(speed)
    return True


# ------------------------------------------------------------------ one warning


@cites(R("W3.9.5.2"), R("Q27"), R("Q28"), R("Q76"))
def understeer(
    state: State, run: Run, lanes: int, lined: bool, events: Events, chance: Chance
) -> State:
    """Outward with the points left, then straight on in that lane to the end of the move."""
    seat = run.seat
    track = TRACK[state.road]
    box = state.cars[seat].box
    way = track.outward[box]
    outside = lanes_outside(track, box)
    lanes = lanes_carried(lanes, outside, lined)
    events.append(Understeered(seat, lanes))
    if lanes > outside and run.left > outside:
        return off_while_turning(state, run, events, chance)
    state = drop_line(hurt_tyres(state, seat, 1, events), seat, events)
    for _ in range(min(lanes, run.left)):
        if state.cars[seat].status is not RACING:  # it has crossed the end of the road
            return state
        there = track.beside(state.cars[seat].box, way)
        whom = standing_on(state, there, seat)
        if whom >= 0:
            return side_collision(state, seat, whom, run.limit, events, chance)
        state = enter(state, seat, there, NO_LINE, events, run)
        run = replace(run, left=run.left - 1)
    return straight_in_lane(state, run, events, chance)


@cites(R("Q29"))
def straight_in_lane(state: State, run: Run, events: Events, chance: Chance) -> State:
    """Straight on in the lane with the points left; another curve on the way is tested too."""
    seat = run.seat
    track = TRACK[state.road]
    while run.left and state.cars[seat].status is RACING:
        box = state.cars[seat].box
        there = track.ahead[box]
        if track.curve[there] >= 0 and track.curve[box] < 0:
            state, on = try_curve(state, run, track.curve[there], False, events, chance)
            if on is None:
                return state
            run = on
        whom = standing_on(state, there, seat)
        if whom >= 0:
            return rear_impact(state, seat, whom, run.limit, events, chance)
        state = enter(state, seat, there, NO_LINE, events, run)
        run = replace(run, left=run.left - 1)
    return end_speed(state, run, events)


def lanes_outside(track: Track, box: int) -> int:
    """The lanes between a box and the outer edge."""
    return Lane.RIGHT - track.inside[box]


def lanes_carried(lanes: int, outside: int, lined: bool) -> int:
    """Counted from where the best line is innermost: two lanes end in the outer one."""
    return max(0, outside - (Lane.RIGHT - lanes)) if lined else lanes


def end_speed(state: State, run: Run, events: Events) -> State:
    """The final speed: the planned one, or the lowest turning speed among the curves tested."""
    car = state.cars[run.seat]
    if car.status is not RACING or car.speed <= run.limit:
        return state
    events.append(Settled(run.seat, run.limit))
    return with_car(state, run.seat, replace(car, speed=run.limit))


# ------------------------------------------------------------------ two warnings


@cites(R("W3.9.5.3"), R("Q4"))
def lose_control(
    state: State, run: Run, turning: int, over: int, events: Events, chance: Chance
) -> State:
    if over >= OFF_AT:
        return off_while_turning(state, run, events, chance)
    return straight_on(state, run, turning, events, chance)


@cites(R("Q31"))
def landing(track: Track, box: int) -> int:
    """The outer box where a car ends that goes straight on from here."""
    curve = track.curves[track.coming[box]]
    inside = track.curve[box] >= 0
    part = curve.part(track.end[box] - 1) if inside else curve.parts[0]
    outer = Lane.RIGHT - part.inner
    edge = track.end[box] if inside else part.start
    ahead = [
        b
        for b in range(len(track.lane))
        if track.lane[b] == outer and track.end[b] > edge and part.start < track.end[b] <= part.end
    ]
    ahead.sort(key=lambda b: track.end[b])
    half = len(ahead) // 2
    return ahead[half - 1] if half else track.level[box][outer]


@functools.cache
def landing_at(road: str, box: int) -> int:
    return landing(TRACK[road], box)


@cites(R("W3.9.6"))
def straight_on(state: State, run: Run, turning: int, events: Events, chance: Chance) -> State:
    """Onto an outer box of the curve at 40 or less, with two points of tyre damage."""
    seat = run.seat
    box = landing_at(state.road, state.cars[seat].box)
    events.append(WentStraight(seat, box))
    state = drop_line(hurt_tyres(state, seat, 2, events), seat, events)
    speed = min(state.cars[seat].speed, STRAIGHT_ON, turning)
    state = slow_to(state, seat, speed, R("W3.9.6"), events)
    whom = standing_on(state, box, seat)
    if whom >= 0:
        state = rear_impact(state, seat, whom, run.limit, events, chance)
    if box == state.cars[seat].box or state.cars[seat].status is not RACING:
        return state
    return relocate(state, seat, box, events)


@cites(R("W3.9.7"))
def off_while_turning(state: State, run: Run, events: Events, chance: Chance) -> State:
    """Put on the same box, two points of tyre damage, and an accident there; a car that stands on
    it is run into first."""
    seat = run.seat
    box = landing_at(state.road, state.cars[seat].box)
    events.append(WentStraight(seat, box))
    state = drop_line(hurt_tyres(state, seat, 2, events), seat, events)
    whom = standing_on(state, box, seat)
    if whom >= 0:
        state = rear_impact(state, seat, whom, run.limit, events, chance)
        if state.cars[seat].status is not RACING:
            return state
    if box != state.cars[seat].box:
        state = relocate(state, seat, box, events)
    return accident(state, seat, box, events, chance)

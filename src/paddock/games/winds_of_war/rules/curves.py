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
from paddock.games.winds_of_war.rules.accident import leave_road
from paddock.games.winds_of_war.rules.collisions import collide_sideways, hit_from_behind
from paddock.games.winds_of_war.rules.damage import hurt_tyres, slow_to, with_car
from paddock.games.winds_of_war.rules.dice import CURVE, roll_driving_test
from paddock.games.winds_of_war.rules.road import (
    CHECK_POINT_SPEED,
    car_on_box,
    drop_line,
    enter_box,
    relocate,
)
from paddock.games.winds_of_war.state.pieces import TRACK, Run, allowance

if TYPE_CHECKING:
    from paddock.games.winds_of_war.state import State

MAX_SLIDE_POINTS = 3  # points too fast at which one warning still understeers
CURVES_AHEAD = 3  # curves shown with a plan
MAX_LOOKAHEAD_BOXES = 60  # boxes to look ahead for them
ACCIDENT_POINTS = 3  # points too fast from which two warnings are an accident
MAX_STRAIGHT_ON_SPEED = 2  # 40 km/h


@cites(R("W3.9.2"), R("W3.9.5"), R("W3.9.5.1"), R("Q2"))
def try_curve(
    state: State, run: Run, curve: int, lined: bool, events: Events, chance: Chance
) -> tuple[State, Run | None]:
    """Take a curve at the planned speed. Returns no run if the turn is over."""
    turning = turning_speed(state, run.seat, curve)
    over = run.speed - turning
    if over <= 0 or run.tested == curve:
        return state, run
    if lined and over == 1:
        car = state.cars[run.seat]
        return with_car(state, run.seat, replace(car, line=USED_LINE)), run
    warnings = roll_driving_test(state, run.seat, CURVE, over, R("W3.9.5"), events, chance)
    run = replace(run, limit=min(run.limit, turning), tested=curve)
    if not warnings:
        return state, run
    if warnings == 1 and over <= MAX_SLIDE_POINTS:
        return understeer(state, run, 1 if over == 1 else 2, lined, events, chance), None
    return lose_control(state, run, turning, over, events, chance), None


@cites(R("W1.3"), R("W3.9.1"))
def turning_speed(state: State, seat: Seat, curve: int) -> int:
    """The turning speed of a curve on a car's dashboard, by its letter."""
    return state.sheets[seat].turns[TRACK[state.road].curves[curve].letter]


@functools.lru_cache(4096)
def curves_ahead(road: str, box: int) -> tuple[tuple[int, int, int], ...]:
    """The next curves: for each the fewest steps to enter it (0 for one that is tested at once),
    and the steps to the first box of its best line (FAR: out of reach)."""
    track = TRACK[road]
    found: list[tuple[int, int]] = []
    if track.curve[box] >= 0 and track.to_exit[box]:
        found.append((track.curve[box], 0))
    here, reached = {box}, {box: 0}
    for steps in range(1, MAX_LOOKAHEAD_BOXES):
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
        if len(found) >= CURVES_AHEAD:
            break
    return tuple(
        [
            (curve, n, reached.get(track.curves[curve].line[0], FAR))
            for curve, n in found[:CURVES_AHEAD]
        ]
    )


@functools.lru_cache(1 << 14)
def safe_speed(road: str, box: int, turns: tuple[int, ...], brake: int) -> int:
    """The fastest plan from here that needs no test in the next curves, neither at once nor if the
    car brakes from then on."""
    return safe_speed_by_letters(TRACK[road].letters, road, box, turns, brake)


def safe_speed_by_letters(
    letters: tuple[Letter, ...], road: str, box: int, turns: tuple[int, ...], brake: int
) -> int:
    """The same with letters that may be guessed."""
    track = TRACK[road]
    falls, safe = track.falls[box], TOP_SPEED
    for curve, steps, _ in curves_ahead(road, box):
        if steps:
            safe = min(safe, safe_speed_before(steps, turns[letters[curve]], brake, falls))
    if track.coming[box] < 0 and track.to_line[box] < FAR:  # a check point
        safe = min(safe, safe_speed_before(track.to_line[box] + 1, CHECK_POINT_SPEED, brake, falls))
    return safe


@functools.lru_cache(1 << 14)
def safe_speed_before(steps: int, turning: int, brake: int, falls: int) -> int:
    """The same for a single curve at a number of steps. `falls`: bit set of the numbers of boxes
    ahead that are mostly downhill."""
    for speed in range(1, TOP_SPEED + 1):
        points = allowance(speed)
        if not can_brake_in_time(steps, turning, speed, points + (falls >> points & 1), brake):
            return speed - 1
    return TOP_SPEED


def can_brake_in_time(steps: int, turning: int, speed: int, boxes: int, brake: int) -> bool:
    """Whether a car that moves some boxes at a speed, and brakes from then on, enters a curve at
    its turning speed."""
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
    """Slide outward with the points left, then straight on in that lane to the end of the move."""
    seat = run.seat
    track = TRACK[state.road]
    box = state.cars[seat].box
    way = track.outward[box]
    outside = lanes_outside(track, box)
    lanes = lanes_carried(lanes, outside, lined)
    events.append(Understeered(seat, lanes))
    if lanes > outside and run.left > outside:
        return leave_road_in_curve(state, run, events, chance)
    state = drop_line(hurt_tyres(state, seat, 1, events), seat, events)
    for _ in range(min(lanes, run.left)):
        if state.cars[seat].status is not RACING:  # it crossed the end of the road
            return state
        there = track.next_box(state.cars[seat].box, way)
        whom = car_on_box(state, there, seat)
        if whom >= 0:
            return collide_sideways(state, seat, whom, run.limit, events, chance)
        state = enter_box(state, seat, there, NO_LINE, events, run)
        run = replace(run, left=run.left - 1)
    return go_straight_in_lane(state, run, events, chance)


@cites(R("Q29"))
def go_straight_in_lane(state: State, run: Run, events: Events, chance: Chance) -> State:
    """Go straight on in the lane with the points left; other curves on the way are tested too."""
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
        whom = car_on_box(state, there, seat)
        if whom >= 0:
            return hit_from_behind(state, seat, whom, run.limit, events, chance)
        state = enter_box(state, seat, there, NO_LINE, events, run)
        run = replace(run, left=run.left - 1)
    return set_final_speed(state, run, events)


def lanes_outside(track: Track, box: int) -> int:
    """The lanes between a box and the outer edge."""
    return Lane.RIGHT - track.inside[box]


def lanes_carried(lanes: int, outside: int, lined: bool) -> int:
    """Lanes of a slide. From the innermost box of the best line, two lanes end in the outer
    lane."""
    return max(0, outside - (Lane.RIGHT - lanes)) if lined else lanes


def set_final_speed(state: State, run: Run, events: Events) -> State:
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
    if over >= ACCIDENT_POINTS:
        return leave_road_in_curve(state, run, events, chance)
    return go_straight_on(state, run, turning, events, chance)


@cites(R("Q31"))
def landing_box(track: Track, box: int) -> int:
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
def landing_box_at(road: str, box: int) -> int:
    return landing_box(TRACK[road], box)


@cites(R("W3.9.6"))
def go_straight_on(state: State, run: Run, turning: int, events: Events, chance: Chance) -> State:
    """Go straight on: onto an outer box of the curve at 40 or less, with two points of tyre
    damage."""
    seat = run.seat
    box = landing_box_at(state.road, state.cars[seat].box)
    events.append(WentStraight(seat, box))
    state = drop_line(hurt_tyres(state, seat, 2, events), seat, events)
    speed = min(state.cars[seat].speed, MAX_STRAIGHT_ON_SPEED, turning)
    state = slow_to(state, seat, speed, R("W3.9.6"), events)
    whom = car_on_box(state, box, seat)
    if whom >= 0:
        state = hit_from_behind(state, seat, whom, run.limit, events, chance)
    if box == state.cars[seat].box or state.cars[seat].status is not RACING:
        return state
    return relocate(state, seat, box, events)


@cites(R("W3.9.7"))
def leave_road_in_curve(state: State, run: Run, events: Events, chance: Chance) -> State:
    """An accident on the same box with two points of tyre damage; a car that stands there is hit
    first."""
    seat = run.seat
    box = landing_box_at(state.road, state.cars[seat].box)
    events.append(WentStraight(seat, box))
    state = drop_line(hurt_tyres(state, seat, 2, events), seat, events)
    whom = car_on_box(state, box, seat)
    if whom >= 0:
        state = hit_from_behind(state, seat, whom, run.limit, events, chance)
        if state.cars[seat].status is not RACING:
            return state
    if box != state.cars[seat].box:
        state = relocate(state, seat, box, events)
    return leave_road(state, seat, box, events, chance)

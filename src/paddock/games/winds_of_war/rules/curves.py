"""Curves taken too fast: the test, understeering, going straight on, leaving the road."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citing import cites
from paddock.games.winds_of_war.card import R
from paddock.games.winds_of_war.data.enums import NO_LINE, RACING, USED_LINE
from paddock.games.winds_of_war.data.track import Track
from paddock.games.winds_of_war.events import (
    Events,
    Settled,
    Understeered,
    WentStraight,
)
from paddock.games.winds_of_war.rules.crash import accident, drop_line, rear, side
from paddock.games.winds_of_war.rules.gauges import CURVE, change, driving, hurt_tyres
from paddock.games.winds_of_war.rules.road import enter, relocate, standing_on
from paddock.games.winds_of_war.state.pieces import TRACK, Run

if TYPE_CHECKING:
    from paddock.games.winds_of_war.state import State


@cites(
    R("W3.9.1"), R("W3.9.2"), R("W3.9.3"), R("W3.9.5"), R("W3.9.5.1"), R("W1.3"), R("Q2"), R("Q29")
)
def test(
    state: State, run: Run, curve: int, lined: bool, events: Events, chance: Chance
) -> tuple[State, Run | None]:
    """A curve at the planned speed. No run comes back if the turn is over with it."""
    track = TRACK[state.options.circuit]
    turning = state.sheets[run.seat].turns[track.curves[curve].letter]
    over = run.speed - turning
    if over <= 0 or run.tested == curve:
        return state, run
    if lined and over == 1:
        car = state.cars[run.seat]
        return change(state, run.seat, replace(car, line=USED_LINE)), run
    warnings = driving(state, run.seat, CURVE, over, R("W3.9.5"), events, chance)
    run = replace(run, low=min(run.low, turning), tested=curve)
    if not warnings:
        return state, run
    if warnings == 1 and over <= 3:
        return understeer(state, run, 1 if over == 1 else 2, lined, events, chance), None
    return lose_control(state, run, turning, over, events, chance), None


# ------------------------------------------------------------------ one warning


@cites(R("W3.9.5.2"), R("Q4"), R("Q27"), R("Q28"), R("Q76"))
def understeer(
    state: State, run: Run, lanes: int, lined: bool, events: Events, chance: Chance
) -> State:
    """Outward with the points left, then straight on in that lane to the end of the move."""
    seat = run.seat
    track = TRACK[state.options.circuit]
    box = state.cars[seat].box
    way = track.outward[box]
    outside = 2 - track.inside[box]  # lanes between the car and the outer edge
    if lined:  # counted from where the line is innermost: two lanes end in the outer one
        lanes = max(0, outside - (2 - lanes))
    events.append(Understeered(seat, lanes))
    if lanes > outside and run.left > outside:
        return off_while_turning(state, run, events, chance)
    state = drop_line(hurt_tyres(state, seat, 1, events), seat, events)
    for _ in range(min(lanes, run.left)):
        there = track.beside(state.cars[seat].box, way)
        whom = standing_on(state, there, seat)
        if whom >= 0:
            return side(state, seat, whom, run.low, events, chance)
        state = enter(state, seat, there, NO_LINE, events)
        run = replace(run, left=run.left - 1)
    return carried(state, run, events, chance)


@cites(R("Q28"), R("Q29"))
def carried(state: State, run: Run, events: Events, chance: Chance) -> State:
    """Straight on in the lane with the points left; another curve on the way is tested too."""
    seat = run.seat
    track = TRACK[state.options.circuit]
    while run.left and state.cars[seat].stand == RACING:
        box = state.cars[seat].box
        there = track.ahead[box]
        if track.curve[there] >= 0 and track.curve[box] < 0:
            state, on = test(state, run, track.curve[there], False, events, chance)
            if on is None:
                return state
            run = on
        whom = standing_on(state, there, seat)
        if whom >= 0:
            return rear(state, seat, whom, run.low, events, chance)
        state = enter(state, seat, there, NO_LINE, events)
        run = replace(run, left=run.left - 1)
    return settle(state, run, events)


def settle(state: State, run: Run, events: Events) -> State:
    """The final speed: the planned one, or the lowest turning speed among the curves tested."""
    car = state.cars[run.seat]
    if car.stand != RACING or car.speed <= run.low:
        return state
    events.append(Settled(run.seat, run.low))
    return change(state, run.seat, replace(car, speed=run.low))


# ------------------------------------------------------------------ two warnings


@cites(R("W3.9.5.3"), R("Q4"))
def lose_control(
    state: State, run: Run, turning: int, over: int, events: Events, chance: Chance
) -> State:
    if over >= 3:
        return off_while_turning(state, run, events, chance)
    return straight_on(state, run, turning, events, chance)


@cites(R("W3.9.6"), R("Q31"))
def landing(track: Track, box: int) -> int:
    """The outer box where a car ends that goes straight on from here."""
    curve = track.curves[track.coming[box]]
    inside = track.curve[box] >= 0
    part = curve.part(track.end[box] - 1) if inside else curve.parts[0]
    outer = 2 - part.inner
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
def landing_at(circuit: str, box: int) -> int:
    return landing(TRACK[circuit], box)


@cites(R("W3.9.6"), R("Q31"))
def straight_on(state: State, run: Run, turning: int, events: Events, chance: Chance) -> State:
    """Onto an outer box of the curve at 40 or less, with two points of tyre damage."""
    seat = run.seat
    box = landing_at(state.options.circuit, state.cars[seat].box)
    events.append(WentStraight(seat, box))
    state = drop_line(hurt_tyres(state, seat, 2, events), seat, events)
    car = state.cars[seat]
    state = change(state, seat, replace(car, speed=min(car.speed, 2, turning)))
    whom = standing_on(state, box, seat)
    if whom >= 0:
        state = rear(state, seat, whom, run.low, events, chance)
    if box == state.cars[seat].box or state.cars[seat].stand != RACING:
        return state
    return relocate(state, seat, box, events)


@cites(R("W3.9.7"), R("Q32"))
def off_while_turning(state: State, run: Run, events: Events, chance: Chance) -> State:
    """Put on the same box, two points of tyre damage, and an accident there."""
    seat = run.seat
    box = landing_at(state.options.circuit, state.cars[seat].box)
    events.append(WentStraight(seat, box))
    state = drop_line(hurt_tyres(state, seat, 2, events), seat, events)
    if box != state.cars[seat].box:
        state = relocate(state, seat, box, events)
    return accident(state, seat, box, events, chance)

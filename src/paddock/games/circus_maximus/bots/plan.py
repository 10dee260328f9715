"""Lane planning: the best lane for a move, and the turns left after it."""

from __future__ import annotations

from typing import TypeAlias

from msgspec.structs import replace

from paddock.games.circus_maximus.bots.pace import (
    RESULT_TURNS,
    flip_chance,
    pace,
    strain_cost,
    turns_from,
    wheel_loss,
)
from paddock.games.circus_maximus.data.kinds import INSIDE, OUTSIDE, RUNAWAY, StrainResult
from paddock.games.circus_maximus.rules.space import SLIP_COST
from paddock.games.circus_maximus.rules.speed import (
    MUD_SAFE_LOSS,
    NO_LANE,
    WHEEL_CHECK_SPEED,
    weather_loss,
)
from paddock.games.circus_maximus.rules.track import Track
from paddock.games.circus_maximus.state import Chariot
from paddock.games.circus_maximus.view import View

IMPOSSIBLE_TURNS = 99.0
BRAKED_MF_TURNS = 0.08
"""Cost of an MF that must be braked away."""
SIDESLIP_TURNS = 0.05
"""Extra cost of a sideslip: the square may be taken by then."""
LANE_CHANGE_TURNS = 0.003
"""Cost of a lane change that is still to come: others may block it."""
ENDURANCE_POINT_TURNS = 0.035
"""Value of a point of endurance while corners are ahead."""


MoveToPlan: TypeAlias = tuple[View, Track, int, float, frozenset[int], int]
"""What is the same for every lane of a move: view, track, the MFs of the whole move, speed, blocked
squares, and the safe speed that strain was paid for. A plain tuple, because this is a hot path."""


def occupied_squares(view: View, but: int) -> frozenset[int]:
    """Squares of other chariots and litter, without own chariots that will still move on."""
    squares, owner = [], view.chariots[but].owner
    for i, c in enumerate(view.chariots):
        leaves = c.moved and c.mf > 0 and c.owner == owner
        if i != but and c.condition <= RUNAWAY and not leaves:
            squares.append(c.team)
            if c.car >= 0:
                squares.append(c.car)
    squares.extend([square for square, _ in view.litter])
    return frozenset(squares)


def best_lane(
    view: View,
    track: Track,
    c: Chariot,
    total: int,
    mfs: int,
    speed: float,
    blocked: frozenset[int],
) -> tuple[float, int]:
    """The turns left after these MFs in the best lane, with risks and endurance; and that lane."""
    lane = track.lane[c.team]
    best, choice = IMPOSSIBLE_TURNS * 9, lane
    in_corner = track.in_corner[c.team]
    start, paid = start_costs(view, track, c, total)
    move = (view, track, total, speed, blocked, paid)
    if track.ahead[c.team] in blocked:  # no lane change is possible directly behind another chariot
        best = turns_after_lane(move, c, lane, mfs)
        for aside in sideslip_positions(track, c, blocked) if mfs >= SLIP_COST else ():
            to, left = track.lane[aside.team], mfs - SLIP_COST
            value = SIDESLIP_TURNS + turns_after_lane(move, aside, to, left)
            if value < best:
                best, choice = value, to
        return start + best, choice
    lowest = max(1, lane - (1 if in_corner else min(4, mfs // 2)))
    highest = min(track.lanes, lane + (1 if in_corner else min(3, mfs)))
    for to in range(lowest, highest + 1):
        value = turns_after_lane(move, c, to, mfs)
        if value < best - 1e-9 or (to == lane and value <= best + 1e-9):
            best, choice = value, to
    return start + best, choice


def start_costs(view: View, track: Track, c: Chariot, total: int) -> tuple[float, int]:
    """The cost of wheel and corner checks at the start of a move, and the safe speed paid for."""
    if c.moved:
        return 0.0, c.safe_paid
    cost = 0.0
    if total >= WHEEL_CHECK_SPEED:
        cost = RESULT_TURNS[StrainResult.FLIP] * (wheel_loss(c.wheels[0]) + wheel_loss(c.wheels[1]))
    square = c.team if track.in_corner[c.team] else c.car
    if square < 0 or not track.in_corner[square]:
        return cost, NO_LANE
    safe = track.safe[track.lane[square]] - (MUD_SAFE_LOSS if view.mud else 0)
    if total <= safe:
        return cost, NO_LANE
    return cost + strain_price(view, c, total - safe), safe


def sideslip_positions(track: Track, c: Chariot, blocked: frozenset[int]) -> list[Chariot]:
    """The chariot after a sideslip to the inside and outside, where there is room."""
    squares = [track.slip[side][c.team] for side in (INSIDE, OUTSIDE)]
    return [
        replace(c, team=square)
        for square in squares
        if square >= 0 and square not in blocked and track.back(square, c.segments) not in blocked
    ]


def can_start_change(track: Track, c: Chariot, to: int, blocked: frozenset[int]) -> bool:
    """Whether the first change towards a lane is possible here, or later with enough straight
    left."""
    lane = track.lane[c.team]
    there = track.change[INSIDE if to < lane else OUTSIDE][c.team]
    if there >= 0 and there not in blocked and track.back(there, c.segments) not in blocked:
        return True
    if track.in_corner[c.team] or track.in_corner[track.ahead[c.team]]:
        return False
    return abs(lane - to) <= track.straight - track.number[c.team] - 1


def turns_after_lane(move: MoveToPlan, c: Chariot, to: int, mfs: int) -> float:
    """Turns left after driving these MFs in a lane."""
    view, track, total, speed, blocked, paid = move
    lane, half, number = track.lane[c.team], c.segments, track.number[c.team]
    inward = max(0, lane - to)
    steps = mfs - inward
    lanes = abs(lane - to)
    if steps < lanes or (lanes and not can_start_change(track, c, to, blocked)):
        return IMPOSSIBLE_TURNS
    cost = LANE_CHANGE_TURNS * lanes
    start = c.team if to == lane else track.at(to, track.segment[c.team], number)
    if half % 2 and to != lane:  # the lane change is itself a step
        start = track.change[INSIDE if to < lane else OUTSIDE][c.team]
        steps -= 1
        if not track.in_corner[start]:
            return turns_from(view, to, half + 1, track.number[start] + steps, speed)
        number = track.number[start]
    far = free_squares(track, start, steps, blocked)
    if far < steps:
        cost += BRAKED_MF_TURNS * (steps - far) + (0.5 if c.endurance < steps - far else 0.0)
        steps = far
    safe = track.safe[to] - (MUD_SAFE_LOSS if view.mud else 0)
    if half % 2 == 0:
        left = track.straight - number
        if lanes > left:  # each lane change takes one square
            return IMPOSSIBLE_TURNS
        if steps <= left:
            return cost + turns_from(view, to, half, number + steps, speed)
        if half == view.last_segment:
            return cost - (steps - left) / 20
        cost += strain_price(view, c, total - safe)
        into = steps - left
        if into <= track.corner[to - 1]:
            return cost + 0.15 + turns_from(view, to, half + 1, into, speed)
        number = into - track.corner[to - 1]
        cost += 0.1 if number < 2 else 0.0
        return cost + turns_from(view, to, half + 2, number, speed)
    if paid > safe:
        cost += strain_price(view, c, total - safe)
    into = number + steps
    if into <= track.corner[to - 1]:
        return cost + 0.15 + turns_from(view, to, half, into, speed)
    number = into - track.corner[to - 1]
    cost += 0.1 if number < 2 else 0.0
    return cost + turns_from(view, to, half + 1, number, speed)


def strain_price(view: View, c: Chariot, points: int) -> float:
    """The cost of straining: bad rolls, endurance, and a flip if there is no endurance."""
    if points <= 0:
        return 0.0
    if not c.endurance:
        return RESULT_TURNS[StrainResult.FLIP]
    if c.endurance <= points:
        return 9.0
    if c.barred_until >= view.turn or (c.cdm < 0 and (c.jostled or view.options.book == "epic")):
        return 3.0 + points
    wheels = wheel_loss(c.wheels[0]) + wheel_loss(c.wheels[1])
    return (
        strain_cost(min(points, 9), max(-6, min(4, c.cdm)))
        + endurance_price(view, c) * points
        + RESULT_TURNS[StrainResult.FLIP] * wheels
    )


def free_squares(track: Track, start: int, steps: int, blocked: frozenset[int]) -> int:
    square, ahead = start, track.ahead
    for far in range(steps):
        square = ahead[square]
        if square in blocked:
            return far
    return steps


def endurance_price(view: View, c: Chariot) -> float:
    """The value of a point of endurance in turns: low while there is plenty."""
    corners = (view.last_segment - c.segments + 1) // 2
    spare = c.endurance - 3 * corners - 5
    turns = turns_from(view, 4, c.segments, 1, pace(c, weather_loss(view)))
    if spare <= 0:
        return ENDURANCE_POINT_TURNS * 2
    return ENDURANCE_POINT_TURNS * min(1.6, 2.0 * turns / spare) if spare < 5 * turns else 0.005


def is_worth_entering(view: View, track: Track, c: Chariot) -> bool:
    """Whether a step is sensible: not into a corner at a speed that would probably be a flip."""
    ahead = track.ahead[c.team]
    if not track.in_corner[ahead] or track.in_corner[c.team]:
        return True
    if c.segments == view.last_segment:
        return True
    points = c.total - track.safe[track.lane[ahead]] + (MUD_SAFE_LOSS if view.mud else 0)
    return not (c.endurance > c.mf and flip_chance(min(9, points), c.cdm) > 0.25)

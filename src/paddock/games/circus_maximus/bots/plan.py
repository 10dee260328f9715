"""Plans: the best lane for a move, and what it leads to, in turns."""

from __future__ import annotations

from msgspec.structs import replace

from paddock.games.circus_maximus.bots.pace import (
    HARM,
    flip_chance,
    pace,
    strain_cost,
    time_from,
    wheel_loss,
)
from paddock.games.circus_maximus.data.kinds import INSIDE, OUTSIDE, RUNAWAY, StrainResult
from paddock.games.circus_maximus.rules.space import SLIP_COST
from paddock.games.circus_maximus.rules.speed import MUD_SAFE, NO_LANE, WHEEL_SPEED, weather_loss
from paddock.games.circus_maximus.rules.track import Track
from paddock.games.circus_maximus.state import Chariot
from paddock.games.circus_maximus.view import View

MANY = 99.0
WASTE = 0.08
"""What an MF costs that must be braked away."""
SLIPPED = 0.05
"""What a sideslip costs beside its MFs: others may stand there by then."""
SOONER = 0.003
"""What a lane costs that is still to be changed: others may come between."""
DEAR = 0.035
"""What a point of endurance is worth while there are corners to come."""


def occupied(view: View, but: int) -> frozenset[int]:
    """Where others stand, and what lies about; not one's own chariot that is still driving on."""
    squares, owner = [], view.chariots[but].owner
    for i, c in enumerate(view.chariots):
        leaves = c.moved and c.mf > 0 and c.owner == owner
        if i != but and c.condition <= RUNAWAY and not leaves:
            squares.append(c.team)
            if c.car >= 0:
                squares.append(c.car)
    squares.extend([square for square, _ in view.litter])
    return frozenset(squares)


def plan(
    view: View,
    track: Track,
    c: Chariot,
    total: int,
    mfs: int,
    speed: float,
    blocked: frozenset[int],
) -> tuple[float, int]:
    """The turns left after these MFs in the best lane, dangers and endurance counted; that lane."""
    lane = track.lane[c.team]
    best, choice = MANY * 9, lane
    in_corner = track.in_corner[c.team]
    start, paid = begun(view, track, c, total)
    if track.ahead[c.team] in blocked:  # there is no lane change from right behind somebody
        best = outcome(view, track, c, lane, total, mfs, speed, blocked, paid)
        for aside in slips(track, c, blocked) if mfs >= SLIP_COST else ():
            to, left = track.lane[aside.team], mfs - SLIP_COST
            value = SLIPPED + outcome(view, track, aside, to, total, left, speed, blocked, paid)
            if value < best:
                best, choice = value, to
        return start + best, choice
    lowest = max(1, lane - (1 if in_corner else min(4, mfs // 2)))
    highest = min(track.lanes, lane + (1 if in_corner else min(3, mfs)))
    for to in range(lowest, highest + 1):
        value = outcome(view, track, c, to, total, mfs, speed, blocked, paid)
        if value < best - 1e-9 or (to == lane and value <= best + 1e-9):
            best, choice = value, to
    return start + best, choice


def begun(view: View, track: Track, c: Chariot, total: int) -> tuple[float, int]:
    """What wheels and the corner in which a move begins cost, wherever it leads; the safe speed
    that was paid for."""
    if c.moved:
        return 0.0, c.safe_paid
    cost = 0.0
    if total >= WHEEL_SPEED:
        cost = HARM[StrainResult.FLIP] * (wheel_loss(c.wheels[0]) + wheel_loss(c.wheels[1]))
    square = c.team if track.in_corner[c.team] else c.car
    if square < 0 or not track.in_corner[square]:
        return cost, NO_LANE
    safe = track.safe[track.lane[square]] - (MUD_SAFE if view.mud else 0)
    if total <= safe:
        return cost, NO_LANE
    return cost + danger(view, c, total - safe), safe


def slips(track: Track, c: Chariot, blocked: frozenset[int]) -> list[Chariot]:
    """Where a sideslip would bring it, inside and outside, if there is room."""
    squares = [track.slip[side][c.team] for side in (INSIDE, OUTSIDE)]
    return [
        replace(c, team=square)
        for square in squares
        if square >= 0 and square not in blocked and track.back(square, c.segments) not in blocked
    ]


def opens(track: Track, c: Chariot, to: int, blocked: frozenset[int]) -> bool:
    """Whether the first change towards a lane can be made here, or further on while there is enough
    of the straight left for all of them."""
    lane = track.lane[c.team]
    there = track.change[INSIDE if to < lane else OUTSIDE][c.team]
    if there >= 0 and there not in blocked and track.back(there, c.segments) not in blocked:
        return True
    if track.in_corner[c.team] or track.in_corner[track.ahead[c.team]]:
        return False
    return abs(lane - to) <= track.straight - track.number[c.team] - 1


def outcome(
    view: View,
    track: Track,
    c: Chariot,
    to: int,
    total: int,
    mfs: int,
    speed: float,
    blocked: frozenset[int],
    paid: int,
) -> float:
    """Turns left after driving these MFs in a lane."""
    lane, half, number = track.lane[c.team], c.segments, track.number[c.team]
    inward = max(0, lane - to)
    steps = mfs - inward
    lanes = abs(lane - to)
    if steps < lanes or (lanes and not opens(track, c, to, blocked)):
        return MANY
    cost = SOONER * lanes
    start = c.team if to == lane else track.at(to, track.segment[c.team], number)
    if half % 2 and to != lane:  # the lane change is itself a step
        start = track.change[INSIDE if to < lane else OUTSIDE][c.team]
        steps -= 1
        if not track.in_corner[start]:
            return time_from(view, to, half + 1, track.number[start] + steps, speed)
        number = track.number[start]
    far = free_squares(track, start, steps, blocked)
    if far < steps:
        cost += WASTE * (steps - far) + (0.5 if c.endurance < steps - far else 0.0)
        steps = far
    safe = track.safe[to] - (MUD_SAFE if view.mud else 0)
    if half % 2 == 0:
        left = track.straight - number
        if lanes > left:  # each lane is changed one square further on
            return MANY
        if steps <= left:
            return cost + time_from(view, to, half, number + steps, speed)
        if half == view.last_segment:
            return cost - (steps - left) / 20
        cost += danger(view, c, total - safe)
        into = steps - left
        if into <= track.corner[to - 1]:
            return cost + 0.15 + time_from(view, to, half + 1, into, speed)
        number = into - track.corner[to - 1]
        cost += 0.1 if number < 2 else 0.0
        return cost + time_from(view, to, half + 2, number, speed)
    if paid > safe:
        cost += danger(view, c, total - safe)
    into = number + steps
    if into <= track.corner[to - 1]:
        return cost + 0.15 + time_from(view, to, half, into, speed)
    number = into - track.corner[to - 1]
    cost += 0.1 if number < 2 else 0.0
    return cost + time_from(view, to, half + 1, number, speed)


def danger(view: View, c: Chariot, points: int) -> float:
    """What straining costs: luck, endurance, and everything if there is none."""
    if points <= 0:
        return 0.0
    if not c.endurance:
        return HARM[StrainResult.FLIP]
    if c.endurance <= points:
        return 9.0
    if c.barred_until >= view.turn or (c.cdm < 0 and (c.jostled or view.options.book == "epic")):
        return 3.0 + points
    wheels = wheel_loss(c.wheels[0]) + wheel_loss(c.wheels[1])
    return (
        strain_cost(min(points, 9), max(-6, min(4, c.cdm)))
        + endurance_price(view, c) * points
        + HARM[StrainResult.FLIP] * wheels
    )


def free_squares(track: Track, start: int, steps: int, blocked: frozenset[int]) -> int:
    square, ahead = start, track.ahead
    for far in range(steps):
        square = ahead[square]
        if square in blocked:
            return far
    return steps


def endurance_price(view: View, c: Chariot) -> float:
    """What a point of endurance is worth in turns: little while there is plenty, else much."""
    corners = (view.last_segment - c.segments + 1) // 2
    spare = c.endurance - 3 * corners - 5
    turns = time_from(view, 4, c.segments, 1, pace(c, weather_loss(view)))
    if spare <= 0:
        return DEAR * 2
    return DEAR * min(1.6, 2.0 * turns / spare) if spare < 5 * turns else 0.005


def worthwhile(view: View, track: Track, c: Chariot) -> bool:
    """Not over the edge into a corner with a speed that would most likely end there."""
    ahead = track.ahead[c.team]
    if not track.in_corner[ahead] or track.in_corner[c.team]:
        return True
    if c.segments == view.last_segment:
        return True
    points = c.total - track.safe[track.lane[ahead]] + (MUD_SAFE if view.mud else 0)
    return not (c.endurance > c.mf and flip_chance(min(9, points), c.cdm) > 0.25)

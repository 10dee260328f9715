"""Time on the track: how fast a chariot goes, and how many turns are left from a square."""

from __future__ import annotations

import functools
import itertools
import math

from paddock.games.circus_maximus.data.kinds import RACING, StrainResult
from paddock.games.circus_maximus.rules import charts
from paddock.games.circus_maximus.rules.speed import MUD_SAFE
from paddock.games.circus_maximus.rules.track import TRACKS, Track
from paddock.games.circus_maximus.state import Chariot
from paddock.games.circus_maximus.view import View

# All in turns.
HARM = {
    StrainResult.NOTHING: 0.0,
    StrainResult.SLIP: 0.2,
    StrainResult.DOUBLE: 0.7,
    StrainResult.JOSTLE: 1.0,
    StrainResult.LEFT_HORSE: 0.35,
    StrainResult.RIGHT_HORSE: 0.35,
    StrainResult.FLIP: 14.0,
}
"""What each result of the corner chart costs."""
OVER = 1.5
"""How far above a safe speed one may count on going."""
SLOWEST = 3.0
NEVER = 45.0
"""Turns to the line of a team that will stand still before it."""
TWO_DICE = [sum(dice) for dice in itertools.product(range(1, 7), repeat=2)]
THREE_DICE = [sum(dice) for dice in itertools.product(range(1, 7), repeat=3)]


@functools.cache
def strain_cost(points: int, cdm: int) -> float:
    """What a corner check costs on average."""
    if points <= 0:
        return 0.0
    results = [charts.strain(roll - cdm, points) for roll in THREE_DICE]
    return sum(HARM[result] for result in results) / len(results)


@functools.cache
def flip_chance(points: int, cdm: int) -> float:
    """How likely a corner check is a flip."""
    if points <= 0:
        return 0.0
    results = [charts.strain(roll - cdm, points) for roll in THREE_DICE]
    return results.count(StrainResult.FLIP) / len(results)


@functools.cache
def wheel_loss(hurt: int) -> float:
    """How likely a damaged wheel is lost when it is looked at."""
    return sum(roll < hurt for roll in TWO_DICE) / len(TWO_DICE)


def pace(c: Chariot, less: int) -> float:
    """Squares a turn on the straight, less what the weather and bribes take."""
    speed: float = sum(c.horses) - c.tired - c.bribed - less
    if c.condition == RACING:
        speed += (c.dm + c.cdm) / 2
    return max(SLOWEST, speed)


def wearing(turns: float, speed: float) -> float:
    """The same way without endurance: the speed falls by one every turn, and may not last."""
    squares, reach = turns * speed, speed * (speed - 1) / 2
    if squares >= reach:
        return NEVER + (squares - reach) / speed
    return speed - 0.5 - math.sqrt((speed - 0.5) ** 2 - 2 * squares)


@functools.cache
def corner_time(name: str, speed: float, mud: bool) -> float:
    """Turns for a corner in the lane that suits this speed best."""
    track = TRACKS[name]
    return min(in_lane(track, lane, speed, mud) for lane in range(1, 7))


def in_lane(track: Track, lane: int, speed: float, mud: bool) -> float:
    safe = track.safe[lane] - (MUD_SAFE if mud else 0)
    return (track.corner[lane - 1] + 2) / max(SLOWEST, min(speed, safe + OVER))


def time_from(view: View, lane: int, half: int, number: int, speed: float) -> float:
    """Turns from a place on the track to the line."""
    return time_in(view.options.track, view.mud, lane, view.last_segment - half, number, speed)


@functools.lru_cache(maxsize=1 << 17)
def time_in(name: str, mud: bool, lane: int, last: int, number: int, speed: float) -> float:
    """The same by what it depends on; `last` counts the segments still to come."""
    track = TRACKS[name]
    corner = corner_time(name, speed, mud)
    if last % 2:
        safe = track.safe[lane] - (MUD_SAFE if mud else 0)
        rest = track.corner[lane - 1] - number + 1
        time = rest / max(SLOWEST, min(speed, safe + OVER))
        straights, corners = (last + 1) // 2, (last - 1) // 2
        return time + straights * (track.straight - 2) / speed + corners * corner
    left = track.straight - number
    if last <= 0:
        return (left + 1) / speed
    reach = max(0, left) + 1  # so many lanes away, and not further, can the corner be entered
    lanes = range(max(1, lane - reach), min(track.lanes, lane + reach) + 1)
    best = min([in_lane(track, m, speed, mud) + max(0, lane - m) / speed for m in lanes])
    straights = last // 2
    between = straights * (track.straight - 2) / speed + (straights - 1) * corner
    return left / speed + best + between

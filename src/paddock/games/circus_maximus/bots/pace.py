"""Speed estimates: how fast a chariot goes, and how many turns are left from a square."""

from __future__ import annotations

import functools
import itertools
import math

from paddock.games.circus_maximus.data.kinds import RACING, StrainResult
from paddock.games.circus_maximus.rules import charts
from paddock.games.circus_maximus.rules.speed import MUD_SAFE_LOSS
from paddock.games.circus_maximus.rules.track import TRACKS, Track
from paddock.games.circus_maximus.state import Chariot
from paddock.games.circus_maximus.view import View

# All values are in turns.
RESULT_TURNS = {
    StrainResult.NOTHING: 0.0,
    StrainResult.SLIP: 0.2,
    StrainResult.DOUBLE: 0.7,
    StrainResult.JOSTLE: 1.0,
    StrainResult.LEFT_HORSE: 0.35,
    StrainResult.RIGHT_HORSE: 0.35,
    StrainResult.FLIP: 14.0,
}
"""Cost of each result of the corner chart."""
EXCESS_SPEED = 1.5
"""How far above the safe speed a chariot can expect to go."""
MIN_SQUARES_PER_TURN = 3.0
MAX_TIRING_TURNS = 45.0
"""Turns to the line for a team that will stop before reaching it."""
TWO_DICE = [sum(dice) for dice in itertools.product(range(1, 7), repeat=2)]
THREE_DICE = [sum(dice) for dice in itertools.product(range(1, 7), repeat=3)]


@functools.cache
def strain_cost(points: int, cdm: int) -> float:
    """The mean cost of a corner check."""
    if points <= 0:
        return 0.0
    results = [charts.strain(roll - cdm, points) for roll in THREE_DICE]
    return sum(RESULT_TURNS[result] for result in results) / len(results)


@functools.cache
def flip_chance(points: int, cdm: int) -> float:
    """The chance that a corner check is a flip."""
    if points <= 0:
        return 0.0
    results = [charts.strain(roll - cdm, points) for roll in THREE_DICE]
    return results.count(StrainResult.FLIP) / len(results)


@functools.cache
def wheel_loss(hurt: int) -> float:
    """The chance that a damaged wheel is lost at a check."""
    return sum(roll < hurt for roll in TWO_DICE) / len(TWO_DICE)


def pace(c: Chariot, less: int) -> float:
    """Squares a turn on the straight, less weather and bribes."""
    speed: float = sum(c.horses) - c.tired - c.bribed - less
    if c.condition == RACING:
        speed += (c.dm + c.cdm) / 2
    return max(MIN_SQUARES_PER_TURN, speed)


def turns_while_tiring(turns: float, speed: float) -> float:
    """Turns for the same distance without endurance: the speed falls by one every turn."""
    squares, reach = turns * speed, speed * (speed - 1) / 2
    if squares >= reach:
        return MAX_TIRING_TURNS + (squares - reach) / speed
    return speed - 0.5 - math.sqrt((speed - 0.5) ** 2 - 2 * squares)


@functools.cache
def corner_time(name: str, speed: float, mud: bool) -> float:
    """Turns for a corner in the lane that is best at this speed."""
    track = TRACKS[name]
    return min(turns_in_lane(track, lane, speed, mud) for lane in range(1, 7))


def turns_in_lane(track: Track, lane: int, speed: float, mud: bool) -> float:
    safe = track.safe[lane] - (MUD_SAFE_LOSS if mud else 0)
    return (track.corner[lane - 1] + 2) / max(MIN_SQUARES_PER_TURN, min(speed, safe + EXCESS_SPEED))


def turns_from(view: View, lane: int, half: int, number: int, speed: float) -> float:
    """Turns from a place on the track to the line."""
    return turns_to_line(
        view.options.track, view.mud, lane, view.last_segment - half, number, speed
    )


@functools.lru_cache(maxsize=1 << 17)
def turns_to_line(name: str, mud: bool, lane: int, last: int, number: int, speed: float) -> float:
    """The same from plain values, so that it can be cached; `last` counts the remaining
    segments."""
    track = TRACKS[name]
    corner = corner_time(name, speed, mud)
    if last % 2:
        safe = track.safe[lane] - (MUD_SAFE_LOSS if mud else 0)
        rest = track.corner[lane - 1] - number + 1
        time = rest / max(MIN_SQUARES_PER_TURN, min(speed, safe + EXCESS_SPEED))
        straights, corners = (last + 1) // 2, (last - 1) // 2
        return time + straights * (track.straight - 2) / speed + corners * corner
    left = track.straight - number
    if last <= 0:
        return (left + 1) / speed
    reach = max(0, left) + 1  # the lanes from which the corner can still be entered
    lanes = range(max(1, lane - reach), min(track.lanes, lane + reach) + 1)
    best = min([turns_in_lane(track, m, speed, mud) + max(0, lane - m) / speed for m in lanes])
    straights = last // 2
    between = straights * (track.straight - 2) / speed + (straights - 1) * corner
    return left / speed + best + between

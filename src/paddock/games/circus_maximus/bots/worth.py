"""How many turns a chariot needs to the line, and what its state is worth in turns."""

from __future__ import annotations

import functools
import itertools
import math

from paddock.core.seats import Seat
from paddock.games.circus_maximus import data
from paddock.games.circus_maximus.phases import Finished
from paddock.games.circus_maximus.rules import charts
from paddock.games.circus_maximus.rules.track import TRACKS, Track
from paddock.games.circus_maximus.state import (
    DRAGGED,
    HOME,
    RACING,
    RAIN,
    Chariot,
    living,
    on_track,
)
from paddock.games.circus_maximus.view import View

# All in turns.
HARM = {
    data.NOTHING: 0.0,
    data.SLIP: 0.2,
    data.DOUBLE: 0.7,
    data.JOSTLE: 1.0,
    data.LEFT_HORSE: 0.35,
    data.RIGHT_HORSE: 0.35,
    data.FLIP: 14.0,
}
"""What each result of the corner chart costs."""
OVER = 1.5
"""How far above a safe speed one may count on going."""
SLOWEST = 3.0
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
    return results.count(data.FLIP) / len(results)


def pace(seen: View, c: Chariot) -> float:
    """Squares a turn on the straight."""
    weather = 2 if seen.mud else (1 if seen.sky == RAIN else 0)
    speed: float = sum(c.horses) - c.tired - weather
    if c.condition == RACING:
        speed += (c.dm + c.cdm) / 2
    if c.blown:
        speed -= 3
    return max(SLOWEST, speed)


@functools.cache
def corner_time(name: str, speed: float, mud: bool) -> float:
    """Turns for a corner in the lane that suits this speed best."""
    track = TRACKS[name]
    return min(in_lane(track, lane, speed, mud) for lane in range(1, 7))


def in_lane(track: Track, lane: int, speed: float, mud: bool) -> float:
    safe = track.safe[lane] - (3 if mud else 0)
    return (track.corner[lane - 1] + 2) / max(SLOWEST, min(speed, safe + OVER))


def time_from(seen: View, lane: int, half: int, number: int, speed: float) -> float:
    """Turns from a place on the track to the line."""
    options = seen.options
    last = (6 if options.two_laps else 10) - half
    return time_in(options.track, seen.mud, lane, last, number, speed)


@functools.lru_cache(maxsize=1 << 17)
def time_in(name: str, mud: bool, lane: int, last: int, number: int, speed: float) -> float:
    """The same by what it depends on; `last` counts the segments still to come."""
    track = TRACKS[name]
    corner = corner_time(name, speed, mud)
    if last % 2:
        safe = track.safe[lane] - (3 if mud else 0)
        rest = track.corner[lane - 1] - number + 1
        time = rest / max(SLOWEST, min(speed, safe + OVER))
        straights, corners = (last + 1) // 2, (last - 1) // 2
        return time + straights * (track.straight - 2) / speed + corners * corner
    left = track.straight - number
    if last <= 0:
        return (left + 1) / speed
    best = min([in_lane(track, m, speed, mud) + max(0, lane - m) / speed for m in range(1, 8)])
    straights = last // 2
    between = straights * (track.straight - 2) / speed + (straights - 1) * corner
    return left / speed + best + between


def time_left(seen: View, c: Chariot) -> float:
    """Turns a chariot needs from where it is, with what it has been through."""
    track = TRACKS[seen.options.track]
    speed = pace(seen, c)
    square = c.team
    time = time_from(seen, track.lane[square], c.half, track.number[square], speed)
    time += (c.used + c.loss - c.added - c.mf) / speed
    if c.dead:
        time += 1.5 if c.knives else 50
    corners = max(0, (10 - c.half) // 2)
    need = 3 * corners + 6
    time -= 0.6 * min(c.endurance, 4 * time + need) / speed
    if c.endurance < need:
        time += 0.02 * (need - c.endurance)
    time += 0.06 * sum(c.wheels) + 0.004 * sum(w * w for w in c.wheels)
    time += 0.25 * (c.most - c.hits) / max(1, c.most)
    if c.jostled or c.cdm < c.dm:
        time += 0.1 * (c.dm - c.cdm)
    if not c.whip:
        time += 0.3
    if c.blind:
        time += 1.5
    if c.man == DRAGGED:
        time += 6
    return time


def worth(seen: View, c: Chariot) -> float:
    """Turns to the line; far beyond any for who is out."""
    if c.condition == HOME and living(c):
        return -c.left / 20
    if not on_track(c) or not living(c):
        return 99.0
    return time_left(seen, c)


def evaluate(seen: View, seat: Seat) -> float:
    """From 0 to 1: how a seat's best chariot stands to each rival."""
    if isinstance(seen.phase, Finished):
        own = zip(seen.phase.places, seen.chariots, strict=True)
        places = [place for place, c in own if c.owner == seat and place]
        return 1 - (min(places) - 1) / len(seen.chariots) if places else 0.0
    if seen.turn == 0:
        return 0.5
    times = [worth(seen, c) for c in seen.chariots]
    mine = min(t for t, c in zip(times, seen.chariots, strict=True) if c.owner == seat)
    rivals = [t for t, c in zip(times, seen.chariots, strict=True) if c.owner != seat]
    if not rivals:
        return 0.5
    ahead = [1 / (1 + math.exp(max(-30.0, min(30.0, mine - theirs)))) for theirs in rivals]
    absolute = 1 / (1 + mine / 20) if mine < 90 else 0.0
    return 0.6 * sum(ahead) / len(ahead) + 0.2 * min(ahead) + 0.2 * max(0.0, min(1.0, absolute))

"""What a chariot's state is worth, in turns to the line, and how well a seat stands."""

from __future__ import annotations

import math

from paddock.core.seats import Seat
from paddock.games.circus_maximus.bots.pace import pace, time_from
from paddock.games.circus_maximus.bots.plan import occupied, plan
from paddock.games.circus_maximus.phases import Finished, Speeds
from paddock.games.circus_maximus.rules.track import TRACKS
from paddock.games.circus_maximus.state import (
    DRAGGED,
    HOME,
    RACING,
    Chariot,
    living,
    on_track,
)
from paddock.games.circus_maximus.view import View


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


def worth(seen: View, i: int, planned: bool) -> float:
    """Turns to the line; far beyond any for who is out."""
    c = seen.chariots[i]
    if c.condition == HOME and living(c):
        return -c.left / 20
    if not on_track(c) or not living(c):
        return 99.0
    return time_left(seen, c) + (ahead_of(seen, i, c) if planned else 0.0)


def ahead_of(seen: View, i: int, c: Chariot) -> float:
    """What the move in hand, or the speed that is written, will bring beyond the usual."""
    if c.condition != RACING or c.dead or isinstance(seen.phase, Speeds):
        return 0.0
    if c.moved and not c.mf:
        return 0.0
    mfs = c.mf if c.moved else max(0, c.written - c.used) + c.added
    total = c.total if c.moved else mfs + c.used
    track, speed = TRACKS[seen.options.track], pace(seen, c)
    square = c.team
    now = time_from(seen, track.lane[square], c.half, track.number[square], speed)
    after, _ = plan(seen, track, c, total, mfs, speed, occupied(seen, i))
    return after - (now - mfs / speed) if c.moved else after - (now - 1.0)


def evaluate(seen: View, seat: Seat) -> float:
    """From 0 to 1: how a seat's best chariot stands to each rival."""
    if isinstance(seen.phase, Finished):
        own = zip(seen.phase.places, seen.chariots, strict=True)
        places = [place for place, c in own if c.owner == seat and place]
        return 1 - (min(places) - 1) / len(seen.chariots) if places else 0.0
    if seen.turn == 0:
        return 0.5
    times = [worth(seen, i, c.owner == seat) for i, c in enumerate(seen.chariots)]
    mine = min(t for t, c in zip(times, seen.chariots, strict=True) if c.owner == seat)
    rivals = [t for t, c in zip(times, seen.chariots, strict=True) if c.owner != seat]
    if not rivals:
        return 0.5
    ahead = [1 / (1 + math.exp(max(-30.0, min(30.0, mine - theirs)))) for theirs in rivals]
    absolute = 1 / (1 + mine / 20) if mine < 90 else 0.0
    return 0.6 * sum(ahead) / len(ahead) + 0.2 * min(ahead) + 0.2 * max(0.0, min(1.0, absolute))

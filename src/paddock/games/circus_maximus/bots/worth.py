"""What a chariot's state is worth, in turns to the line, and how well a seat stands."""

from __future__ import annotations

import functools
import math

from paddock.core.seats import Seat
from paddock.games.circus_maximus.bots.blows import awaited
from paddock.games.circus_maximus.bots.pace import HARM, pace, time_in, wearing
from paddock.games.circus_maximus.bots.plan import occupied, plan
from paddock.games.circus_maximus.data.kinds import DRAGGED, HOME, RACING, StrainResult
from paddock.games.circus_maximus.phases import Defend, Over, Speeds
from paddock.games.circus_maximus.rules.log import living, on_track
from paddock.games.circus_maximus.rules.speed import MUD_LOSS, weather_loss
from paddock.games.circus_maximus.rules.track import TRACKS
from paddock.games.circus_maximus.state import Chariot, Race
from paddock.games.circus_maximus.view import View

SOON = 0.25
"""Turns before the line at which nearly everything is decided."""
AT_HOME = 5.0
"""Over the line is better than any plan to get there."""
FAR = 99.0
"""Turns to the line of who will never get there."""
OF_USE = 2.5
"""Endurance that can be put to use in a turn."""
UNSTEADY = 0.13
"""Turns a corner costs a driver of no modifier more: one jostle, and he may not whip any more."""
SPREAD = 0.3
"""Turns by which a chariot may come sooner or later than it is thought, by the root of those left.
Fitted: 88,590 pairs of chariots at the beginnings of turns of 250 races, and who came first."""
BEST = 0.6
"""What a seat's best chariot counts for; the rest is shared by all it has, for any of them may be
its best one in the end."""


@functools.lru_cache(maxsize=1 << 13)
def time_left(c: Chariot, name: str, two_laps: bool, less: int) -> float:
    """Turns to the line from where a chariot is; far beyond any for who is out.

    Most moves change one chariot or two: what the others need is known from the move before.
    """
    if c.condition == HOME and living(c):
        return -c.mf_over / 20 - AT_HOME
    if not on_track(c) or not living(c):
        return FAR
    track = TRACKS[name]
    speed = pace(c, less)
    lane, number = track.lane[c.team], track.number[c.team]
    last = track.last_segment[two_laps] - c.segments
    turns = time_in(name, less == MUD_LOSS, lane, last, number, speed)
    return burdened(c, turns - c.mf / speed, speed, last)


def burdened(c: Chariot, turns: float, speed: float, last: int) -> float:
    """So many turns, and what the chariot has been through."""
    if c.blown:
        turns = wearing(turns, speed)
    time = turns + (c.used + c.loss - c.added) / speed
    if c.dead:
        time += 1.5 if c.knives else 50
    corners = max(0, (1 + last) // 2)
    need = 3 * corners + 6
    time -= 0.6 * min(c.endurance, OF_USE * time + 8) / speed
    if c.endurance < need:
        time += 0.02 * (need - c.endurance)
    time += 0.06 * sum(c.wheels) + 0.004 * sum(w * w for w in c.wheels)
    time += 0.25 * (c.most_hits - c.hits) / max(1, c.most_hits)
    if c.dm <= 0:
        time += UNSTEADY * corners
    if c.jostled or c.cdm < c.dm:
        time += 0.1 * (c.dm - c.cdm)
    if not c.whip:
        time += 0.3
    if c.blind:
        time += 1.5
    if c.driver == DRAGGED:
        time += 6
    return time


def waiting(view: View, c: Chariot) -> float:
    """Turns to the line of a chariot whose plans nobody knows."""
    return time_left(c, view.options.track, view.options.two_laps, weather_loss(view))


def planned(view: View, i: int, c: Chariot) -> float:
    """Turns to the line of one's own chariot, with the move in hand driven as well as can be."""
    turns = after_plan(view, i, c) if on_track(c) and living(c) else None
    if turns is None:
        return waiting(view, c)
    if c.jumps and c.mf < (2 if c.jumps[-1].square == c.team else 1):
        turns += HARM[StrainResult.FLIP]  # it will not come clear of what it is running over
    return burdened(c, turns, pace(c, weather_loss(view)), view.last_segment - c.segments)


def after_plan(view: View, i: int, c: Chariot) -> float | None:
    """Turns left after the move in hand, or, from now on, with the speed that is written."""
    if c.condition != RACING or c.dead or isinstance(view.phase, Speeds):
        return None
    if c.moved and not c.mf:
        return None
    mfs = c.mf if c.moved else max(0, c.written - c.used) + c.added
    total = c.total if c.moved else mfs + c.used
    track, speed = view.track, pace(c, weather_loss(view))
    after, _ = plan(view, track, c, total, mfs, speed, occupied(view, i))
    return after if c.moved else after + 1.0


def evaluate(view: View, seat: Seat) -> float:
    """From 0 to 1: how a seat's chariots stand to each rival; its best one counts most."""
    if isinstance(view.phase, Over):
        own = zip(view.phase.places, view.chariots, strict=True)
        places = [place for place, c in own if c.owner == seat and place]
        return 1 - (min(places) - 1) / len(view.chariots) if places else 0.0
    if view.turn == 0:
        return 0.5
    name, two_laps, less = view.options.track, view.options.two_laps, weather_loss(view)
    times = [
        planned(view, i, c) if c.owner == seat else time_left(c, name, two_laps, less)
        for i, c in enumerate(view.chariots)
    ]
    out = [0.0] * len(times)
    if isinstance(view.phase, Defend):
        blow = view.phase.blow
        loss, out[blow.whom], risk = awaited(view, blow)
        times[blow.whom] += loss
        times[blow.by] += risk
    rivals = [(t, o) for t, o, c in zip(times, out, view.chariots, strict=True) if c.owner != seat]
    if not rivals:
        return 0.5
    worths = [
        (1 - o) * against(t, rivals)
        for t, o, c in zip(times, out, view.chariots, strict=True)
        if c.owner == seat
    ]
    if not worths:
        return 0.5
    return BEST * max(worths) + (1 - BEST) * sum(worths) / len(worths)


def expected(race: Race, seat: Seat) -> float:
    """The place to be expected, on the scale of outcomes, by what is known when a turn begins: how
    many rivals come before a seat's best chariot."""
    options, less = race.options, weather_loss(race)
    own: list[float] = []
    rivals: list[float] = []
    for c in race.chariots:
        time = time_left(c, options.track, options.two_laps, less) if race.turn else SOON
        if time < FAR:
            time += c.moved and c.condition != HOME  # it has had its turn, others have not
            (own if c.owner == seat else rivals).append(time)
    if not own or not rivals:
        return 0.0 if rivals else 1.0
    return 1 - sum([before(time, own) for time in rivals]) / (len(own) + len(rivals) - 1)


def before(rival: float, own: list[float]) -> float:
    """How likely a rival comes before all of these, if each may be so much sooner or later."""
    spread = SPREAD * math.sqrt(max(SOON, min(rival, *own)))
    sooner = [math.exp(max(-30.0, min(30.0, (rival - time) / spread))) for time in own]
    return 1 / (1 + sum(sooner))


def against(mine: float, rivals: list[tuple[float, float]]) -> float:
    """How a chariot that needs so many turns stands to rivals who need theirs, or are put out."""
    ahead = [o + (1 - o) / (1 + math.exp(max(-30.0, min(30.0, mine - t)))) for t, o in rivals]
    absolute = 1 / (1 + mine / 20) if mine < FAR else 0.0
    return 0.6 * sum(ahead) / len(ahead) + 0.2 * min(ahead) + 0.2 * max(0.0, min(1.0, absolute))

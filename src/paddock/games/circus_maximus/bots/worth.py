"""Position value: turns to the line for each chariot, and how well a seat stands."""

from __future__ import annotations

import functools
import math

from paddock.core.seats import Seat
from paddock.games.circus_maximus.bots.blows import pending_blow_costs
from paddock.games.circus_maximus.bots.pace import (
    RESULT_TURNS,
    pace,
    turns_to_line,
    turns_while_tiring,
)
from paddock.games.circus_maximus.bots.plan import best_lane, occupied_squares
from paddock.games.circus_maximus.data.kinds import DRAGGED, HOME, RACING, StrainResult
from paddock.games.circus_maximus.phases import Defend, Over, Speeds
from paddock.games.circus_maximus.rules.log import has_driver, is_on_track
from paddock.games.circus_maximus.rules.speed import MUD_LOSS, weather_loss
from paddock.games.circus_maximus.rules.track import TRACKS
from paddock.games.circus_maximus.state import Chariot, Race
from paddock.games.circus_maximus.view import View

MIN_TURNS = 0.25
"""Below this many turns to the line nearly everything is decided."""
FINISHED_BONUS_TURNS = 5.0
"""A chariot over the line is better than any plan to get there."""
NEVER_TURNS = 99.0
"""Turns to the line for a chariot that will not finish."""
USABLE_ENDURANCE_PER_TURN = 2.5
"""Endurance that can be used in a turn."""
NO_MODIFIER_CORNER_TURNS = 0.13
"""Extra turns a corner costs a driver without a modifier: one jostle and he may not whip."""
TURNS_SPREAD = 0.3
"""Uncertainty of the finishing time in turns, per square root of the turns left. Fitted to 88,590
pairs of chariots at the start of turns in 250 races."""
BEST_CHARIOT_SHARE = 0.6
"""Weight of a seat's best chariot; the rest is shared by all of its chariots, because any may
become the best."""


@functools.lru_cache(maxsize=1 << 13)
def time_left(c: Chariot, name: str, two_laps: bool, less: int) -> float:
    """Turns to the line from a chariot's place; a very high number if it is out.

    Cached, because most moves change only one or two chariots.
    """
    if c.condition == HOME and has_driver(c):
        return -c.mf_over / 20 - FINISHED_BONUS_TURNS
    if not is_on_track(c) or not has_driver(c):
        return NEVER_TURNS
    track = TRACKS[name]
    speed = pace(c, less)
    lane, number = track.lane[c.team], track.number[c.team]
    last = track.last_segment[two_laps] - c.segments
    turns = turns_to_line(name, less == MUD_LOSS, lane, last, number, speed)
    return turns_with_damage(c, turns - c.mf / speed, speed, last)


def turns_with_damage(c: Chariot, turns: float, speed: float, last: int) -> float:
    """These turns plus the cost of damage, wounds and tiredness."""
    if c.blown:
        turns = turns_while_tiring(turns, speed)
    time = turns + (c.used + c.loss - c.added) / speed
    if c.dead:
        time += 1.5 if c.knives else 50
    corners = max(0, (1 + last) // 2)
    need = 3 * corners + 6
    time -= 0.6 * min(c.endurance, USABLE_ENDURANCE_PER_TURN * time + 8) / speed
    if c.endurance < need:
        time += 0.02 * (need - c.endurance)
    time += 0.06 * sum(c.wheels) + 0.004 * sum(w * w for w in c.wheels)
    time += 0.25 * (c.most_hits - c.hits) / max(1, c.most_hits)
    if c.dm <= 0:
        time += NO_MODIFIER_CORNER_TURNS * corners
    if c.jostled or c.cdm < c.dm:
        time += 0.1 * (c.dm - c.cdm)
    if not c.whip:
        time += 0.3
    if c.blind:
        time += 1.5
    if c.driver == DRAGGED:
        time += 6
    return time


def known_turns_left(view: View, c: Chariot) -> float:
    """Turns to the line for a chariot whose plans are hidden."""
    return time_left(c, view.options.track, view.options.two_laps, weather_loss(view))


def planned_turns_left(view: View, i: int, c: Chariot) -> float:
    """Turns to the line for an own chariot that drives its current move as well as possible."""
    turns = turns_after_plan(view, i, c) if is_on_track(c) and has_driver(c) else None
    if turns is None:
        return known_turns_left(view, c)
    if c.jumps and c.mf < (2 if c.jumps[-1].square == c.team else 1):
        turns += RESULT_TURNS[StrainResult.FLIP]  # it will stop on the obstacle it is running over
    return turns_with_damage(c, turns, pace(c, weather_loss(view)), view.last_segment - c.segments)


def turns_after_plan(view: View, i: int, c: Chariot) -> float | None:
    """Turns left after the current move, or after the move at the written speed."""
    if c.condition != RACING or c.dead or isinstance(view.phase, Speeds):
        return None
    if c.moved and not c.mf:
        return None
    mfs = c.mf if c.moved else max(0, c.written - c.used) + c.added
    total = c.total if c.moved else mfs + c.used
    track, speed = view.track, pace(c, weather_loss(view))
    after, _ = best_lane(view, track, c, total, mfs, speed, occupied_squares(view, i))
    return after if c.moved else after + 1.0


def evaluate(view: View, seat: Seat) -> float:
    """Position value from 0 to 1: a seat's chariots against each rival; its best one counts
    most."""
    if isinstance(view.phase, Over):
        own = zip(view.phase.places, view.chariots, strict=True)
        places = [place for place, c in own if c.owner == seat and place]
        return 1 - (min(places) - 1) / len(view.chariots) if places else 0.0
    if view.turn == 0:
        return 0.5
    name, two_laps, less = view.options.track, view.options.two_laps, weather_loss(view)
    times = [
        planned_turns_left(view, i, c) if c.owner == seat else time_left(c, name, two_laps, less)
        for i, c in enumerate(view.chariots)
    ]
    out = [0.0] * len(times)
    if isinstance(view.phase, Defend):
        blow = view.phase.blow
        loss, out[blow.whom], risk = pending_blow_costs(view, blow)
        times[blow.whom] += loss
        times[blow.by] += risk
    rivals = [(t, o) for t, o, c in zip(times, out, view.chariots, strict=True) if c.owner != seat]
    if not rivals:
        return 0.5
    worths = [
        (1 - o) * share_against(t, rivals)
        for t, o, c in zip(times, out, view.chariots, strict=True)
        if c.owner == seat
    ]
    if not worths:
        return 0.5
    return BEST_CHARIOT_SHARE * max(worths) + (1 - BEST_CHARIOT_SHARE) * sum(worths) / len(worths)


def expected_place(race: Race, seat: Seat) -> float:
    """The expected place at the start of a turn, on the scale of outcomes: rivals ahead of the
    seat's best chariot."""
    options, less = race.options, weather_loss(race)
    own: list[float] = []
    rivals: list[float] = []
    for c in race.chariots:
        time = time_left(c, options.track, options.two_laps, less) if race.turn else MIN_TURNS
        if time < NEVER_TURNS:
            time += c.moved and c.condition != HOME  # the others have not moved this turn
            (own if c.owner == seat else rivals).append(time)
    if not own or not rivals:
        return 0.0 if rivals else 1.0
    return 1 - sum([chance_before(time, own) for time in rivals]) / (len(own) + len(rivals) - 1)


def chance_before(rival: float, own: list[float]) -> float:
    """The chance that a rival finishes before all of these chariots."""
    spread = TURNS_SPREAD * math.sqrt(max(MIN_TURNS, min(rival, *own)))
    sooner = [math.exp(max(-30.0, min(30.0, (rival - time) / spread))) for time in own]
    return 1 / (1 + sum(sooner))


def share_against(mine: float, rivals: list[tuple[float, float]]) -> float:
    """The value of a chariot with these turns left against rivals (turns, chance to be out)."""
    ahead = [o + (1 - o) / (1 + math.exp(max(-30.0, min(30.0, mine - t)))) for t, o in rivals]
    absolute = 1 / (1 + mine / 20) if mine < NEVER_TURNS else 0.0
    return 0.6 * sum(ahead) / len(ahead) + 0.2 * min(ahead) + 0.2 * max(0.0, min(1.0, absolute))

"""Who is ahead of whom: over the line, then by position, then those who will have no place."""

from __future__ import annotations

from paddock.core.standings import Standing, Status
from paddock.games.circus_maximus.data.kinds import (
    DEAD,
    DRAGGED,
    EMPTY,
    GONE,
    HOME,
    ON_FOOT,
    RACING,
    SAFE,
)
from paddock.games.circus_maximus.phases import Over, Prepare
from paddock.games.circus_maximus.rules.finish import order
from paddock.games.circus_maximus.rules.log import on_track
from paddock.games.circus_maximus.state import Chariot, Race
from paddock.games.circus_maximus.view import View


def standings(view: View) -> tuple[Standing, ...]:
    """All chariots. Those behind the best are counted in the squares of their own lane."""
    placed = order(view)
    if isinstance(view.phase, Over):
        places = view.phase.places
        placed.sort(key=lambda i: places[i])
    out = [i for i in range(len(view.chariots)) if i not in placed]
    out.sort(key=lambda i: -progress(view, view.chariots[i]))
    best = view.chariots[placed[0]] if placed else None
    there = 0.0 if best is None else led_to(view, best)
    return (
        *[standing(view, i, place, best, there) for place, i in enumerate(placed, 1)],
        *[standing(view, i, 0, None, there) for i in out],
    )


def standing(view: View, i: int, place: int, best: Chariot | None, there: float) -> Standing:
    """One of them, with what stands beside its colour; the best is there."""
    c, laps, lane = view.chariots[i], view.laps, view.track.lane
    status = Status.OUT if not place else Status.HOME if c.condition == HOME else Status.RACING
    lap = min(laps, c.segments // 4 + 1)
    became = condition_of(c)
    note = "lane" if isinstance(view.phase, Prepare) else became or "racing"
    args = (
        ("chariot", i),
        ("lap", lap),
        ("laps", laps),
        ("endurance", c.endurance),
        ("lane", lane[c.team]),
    )
    gap = behind(view, c, best, there) if best is not None else 0
    return Standing(c.owner, place, i, status, lap, gap, note, became or "lap", args)


def condition_of(c: Chariot) -> str:
    """What has become of a chariot that is not simply being driven."""
    if c.driver == DEAD:
        return "dead"
    if c.condition == HOME:
        return "home"
    if c.driver in (ON_FOOT, SAFE):
        return "on-foot" if c.driver == ON_FOOT else "safe"
    if c.condition == GONE:
        return "out"
    if c.driver == DRAGGED:
        return "dragged"
    if c.condition == RACING:
        return ""
    return "empty" if c.condition == EMPTY else "runaway"


def led_to(seen: Race, best: Chariot) -> float:
    """How far the best has come."""
    return seen.last_segment + 1 if best.condition == HOME else progress(seen, best)


def behind(seen: Race, c: Chariot, best: Chariot, there: float | None = None) -> float:
    """How far it is behind the best, in squares of its own lane, over the line in MFs; who has many
    to compare says how far the best has come."""
    ahead = best.mf_over - c.mf_over
    if c.condition == HOME:
        return ahead
    lane = seen.track.lane[c.team]
    there = led_to(seen, best) if there is None else there
    return round(squares(seen, lane, there) - squares(seen, lane, progress(seen, c)) + ahead, 1)


def progress(seen: Race, c: Chariot) -> float:
    """Straights and corners done, and the part of the one it is in."""
    if not on_track(c):
        return -1
    track = seen.track
    whole = track.scale if c.segments % 2 else track.scale * track.straight
    return c.segments + track.front[c.team] / whole


def squares(seen: Race, lane: int, progress: float) -> float:
    """How many squares a lane has up to there."""
    track = seen.track
    half = int(progress)
    straights, corners = (half + 1) // 2, half // 2
    part = (progress - half) * (track.corner[lane - 1] if half % 2 else track.straight)
    return straights * track.straight + corners * track.corner[lane - 1] + part

"""Standings: finished chariots, then by position, then those without a place."""

from __future__ import annotations

from paddock.core.progress import Progress
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
from paddock.games.circus_maximus.rules.finish import placing_order
from paddock.games.circus_maximus.rules.log import has_driver, is_on_track
from paddock.games.circus_maximus.state import Chariot, Race
from paddock.games.circus_maximus.view import View


def standings(view: View) -> tuple[Standing, ...]:
    """All chariots. Gaps to the best are counted in squares of their own lane."""
    placed = placing_order(view)
    if isinstance(view.phase, Over):
        places = view.phase.places
        placed.sort(key=lambda i: places[i])
    out = [i for i in range(len(view.chariots)) if i not in placed]
    out.sort(key=lambda i: -progress(view, view.chariots[i]))
    best = view.chariots[placed[0]] if placed else None
    there = 0.0 if best is None else best_progress(view, best)
    return (
        *[standing(view, i, place, best, there) for place, i in enumerate(placed, 1)],
        *[standing(view, i, 0, None, there) for i in out],
    )


def standing(view: View, i: int, place: int, best: Chariot | None, there: float) -> Standing:
    """One chariot with its note."""
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
    gap = gap_to_best(view, c, best, there) if best is not None else 0
    return Standing(
        c.owner,
        place,
        car=i,
        status=status,
        lap=lap,
        gap=gap,
        note=note,
        score=became or "lap",
        args=args,
    )


def condition_of(c: Chariot) -> str:
    """The condition of a chariot that is not simply being driven."""
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


def best_progress(seen: Race, best: Chariot) -> float:
    """The progress of the best chariot."""
    return seen.last_segment + 1 if best.condition == HOME else progress(seen, best)


def gap_to_best(seen: Race, c: Chariot, best: Chariot, there: float | None = None) -> float:
    """The gap to the best, in squares of its own lane, over the line in MFs. Pass the best one's
    progress when comparing many."""
    ahead = best.mf_over - c.mf_over
    if c.condition == HOME:
        return ahead
    lane = seen.track.lane[c.team]
    there = best_progress(seen, best) if there is None else there
    return round(
        squares_to(seen, lane, there) - squares_to(seen, lane, progress(seen, c)) + ahead, 1
    )


def progress(seen: Race, c: Chariot) -> float:
    """Straights and corners done, plus the part of the current one."""
    if not is_on_track(c):
        return -1
    track = seen.track
    whole = track.scale if c.segments % 2 else track.scale * track.straight
    return c.segments + track.front[c.team] / whole


def squares_to(seen: Race, lane: int, progress: float) -> float:
    """The number of squares of a lane up to this progress."""
    track = seen.track
    half = int(progress)
    straights, corners = (half + 1) // 2, half // 2
    part = (progress - half) * (track.corner[lane - 1] if half % 2 else track.straight)
    return straights * track.straight + corners * track.corner[lane - 1] + part


def count_laps(state: Race) -> Progress:
    """The lap of the first chariot."""
    driven = [c for c in state.chariots if has_driver(c)]
    if any(c.condition == HOME for c in driven):
        return Progress(lap=state.laps, laps=state.laps)
    segments = max((c.segments for c in driven if is_on_track(c)), default=4 * state.laps)
    return Progress(lap=min(state.laps, segments // 4 + 1), laps=state.laps)

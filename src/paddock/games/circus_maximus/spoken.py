"""Spoken summary of the race: place and lane of each own chariot, the corner, neighbours."""

from __future__ import annotations

from paddock.core.seats import Seat
from paddock.core.spoken import Sentence, place_remarks
from paddock.core.standings import Standing
from paddock.core.words import Remark
from paddock.games.circus_maximus.rules.log import is_on_track
from paddock.games.circus_maximus.standings import condition_of, progress, squares_to, standings
from paddock.games.circus_maximus.state import Chariot
from paddock.games.circus_maximus.view import View

NEAR_SQUARES = 6  # squares within which a chariot ahead is mentioned


def spoken(view: View, seat: Seat) -> tuple[Sentence, ...]:
    """A sentence for each chariot of a seat."""
    mine = [i for i, c in enumerate(view.chariots) if c.owner == seat]
    rows = standings(view)
    return tuple([sentence(view, seat, i, rows) for i in mine])


def sentence(view: View, seat: Seat, i: int, rows: tuple[Standing, ...]) -> Sentence:
    c = view.chariots[i]
    parts: list[Remark] = [("chariot", {"chariot": i})]
    parts += place_remarks(rows, seat, i)
    if not is_on_track(c) or condition_of(c):
        return tuple(parts)
    track = view.track
    lane = track.lane[c.team]
    lap = min(view.laps, c.segments // 4 + 1)
    parts.append(("lane", {"lap": lap, "laps": view.laps, "lane": lane}))
    done = track.front[c.team] / track.scale
    if c.segments % 2:
        left = round(track.corner[lane - 1] * (1 - done))
        parts.append(("in-corner", {"n": left}))
    else:
        parts.append(("corner", {"n": round(track.straight - done)}))
    parts += neighbours(view, i, c, lane)
    parts.append(("endurance", {"n": c.endurance}))
    return tuple(parts)


def neighbours(view: View, i: int, c: Chariot, lane: int) -> list[Remark]:
    """Chariots on either side, and the nearest one ahead in its lane."""
    here = squares_to(view, lane, progress(view, c))
    inside: list[int] = []
    outside: list[int] = []
    ahead: list[tuple[int, int]] = []
    for other, rival in enumerate(view.chariots):
        if other == i or not is_on_track(rival):
            continue
        gap = squares_to(view, lane, progress(view, rival)) - here
        there = view.track.lane[rival.team]
        if abs(there - lane) == 1 and abs(gap) < 1:
            (inside if there < lane else outside).append(other)
        elif there == lane and 0 < gap <= NEAR_SQUARES:
            ahead.append((round(gap), other))
    parts: list[Remark] = [("inside", {"chariot": other}) for other in inside]
    parts += [("outside", {"chariot": other}) for other in outside]
    if ahead:
        gap, other = min(ahead)
        parts.append(("ahead", {"chariot": other, "n": gap}))
    return parts

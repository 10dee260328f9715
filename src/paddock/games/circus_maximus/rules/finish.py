"""Places: over the line first, then by position on the track."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paddock.core.citations import cites
from paddock.core.seats import Seat
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.data.kinds import DRAGGED, HOME, IN_CAR, ON_FOOT
from paddock.games.circus_maximus.rules.log import living, on_track
from paddock.games.circus_maximus.rules.space import position

if TYPE_CHECKING:
    from paddock.games.circus_maximus.state import Race


IN_THE_RACE = (IN_CAR, DRAGGED, ON_FOOT)
"""Men for whom their owner still has something to decide."""


def order(state: Race) -> list[int]:
    """Who has a place, from the first: those over the line, then the others by position."""
    behind = [i for i, c in enumerate(state.chariots) if on_track(c) and living(c)]
    behind.sort(key=lambda i: position(state, state.chariots[i]), reverse=True)
    return home(state) + behind


@cites(R("B10.4"), R("B10.5"), R("E2.15.2.2"), R("E2.15.2.3"))
def home(state: Race) -> list[int]:
    """Who is over the line: by MFs left, then by the draw."""
    found = [i for i, c in enumerate(state.chariots) if c.condition == HOME and living(c)]
    found.sort(key=lambda i: (-state.chariots[i].mf_over, state.chariots[i].crossed_as))
    return found


def in_last_place(state: Race) -> Seat:
    """The player in last place, among equals the one farther outside; -1: nobody drives."""
    driven = [i for i, c in enumerate(state.chariots) if on_track(c) and living(c)]
    if not driven:
        return -1
    lane = state.track.lane
    last = min(
        driven,
        key=lambda i: (position(state, state.chariots[i]), -lane[state.chariots[i].team]),
    )
    return state.chariots[last].owner


@cites(R("B15.2"))
def driven_by(state: Race, i: int) -> Seat:
    """Who decides for a team without a driver: its owner, or, when he has nobody left in the race,
    whoever was last when the last turn ended."""
    owner = state.chariots[i].owner
    if state.last_seat < 0 or any(
        c.owner == owner and c.driver in IN_THE_RACE for c in state.chariots
    ):
        return owner
    return state.last_seat


@cites(R("E2.10.7.3"))
def places(state: Race) -> tuple[int, ...]:
    """The place of every chariot, 0 for none. Who rammed horses against the rules cannot win."""
    ranked = order(state)
    if state.options.no_horse_rams:
        clean = next((i for i in ranked if not state.chariots[i].rammed), None)
        if clean is not None:
            ranked.remove(clean)
            ranked.insert(0, clean)
    out = [0] * len(state.chariots)
    for place, i in enumerate(ranked, 1):
        out[i] = place
    return tuple(out)

"""Places: finished chariots first, then by position on the track."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paddock.core.citations import cites
from paddock.core.seats import Seat
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.data.kinds import DRAGGED, HOME, IN_CAR, ON_FOOT
from paddock.games.circus_maximus.rules.log import has_driver, is_on_track
from paddock.games.circus_maximus.rules.space import position

if TYPE_CHECKING:
    from paddock.games.circus_maximus.state import Race


ACTIVE_DRIVERS = (IN_CAR, DRAGGED, ON_FOOT)
"""Drivers for whom their owner still has something to decide."""


def placing_order(state: Race) -> list[int]:
    """Chariots with a place, from the first: finished ones, then the others by position."""
    behind = [i for i, c in enumerate(state.chariots) if is_on_track(c) and has_driver(c)]
    behind.sort(key=lambda i: position(state, state.chariots[i]), reverse=True)
    return finishing_order(state) + behind


@cites(R("B10.4"), R("B10.5"), R("E2.15.2.2"), R("E2.15.2.3"))
def finishing_order(state: Race) -> list[int]:
    """Finished chariots: by MFs left, then by the draw."""
    found = [i for i, c in enumerate(state.chariots) if c.condition == HOME and has_driver(c)]
    found.sort(key=lambda i: (-state.chariots[i].mf_over, state.chariots[i].crossed_as))
    return found


@cites(R("Q37"))
def is_last_driver(state: Race, i: int) -> bool:
    """Whether the driver of this chariot is the only one whom anything can still happen to."""
    chariots = state.chariots
    for other, c in enumerate(chariots):
        if other != i and c.driver in ACTIVE_DRIVERS:
            return False
    return chariots[i].driver in ACTIVE_DRIVERS and is_on_track(chariots[i])


def last_place_seat(state: Race) -> Seat:
    """The seat in last place, among ties the one farther outside; -1 if no driver is left."""
    driven = [i for i, c in enumerate(state.chariots) if is_on_track(c) and has_driver(c)]
    if not driven:
        return -1
    lane = state.track.lane
    last = min(
        driven,
        key=lambda i: (position(state, state.chariots[i]), -lane[state.chariots[i].team]),
    )
    return state.chariots[last].owner


@cites(R("B15.2"))
def controlling_seat(state: Race, i: int) -> Seat:
    """The seat that decides for a team without a driver: its owner, or, if none of the owner's
    drivers is left, the seat that was last at the end of the last turn."""
    owner = state.chariots[i].owner
    if state.last_seat < 0 or any(
        c.owner == owner and c.driver in ACTIVE_DRIVERS for c in state.chariots
    ):
        return owner
    return state.last_seat


@cites(R("E2.10.7.3"))
def places(state: Race) -> tuple[int, ...]:
    """The place of every chariot, 0 for none. A chariot that rammed horses against the rules cannot
    win."""
    ranked = placing_order(state)
    if state.options.no_horse_rams:
        clean = next((i for i in ranked if not state.chariots[i].rammed), None)
        if clean is not None:
            ranked.remove(clean)
            ranked.insert(0, clean)
    out = [0] * len(state.chariots)
    for place, i in enumerate(ranked, 1):
        out[i] = place
    return tuple(out)

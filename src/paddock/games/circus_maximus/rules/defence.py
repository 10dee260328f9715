"""Escapes from an attack: braking back and evading."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paddock.core.citations import cites
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.data.kinds import INSIDE, OPPOSITE, RACING, RUNAWAY, Side
from paddock.games.circus_maximus.rules.log import is_standing
from paddock.games.circus_maximus.rules.space import change_to, closed_squares
from paddock.games.circus_maximus.rules.speed import can_strain, current_speed, safe_speed
from paddock.games.circus_maximus.rules.track import WALL

if TYPE_CHECKING:
    from paddock.games.circus_maximus.state import Chariot, Race


@cites(R("B9.52"), R("E2.12.2.3"))
def is_helpless(state: Race, c: Chariot) -> bool:
    """Whether it can neither brake nor evade: it stands, or in 1980 has cut a horse free this
    turn."""
    return c.has_cut or is_standing(state, c)


@cites(R("GQ6.62"), R("X25"))
def can_back(state: Race, c: Chariot) -> bool:
    """Whether it may brake back: endurance, a driver who sees, and a free square behind the car."""
    if c.condition != RACING or is_helpless(state, c) or c.endurance < 1 or c.blind:
        return False
    behind = state.track.back(c.car, c.segments)
    return behind != WALL and behind not in closed_squares(state, -1)


@cites(R("B9.313"), R("E2.10.3.3.3"), R("E2.10.3.3.4"))
def can_evade(state: Race, i: int, side: Side) -> bool:
    """Whether it may change lanes away from an attack on this side."""
    c = state.chariots[i]
    away = OPPOSITE[side]
    if is_helpless(state, c) or c.blind or c.condition > RUNAWAY or c.eyes >> side & 1:
        return False
    if away == INSIDE and c.held_out:
        return False
    target = change_to(state, c, away, closed_squares(state, i))
    if target == WALL:
        return False
    if c.condition == RACING and not can_strain(state, c) and state.track.in_corner[target]:
        entered = away == INSIDE or not state.track.in_corner[c.team]
        if entered and current_speed(state, c) > safe_speed(state, target):
            return False
    return True

"""Options of a moving chariot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paddock.core.citations import cites
from paddock.games.circus_maximus import moves as mv
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.data.kinds import (
    INSIDE,
    OUTSIDE,
    Side,
)
from paddock.games.circus_maximus.moves import Move
from paddock.games.circus_maximus.rules.attacks import attacks
from paddock.games.circus_maximus.rules.space import (
    CHANGE_COST,
    KNIFE_RANGE,
    SLIP_COST,
    Squares,
    change_to,
    is_bound_to_be_blocked,
    slip_to,
    survey,
)
from paddock.games.circus_maximus.rules.speed import can_strain, safe_speed
from paddock.games.circus_maximus.rules.track import TRACKS, WALL

if TYPE_CHECKING:
    from paddock.games.circus_maximus.state import Chariot, Race

PLAIN_OPTIONS: tuple[tuple[Move, ...], ...] = tuple(
    (
        mv.FORWARD,
        *((mv.CHANGE[OUTSIDE],) if bits & 1 else ()),
        *((mv.CHANGE[INSIDE],) if bits & 2 else ()),
        *((mv.BRAKE,) if bits & 4 else ()),
    )
    for bits in range(8)
)
"""Options without traffic, indexed by whether outside, inside and braking are possible."""


@cites(R("B11.3"), R("E2.7.2.2"))
def options(
    state: Race, i: int, attacked_from: tuple[int, ...], spear_used: bool
) -> tuple[Move, ...]:
    """All options, the timeout default first: straight ahead, otherwise aside, outside first.

    The common case is inlined: free squares ahead, and a driver who may strain.
    """
    c = state.chariots[i]
    track = TRACKS[state.options.track]
    blocks, full, dragged, _ = survey(state, i)
    team, mf, ahead = c.team, c.mf, track.ahead
    step = ahead[team]
    if step in blocks or c.cdm < 0 or c.jumps or c.straight_on or c.barred_until >= state.turn:
        return every_option(state, i, attacked_from, spear_used, blocks, full, dragged)
    bits = 4 if c.endurance and not c.has_cut else 0
    if step not in full:
        inside, outside = track.change
        target, half, behind = outside[team], c.segments, track.behind
        if target >= 0 and target not in full:
            tail = behind[target] if half else track.back(target, 0)
            if tail not in full:
                bits |= 1
        target = inside[team]
        if target >= 0 and mf > 1 and target not in full and not c.held_out:
            tail = behind[target] if half else track.back(target, 0)
            if tail not in full:
                bits |= 2
    if mf >= SLIP_COST and not blocks.isdisjoint(track.next_squares(step, mf - 1)):
        return every_option(state, i, attacked_from, spear_used, blocks, full, dragged)
    if c.has_cut:
        return PLAIN_OPTIONS[bits]
    if not dragged and full.isdisjoint(track.reach[c.car]):
        options = state.options
        if not c.knives or not (options.knife or options.book == "epic"):
            return PLAIN_OPTIONS[bits]
        if track.near(c.car, KNIFE_RANGE).keys().isdisjoint(full):
            return PLAIN_OPTIONS[bits]
    return (*PLAIN_OPTIONS[bits], *attacks(state, i, attacked_from, spear_used, dragged))


@cites(R("B8.42"), R("E2.11.2.2"))
def every_option(
    state: Race,
    i: int,
    attacked_from: tuple[int, ...],
    spear_used: bool,
    blocks: Squares,
    full: Squares,
    dragged: bool,
) -> tuple[Move, ...]:
    """The same for the general case, with obstacles."""
    c = state.chariots[i]
    blocked = state.track.ahead[c.team] in blocks
    free = can_strain(state, c)
    out: list[Move] = []
    risky: list[Move] = []
    if not blocked:
        add_steps(state, c, full, blocks, free, out, risky)
    slips = [] if c.jumps or c.mf < SLIP_COST else side_slips(state, i, blocks, full, blocked)
    for side, target in slips:
        (out if free or not would_exceed(state, c, target) else risky).append(mv.SLIP[side])
    brake = c.endurance > 0 and not c.has_cut
    if blocked and (c.endurance < c.mf or not brake) and not slips:
        out.append(mv.CRASH)
    if brake:
        out.append(mv.BRAKE)
    if not c.has_cut:
        out.extend(attacks(state, i, attacked_from, spear_used, dragged))
    if not out or out[0].__class__ is mv.Attack:
        out = risky + out
    return tuple(out) if out else wall_moves(state, c)


def add_steps(
    state: Race,
    c: Chariot,
    full: Squares,
    blocks: Squares,
    free: bool,
    out: list[Move],
    risky: list[Move],
) -> None:
    """Steps and lane changes of a chariot that may not strain, is over an obstacle, or must go
    straight."""
    ahead = state.track.ahead[c.team]
    (out if free or not would_exceed(state, c, ahead) else risky).append(mv.FORWARD)
    if c.jumps:
        return
    for side, target in lane_changes(state, c, full, blocks):
        (out if free or not would_exceed(state, c, target) else risky).append(mv.CHANGE[side])


@cites(R("X13"))
def would_exceed(state: Race, c: Chariot, target: int) -> bool:
    """Whether the step would newly exceed a safe speed."""
    if not state.track.in_corner[target]:
        return False
    safe = safe_speed(state, target)
    return c.total > safe and safe < c.safe_paid


@cites(R("B6.4"), R("GQ7.33"), R("E2.8.6"))
def lane_changes(state: Race, c: Chariot, full: Squares, blocks: Squares) -> list[tuple[Side, int]]:
    """The lane changes with enough room and MFs, the outside first."""
    found = []
    for side in (OUTSIDE, INSIDE):
        if c.mf < CHANGE_COST[side] or (side == INSIDE and c.held_out):
            continue
        target = change_to(state, c, side, full)
        if target != WALL:
            found.append((side, target))
    if c.straight_on and not c.straight_later and found:
        return found[:1] if has_traffic_ahead(state, c, blocks) else []
    return found


def has_traffic_ahead(state: Race, c: Chariot, blocks: Squares) -> bool:
    """Whether other chariots are in the lane within this move."""
    return not blocks.isdisjoint(state.track.next_squares(c.team, c.mf))


def side_slips(
    state: Race, i: int, blocks: Squares, full: Squares, blocked: bool
) -> list[tuple[Side, int]]:
    """Voluntary sideslips: blocked, or bound to be; the outside first."""
    c = state.chariots[i]
    if not blocked and not has_traffic_ahead(state, c, blocks):
        return []
    found = []
    for side in (OUTSIDE, INSIDE):
        if side == INSIDE and c.held_out:
            continue
        target = slip_to(state, c, side, full)
        if target != WALL:
            found.append((side, target))
    if found and not blocked and not is_bound_to_be_blocked(state, c, blocks, full):
        return []
    return found


@cites(R("B6.44"), R("X26"), R("E2.8.6.5"))
def wall_moves(state: Race, c: Chariot) -> tuple[Move, ...]:
    """Moves into the wall, if there is no other option."""
    lane = state.track.lane[c.team]
    return (mv.CHANGE[INSIDE if lane == 1 else OUTSIDE],)

"""What a moving chariot may do next, and why not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paddock.core.citing import cites
from paddock.core.errors import Refusal
from paddock.games.circus_maximus import data
from paddock.games.circus_maximus import moves as mv
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.data.kinds import (
    CAR,
    DUST,
    IN_CAR,
    INSIDE,
    KNIFE,
    LASH,
    MAN,
    OUTSIDE,
    RACING,
    RAIN,
    RAM,
    RUNAWAY,
    SMALL_KNIFE,
    SPEAR,
    TEAM,
    Knives,
    Part,
    Side,
    Weapon,
)
from paddock.games.circus_maximus.moves import Move
from paddock.games.circus_maximus.rules.damage import shielded
from paddock.games.circus_maximus.rules.log import standing
from paddock.games.circus_maximus.rules.space import (
    COST,
    KNIFE_RANGE,
    SLIP_COST,
    Squares,
    blocking,
    bound_to_be_blocked,
    change_to,
    closed,
    facing,
    on_grey,
    slip_to,
    survey,
    trampled_from,
)
from paddock.games.circus_maximus.rules.speed import may_strain, safe_speed
from paddock.games.circus_maximus.rules.track import NOWHERE, WALL

if TYPE_CHECKING:
    from paddock.games.circus_maximus.state import Chariot, Race

SPEAR_COST = 2


PLAIN: tuple[tuple[Move, ...], ...] = tuple(
    (
        mv.FORWARD,
        *((mv.CHANGE[OUTSIDE],) if bits & 1 else ()),
        *((mv.CHANGE[INSIDE],) if bits & 2 else ()),
        *((mv.BRAKE,) if bits & 4 else ()),
    )
    for bits in range(8)
)
"""What is on offer where nobody is near, by whether one may go outside, inside, and brake."""


@cites(R("B6.2"), R("B6.4"), R("B6.45"), R("B6.61"), R("X21"), R("E2.8.4.2"))
def actions(
    state: Race, i: int, attacked_from: tuple[int, ...], no_attacks: bool, spear_used: bool
) -> tuple[Move, ...]:
    """Everything on offer; a clock plays the first: straight on, else aside, outside first.

    The usual case is written out: the way ahead is free and the driver may strain.
    """
    c = state.chariots[i]
    track = state.track
    blocks, full, dragged, _ = survey(state, i)
    team, mf, ahead = c.team, c.mf, track.ahead
    step = ahead[team]
    if step in blocks or c.cdm < 0 or c.jumps or c.straight_on or c.barred_until >= state.turn:
        return every_action(state, i, attacked_from, no_attacks, spear_used, blocks, full, dragged)
    bits = 4 if c.endurance else 0
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
    if mf >= SLIP_COST:
        square = step
        for _ in range(mf - 1):
            square = ahead[square]
            if square in blocks:
                return every_action(
                    state, i, attacked_from, no_attacks, spear_used, blocks, full, dragged
                )
    if no_attacks:
        return PLAIN[bits]
    if not dragged and full.isdisjoint(track.reach[c.car]):
        options = state.options
        if not c.knives or not (options.knife or options.book == "epic"):
            return PLAIN[bits]
        if track.near(c.car, KNIFE_RANGE).keys().isdisjoint(full):
            return PLAIN[bits]
    return (*PLAIN[bits], *attacks(state, i, attacked_from, spear_used, dragged))


@cites(R("B8.42"), R("X13"), R("X22"), R("X26"), R("X40"), R("E2.8.8.1"), R("E2.11.2.2"))
def every_action(
    state: Race,
    i: int,
    attacked_from: tuple[int, ...],
    no_attacks: bool,
    spear_used: bool,
    blocks: Squares,
    full: Squares,
    dragged: bool,
) -> tuple[Move, ...]:
    """The same with everything that may stand in the way."""
    c = state.chariots[i]
    blocked = state.track.ahead[c.team] in blocks
    free = may_strain(state, c)
    out: list[Move] = []
    risky: list[Move] = []
    if not blocked:
        add_steps(state, c, full, blocks, free, out, risky)
    slips = [] if c.jumps or c.mf < SLIP_COST else side_slips(state, i, blocks, full, blocked)
    for side, target in slips:
        (out if free or not exceeds(state, c, target) else risky).append(mv.SLIP[side])
    if blocked and c.endurance < c.mf and not slips:
        out.append(mv.CRASH)
    if c.endurance:
        out.append(mv.BRAKE)
    if not no_attacks:
        out.extend(attacks(state, i, attacked_from, spear_used, dragged))
    if not out or out[0].__class__ is mv.Attack:
        out = risky + out
    return tuple(out) if out else walls(state, c)


@cites(R("X13"), R("X40"))
def add_steps(
    state: Race,
    c: Chariot,
    full: Squares,
    blocks: Squares,
    free: bool,
    out: list[Move],
    risky: list[Move],
) -> None:
    """Steps and lane changes of who may not strain, is over an obstacle, or must go straight on."""
    ahead = state.track.ahead[c.team]
    (out if free or not exceeds(state, c, ahead) else risky).append(mv.FORWARD)
    if c.jumps:
        return
    for side, target in lane_changes(state, c, full, blocks):
        (out if free or not exceeds(state, c, target) else risky).append(mv.CHANGE[side])


@cites(R("X13"), R("E2.9.4.1.1"))
def exceeds(state: Race, c: Chariot, target: int) -> bool:
    """Whether going there would newly exceed a safe speed."""
    if not state.track.in_corner[target]:
        return False
    safe = safe_speed(state, target)
    return c.total > safe and safe < c.safe_paid


@cites(R("B6.4"), R("B6.44"), R("B7.33"), R("GO4"), R("GQ7.33"), R("X16"), R("X21"), R("E2.8.6"))
@cites(R("E2.9.3.1"), R("E2.10.6.5"))
def lane_changes(state: Race, c: Chariot, full: Squares, blocks: Squares) -> list[tuple[Side, int]]:
    """The lane changes there is room and movement for, the outside first."""
    found = []
    for side in (OUTSIDE, INSIDE):
        if c.mf < COST[side] or (side == INSIDE and c.held_out):
            continue
        target = change_to(state, c, side, full)
        if target != WALL:
            found.append((side, target))
    if c.straight_on and found:
        return found[:1] if something_ahead(state, c, blocks) else []
    return found


def something_ahead(state: Race, c: Chariot, blocks: Squares) -> bool:
    """Whether others stand in the lane within this move."""
    square, ahead = c.team, state.track.ahead
    for _ in range(c.mf):
        square = ahead[square]
        if square in blocks:
            return True
    return False


@cites(R("B6.7"), R("X23"), R("E2.8.8"))
def side_slips(
    state: Race, i: int, blocks: Squares, full: Squares, blocked: bool
) -> list[tuple[Side, int]]:
    """Sideslips by choice: blocked, or bound to be; the outside first."""
    c = state.chariots[i]
    if not blocked and not something_ahead(state, c, blocks):
        return []
    found = []
    for side in (OUTSIDE, INSIDE):
        if side == INSIDE and c.held_out:
            continue
        target = slip_to(state, c, side, full)
        if target != WALL:
            found.append((side, target))
    if found and not blocked and not bound_to_be_blocked(state, c, blocks, full):
        return []
    return found


@cites(R("X26"), R("B6.44"), R("E2.8.6.5"))
def walls(state: Race, c: Chariot) -> tuple[Move, ...]:
    """Into the wall, when there is nothing else."""
    lane = state.track.lane[c.team]
    return (mv.CHANGE[INSIDE if lane == 1 else OUTSIDE],)


# ---------------------------------------------------------------- attacks


@cites(R("B3.8"), R("B9.1"), R("B9.2"), R("GQ14.1"), R("X27"), R("X30"), R("E2.2.3.2"))
@cites(R("E2.3.3.4"), R("E2.8.9.1"), R("E2.10.1"), R("E2.10.1.4"), R("E2.10.2"))
def attacks(
    state: Race, i: int, attacked_from: tuple[int, ...], spear_used: bool, dragged: bool
) -> list[Move]:
    """The attacks on offer from here."""
    c = state.chariots[i]
    if c.car in attacked_from:
        return trampling(state, i, attacked_from) if dragged else []
    if on_grey(state, c) or on_wreck(state, c):
        return []
    reach = state.track.reach[c.car]
    thrown = c.knives and (state.options.knife or state.epic)
    near = []
    owner = c.owner
    for whom, d in enumerate(state.chariots):
        if d.condition <= RUNAWAY and d.owner != owner:
            if d.team in reach:
                near.append((whom, d, TEAM))
            if d.car in reach:
                near.append((whom, d, CAR))
    out: list[Move] = []
    for whom, d, part in near:
        found = weapons(state, c, d, part, spear_used)
        out.extend([mv.ATTACKS[weapon][whom][part] for weapon in found])
    if thrown:
        out.extend(throws(state, i))
    return out + trampling(state, i, attacked_from) if dragged else out


@cites(R("GQ14.1"), R("B14.1"), R("X30"), R("E2.8.9.1"), R("E2.8.9.3.3"))
def on_wreck(state: Race, c: Chariot) -> bool:
    """Team or car is on something that lies there, or still jumping it."""
    if c.jumps:
        return True
    if not state.litter:
        return False
    team, car, shed = c.team, c.car, c.carcass_cut
    return any(where in (team, car) and where != shed for where, _ in state.litter)


@cites(R("B9.2"), R("B9.43"), R("B9.52"), R("B15.25"), R("GO4"), R("GO6"), R("E2.10.2"))
@cites(R("E2.10.4.3"), R("E2.10.6"), R("E2.12.2"), R("E2.13.2.1.5"))
def weapons(state: Race, c: Chariot, d: Chariot, part: Part, spear_used: bool) -> list[Weapon]:
    """How this part of a chariot may be attacked from beside it."""
    found = []
    if part == TEAM:
        if d.condition == RUNAWAY and standing(state, d):
            return []
        if d.dead and shielded(d, facing(state, d.team, c.car)):
            return []
        if c.whip:
            found.append(LASH)
        found.append(RAM)
    else:
        driven = d.driver == IN_CAR and d.condition == RACING
        if c.whip and driven:
            found.append(LASH)
        found.append(RAM)
        if c.dust and driven and state.sky != RAIN and (state.options.dust or state.epic):
            found.append(DUST)
        if not driven:
            return found
    if c.spear and c.mf >= SPEAR_COST and not spear_used:
        found.append(SPEAR)
    return found


@cites(R("GO5"), R("X57"), R("E2.10.5"))
def throws(state: Race, i: int) -> list[Move]:
    """Knives that might reach: the throwing knife, and the small one."""
    c = state.chariots[i]
    out: list[Move] = []
    near = state.track.near(c.car, KNIFE_RANGE)
    for whom, d in enumerate(state.chariots):
        if d.condition > RUNAWAY or d.owner == c.owner:
            continue
        if d.condition == RUNAWAY and standing(state, d):
            continue
        far = near.get(d.car if d.car != NOWHERE else d.team, 0)
        if not far:
            continue
        if state.epic:
            if 12 + c.cdm - far >= data.EPIC_KNIFE_HIT:
                out.append(mv.ATTACKS[SMALL_KNIFE][whom][CAR])
            continue
        if c.knives & Knives.THROWING and far - c.cdm <= data.GENERAL_KNIFE_HIT:
            out.append(mv.ATTACKS[KNIFE][whom][CAR])
        if c.knives & Knives.SMALL and 2 * far - c.cdm <= data.GENERAL_KNIFE_HIT:
            out.append(mv.ATTACKS[SMALL_KNIFE][whom][CAR])
    return out


@cites(R("B16.5"), R("B16.7"), R("B15.23"), R("E2.10.9"), R("E2.13.2.1.3"))
def trampling(state: Race, i: int, attacked_from: tuple[int, ...]) -> list[Move]:
    """Dragged men under the team."""
    c = state.chariots[i]
    if c.team in attacked_from or on_wreck(state, c):
        return []
    owner = c.owner
    return [
        mv.ATTACKS[RAM][whom][MAN]
        for whom in trampled_from(state, c.team, i)
        if state.chariots[whom].owner != owner
    ]


# ---------------------------------------------------------------- why not


@cites(R("B6.2"))
def why_not(
    state: Race,
    i: int,
    attacked_from: tuple[int, ...],
    no_attacks: bool,
    spear_used: bool,
    move: Move,
) -> Refusal:
    """The clause against a move that is not offered."""
    c = state.chariots[i]
    match move:
        case mv.Forward():
            if state.track.ahead[c.team] in blocking(state, i):
                return Refusal("blocked", R("X22"))
            return Refusal("no-straining", R("X13"))
        case mv.Change(side=side):
            return why_no_change(state, i, side)
        case mv.Slip():
            why = "no-straining" if c.mf >= SLIP_COST and not may_strain(state, c) else "not-bound"
            return Refusal(why, R("X13") if why == "no-straining" else R("X23"))
        case mv.Brake():
            return Refusal("cannot-brake", R("B8.42"))
        case mv.Attack():
            return why_no_attack(state, i, attacked_from, no_attacks, move)
        case mv.Crash():
            return Refusal("not-stuck", R("B6.74"))
        case _:
            return Refusal("not-offered", R("B6.2"))


def why_no_change(state: Race, i: int, side: Side) -> Refusal:
    c = state.chariots[i]
    if state.track.change[side][c.team] == WALL:
        return Refusal("wall", R("X26"))
    if c.jumps:
        return Refusal("jumping", R("X40"))
    if c.mf < COST[side]:
        return Refusal("too-dear", R("B6.4"))
    if side == INSIDE and c.held_out:
        return Refusal("held-out", R("GQ7.33"))
    if change_to(state, c, side, closed(state, i)) == WALL:
        return Refusal("no-room", R("X21"))
    if c.straight_on:
        return Refusal("straight-on", R("E2.10.6.5") if state.epic else R("GO4"))
    return Refusal("no-straining", R("X13"))


def why_no_attack(
    state: Race, i: int, attacked_from: tuple[int, ...], no_attacks: bool, move: mv.Attack
) -> Refusal:
    c = state.chariots[i]
    if not 0 <= move.target < len(state.chariots):
        return Refusal("not-offered", R("B9.1"))
    d = state.chariots[move.target]
    if d.owner == c.owner:
        return Refusal("own-chariot", R("B3.4"))
    if on_grey(state, c):
        return Refusal("on-grey", R("B3.8"))
    if no_attacks:
        return Refusal("cutting", R("B9.53"))
    if on_wreck(state, c):
        return Refusal("on-wreck", R("GQ14.1"))
    if c.car in attacked_from:
        return Refusal("one-a-square", R("X30"))
    beside = state.track.reach[c.car]
    if move.part == TEAM and d.team in beside and d.dead:
        return Refusal("shielded", R("B9.52"))
    if move.weapon == LASH and not c.whip:
        return Refusal("no-whip", R("B9.43"))
    if move.weapon == DUST and (d.car in beside):
        return Refusal("no-dust", R("E2.10.6") if state.epic else R("GO4"))
    return Refusal("not-beside", R("B9.2"))

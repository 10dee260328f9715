"""Attacks available to a moving chariot, and the weapons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paddock.core.citations import cites
from paddock.core.seats import Seat
from paddock.games.circus_maximus import data
from paddock.games.circus_maximus import moves as mv
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.data.kinds import (
    CAR,
    DUST,
    IN_CAR,
    KNIFE,
    LASH,
    MAN,
    RACING,
    RAIN,
    RAM,
    RUNAWAY,
    SMALL_KNIFE,
    SPEAR,
    TEAM,
    Knives,
    Part,
    Weapon,
)
from paddock.games.circus_maximus.moves import Move
from paddock.games.circus_maximus.rules.damage import is_shielded
from paddock.games.circus_maximus.rules.log import is_standing
from paddock.games.circus_maximus.rules.space import (
    KNIFE_RANGE,
    facing,
    is_on_grey,
    trampled_from,
)
from paddock.games.circus_maximus.rules.track import NOWHERE, TRACKS

if TYPE_CHECKING:
    from paddock.games.circus_maximus.state import Chariot, Race

SPEAR_COST = 2


@cites(R("B9.1"), R("X30"), R("E2.3.3.4"), R("E2.10.1"), R("E2.10.1.4"))
def attacks(
    state: Race, i: int, attacked_from: tuple[int, ...], spear_used: bool, dragged: bool
) -> list[Move]:
    """The attacks available from here."""
    c = state.chariots[i]
    if c.car in attacked_from:
        return trample_attacks(state, i, attacked_from) if dragged else []
    if is_on_grey(state, c) or is_on_wreck(state, c):
        return []
    options = state.options
    reach = TRACKS[options.track].reach[c.car]
    thrown = c.knives and (options.knife or options.book == "epic")
    near = []
    owner = c.owner
    spared = bribing_seats(state, i) if state.spared else ()
    for whom, d in enumerate(state.chariots):
        if d.condition <= RUNAWAY and d.owner != owner and d.owner not in spared:
            if d.team in reach:
                near.append((whom, d, TEAM))
            if d.car in reach:
                near.append((whom, d, CAR))
    out: list[Move] = []
    for whom, d, part in near:
        found = weapons(state, c, d, part, spear_used)
        out.extend([mv.ATTACKS[weapon][whom][part] for weapon in found])
    if thrown:
        out.extend(knife_throws(state, i))
    return out + trample_attacks(state, i, attacked_from) if dragged else out


@cites(R("B24.321"))
def bribing_seats(state: Race, i: int) -> tuple[Seat, ...]:
    """Seats that have bribed this driver not to attack them."""
    return tuple([seat for driver, seat in state.spared if driver == i])


@cites(R("GQ14.1"), R("E2.8.9.1"))
def is_on_wreck(state: Race, c: Chariot) -> bool:
    """Whether team or car is on an obstacle, or still jumping it."""
    if c.jumps:
        return True
    if not state.litter:
        return False
    team, car, shed = c.team, c.car, c.carcass_cut
    lying = [where for where, _ in state.litter if where != shed]
    return team in lying or car in lying


def weapons(state: Race, c: Chariot, d: Chariot, part: Part, spear_used: bool) -> list[Weapon]:
    """The weapons for this part of a chariot from an adjacent square."""
    found = []
    if part == TEAM:
        if d.condition == RUNAWAY and is_standing(state, d):
            return []
        if d.dead and is_shielded(d, facing(state, d.team, c.car)):
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


@cites(R("X57"))
def knife_throws(state: Race, i: int) -> list[Move]:
    """Knives in range: the throwing knife, and the small one."""
    c = state.chariots[i]
    out: list[Move] = []
    near = state.track.near(c.car, KNIFE_RANGE)
    friends = (c.owner, *bribing_seats(state, i))
    for whom, d in enumerate(state.chariots):
        if d.condition > RUNAWAY or d.owner in friends:
            continue
        if d.condition == RUNAWAY and is_standing(state, d):
            continue
        far = near.get(d.car if d.car != NOWHERE else d.team, 0)
        if state.epic:
            if far and 12 + c.cdm - far >= data.EPIC_KNIFE_HIT:
                out.append(mv.ATTACKS[SMALL_KNIFE][whom][CAR])
            continue
        out.extend([mv.ATTACKS[weapon][whom][CAR] for weapon in knives_in_range(c, far)])
        if d.car != NOWHERE and not (d.dead and is_shielded(d, facing(state, d.team, c.car))):
            far = near.get(d.team, 0)
            out.extend([mv.ATTACKS[weapon][whom][TEAM] for weapon in knives_in_range(c, far)])
    return out


def knives_in_range(c: Chariot, far: int) -> list[Weapon]:
    """The General's knives that may hit at this range; 0 is out of range."""
    found = []
    if far and c.knives & Knives.THROWING and far - c.cdm <= data.GENERAL_KNIFE_HIT:
        found.append(KNIFE)
    if far and c.knives & Knives.SMALL and 2 * far - c.cdm <= data.GENERAL_KNIFE_HIT:
        found.append(SMALL_KNIFE)
    return found


def trample_attacks(state: Race, i: int, attacked_from: tuple[int, ...]) -> list[Move]:
    """Attacks on dragged drivers under the team."""
    c = state.chariots[i]
    if c.team in attacked_from or is_on_wreck(state, c):
        return []
    friends = (c.owner, *bribing_seats(state, i))
    return [
        mv.ATTACKS[RAM][whom][MAN]
        for whom in trampled_from(state, c.team, i)
        if state.chariots[whom].owner not in friends
    ]

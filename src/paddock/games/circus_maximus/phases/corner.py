"""Straining in a corner, and being forced sideways."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citing import cites
from paddock.core.flow import Pending
from paddock.games.circus_maximus import events as ev
from paddock.games.circus_maximus import phases
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.data.kinds import (
    CAR,
    EMPTY,
    INSIDE,
    OPPOSITE,
    OUTSIDE,
    RACING,
    RAM,
    RUNAWAY,
    TEAM,
    Part,
    Side,
    StrainResult,
)
from paddock.games.circus_maximus.events import Events
from paddock.games.circus_maximus.phases import combat, weapons
from paddock.games.circus_maximus.phases.harm import (
    check_wheels,
    flip,
    hurt_horse,
    injure,
    jostle,
    put_weakened,
    trim,
)
from paddock.games.circus_maximus.phases.underway import Blow
from paddock.games.circus_maximus.rules import charts, damage
from paddock.games.circus_maximus.rules.dice import dice
from paddock.games.circus_maximus.rules.log import put
from paddock.games.circus_maximus.rules.space import taken
from paddock.games.circus_maximus.rules.speed import NO_LANE, current_speed, safe_speed, tire
from paddock.games.circus_maximus.rules.track import WALL

if TYPE_CHECKING:
    from paddock.games.circus_maximus.state import Chariot, State

RAIN_STRAIN = (3, 2, 1)
"""What rain adds to a corner roll for light, normal and heavy cars; mud adds one more."""
UNEVEN_STRAIN = 2
STUCK, BESIDE = -6, -3
"""What an involuntary ram takes from the CDM: a double slip that could not begin; any other."""


class Cause(enum.IntEnum):
    """Why a chariot is pushed aside."""

    SLIPPED = 0
    DOUBLE = 1
    SWERVED = 2
    SLID = 3
    AWAY = 4


DRIVEN_IN = (Cause.SWERVED, Cause.SLID, Cause.AWAY)
"""Causes that may push it to the inside of a corner, into a lane with a safe speed of its own."""


@cites(R("B6.311"), R("B6.511"), R("B7.2"), R("B7.22"), R("B7.31"), R("X9"), R("X11"), R("GQ6.61"))
@cites(R("E2.9.1"), R("E2.9.1.2"), R("E2.9.1.3.1"), R("E2.9.1.3.2"), R("E2.9.2.1"))
def strain(
    state: State, i: int, square: int, speed: int, events: Events, chance: Chance, own: bool
) -> State:
    """A check in the lane of a corner square, if the speed is above what is safe there.

    In its own phase a chariot pays only what it has not paid for a lane further out.
    """
    safe = safe_speed(state, square)
    c = state.chariots[i]
    if speed <= safe or c.condition not in (RACING, EMPTY):
        return state
    if own and c.safe_paid <= safe:
        return state
    if c.endurance <= 0:
        return automatic_flip(state, i, events)
    if any(c.wheels):
        state = check_wheels(state, i, events, chance)
        c = state.chariots[i]
        if c.condition not in (RACING, EMPTY):
            return state
    paid_for = max(0, speed - c.safe_paid) if own and c.safe_paid != NO_LANE else 0
    due = min(speed - safe - paid_for, c.endurance)
    c = tire(c, due)
    if own:
        c = replace(c, safe_paid=safe)
    state = put_weakened(state, i, c, events)
    if c.spear:
        state = weapons.own_spear(state, i, events, chance)
        if state.chariots[i].condition not in (RACING, EMPTY):
            return state
    return roll_strain(state, i, speed - safe, due, events, chance)


@cites(R("B8.41"), R("X12"), R("E2.11.2.1"))
def automatic_flip(state: State, i: int, events: Events) -> State:
    """Without endurance a corner above the safe speed is a flip."""
    return flip(state, i, events)


@cites(R("B7.32"), R("GO3"), R("GO11"), R("GO12"), R("X44"), R("X53"), R("E2.3.7.3"), R("E2.3.7.4"))
@cites(R("E2.9.2"))
def roll_strain(
    state: State, i: int, points: int, paid: int, events: Events, chance: Chance
) -> State:
    """Three dice on the chart; the wet sand, unlike blades and a poor driver make it worse."""
    c = state.chariots[i]
    worse = 0
    if state.wet_sand:
        worse = RAIN_STRAIN[damage.weather_weight(state, c)] + (1 if state.mud else 0)
    if damage.uneven(state, c):
        worse += UNEVEN_STRAIN
    cdm = c.cdm if c.condition == RACING else 0
    thrown = dice(chance, 3, "strain")
    if state.epic:
        roll = thrown + cdm - worse
        result = charts.mirrored_strain(roll, points)
    else:
        roll = thrown - cdm + worse
        result = charts.strain(roll, points)
    events.append(ev.Strained(i, points, paid, roll, result))
    return apply_strain(state, i, result, events, chance)


@cites(R("B7.33"), R("X13"), R("X14"), R("X16"), R("X17"), R("E2.9.2.3"), R("E2.9.3.1"))
def apply_strain(
    state: State, i: int, result: StrainResult, events: Events, chance: Chance
) -> State:
    """What the chart says."""
    c = state.chariots[i]
    match result:
        case StrainResult.SLIP:
            state = put(state, i, replace(c, held_out=True))
            return replace(state, phase=Shove(i, OUTSIDE, 1, Cause.SLIPPED, state.phase))
        case StrainResult.DOUBLE:
            c = replace(c, held_out=True, barred_until=state.turn + 1)
            state = put(state, i, c)
            if c.mf:
                state = trim(state, i, c, c.total - c.whip_mf, events)
            return replace(state, phase=Shove(i, OUTSIDE, 2, Cause.DOUBLE, state.phase))
        case StrainResult.JOSTLE:
            return jostle(state, i, events)
        case StrainResult.LEFT_HORSE | StrainResult.RIGHT_HORSE:
            side = INSIDE if result == StrainResult.LEFT_HORSE else OUTSIDE
            points = charts.horse_injury(dice(chance, 2, "injury"))
            return hurt_horse(state, i, damage.nearest_horse(c, side), points, events, chance)
        case StrainResult.FLIP:
            return flip(state, i, events)
        case _:
            return state


@cites(R("B7.33"), R("B7.34"), R("B9.43"), R("X16"), R("X19"), R("E2.9.3.1"), R("E2.9.3.3"))
class Shove(Pending, frozen=True, tag=True, gc=False):
    """A chariot is forced aside, lane by lane; a wall is a flip, others are rammed."""

    chariot: int
    side: Side
    lanes: int
    cause: Cause
    then: phases.Phase

    def resume(self, state: State, events: Events, chance: Chance) -> State:
        i, c = self.chariot, state.chariots[self.chariot]
        if not self.lanes or c.condition not in (RACING, EMPTY) or c.dead:
            return replace(state, phase=self.then)
        track = state.track
        target = track.slip[self.side][c.team]
        if target == WALL:
            return flip(replace(state, phase=self.then), i, events)
        tail = track.back(target, c.segments)
        full = taken(state, i)
        if target in full or tail in full:
            return self.collide(replace(state, phase=self.then), c, target, tail, events, chance)
        events.append(ev.Forced(i, self.side, target))
        state = put(state, i, replace(c, team=target, car=tail))
        state = replace(state, phase=replace(self, lanes=self.lanes - 1))
        if self.side == INSIDE and track.in_corner[target] and self.cause in DRIVEN_IN:
            own = state.mover == i
            return strain(state, i, target, self.speed(state, c), events, chance, own)
        return state

    @cites(R("GQ9.43"), R("X19"), R("E2.10.4.3"))
    def speed(self, state: State, c: Chariot) -> int:
        """What a check on the way in looks at: in 1980 a swerve sees the last executed move."""
        if self.cause == Cause.SWERVED and not state.epic:
            return c.total if c.moved else c.last_total
        return current_speed(state, c)

    @cites(R("B9.6"), R("B9.61"), R("B9.62"), R("B9.63"), R("X31"), R("E2.9.3.2"), R("E2.9.3.3"))
    @cites(R("E2.10.10"), R("E2.10.10.1"), R("E2.10.10.2"), R("E2.10.10.3"))
    def collide(
        self, state: State, c: Chariot, target: int, tail: int, events: Events, chance: Chance
    ) -> State:
        """Others stand there: a car hurts the horses, then the own car rams what is beside it."""
        i = self.chariot
        first = self.cause == Cause.DOUBLE and self.lanes == 2
        state = put_weakened(state, i, replace(c, loss=c.loss + 1), events)
        ahead = part_at(state, target, i)
        if ahead is not None and ahead[1] == CAR:
            other = state.chariots[ahead[0]]
            edge = damage.edge(state, other, OPPOSITE[self.side])
            events.append(ev.RanInto(i, ahead[0], TEAM))
            state = injure(state, i, self.side, edge, events, chance)
        struck = part_at(state, tail, i)
        if struck is None:
            return state
        whom, part = struck
        events.append(ev.RanInto(i, whom, part))
        blow = Blow(
            by=i,
            weapon=RAM,
            whom=whom,
            part=part,
            side=OPPOSITE[self.side],
            mod=STUCK if first else BESIDE,
            edge=damage.edge(state, c, self.side),
            forced=True,
        )
        return combat.defend(state, blow, events, chance)


def part_at(state: State, square: int, but: int) -> tuple[int, Part] | None:
    """Whose team or car stands on a square."""
    for i, c in enumerate(state.chariots):
        if i != but and c.condition <= RUNAWAY:
            if c.team == square:
                return i, TEAM
            if c.car == square:
                return i, CAR
    return None

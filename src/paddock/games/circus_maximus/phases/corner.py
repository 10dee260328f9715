"""Corner strain and forced sideways moves."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
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
    report_lapsed,
    with_fewer_mf,
)
from paddock.games.circus_maximus.phases.underway import Blow
from paddock.games.circus_maximus.rules import charts, damage
from paddock.games.circus_maximus.rules.corners import strain_due, strain_modifier
from paddock.games.circus_maximus.rules.dice import dice
from paddock.games.circus_maximus.rules.log import is_standing, pace, put_chariot
from paddock.games.circus_maximus.rules.space import taken_squares
from paddock.games.circus_maximus.rules.speed import (
    NO_LANE,
    cap_speed,
    current_speed,
    safe_speed,
    tire,
)
from paddock.games.circus_maximus.rules.track import WALL

if TYPE_CHECKING:
    from paddock.games.circus_maximus.state import Chariot, State

STUCK, BESIDE = -6, -3
"""CDM loss of an involuntary ram: after a double slip that could not begin; after any other."""


class Cause(enum.IntEnum):
    """Why a chariot is forced aside."""

    SLIPPED = 0
    DOUBLE = 1
    SWERVED = 2
    SLID = 3
    AWAY = 4


INWARD_CAUSES = (Cause.SWERVED, Cause.SLID, Cause.AWAY)
"""Causes that may force it to the inside of a corner, into a lane with another safe speed."""

SIDESLIP_CAUSES = (Cause.SLID, Cause.AWAY)
"""Sideslips that are not caused by a corner."""


@cites(R("B7.2"), R("B7.22"), R("E2.9.1"), R("E2.9.1.3.1"), R("E2.9.1.3.2"))
def strain(
    state: State, i: int, square: int, speed: int, events: Events, chance: Chance, own: bool
) -> State:
    """A check in the lane of a corner square, if the speed is above the safe one.

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
    due = strain_due(c, speed, safe, c.safe_paid if own else NO_LANE)
    c = tire(c, due)
    if own:
        c = replace(c, safe_paid=safe)
    state = put_weakened(state, i, c, events)
    if c.spear:
        state = weapons.fall_into_spear(state, i, events, chance)
        if state.chariots[i].condition not in (RACING, EMPTY):
            return state
    return roll_strain(state, i, speed - safe, due, events, chance)


@cites(R("B8.41"), R("X12"), R("E2.11.2.1"))
def automatic_flip(state: State, i: int, events: Events) -> State:
    """Without endurance, a corner above the safe speed is a flip."""
    return flip(state, i, events)


@cites(R("X44"))
def roll_strain(
    state: State, i: int, points: int, paid: int, events: Events, chance: Chance
) -> State:
    """Three dice on the chart; wet sand, uneven blades and a poor driver make it worse."""
    c = state.chariots[i]
    worse = strain_modifier(state, c)
    cdm = c.cdm if c.condition == RACING else 0
    thrown = dice(chance, 3, "strain")
    if state.epic:
        roll = thrown + cdm - worse
        result = charts.mirrored_strain(roll, points)
    else:
        roll = thrown - cdm + worse
        result = charts.strain(roll, points)
    return apply_strain(
        state, i, points, paid, roll=roll, result=result, events=events, chance=chance
    )


@cites(R("B7.33"), R("X17"), R("E2.9.2.3"))
def apply_strain(
    state: State,
    i: int,
    points: int,
    paid: int,
    roll: int,
    result: StrainResult,
    events: Events,
    chance: Chance,
) -> State:
    """Applies the result of the chart."""
    c = with_slip_marks(state, state.chariots[i], result)
    had = state.chariots[i].mf
    strained = ev.Strained(
        i,
        points,
        paid,
        roll,
        result,
        endurance=c.endurance,
        held_out=c.held_out,
        barred_until=c.barred_until,
        pace=pace(c),
    )
    events.append(strained)
    report_lapsed(i, c, had, events)
    state = put_chariot(state, i, c)
    match result:
        case StrainResult.SLIP:
            return replace(state, phase=Shove(i, OUTSIDE, 1, Cause.SLIPPED, state.phase))
        case StrainResult.DOUBLE:
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


def with_slip_marks(state: State, c: Chariot, result: StrainResult) -> Chariot:
    """A slip bars the inside lanes; a double slip also straining."""
    if result == StrainResult.SLIP:
        return replace(c, held_out=True)
    if result != StrainResult.DOUBLE:
        return c
    c = replace(c, held_out=True, barred_until=state.turn + 1)
    return with_fewer_mf(state, c, c.total - c.whip_mf) if c.mf else c


@cites(R("E2.9.3.1"))
def with_sideslip_marks(state: State, c: Chariot, cause: Cause) -> Chariot:
    """Any sideslip bars the inside lanes; in Epic two lanes also bar straining."""
    if cause not in SIDESLIP_CAUSES:
        return c
    if cause == Cause.AWAY and state.epic:
        return replace(c, held_out=True, barred_until=state.turn + 1)
    return replace(c, held_out=True)


@cites(R("X16"))
class Shove(Pending, frozen=True, tag=True, gc=False):
    """A chariot is forced aside, lane by lane; a wall is a flip, other chariots are rammed."""

    chariot: int
    side: Side
    lanes: int
    cause: Cause
    then: phases.Phase

    def resume(self, state: State, events: Events, chance: Chance) -> State:
        i, c = self.chariot, state.chariots[self.chariot]
        if not self.lanes or c.condition not in (RACING, EMPTY) or is_standing(state, c):
            return replace(state, phase=self.then)
        track = state.track
        target = track.slip[self.side][c.team]
        if target == WALL:
            return flip(replace(state, phase=self.then), i, events)
        tail = track.back(target, c.segments)
        full = taken_squares(state, i)
        if target in full or tail in full:
            return self.collide(replace(state, phase=self.then), c, target, tail, events, chance)
        c = with_sideslip_marks(state, c, self.cause)
        events.append(ev.Forced(i, self.side, target, tail, c.held_out, c.barred_until))
        state = put_chariot(state, i, replace(c, team=target, car=tail))
        state = replace(state, phase=replace(self, lanes=self.lanes - 1))
        if self.side == INSIDE and track.in_corner[target] and self.cause in INWARD_CAUSES:
            own = state.mover == i
            return strain(state, i, target, self.speed(state, c), events, chance, own)
        return state

    @cites(R("GQ9.43"), R("X19"))
    def speed(self, state: State, c: Chariot) -> int:
        """The speed for checks on the way in: in 1980 a swerve uses the last executed move."""
        if self.cause == Cause.SWERVED and not state.epic:
            return c.total if c.moved else c.last_total
        return current_speed(state, c)

    @cites(R("B9.6"), R("B9.63"), R("E2.9.3.2"), R("E2.10.10"), R("E2.10.10.3"))
    def collide(
        self, state: State, c: Chariot, target: int, tail: int, events: Events, chance: Chance
    ) -> State:
        """Other chariots are there: it stays, and rams them first with its horses, then with its
        car."""
        i = self.chariot
        held = cap_speed(state, replace(c, loss=c.loss + 1))
        events.append(ev.HeldUp(i, held.loss, pace(held)))
        state = put_chariot(state, i, held)
        ahead, beside = part_at(state, target, i), part_at(state, tail, i)
        if ahead is not None and ahead[1] == CAR:
            state = self.horses_into(state, ahead[0], events, chance)
        if beside is None:
            return state
        return self.car_into(state, c, beside, events, chance)

    @cites(R("B9.61"), R("X31"), R("E2.10.10.1"))
    def horses_into(self, state: State, whom: int, events: Events, chance: Chance) -> State:
        """A car where the team would stand hurts the nearest horse."""
        edge = damage.edge(state, state.chariots[whom], OPPOSITE[self.side])
        events.append(ev.RanInto(self.chariot, whom, TEAM))
        return injure(state, self.chariot, self.side, edge, events, chance)

    @cites(R("B7.34"), R("B9.62"), R("E2.9.3.3"), R("E2.10.10.2"))
    def car_into(
        self, state: State, c: Chariot, beside: tuple[int, Part], events: Events, chance: Chance
    ) -> State:
        """Rams what stands where the car would, worse if a double slip could not begin."""
        whom, part = beside
        events.append(ev.RanInto(self.chariot, whom, part))
        stuck = self.cause == Cause.DOUBLE and self.lanes == 2
        blow = Blow(
            by=self.chariot,
            weapon=RAM,
            whom=whom,
            part=part,
            side=OPPOSITE[self.side],
            mod=STUCK if stuck else BESIDE,
            edge=damage.edge(state, c, self.side),
            forced=True,
        )
        return combat.defend(state, blow, events, chance)


def part_at(state: State, square: int, but: int) -> tuple[int, Part] | None:
    """The chariot and part on a square."""
    for i, c in enumerate(state.chariots):
        if i != but and c.condition <= RUNAWAY:
            if c.team == square:
                return i, TEAM
            if c.car == square:
                return i, CAR
    return None

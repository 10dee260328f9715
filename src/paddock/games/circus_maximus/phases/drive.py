"""A chariot's move, step by step until no MF is left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.errors import Refusal, RulesBug
from paddock.core.flow import mark_secret_shown
from paddock.core.game import Ask, Question
from paddock.core.seats import Seat
from paddock.games.circus_maximus import events as ev
from paddock.games.circus_maximus import moves as mv
from paddock.games.circus_maximus import phases
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.data.kinds import (
    CAR,
    DUST,
    EMPTY,
    INSIDE,
    KNIFE,
    LASH,
    MAN,
    OPPOSITE,
    RACING,
    RAM,
    RUNAWAY,
    SMALL_KNIFE,
    SPEAR,
    TEAM,
    Side,
)
from paddock.games.circus_maximus.events import Events
from paddock.games.circus_maximus.moves import Move
from paddock.games.circus_maximus.phases import bolt, combat, corner, moving
from paddock.games.circus_maximus.phases.harm import flip, put_weakened
from paddock.games.circus_maximus.phases.rams import spread_points
from paddock.games.circus_maximus.phases.underway import Blow
from paddock.games.circus_maximus.rules import attacks, charts, damage, steps
from paddock.games.circus_maximus.rules.attacks import SPEAR_COST
from paddock.games.circus_maximus.rules.dice import dice
from paddock.games.circus_maximus.rules.log import pace, put_chariot
from paddock.games.circus_maximus.rules.space import (
    CHANGE_COST,
    SLIP_COST,
    blocked_squares,
    change_to,
    closed_squares,
    facing,
    is_on_grey,
    slip_to,
)
from paddock.games.circus_maximus.rules.speed import can_strain, cap_speed, tire
from paddock.games.circus_maximus.rules.track import TRACKS, WALL

if TYPE_CHECKING:
    from paddock.games.circus_maximus.state import State

Q_DRIVE = Question("drive", R("B6.2"), args=("chariot", "mf"))
BLOCKED = Refusal("blocked", R("X22"))
NO_STRAINING = Refusal("no-straining", R("X13"))
NOT_BOUND = Refusal("not-bound", R("X23"))
CANNOT_BRAKE = Refusal("cannot-brake", R("B8.42"))
NOT_STUCK = Refusal("not-stuck", R("B6.74"))
NO_WAY_ASIDE = Refusal("wall", R("X26"))
JUMPING = Refusal("jumping", R("X40"))
TOO_DEAR = Refusal("too-dear", R("B6.4"))
HELD_OUT = Refusal("held-out", R("GQ7.33"))
NO_ROOM = Refusal("no-room", R("X21"))
STRAIGHT_ON = Refusal("straight-on", R("GO4"))
EPIC_STRAIGHT_ON = Refusal("straight-on", R("E2.10.6.5"))
NO_SUCH_ATTACK = Refusal("not-offered", R("B9.1"))
NO_KNIFE = Refusal("no-knife", R("GO5"))
OUT_OF_RANGE = Refusal("out-of-range", R("GO5"))
NO_SPEAR = Refusal("no-spear", R("GO6"))
SPEAR_USED = Refusal("spear-used", R("GO6"))
OWN_CHARIOT = Refusal("own-chariot", R("B3.4"))
BRIBED = Refusal("bribed", R("B24.321"))
ON_GREY = Refusal("on-grey", R("B3.8"))
HAS_CUT = Refusal("cutting", R("B9.53"))
ON_WRECK = Refusal("on-wreck", R("GQ14.1"))
ONE_A_SQUARE = Refusal("one-a-square", R("X30"))
SHIELDED = Refusal("shielded", R("B9.52"))
NO_WHIP = Refusal("no-whip", R("B9.43"))
NO_DUST = Refusal("no-dust", R("GO4"))
EPIC_NO_DUST = Refusal("no-dust", R("E2.10.6"))
NOT_BESIDE = Refusal("not-beside", R("B9.2"))
LIGHT_EDGE = -3
"""The edge of a light car, which a runaway team counts as."""


@cites(R("B11.2"), R("E2.8.1.1"))
def shown_at_once(state: State, events: Events) -> None:
    """With reaction time moves cannot be taken back: each counts as shown."""
    if state.options.reaction:
        mark_secret_shown(events)


@cites(R("B6.2"), R("E2.8.4.2"))
class Drive(Struct, frozen=True, tag=True, gc=False):
    """One small decision after another until no MF is left."""

    chariot: int
    attacked_from: tuple[int, ...]  # squares of the car from which it has attacked
    spear_used: bool
    then: phases.Phase

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        c = state.chariots[self.chariot]
        options = steps.options(state, self.chariot, self.attacked_from, self.spear_used)
        return (Ask(c.owner, Q_DRIVE, options, 0, (self.chariot, c.mf)),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        i = self.chariot
        c = state.chariots[i]
        track = TRACKS[state.options.track]
        if state.options.reaction:
            shown_at_once(state, events)
        match move:
            case mv.Forward():
                return moving.advance(state, i, track.ahead[c.team], 1, events, chance)
            case mv.Change(side=side):
                target = track.change[side][c.team]
                if target < 0:
                    return flip(state, i, events)
                cost = CHANGE_COST[side]
                return moving.advance(state, i, target, cost, events, chance, side)
            case mv.Slip(side=side):
                return slip(state, i, side, events, chance)
            case mv.Brake():
                return brake(state, i, events)
            case mv.Attack():
                return self.attack(state, move, events)
            case mv.Crash():
                return crash(state, i, events, chance)
            case _:
                raise RulesBug(move)

    @cites(R("B6.8"), R("E2.10.1.1"))
    def attack(self, state: State, move: mv.Attack, events: Events) -> State:
        """Pays for an attack and announces it."""
        i = self.chariot
        c = state.chariots[i]
        spear = move.weapon == SPEAR
        state = put_chariot(state, i, replace(c, mf=c.mf - (SPEAR_COST if spear else 1)))
        place = c.team if move.part == MAN else c.car
        drive = replace(
            self, attacked_from=(*self.attacked_from, place), spear_used=self.spear_used or spear
        )
        return assault(replace(state, phase=drive), i, move, events)

    def resume(self, state: State, events: Events, chance: Chance) -> State | None:
        c = state.chariots[self.chariot]
        if c.condition is not RACING:
            driverless = c.condition in (EMPTY, RUNAWAY)
            then = bolt.Bolt(self.chariot, (), self.then) if driverless else self.then
            return replace(state, phase=then)
        if c.mf > 0 and not c.dead:
            return None
        state = replace(state, phase=self.then)
        if c.jumps:  # it has stopped on the obstacle
            state = put_chariot(state, self.chariot, replace(c, jumps=(), mf=0))
            return flip(state, self.chariot, events)
        return state

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        c = state.chariots[self.chariot]
        match move:
            case mv.Forward():
                ahead = state.track.ahead[c.team]
                return BLOCKED if ahead in blocked_squares(state, self.chariot) else NO_STRAINING
            case mv.Change(side=side):
                return self.why_no_change(state, side)
            case mv.Slip():
                barred = c.mf >= SLIP_COST and not can_strain(state, c)
                return NO_STRAINING if barred else NOT_BOUND
            case mv.Brake():
                return HAS_CUT if c.has_cut else CANNOT_BRAKE
            case mv.Attack():
                return self.why_no_attack(state, move)
            case mv.Crash():
                return NOT_STUCK
            case _:
                return None

    def why_no_change(self, state: State, side: Side) -> Refusal:
        c = state.chariots[self.chariot]
        if state.track.change[side][c.team] == WALL:
            return NO_WAY_ASIDE
        if c.jumps:
            return JUMPING
        if c.mf < CHANGE_COST[side]:
            return TOO_DEAR
        if side == INSIDE and c.held_out:
            return HELD_OUT
        if change_to(state, c, side, closed_squares(state, self.chariot)) == WALL:
            return NO_ROOM
        if c.straight_on and not c.straight_later:
            return EPIC_STRAIGHT_ON if state.epic else STRAIGHT_ON
        return NO_STRAINING

    def why_no_attack(self, state: State, move: mv.Attack) -> Refusal:
        c = state.chariots[self.chariot]
        if not 0 <= move.target < len(state.chariots):
            return NO_SUCH_ATTACK
        d = state.chariots[move.target]
        if d.owner == c.owner:
            return OWN_CHARIOT
        if (self.chariot, d.owner) in state.spared:
            return BRIBED
        if is_on_grey(state, c):
            return ON_GREY
        if c.has_cut:
            return HAS_CUT
        if attacks.is_on_wreck(state, c):
            return ON_WRECK
        if c.car in self.attacked_from:
            return ONE_A_SQUARE
        beside = state.track.reach[c.car]
        if move.part == TEAM and d.team in beside and d.dead:
            return SHIELDED
        if move.weapon == LASH and not c.whip:
            return NO_WHIP
        if move.weapon == DUST and d.car in beside:
            return EPIC_NO_DUST if state.epic else NO_DUST
        if move.weapon in (KNIFE, SMALL_KNIFE):
            return NO_KNIFE if not c.knives else OUT_OF_RANGE
        if move.weapon == SPEAR:
            if not c.spear:
                return NO_SPEAR
            if self.spear_used:
                return SPEAR_USED
            if c.mf < SPEAR_COST:
                return TOO_DEAR
        return NOT_BESIDE


@cites(R("B6.61"), R("GQ6.61"), R("Q12"), R("E2.8.7"))
def brake(state: State, i: int, events: Events) -> State:
    """One MF for one endurance; the total speed does not change."""
    c = state.chariots[i]
    if c.endurance > 1:
        c = replace(c, endurance=c.endurance - 1, mf=c.mf - 1)
    else:
        c = replace(tire(c, 1), mf=c.mf - 1)
    c = cap_speed(state, c)
    events.append(ev.Braked(i, c.endurance, pace(c)))
    return put_weakened(state, i, c, events) if c.blown else put_chariot(state, i, c)


@cites(R("E2.10.2"))
def assault(state: State, i: int, move: mv.Attack, events: Events) -> State:
    """The blow of an announced attack; a ram on horses is recorded whatever the result."""
    a, d = state.chariots[i], state.chariots[move.target]
    events.append(ev.Attacked(i, move.target, move.weapon, move.part, a.mf))
    if move.weapon == RAM and move.part == TEAM:
        if state.options.no_horse_rams and not a.rammed:
            events.append(ev.HorsesRammed(i))
        state = put_chariot(state, i, replace(a, rammed=True))
    if move.part == MAN:
        blow = Blow(i, move.weapon, move.target, move.part, INSIDE)
    else:
        theirs = d.team if move.part == TEAM or d.car < 0 else d.car
        side = facing(state, theirs, a.car)
        edge = damage.edge(state, a, OPPOSITE[side])
        blow = Blow(i, move.weapon, move.target, move.part, side, 0, edge)
    return replace(state, phase=combat.UnderAttack(blow, state.phase))


@cites(R("B6.7"), R("E2.8.8"))
def slip(state: State, i: int, side: Side, events: Events, chance: Chance) -> State:
    """A voluntary sideslip; to the inside of a corner it is a new lane like any other."""
    c = state.chariots[i]
    target = slip_to(state, c, side, frozenset())
    car = c.car if c.car < 0 else state.track.back(target, c.segments)
    events.append(ev.Slipped(i, side, target, car, c.mf - SLIP_COST))
    state = put_chariot(state, i, replace(c, team=target, car=car, mf=c.mf - SLIP_COST))
    if state.track.in_corner[target] and c.condition != RUNAWAY:
        return corner.strain(state, i, target, c.total, events, chance, True)
    return state


@cites(R("B6.74"), R("X24"), R("E2.8.8.4"), R("E2.10.10.1.2"))
def crash(state: State, i: int, events: Events, chance: Chance) -> State:
    """Blocked, without room and endurance: the chariot ahead hurts the horses, and the MFs
    lapse."""
    c = state.chariots[i]
    ahead = corner.part_at(state, state.track.ahead[c.team], i)
    if ahead is None:
        raise RulesBug("nobody is ahead")
    whom, part = ahead
    if c.condition == RACING:
        c = tire(c, c.endurance)
    c = cap_speed(state, replace(c, mf=0, loss=c.loss + 1))
    events.append(ev.Collided(i, whom, c.endurance, c.loss, pace(c)))
    state = put_weakened(state, i, c, events)
    other = state.chariots[whom]
    if part == CAR:
        edge = damage.edge(state, other, INSIDE)
        points = charts.horse_injury(dice(chance, 2, "injury") + edge)
        return spread_points(state, i, points, events, chance)
    for who in (whom, i):
        points = charts.horse_injury(dice(chance, 2, "injury") + LIGHT_EDGE)
        state = spread_points(state, who, points, events, chance)
    return state

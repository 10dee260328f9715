"""A chariot's movement phase: what is announced, the checks before it, and every small step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citing import cites
from paddock.core.errors import Refusal, RulesBug
from paddock.core.flow import Asking, Pending, reveal
from paddock.core.game import Ask, Question
from paddock.core.seats import Seat
from paddock.games.circus_maximus import events as ev
from paddock.games.circus_maximus import moves as mv
from paddock.games.circus_maximus import phases
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.data.kinds import (
    CAR,
    EMPTY,
    INSIDE,
    MAN,
    OPPOSITE,
    RACING,
    RUNAWAY,
    SPEAR,
    TEAM,
    Side,
)
from paddock.games.circus_maximus.events import Events
from paddock.games.circus_maximus.moves import Move
from paddock.games.circus_maximus.phases import bolt, combat, corner, jumps, moving
from paddock.games.circus_maximus.phases.harm import check_wheels, flip, put_weakened
from paddock.games.circus_maximus.phases.rams import spread
from paddock.games.circus_maximus.phases.start import cut_free, see_again, start_loss, use_whip
from paddock.games.circus_maximus.phases.underway import Blow
from paddock.games.circus_maximus.rules import actions, charts, damage
from paddock.games.circus_maximus.rules.dice import dice
from paddock.games.circus_maximus.rules.log import put
from paddock.games.circus_maximus.rules.space import (
    COST,
    SLIP_COST,
    corner_square,
    facing,
    in_corner,
    obstacle,
    slip_to,
)
from paddock.games.circus_maximus.rules.speed import (
    NO_LANE,
    WHEEL_SPEED,
    maximum,
    may_whip,
    safe_speed,
    tire,
)

if TYPE_CHECKING:
    from paddock.games.circus_maximus.state import Chariot, State

Q_ANNOUNCE = Question("announce", R("X3"), args=("chariot", "speed"))
Q_DRIVE = Question("drive", R("B6.2"), args=("chariot", "mf"))
LIGHT_EDGE = -3


@cites(R("B11.2"), R("E2.8.1.1"))
def shown_at_once(state: State, events: Events) -> None:
    """With reaction time nothing that was moved is taken back: each move counts as shown."""
    if state.options.reaction:
        reveal(events)


# ---------------------------------------------------------------- before the move


@cites(R("X3"), R("B5.2"), R("B15.22"), R("E2.13.2"), R("E2.13.2.1.2"))
class Drawn(Pending, frozen=True, tag=True, gc=False):
    """A colour was drawn: the moment before its chariot does anything this turn."""

    chariot: int
    then: phases.Phase

    def resume(self, state: State, events: Events, chance: Chance) -> State:
        i = self.chariot
        c = state.chariots[i]
        if c.condition in (EMPTY, RUNAWAY):
            return bolt.let_loose(state, i, self.then, events)
        ways = announcements(state, c)
        if len(ways) > 1:
            return replace(state, phase=Announce(i, self.then))
        return announce(state, i, ways[0], self.then, events, chance)


@cites(R("B6.52"), R("B9.41"), R("B9.53"), R("GO10"), R("X7"), R("X57"), R("E2.8.3"))
@cites(R("E2.12.2.2"))
def announcements(state: State, c: Chariot) -> tuple[mv.Begin, ...]:
    """Whip or not, cut or not, and the MFs a lash has offered."""
    written = state.options.written_whip
    if c.dead:
        return mv.beginnings(False, c.knives > 0, 0)
    if written:
        return tuple(
            mv.Begin(c.whip_written and may_whip(state, c), False, n) for n in range(c.offered + 1)
        )
    return mv.beginnings(may_whip(state, c), False, c.offered)


@cites(R("X3"), R("E2.6"))
class Announce(Asking, frozen=True, tag=True, gc=False):
    """Before any die: the whip, cutting free, MFs that were offered."""

    chariot: int
    then: phases.Phase

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        c = state.chariots[self.chariot]
        ways = announcements(state, c)
        return (Ask(c.owner, Q_ANNOUNCE, ways, 0, (self.chariot, c.written)),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        if not isinstance(move, mv.Begin):
            raise RulesBug(move)
        shown_at_once(state, events)
        return announce(state, self.chariot, move, self.then, events, chance)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        if not isinstance(move, mv.Begin):
            return None
        if move.whip and state.chariots[self.chariot].dead:
            return Refusal("cutting", R("B9.53"))
        if move.whip and state.options.written_whip:
            return Refusal("not-written", R("GO10"))
        if move.whip:
            return Refusal("no-whip", R("B6.52"))
        return Refusal("nothing-to-cut", R("B9.53")) if move.cut else None


@cites(R("X3"), R("X4"), R("X5"), R("X6"), R("B9.311"), R("E1.3.3"), R("E2.8.2.3"), R("E2.8.4.3"))
@cites(R("E2.10.3.3.1"))
def announce(
    state: State, i: int, said: mv.Begin, then: phases.Phase, events: Events, chance: Chance
) -> State:
    """The dice are thrown, and total speed and MFs are fixed."""
    state = see_again(state, i, events, chance)
    c = state.chariots[i]
    cost = c.used
    no_attacks = False
    if c.dead:
        state, mfs, ok = cut_free(state, i, said.cut, events, chance)
        no_attacks = ok and not state.epic
        total, ran = mfs + (0 if state.epic else cost), 0
        if not ok or state.chariots[i].dead:
            total = mfs = 0
        elif state.epic:
            mfs = max(0, total - cost)
    elif state.epic:
        loss = start_loss(state, i, events, chance)
        state, ran = use_whip(state, i, said.whip, events, chance)
        total = min(c.written, maximum(state, c)) + c.added + ran - loss
        total = max(1 if loss else 0, total)
        mfs = max(0, total - cost)
    else:
        base = max(0, min(c.written, maximum(state, c) - cost))
        base = max(0, base - start_loss(state, i, events, chance))
        state, ran = use_whip(state, i, said.whip, events, chance)
        mfs = base + ran + c.added + said.take
        total = mfs + cost
    c = replace(
        state.chariots[i],
        total=total,
        mf=mfs,
        whip_mf=ran,
        prepaid=cost,
        used=0,
        loss=0,
        added=0,
        offered=0,
        moved=True,
        safe_paid=NO_LANE,
        towed=0,
    )
    events.append(ev.SetOff(i, total, mfs))
    phase: phases.Phase = Drive(i, (), no_attacks, False, then)
    if mfs and (state.litter or any(c.wheels) or in_corner(state, c)):
        phase = StartOfMove(i, 0, bool(said.cut), phase)
    return replace(put(state, i, c), phase=phase)


@cites(R("X3"), R("X41"), R("B12.4"), R("B7.4"), R("B7.2"), R("X20"), R("E2.6"), R("E2.9.1.3.1"))
@cites(R("E2.12.3"), R("E2.13.1.4.2"))
class StartOfMove(Pending, frozen=True, tag=True, gc=False):
    """The checks before a move: a wreck underneath, wheels at 14, the corner one stands in."""

    chariot: int
    step: int
    cut: bool
    then: phases.Phase

    def resume(self, state: State, events: Events, chance: Chance) -> State:
        i = self.chariot
        c = state.chariots[i]
        if self.step == 3 or c.condition not in (RACING, EMPTY) or not c.mf:
            return replace(state, phase=self.then)
        state = replace(state, phase=replace(self, step=self.step + 1))
        match self.step:
            case 0:
                if self.cut or not state.litter:
                    return state
                under = obstacle(state, c.team, i) or obstacle(state, c.car, i)
                if under is None:
                    return state
                return jumps.over_wreck(state, i, under[0], under[1], events, chance)
            case 1:
                if c.total >= WHEEL_SPEED and any(c.wheels):
                    return check_wheels(state, i, events, chance)
                return state
            case _:
                if not in_corner(state, c):
                    return state
                square = corner_square(state, c)
                if c.total <= safe_speed(state, square):
                    return state
                return corner.strain(state, i, square, c.total, events, chance, True)


# ---------------------------------------------------------------- step by step


@cites(R("Q12"), R("B6.2"), R("B6.4"), R("B6.61"), R("B6.7"), R("B6.8"), R("B11.3"), R("E2.7.2.2"))
@cites(R("E2.8.4.2"), R("E2.8.7"))
class Drive(Struct, frozen=True, tag=True, gc=False):
    """One small decision after the other until no MF is left."""

    chariot: int
    attacked_from: tuple[int, ...]  # squares of the car from which it has attacked
    no_attacks: bool  # 1980: it has just cut a horse free
    spear_used: bool
    then: phases.Phase

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        c = state.chariots[self.chariot]
        options = actions.actions(
            state, self.chariot, self.attacked_from, self.no_attacks, self.spear_used
        )
        return (Ask(c.owner, Q_DRIVE, options, 0, (self.chariot, c.mf)),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        i = self.chariot
        c = state.chariots[i]
        track = state.track
        shown_at_once(state, events)
        match move:
            case mv.Forward():
                return moving.advance(state, i, track.ahead[c.team], 1, events, chance)
            case mv.Change(side=side):
                target = track.change[side][c.team]
                if target < 0:
                    return flip(state, i, events)
                cost = COST[side]
                return moving.advance(state, i, target, cost, events, chance, side)
            case mv.Slip(side=side):
                return slip(state, i, side, events, chance)
            case mv.Brake():
                events.append(ev.Braked(i))
                if c.endurance > 1:
                    return put_weakened(
                        state, i, replace(c, endurance=c.endurance - 1, mf=c.mf - 1), events
                    )
                return put_weakened(state, i, replace(tire(c, 1), mf=c.mf - 1), events)
            case mv.Attack():
                return self.attack(state, move, events, chance)
            case mv.Crash():
                return crash(state, i, events, chance)
            case _:
                raise RulesBug(move)

    @cites(R("B6.8"), R("B9.1"), R("X30"), R("E2.10.1"), R("E2.10.1.1"), R("E2.10.1.4"))
    def attack(self, state: State, move: mv.Attack, events: Events, chance: Chance) -> State:
        """An attack is paid for and announced."""
        i = self.chariot
        c = state.chariots[i]
        spear = move.weapon == SPEAR
        state = put(state, i, replace(c, mf=c.mf - (2 if spear else 1)))
        place = c.team if move.part == MAN else c.car
        drive = replace(
            self, attacked_from=(*self.attacked_from, place), spear_used=self.spear_used or spear
        )
        return assault(replace(state, phase=drive), i, move, events)

    def resume(self, state: State, events: Events, chance: Chance) -> State | None:
        c = state.chariots[self.chariot]
        if c.condition in (EMPTY, RUNAWAY):
            return replace(state, phase=bolt.Bolt(self.chariot, (), self.then))
        if c.condition != RACING:
            return replace(state, phase=self.then)
        if c.mf > 0 and not c.dead:
            return None
        state = replace(state, phase=self.then)
        if c.jumps:  # it has not come clear of what it was running over
            state = put(state, self.chariot, replace(c, jumps=(), mf=0))
            return flip(state, self.chariot, events)
        return state

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        return actions.why_not(
            state, self.chariot, self.attacked_from, self.no_attacks, self.spear_used, move
        )


@cites(R("B9.2"), R("B9.1"), R("GO5"), R("X28"), R("E2.10.2"), R("E2.10.3"), R("E2.10.5"))
@cites(R("E2.10.6"))
def assault(state: State, i: int, move: mv.Attack, events: Events) -> State:
    """The blow an announced attack becomes."""
    a, d = state.chariots[i], state.chariots[move.target]
    events.append(ev.Attacked(i, move.target, move.weapon, move.part))
    if move.part == MAN:
        blow = Blow(i, move.weapon, move.target, move.part, INSIDE)
    else:
        theirs = d.team if move.part == TEAM or d.car < 0 else d.car
        side = facing(state, theirs, a.car)
        edge = damage.edge(state, a, OPPOSITE[side])
        blow = Blow(i, move.weapon, move.target, move.part, side, 0, edge)
    return replace(state, phase=combat.UnderAttack(blow, state.phase))


@cites(R("B6.7"), R("X23"), R("E2.8.8"))
def slip(state: State, i: int, side: Side, events: Events, chance: Chance) -> State:
    """A sideslip by choice; to the inside of a corner it is a new lane like any other."""
    c = state.chariots[i]
    target = slip_to(state, c, side, frozenset())
    events.append(ev.Slipped(i, side, target))
    car = c.car if c.car < 0 else state.track.back(target, c.segments)
    state = put(state, i, replace(c, team=target, car=car, mf=c.mf - SLIP_COST))
    if state.track.in_corner[target] and c.condition != RUNAWAY:
        return corner.strain(state, i, target, c.total, events, chance, True)
    return state


@cites(R("B6.74"), R("X24"), R("B9.61"), R("GQ6.45"), R("E2.8.8.4"), R("E2.10.10.1.1"))
@cites(R("E2.10.10.1.2"))
def crash(state: State, i: int, events: Events, chance: Chance) -> State:
    """Blocked, out of room and of endurance: the one ahead hurts the horses, and the MFs lapse."""
    c = state.chariots[i]
    ahead = corner.part_at(state, state.track.ahead[c.team], i)
    if ahead is None:
        raise RulesBug("nobody is ahead")
    whom, part = ahead
    if c.condition == RACING:
        c = tire(c, c.endurance)
    events.append(ev.Collided(i, whom))
    state = put_weakened(state, i, replace(c, mf=0, loss=c.loss + 1), events)
    other = state.chariots[whom]
    if part == CAR:
        edge = damage.edge(state, other, INSIDE)
        points = charts.horse_injury(dice(chance, 2, "injury") + edge)
        return spread(state, i, points, events, chance)
    for who in (whom, i):
        points = charts.horse_injury(dice(chance, 2, "injury") + LIGHT_EDGE)
        state = spread(state, who, points, events, chance)
    return state

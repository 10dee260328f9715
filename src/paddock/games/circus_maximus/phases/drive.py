"""A chariot's movement phase: what is announced, the checks before it, and every small step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citing import cites
from paddock.core.errors import Refusal, RulesBug
from paddock.core.game import Ask, Question
from paddock.core.seats import Seat
from paddock.games.circus_maximus import events as ev
from paddock.games.circus_maximus import moves as mv
from paddock.games.circus_maximus import phases
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.events import Told
from paddock.games.circus_maximus.moves import Move
from paddock.games.circus_maximus.phases import bolt, combat, corner, jumps, moving
from paddock.games.circus_maximus.phases.blow import Blow
from paddock.games.circus_maximus.phases.flow import mend, never_asks, pop, push
from paddock.games.circus_maximus.phases.harm import (
    check_wheels,
    flip,
    spread,
)
from paddock.games.circus_maximus.phases.start import cut_free, see_again, start_loss, whip
from paddock.games.circus_maximus.rules import actions, charts, harm
from paddock.games.circus_maximus.rules.dice import dice
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
    WHEEL_SPEED,
    maximum,
    may_whip,
    safe_speed,
    tire,
)
from paddock.games.circus_maximus.state import (
    EMPTY,
    NO_LANE,
    RACING,
    RUNAWAY,
    Chariot,
    put,
)

if TYPE_CHECKING:
    from paddock.games.circus_maximus.state import State

Q_ANNOUNCE = Question("announce", R("X3"), args=("chariot", "speed"))
Q_DRIVE = Question("drive", R("B6.2"), args=("chariot", "mf"))
LIGHT_EDGE = -3


# ---------------------------------------------------------------- before the move


@cites(R("X3"), R("B5.2"), R("B15.22"), R("E2.13.2"), R("E2.13.2.1.2"))
def begin(state: State, i: int, told: Told, chance: Chance) -> State:
    """The colour was drawn."""
    told.append(ev.PhaseBegan(i))
    state = replace(state, mover=i)
    c = state.chariots[i]
    if c.condition in (EMPTY, RUNAWAY):
        return bolt.let_loose(state, i, told, chance)
    ways = announcements(state, c)
    if len(ways) > 1:
        return push(state, Announce(i, state.phase))
    return announce(state, i, ways[0], told, chance)


@cites(R("B6.52"), R("B9.41"), R("B9.53"), R("GO10"), R("X7"), R("X57"), R("E2.8.3"))
@cites(R("E2.12.2.2"))
def announcements(state: State, c: Chariot) -> tuple[mv.Begin, ...]:
    """Whip or not, cut or not, and the MFs a lash has offered."""
    written = state.options.written_whip
    if c.dead:
        return mv.beginnings(False, c.knives > 0, 0)
    if written:
        return tuple(
            mv.Begin(c.strains and may_whip(state, c), False, n) for n in range(c.offered + 1)
        )
    return mv.beginnings(may_whip(state, c), False, c.offered)


@cites(R("X3"), R("E2.6"))
class Announce(Struct, frozen=True, tag=True, gc=False):
    """Before any die: the whip, cutting free, MFs that were offered."""

    chariot: int
    then: phases.Phase

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        c = state.chariots[self.chariot]
        ways = announcements(state, c)
        return (Ask(c.owner, Q_ANNOUNCE, ways, 0, (self.chariot, c.written)),)

    def play(self, state: State, seat: Seat, move: Move, told: Told, chance: Chance) -> State:
        if not isinstance(move, mv.Begin):
            raise RulesBug(move)
        return announce(pop(state), self.chariot, move, told, chance)

    def resume(self, state: State, told: Told, chance: Chance) -> State | None:
        return None

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal:
        c = state.chariots[self.chariot]
        if isinstance(move, mv.Begin):
            if move.whip and c.dead:
                return Refusal("cutting", R("B9.53"))
            if move.whip and state.options.written_whip:
                return Refusal("not-written", R("GO10"))
            if move.whip:
                return Refusal("no-whip", R("B6.52"))
            if move.cut:
                return Refusal("nothing-to-cut", R("B9.53"))
        return Refusal("not-offered", Q_ANNOUNCE.clause)


@cites(R("X3"), R("X4"), R("X5"), R("X6"), R("B9.311"), R("E1.3.3"), R("E2.8.2.3"), R("E2.8.4.3"))
@cites(R("E2.10.3.3.1"))
def announce(state: State, i: int, said: mv.Begin, told: Told, chance: Chance) -> State:
    """The dice are thrown, and total speed and MFs are fixed."""
    state = see_again(state, i, told, chance)
    c = state.chariots[i]
    cost = c.used
    meek = False
    if c.dead:
        state, mfs, ok = cut_free(state, i, said.cut, told, chance)
        meek = ok and not state.epic
        total, ran = mfs + (0 if state.epic else cost), 0
        if not ok or state.chariots[i].dead:
            total = mfs = 0
        elif state.epic:
            mfs = max(0, total - cost)
    elif state.epic:
        loss = start_loss(state, i, told, chance)
        state, ran = whip(state, i, said.whip, told, chance)
        total = min(c.written, maximum(state, c)) + c.added + ran - loss
        total = max(1 if loss else 0, total)
        mfs = max(0, total - cost)
    else:
        base = max(0, min(c.written, maximum(state, c) - cost))
        base = max(0, base - start_loss(state, i, told, chance))
        state, ran = whip(state, i, said.whip, told, chance)
        mfs = base + ran + c.added + said.take
        total = mfs + cost
    c = replace(
        state.chariots[i],
        total=total,
        mf=mfs,
        ran=ran,
        cost=cost,
        used=0,
        loss=0,
        added=0,
        offered=0,
        moved=True,
        lowest=NO_LANE,
        towed=0,
    )
    told.append(ev.SetOff(i, total, mfs))
    state = push(put(state, i, c), Drive(i, (), meek, False, state.phase))
    if not mfs or not (state.litter or any(c.wheels) or in_corner(state, c)):
        return state  # nothing to check before it moves
    return push(state, Launch(i, 0, bool(said.cut), state.phase))


@cites(R("X3"), R("X41"), R("B12.4"), R("B7.4"), R("B7.2"), R("X20"), R("E2.6"), R("E2.9.1.3.1"))
@cites(R("E2.12.3"), R("E2.13.1.4.2"))
class Launch(Struct, frozen=True, tag=True, gc=False):
    """The checks before a move: a wreck underneath, wheels at 14, the corner one stands in."""

    chariot: int
    step: int
    cut: bool
    then: phases.Phase

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        raise never_asks()

    def play(self, state: State, seat: Seat, move: Move, told: Told, chance: Chance) -> State:
        raise never_asks()

    def resume(self, state: State, told: Told, chance: Chance) -> State | None:
        i = self.chariot
        c = state.chariots[i]
        if self.step == 3 or c.condition not in (RACING, EMPTY) or not c.mf:
            return pop(state)
        state = push(state, replace(self, step=self.step + 1))
        match self.step:
            case 0:
                if self.cut or not state.litter:
                    return state
                under = obstacle(state, c.team, i) or obstacle(state, c.car, i)
                if under is None:
                    return state
                return jumps.over_wreck(state, i, under[0], under[1], told, chance)
            case 1:
                if c.total >= WHEEL_SPEED and any(c.wheels):
                    return check_wheels(state, i, told, chance)
                return state
            case _:
                if not in_corner(state, c):
                    return state
                square = corner_square(state, c)
                if c.total <= safe_speed(state, square):
                    return state
                return corner.strain(state, i, square, c.total, told, chance, True)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal:
        raise never_asks()


# ---------------------------------------------------------------- step by step


@cites(R("Q12"), R("B6.2"), R("B6.4"), R("B6.61"), R("B6.7"), R("B6.8"), R("B11.3"), R("E2.7.2.2"))
@cites(R("E2.8.4.2"), R("E2.8.7"))
class Drive(Struct, frozen=True, tag=True, gc=False):
    """One small decision after the other until no MF is left."""

    chariot: int
    fought: tuple[int, ...]  # squares of the car from which it has attacked
    meek: bool  # 1980: it has just cut a horse free
    speared: bool
    then: phases.Phase

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        c = state.chariots[self.chariot]
        options = actions.actions(state, self.chariot, self.fought, self.meek, self.speared)
        return (Ask(c.owner, Q_DRIVE, options, 0, (self.chariot, c.mf)),)

    def play(self, state: State, seat: Seat, move: Move, told: Told, chance: Chance) -> State:
        i = self.chariot
        c = state.chariots[i]
        track = state.track
        match move:
            case mv.Forward():
                return moving.advance(state, i, track.ahead[c.team], 1, told, chance)
            case mv.Change(side=side):
                target = track.change[side][c.team]
                if target < 0:
                    return flip(state, i, told)
                cost = COST[side]
                return moving.advance(state, i, target, cost, told, chance, side)
            case mv.Slip(side=side):
                return slip(state, i, side, told, chance)
            case mv.Brake():
                told.append(ev.Braked(i))
                if c.endurance > 1:
                    return mend(state, i, replace(c, endurance=c.endurance - 1, mf=c.mf - 1), told)
                return mend(state, i, replace(tire(c, 1), mf=c.mf - 1), told)
            case mv.Attack():
                return self.attack(state, move, told, chance)
            case mv.Crash():
                return crash(state, i, told, chance)
            case _:
                raise RulesBug(move)

    @cites(R("B6.8"), R("B9.1"), R("X30"), R("E2.10.1"), R("E2.10.1.1"), R("E2.10.1.4"))
    def attack(self, state: State, move: mv.Attack, told: Told, chance: Chance) -> State:
        """An attack is paid for and announced."""
        i = self.chariot
        c = state.chariots[i]
        spear = move.weapon == mv.SPEAR
        state = put(state, i, replace(c, mf=c.mf - (2 if spear else 1)))
        place = c.team if move.part == mv.MAN else c.car
        drive = replace(self, fought=(*self.fought, place), speared=self.speared or spear)
        state = push(state, drive)
        return assault(state, i, move, told, chance)

    def resume(self, state: State, told: Told, chance: Chance) -> State | None:
        c = state.chariots[self.chariot]
        if c.condition in (EMPTY, RUNAWAY):
            return push(state, bolt.Bolt(self.chariot, (), self.then))
        if c.condition != RACING:
            return pop(state)
        if c.mf > 0 and not c.dead:
            return None
        state = pop(state)
        if c.jumps:  # it has not come clear of what it was running over
            state = put(state, self.chariot, replace(c, jumps=(), mf=0))
            return flip(state, self.chariot, told)
        return state

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal:
        return actions.why_not(state, self.chariot, self.fought, self.meek, self.speared, move)


@cites(R("B9.2"), R("B9.1"), R("GO5"), R("X28"), R("E2.10.2"), R("E2.10.3"), R("E2.10.5"))
@cites(R("E2.10.6"))
def assault(state: State, i: int, move: mv.Attack, told: Told, chance: Chance) -> State:
    """The blow an announced attack becomes."""
    a, d = state.chariots[i], state.chariots[move.target]
    told.append(ev.Attacked(i, move.target, move.weapon, move.part))
    if move.part == mv.MAN:
        blow = Blow(i, move.weapon, move.target, move.part, 0)
        return combat.strike(state, blow, told, chance)
    theirs = d.team if move.part == mv.TEAM or d.car < 0 else d.car
    side = facing(state, theirs, a.car)
    edge = harm.edge(state, a, 1 - side)
    blow = Blow(i, move.weapon, move.target, move.part, side, 0, edge)
    if move.weapon in (mv.LASH, mv.RAM, mv.SPEAR):
        return combat.defend(state, blow, told, chance)
    return combat.strike(state, blow, told, chance)


@cites(R("B6.7"), R("X23"), R("E2.8.8"))
def slip(state: State, i: int, side: int, told: Told, chance: Chance) -> State:
    """A sideslip by choice; to the inside of a corner it is a new lane like any other."""
    c = state.chariots[i]
    target = slip_to(state, c, side, frozenset())
    told.append(ev.Slipped(i, side, target))
    car = c.car if c.car < 0 else state.track.back(target, c.half)
    state = put(state, i, replace(c, team=target, car=car, mf=c.mf - SLIP_COST))
    if state.track.in_corner[target] and c.condition != RUNAWAY:
        return corner.strain(state, i, target, c.total, told, chance, True)
    return state


@cites(R("B6.74"), R("X24"), R("B9.61"), R("GQ6.45"), R("E2.8.8.4"), R("E2.10.10.1.1"))
@cites(R("E2.10.10.1.2"))
def crash(state: State, i: int, told: Told, chance: Chance) -> State:
    """Blocked, out of room and of endurance: the one ahead hurts the horses, and the MFs lapse."""
    c = state.chariots[i]
    ahead = corner.part_at(state, state.track.ahead[c.team], i)
    if ahead is None:
        raise RulesBug("nobody is ahead")
    whom, part = ahead
    if c.condition == RACING:
        c = tire(c, c.endurance)
    told.append(ev.Collided(i, whom))
    state = mend(state, i, replace(c, mf=0, loss=c.loss + 1), told)
    other = state.chariots[whom]
    if part == mv.CAR:
        edge = harm.edge(state, other, 0)
        points = charts.horse_injury(dice(chance, 2, "injury") + edge)
        return spread(state, i, points, told, chance)
    for who in (whom, i):
        points = charts.horse_injury(dice(chance, 2, "injury") + LIGHT_EDGE)
        state = spread(state, who, points, told, chance)
    return state

"""Attacks: announcement, defence, and results."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.errors import Refusal, RulesBug
from paddock.core.flow import Asking, Pending
from paddock.core.game import Ask, AskKind, Question
from paddock.core.seats import Seat
from paddock.games.circus_maximus import data, phases
from paddock.games.circus_maximus import events as ev
from paddock.games.circus_maximus import moves as mv
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.data.kinds import (
    EMPTY,
    IN_CAR,
    LASH,
    MAN,
    OPPOSITE,
    RACING,
    RAM,
    RUNAWAY,
    SPEAR,
    TEAM,
    CriticalResult,
    LashResult,
    Side,
    Weapon,
    Whip,
)
from paddock.games.circus_maximus.events import Events
from paddock.games.circus_maximus.moves import Move
from paddock.games.circus_maximus.phases import corner, drive, moving, rams, weapons
from paddock.games.circus_maximus.phases.harm import (
    pull_out,
    put_weakened,
    slow_team,
    wound,
)
from paddock.games.circus_maximus.phases.underway import Blow, skill
from paddock.games.circus_maximus.rules import charts, damage
from paddock.games.circus_maximus.rules.defence import can_back, can_evade
from paddock.games.circus_maximus.rules.dice import dice, die
from paddock.games.circus_maximus.rules.finish import controlling_seat
from paddock.games.circus_maximus.rules.log import is_standing, pace, put_chariot
from paddock.games.circus_maximus.rules.space import CHANGE_COST, change_to, closed_squares
from paddock.games.circus_maximus.rules.speed import (
    BACK_COST,
    cap_speed,
    maximum,
    tire,
)

if TYPE_CHECKING:
    from paddock.games.circus_maximus.state import Chariot, State

Q_DEFEND = Question("defend", R("B9.3"), AskKind.REACTION, ("chariot", "target", "weapon", "part"))
Q_AVOID = Question("avoid", R("B9.32"), AskKind.REACTION, ("chariot", "target"))
Q_RUNAWAY = Question("runaway-defend", R("B15.25"), AskKind.REACTION, ("target",))
AVOIDABLE_WEAPONS = (LASH, RAM, SPEAR)
"""Attacks a defender may escape; thrown weapons come unseen."""
SURPRISE_MODIFIER = -1
LONG_WHIP_MODIFIER = 2
MIN_LASH_FACTOR = -4


class UnderAttack(Pending, frozen=True, tag=True, gc=False):
    """An attack is announced and paid for: the moment before its results."""

    blow: Blow
    then: phases.Phase

    @cites(R("B9.3"), R("E2.10.3"))
    def resume(self, state: State, events: Events, chance: Chance) -> State:
        blow = self.blow
        state = replace(state, phase=self.then)
        if blow.weapon in AVOIDABLE_WEAPONS and blow.part != MAN:
            return defend(state, blow, events, chance)
        return strike(state, blow, events, chance)


# ---------------------------------------------------------------- defence


@cites(R("X29"), R("X36"))
def defend(state: State, blow: Blow, events: Events, chance: Chance) -> State:
    """Asks the defender, if there is any option."""
    d = state.chariots[blow.whom]
    if d.condition in (EMPTY, RUNAWAY):
        able = can_evade(state, blow.whom, blow.side)
    else:
        able = can_back(state, d) or can_evade(state, blow.whom, blow.side)
    if able:
        return replace(state, phase=Defend(blow, state.phase))
    return strike(state, blow, events, chance)


@cites(R("B9.32"), R("E2.10.3.1"))
class Defend(Asking, frozen=True, tag=True, gc=False):
    """Hold, or try to escape; the interrupted phase waits in `then`."""

    blow: Blow
    then: phases.Phase

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        blow, d = self.blow, state.chariots[self.blow.whom]
        if d.condition in (EMPTY, RUNAWAY):
            seat = controlling_seat(state, blow.whom)
            return (Ask(seat, Q_RUNAWAY, (mv.HOLD, mv.EVADE), 0, (blow.whom,)),)
        args = (blow.by, blow.whom, blow.weapon, blow.part)
        return (Ask(d.owner, Q_DEFEND, (mv.HOLD, mv.CONTEST), 0, args),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        drive.shown_at_once(state, events)
        state = replace(state, phase=self.then)
        blow = self.blow
        match move:
            case mv.Hold():
                return strike(state, blow, events, chance)
            case mv.Evade():
                return evade(state, blow.whom, OPPOSITE[blow.side], events, chance)
            case mv.Contest():
                attack = dice(chance, 2, "attack contest") + skill(state, blow)
                defence = dice(chance, 2, "defence contest") + state.chariots[blow.whom].cdm
                events.append(ev.Contested(blow.by, blow.whom, attack, defence))
                if defence >= attack:
                    return replace(state, phase=Avoid(blow, state.phase))
                return strike(state, blow, events, chance)
            case _:
                raise RulesBug(move)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        if isinstance(move, mv.Back | mv.Evade):
            return Refusal("contest-first", R("X29"))
        return None


class Avoid(Asking, frozen=True, tag=True, gc=False):
    """The contest is won: brake back or evade."""

    blow: Blow
    then: phases.Phase

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        blow, d = self.blow, state.chariots[self.blow.whom]
        options: list[Move] = []
        if can_evade(state, blow.whom, blow.side):
            options.append(mv.EVADE)
        if can_back(state, d):
            options.append(mv.BACK)
        return (Ask(d.owner, Q_AVOID, tuple(options), 0, (blow.by, blow.whom)),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        drive.shown_at_once(state, events)
        state = replace(state, phase=self.then)
        if isinstance(move, mv.Back):
            return back_up(state, self.blow.whom, events)
        return evade(state, self.blow.whom, OPPOSITE[self.blow.side], events, chance)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        blow, d = self.blow, state.chariots[self.blow.whom]
        if isinstance(move, mv.Back):
            clause = R("B8.42") if d.endurance < 1 else R("GQ6.62")
            return Refusal("cannot-back", clause)
        if isinstance(move, mv.Evade):
            viewer = R("E2.10.3.3.4") if state.epic else R("B13.1")
            return Refusal("cannot-evade", viewer if d.eyes >> blow.side & 1 else R("B9.313"))
        return None


@cites(R("B6.62"), R("E2.10.3.2"))
def back_up(state: State, i: int, events: Events) -> State:
    """Two endurance, one square back; segments are counted back too."""
    c = tire(state.chariots[i], BACK_COST)
    track = state.track
    segments = c.segments - track.segments_crossed(c.car, c.team)
    c = replace(c, team=c.car, car=track.back(c.car, segments), segments=segments)
    c = cap_speed(state, c)
    events.append(ev.BackedUp(i, c.team, c.car, segments, c.endurance, pace(c)))
    return put_weakened(state, i, c, events)


@cites(R("B9.31"), R("E2.10.3.3"))
def evade(state: State, i: int, away: Side, events: Events, chance: Chance) -> State:
    """A lane change out of turn; its MFs are taken from the next phase."""
    c = state.chariots[i]
    target = change_to(state, c, away, closed_squares(state, i))
    car, segments = moving.come_to_stand(state, c, target)
    cost = CHANGE_COST[away]
    events.append(ev.Evaded(i, away, target, car, segments, c.used + cost))
    left = 0 if c.moved else mfs_left(state, c, cost)
    state = put_chariot(state, i, replace(c, used=c.used + cost))
    return moving.complete_evasion(state, i, target, away, left, events)


def mfs_left(state: State, c: Chariot, cost: int) -> int:
    """The MFs left this turn: in 1980 an evasion reduces the maximum, in Epic the MFs."""
    if state.epic:
        return max(0, c.written + c.added - c.used - cost)
    return max(0, min(c.written, maximum(state, c) - c.used - cost)) + c.added


# ---------------------------------------------------------------- the blow lands


def strike(state: State, blow: Blow, events: Events, chance: Chance) -> State:
    """Applies an attack that was not avoided."""
    match blow.weapon:
        case Weapon.LASH:
            if blow.part == TEAM:
                return lash_team(state, blow, events, chance)
            return lash_driver(state, blow, events, chance)
        case Weapon.RAM:
            if blow.part == MAN:
                return rams.trample(state, blow, events, chance)
            state = weapons.check_own_spears(state, blow, events, chance)
            if blow.part == TEAM:
                return rams.ram_team(state, blow, events, chance)
            return rams.ram_car(state, blow, events, chance)
        case Weapon.DUST:
            return weapons.throw_dust(state, blow, events, chance)
        case Weapon.SPEAR:
            return weapons.thrust(state, blow, events, chance)
        case _:
            return weapons.throw_knife(state, blow, events, chance)


@cites(R("B8.5"), R("B9.41"), R("X7"), R("E2.10.4.1"), R("E2.11.2.5"))
def lash_team(state: State, blow: Blow, events: Events, chance: Chance) -> State:
    """The horses are whipped on: endurance lost, MFs gained."""
    i = blow.whom
    d = state.chariots[i]
    must = True
    if state.epic:
        points = die(chance, "lash")
    else:
        attack = die(chance, "lash") + skill(state, blow)
        points = attack - die(chance, "lash defence") - damage.defence_modifier(state, d)
        if points <= 0:
            points, must = 1, d.condition != RACING
    points = min(points, d.endurance)
    if points:
        d = tire(d, points)
        d = replace(d, added=d.added + points) if must else replace(d, offered=d.offered + points)
        d = cap_speed(state, d)
    events.append(ev.HorsesLashed(i, points, must, d.endurance, d.added, d.offered, pace(d)))
    return put_weakened(state, i, d, events) if points else state


@cites(R("GO2"), R("X56"))
def lash_driver(state: State, blow: Blow, events: Events, chance: Chance) -> State:
    """Two dice each; in 1980 the difference is the column, in Epic the result."""
    attack = dice(chance, 2, "lash") + skill(state, blow)
    defence = dice(chance, 2, "lash defence") + damage.defence_modifier(
        state, state.chariots[blow.whom]
    )
    factor = attack - defence
    if state.epic:
        return apply_lash(state, blow, factor, charts.epic_lash(factor), events, chance)
    if state.chariots[blow.by].whip == Whip.LONG:
        factor += LONG_WHIP_MODIFIER
    return lash_by_chart(state, blow, factor, events, chance)


def lash_by_chart(state: State, blow: Blow, factor: int, events: Events, chance: Chance) -> State:
    result = charts.lash(factor, dice(chance, 2, "lash chart"))
    return apply_lash(state, blow, factor, result, events, chance)


@cites(R("B9.43"), R("B9.52"), R("E2.10.4.3"))
def apply_lash(
    state: State, blow: Blow, factor: int, result: LashResult, events: Events, chance: Chance
) -> State:
    """Applies a lash at the driver. Forced moves do not affect a chariot with a dead horse."""
    i = blow.whom
    d = state.chariots[i]
    if result == LashResult.BACK and d.dead:
        d = cap_speed(state, tire(d, BACK_COST))
    events.append(ev.DriverLashed(i, factor, result, d.endurance, pace(d)))
    match result:
        case LashResult.GRAB:
            return grab(state, blow, events)
        case LashResult.SLOW:
            return slow_team(state, i, events, chance)
        case LashResult.SWERVE if not is_standing(state, d):
            shove = corner.Shove(i, OPPOSITE[blow.side], 1, corner.Cause.SWERVED, state.phase)
            return replace(state, phase=shove)
        case LashResult.BACK if is_standing(state, d):
            return put_weakened(state, i, d, events)
        case LashResult.BACK if can_back(state, d):
            return back_up(state, i, events)
        case LashResult.BACK | LashResult.WOUND:
            return hurt_driver(state, blow, factor, events, chance)
        case _:
            return state


@cites(R("X34"))
def grab(state: State, blow: Blow, events: Events) -> State:
    """The whip is lost, to the defender if he has none."""
    a, d = state.chariots[blow.by], state.chariots[blow.whom]
    if not d.whip:
        d = replace(d, whip=a.whip)
        state = put_chariot(state, blow.whom, d)
    events.append(ev.WhipGrabbed(blow.whom, blow.by, d.whip))
    return put_chariot(state, blow.by, replace(state.chariots[blow.by], whip=Whip.NONE))


def hurt_driver(state: State, blow: Blow, factor: int, events: Events, chance: Chance) -> State:
    """A hit, a loss of speed, and beyond the basic game a critical hit."""
    i = blow.whom
    state = wound(state, i, 1, events)
    if state.chariots[i].driver != IN_CAR:
        return state
    state = slow_team(state, i, events, chance)
    if state.options.book == "basic":
        return state
    return apply_critical(state, blow, factor, events, chance)


@cites(R("B13.1"), R("E2.10.4.4"))
def apply_critical(state: State, blow: Blow, factor: int, events: Events, chance: Chance) -> State:
    i = blow.whom
    result = data.CRITICAL[dice(chance, 2, "critical")]
    d = state.chariots[i]
    if result == CriticalResult.SEVERE:
        d = cap_speed(state, replace(d, dm=d.dm - 1, cdm=d.cdm - 1))
    elif result == CriticalResult.ARM:
        d = replace(d, arm=True)
    elif result == CriticalResult.EYE:
        d = replace(d, eyes=d.eyes | 1 << blow.side)
    events.append(ev.Critical(i, result, d.dm, d.cdm, d.arm, d.eyes, pace(d)))
    state = put_chariot(state, i, d)
    match result:
        case CriticalResult.PULLED:
            return pull_out(lose_whip(state, blow.by, events), i, events)
        case CriticalResult.SURPRISE:
            if state.epic:
                again = replace(blow, mod=blow.mod + SURPRISE_MODIFIER)
                return lash_driver(state, again, events, chance)
            return lash_by_chart(
                state, blow, max(MIN_LASH_FACTOR, factor + SURPRISE_MODIFIER), events, chance
            )
        case CriticalResult.DEEP:
            return wound(state, i, 1, events)
        case CriticalResult.MATCH:
            return pulling_match(state, blow, events, chance)
        case _:
            return state


def lose_whip(state: State, i: int, events: Events, to: int = -1) -> State:
    """The whip is lost, to the other driver if he has none."""
    whip = state.chariots[i].whip
    state = put_chariot(state, i, replace(state.chariots[i], whip=Whip.NONE))
    if to >= 0:
        state = put_chariot(state, to, replace(state.chariots[to], whip=whip))
    events.append(ev.WhipLost(i, to, whip))
    return state


@cites(R("X35"))
def pulling_match(state: State, blow: Blow, events: Events, chance: Chance) -> State:
    """Two dice plus the hits left; the higher pulls the other from his car, a tie has no effect."""
    a, d = state.chariots[blow.by], state.chariots[blow.whom]
    pull = dice(chance, 2, "pull") + a.hits
    resist = dice(chance, 2, "resist") + d.hits
    kept = state.epic and resist > pull and not d.whip
    state = lose_whip(state, blow.by, events, blow.whom if kept else -1)
    if pull > resist:
        return pull_out(state, blow.whom, events)
    return pull_out(state, blow.by, events) if resist > pull else state

"""Start of a chariot's phase: announcements, their dice, and the checks where it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.errors import Refusal, RulesBug
from paddock.core.flow import Asking, Pending
from paddock.core.game import Ask, Question
from paddock.core.seats import Seat
from paddock.games.circus_maximus import events as ev
from paddock.games.circus_maximus import moves as mv
from paddock.games.circus_maximus import phases
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.data.kinds import CARCASS, EMPTY, RUNAWAY
from paddock.games.circus_maximus.events import Events
from paddock.games.circus_maximus.moves import Move
from paddock.games.circus_maximus.phases import bolt, corner, drive, jumps
from paddock.games.circus_maximus.phases.harm import check_wheels, drop_litter, put_weakened
from paddock.games.circus_maximus.rules.dice import dice, die
from paddock.games.circus_maximus.rules.log import pace, put_chariot
from paddock.games.circus_maximus.rules.space import corner_square, is_in_corner, obstacle
from paddock.games.circus_maximus.rules.speed import (
    NO_LANE,
    WHEEL_CHECK_SPEED,
    can_whip,
    cap_speed,
    maximum,
    safe_speed,
    tire,
)
from paddock.games.circus_maximus.rules.track import NOWHERE

if TYPE_CHECKING:
    from paddock.games.circus_maximus.state import Chariot, State

Q_ANNOUNCE = Question("announce", R("X3"), args=("chariot", "speed"))
CUTTING = Refusal("cutting", R("B9.53"))
NOT_WRITTEN = Refusal("not-written", R("GO10"))
NO_WHIP = Refusal("no-whip", R("B6.52"))
NOTHING_TO_CUT = Refusal("nothing-to-cut", R("B9.53"))
MIN_SIGHT_DIE = 5
"""The lowest die with which a blinded driver sees again."""
START_DICE = (1, 2, 3)
"""Epic: the dice of a start from standing, by the car."""


class Drawn(Pending, frozen=True, tag=True, gc=False):
    """A colour was drawn: the moment before its chariot acts this turn."""

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


@cites(R("GO10"))
def announcements(state: State, c: Chariot) -> tuple[mv.Begin, ...]:
    """The possible announcements: whip or not, cut or not, and the MFs a lash has offered."""
    if c.dead:
        return mv.announcements(False, c.knives > 0, c.offered if c.knives else 0)
    if state.options.written_whip:
        return tuple(
            mv.Begin(c.whip_written and can_whip(state, c), False, n) for n in range(c.offered + 1)
        )
    return mv.announcements(can_whip(state, c), False, c.offered)


class Announce(Asking, frozen=True, tag=True, gc=False):
    """The announcement before any die: whip, cutting free, offered MFs."""

    chariot: int
    then: phases.Phase

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        c = state.chariots[self.chariot]
        ways = announcements(state, c)
        return (Ask(c.owner, Q_ANNOUNCE, ways, 0, (self.chariot, c.written)),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        if not isinstance(move, mv.Begin):
            raise RulesBug(move)
        drive.shown_at_once(state, events)
        return announce(state, self.chariot, move, self.then, events, chance)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        if not isinstance(move, mv.Begin):
            return None
        if move.whip and state.chariots[self.chariot].dead:
            return CUTTING
        if move.whip:
            return NOT_WRITTEN if state.options.written_whip else NO_WHIP
        return NOTHING_TO_CUT if move.cut else None


# ---------------------------------------------------------------- the dice


@cites(R("X3"), R("X6"))
def announce(
    state: State, i: int, said: mv.Begin, then: phases.Phase, events: Events, chance: Chance
) -> State:
    """Rolls the dice, and fixes total speed and MFs."""
    state = recover_sight(state, i, events, chance)
    used = state.chariots[i].used
    whip_mf = 0
    if state.chariots[i].dead:
        state, total, mfs = after_cutting(state, i, said, events, chance)
    elif state.epic:
        state, total, mfs, whip_mf = speed_in_epic(state, i, said, events, chance)
    else:
        state, total, mfs, whip_mf = speed_in_1980(state, i, said, events, chance)
    c = replace(
        state.chariots[i],
        total=total,
        mf=mfs,
        whip_mf=whip_mf,
        prepaid=used,
        used=0,
        loss=0,
        loss_now=state.chariots[i].loss,
        added=0,
        offered=0,
        moved=True,
        safe_paid=NO_LANE,
        towed=0,
    )
    events.append(ev.SetOff(i, total, mfs))
    phase: phases.Phase = drive.Drive(i, (), False, then)
    if mfs and (state.litter or any(c.wheels) or is_in_corner(state, c)):
        phase = StartOfMove(i, 0, phase)
    return replace(put_chariot(state, i, c), phase=phase)


@cites(R("B9.311"), R("X5"))
def speed_in_1980(
    state: State, i: int, said: mv.Begin, events: Events, chance: Chance
) -> tuple[State, int, int, int]:
    """The 1980 book: evasions reduce the maximum, but corner checks still count them."""
    c = state.chariots[i]
    base = max(0, min(c.written, maximum(state, c) - c.used))
    base = max(0, base - start_loss(state, i, events, chance))
    state, whip_mf = use_whip(state, i, said.whip, events, chance)
    mfs = base + whip_mf + c.added + said.take
    return state, mfs + c.used, mfs, whip_mf


@cites(R("E1.3.3"), R("E2.8.2.3"), R("E2.10.3.3.1"))
def speed_in_epic(
    state: State, i: int, said: mv.Begin, events: Events, chance: Chance
) -> tuple[State, int, int, int]:
    """Epic: evasions reduce the MFs, not the total."""
    c = state.chariots[i]
    loss = start_loss(state, i, events, chance)
    state, whip_mf = use_whip(state, i, said.whip, events, chance)
    total = min(c.written, maximum(state, c)) + c.added + whip_mf - loss
    total = max(1 if loss else 0, total)
    return state, total, max(0, total - c.used), whip_mf


@cites(R("Q9"))
def after_cutting(
    state: State, i: int, said: mv.Begin, events: Events, chance: Chance
) -> tuple[State, int, int]:
    """The speed left after cutting a dead horse free, if no other dead horse is left."""
    used = state.chariots[i].used
    state, left, freed = cut_free(state, i, said, events, chance)
    if not freed or state.chariots[i].dead:
        return state, 0, 0
    if state.epic:
        return state, left, max(0, left - used)
    return state, left + used, left


def recover_sight(state: State, i: int, events: Events, chance: Chance) -> State:
    """A blinded driver may see again."""
    c = state.chariots[i]
    if not c.blind or die(chance, "sight") < MIN_SIGHT_DIE:
        return state
    events.append(ev.SawAgain(i))
    return put_chariot(state, i, replace(c, blind=False))


@cites(R("B6.S1"), R("GO9"), R("X4"), R("Q11"), R("E2.8.4.3"))
def start_loss(state: State, i: int, events: Events, chance: Chance) -> int:
    """The speed lost to a start from standing."""
    c = state.chariots[i]
    if state.epic:
        if c.last_total or not c.written:
            return 0
        loss = dice(chance, START_DICE[c.weight], "start")
    elif state.turn != 1:
        return 0
    elif state.options.acceleration:
        loss = max(0, dice(chance, 2, "start") - c.dm)
    else:
        loss = die(chance, "start")
    events.append(ev.Started(i, loss))
    return loss


@cites(R("B6.52"), R("E2.8.3"))
def use_whip(state: State, i: int, said: bool, events: Events, chance: Chance) -> tuple[State, int]:
    """A die of MFs for as much endurance, never more than there is; half with a hurt arm."""
    if not said:
        return state, 0
    c = state.chariots[i]
    points = die(chance, "whip")
    if c.arm:
        points = (points + 1) // 2
    points = min(points, c.endurance)
    c = cap_speed(state, tire(c, points))
    events.append(ev.Whipped(i, points, c.endurance, pace(c)))
    return put_weakened(state, i, c, events), points


@cites(R("B9.53"), R("GO7"), R("E2.12.2.2"), R("E2.12.2.2.4"))
def cut_free(
    state: State, i: int, said: mv.Begin, events: Events, chance: Chance
) -> tuple[State, int, bool]:
    """A die for each living horse, less CDM, off the written speed; a result below 0 fails."""
    c = state.chariots[i]
    if not said.cut:
        return state, 0, False
    c = replace(c, has_cut=not state.epic)
    state = put_chariot(state, i, c)
    alive = sum(1 for boxes in c.horses if boxes)
    cost = max(0, dice(chance, alive, "cut") - c.cdm)
    most = maximum(state, c)
    left = min(c.written, most) + c.added if state.epic else max(0, min(c.written, most - c.used))
    left -= cost
    if left < 0:
        events.append(ev.CutFailed(i, cost))
        return state, 0, False
    horse = next(h for h in range(4) if c.dead >> h & 1)
    dead = c.dead & ~(1 << horse)
    if state.options.carcasses or state.epic:
        state = drop_litter(state, c.team, CARCASS)
        state = put_chariot(state, i, replace(c, dead=dead, carcass_cut=c.team))
    else:
        state = put_chariot(state, i, replace(c, dead=dead))
    events.append(ev.CutLoose(i, horse, cost, dead, state.litter))
    return state, left + (0 if state.epic else c.added + said.take), True


# ---------------------------------------------------------------- the checks


@cites(R("X41"), R("E2.13.1.4.2"))
class StartOfMove(Pending, frozen=True, tag=True, gc=False):
    """The checks before a move: a wreck underneath, wheels at speed 14, the corner."""

    chariot: int
    step: int
    then: phases.Phase

    def resume(self, state: State, events: Events, chance: Chance) -> State:
        i = self.chariot
        c = state.chariots[i]
        if c.condition > RUNAWAY or not c.mf:
            return replace(state, phase=self.then)
        if self.step == 0 and state.litter:
            under = obstacle_underneath(state, i)
            if under is not None:
                state = replace(state, phase=replace(self, step=1))
                return jumps.over_wreck(state, i, under[0], under[1], events, chance)
        if (
            self.step <= 1
            and c.total >= WHEEL_CHECK_SPEED
            and any(c.wheels)
            and c.condition != RUNAWAY
        ):
            state = replace(state, phase=replace(self, step=2))
            return check_wheels(state, i, events, chance)
        if self.step <= 2 and c.condition != RUNAWAY and is_in_corner(state, c):
            square = corner_square(state, c)
            if c.total > safe_speed(state, square):
                state = replace(state, phase=replace(self, step=3))
                return corner.strain(state, i, square, c.total, events, chance, True)
        return replace(state, phase=self.then)


def obstacle_underneath(state: State, i: int) -> tuple[int, int] | None:
    """The obstacle under team or car; a carcass that it has just cut loose does not count."""
    c = state.chariots[i]
    for square in (c.team, c.car):
        if square != NOWHERE and square != c.carcass_cut:
            found = obstacle(state, square, i)
            if found is not None:
                return found
    return None

"""Jumps: running over obstacles on the track."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.errors import Refusal, RulesBug
from paddock.core.flow import Asking
from paddock.core.game import Ask, Question
from paddock.core.seats import Seat
from paddock.games.circus_maximus import events as ev
from paddock.games.circus_maximus import moves as mv
from paddock.games.circus_maximus import phases
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.data.kinds import (
    CARCASS,
    DRAGGED,
    INSIDE,
    OUTSIDE,
    RACING,
    RUNAWAY,
    WRECK,
    JumpResult,
)
from paddock.games.circus_maximus.events import Events
from paddock.games.circus_maximus.moves import Move
from paddock.games.circus_maximus.phases import corner, drive
from paddock.games.circus_maximus.phases.harm import (
    flip,
    hurt_horse,
    hurt_wheel,
    jostle,
    kill_driver,
    put_weakened,
    wound,
)
from paddock.games.circus_maximus.rules import charts
from paddock.games.circus_maximus.rules.dice import dice, die
from paddock.games.circus_maximus.rules.log import Jump, pace, put_chariot
from paddock.games.circus_maximus.rules.space import obstacle
from paddock.games.circus_maximus.rules.speed import cap_speed, tire

if TYPE_CHECKING:
    from paddock.games.circus_maximus.state import State

Q_PAY = Question("pay", R("B14.2"), args=("chariot", "due"))
EPIC_ROLL_SUM = 21
"""Epic rolls high where 1980 rolls low: the two rolls add up to this."""


@cites(R("B14.2"), R("X40"), R("Q8"), R("E2.8.9.3"))
def begin_jump(state: State, i: int, square: int, events: Events, chance: Chance) -> State:
    """The team enters an obstacle: a die of endurance is due."""
    found = obstacle(state, square, i)
    if found is None:
        return state
    mod, team = found
    due = die(chance, "jump")
    c = state.chariots[i]
    c = replace(c, jumps=(*c.jumps, Jump(square, mod, due, team)))
    events.append(ev.JumpBegan(i, square, due, c.jumps))
    state = put_chariot(state, i, c)
    if c.driver == DRAGGED:
        state = drag_over(state, i, square, mod, events, chance)
    if c.condition == RACING and c.endurance > 0:
        return replace(state, phase=Paying(i, due, state.phase))
    return state


@cites(R("B16.6"), R("E2.13.3.3"))
def drag_over(state: State, i: int, square: int, mod: int, events: Events, chance: Chance) -> State:
    """A dragged driver over an obstacle: killed, or over a carcass in Epic half a die of hits."""
    wreck = (square, WRECK) in state.litter
    if state.epic and (square, CARCASS) in state.litter and not wreck and mod < 0:
        hits = (die(chance, "dragged") + 1) // 2
        events.append(ev.DraggedHurt(i, hits))
        return wound(state, i, hits, events)
    return kill_driver(state, i, events)


class Paying(Asking, frozen=True, tag=True, gc=False):
    """The endurance paid for a jump."""

    chariot: int
    due: int
    then: phases.Phase

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        c = state.chariots[self.chariot]
        options = mv.PAYS[min(self.due, c.endurance)]
        return (Ask(c.owner, Q_PAY, options, len(options) - 1, (self.chariot, self.due)),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        if not isinstance(move, mv.Pay):
            raise RulesBug(move)
        drive.shown_at_once(state, events)
        state = replace(state, phase=self.then)
        c = state.chariots[self.chariot]
        *before, jump = c.jumps
        jump = replace(jump, unpaid=jump.unpaid - move.endurance)
        c = replace(tire(c, move.endurance), jumps=(*before, jump))
        c = cap_speed(state, c)
        paid = ev.JumpPaid(self.chariot, move.endurance, c.endurance, c.jumps, pace(c))
        events.append(paid)
        return put_weakened(state, self.chariot, c, events)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        return Refusal("too-much-endurance", Q_PAY.clause)


@cites(R("B14.3"), R("E2.8.9.3.1"))
def end_jumps(state: State, i: int, events: Events, chance: Chance) -> State:
    """Rolls on the chart for obstacles that team and car have left."""
    c = state.chariots[i]
    done = [jump for jump in c.jumps if jump.square not in (c.team, c.car)]
    if not done:
        return state
    state = put_chariot(state, i, replace(c, jumps=tuple(j for j in c.jumps if j not in done)))
    for jump in done:
        state = over_wreck(state, i, jump.modifier + jump.unpaid, jump.team, events, chance)
    return state


@cites(R("X42"))
def over_wreck(
    state: State, i: int, modifier: int, team: int, events: Events, chance: Chance
) -> State:
    """Three dice on the chart, and the result. Epic's chart is the same one mirrored."""
    c = state.chariots[i]
    if c.condition > RUNAWAY:
        return state
    cdm = c.cdm if c.condition == RACING else 0
    thrown = dice(chance, 3, "wreck")
    roll = (EPIC_ROLL_SUM - thrown if state.epic else thrown) - cdm + modifier
    result = charts.jump(roll)
    events.append(ev.Jumped(i, EPIC_ROLL_SUM - roll if state.epic else roll, result, c.jumps))
    match result:
        case JumpResult.JOSTLED:
            return jostle(state, i, events)
        case JumpResult.CAR:
            for wheel in (INSIDE, OUTSIDE):
                points = die(chance, "wheel hobbled") - 3
                state = hurt_wheel(state, i, wheel, points, events, chance)
            return state
        case JumpResult.HOBBLED | JumpResult.SERIOUSLY:
            less = 3 if result == JumpResult.HOBBLED else 0
            return hobble(state, i, team, less, events, chance)
        case JumpResult.DANGER:
            if c.condition == RUNAWAY or c.total <= 1:
                return state
            return corner.roll_strain(state, i, c.total - 1, 0, events, chance)
        case JumpResult.FLIP:
            return flip(state, i, events)
        case _:
            return state


@cites(R("E2.8.9.3.2"))
def hobble(state: State, i: int, team: int, less: int, events: Events, chance: Chance) -> State:
    """A die for each horse; a standing team that was run over suffers the same."""
    for horse in range(4):
        if state.chariots[i].condition > RUNAWAY:
            break
        if not state.chariots[i].horses[horse]:
            continue
        points = die(chance, "hobbled") - less
        state = hurt_horse(state, i, horse, points, events, chance)
        if team >= 0 and state.chariots[team].condition <= RUNAWAY:
            state = hurt_horse(state, team, horse, points, events, chance)
    return state

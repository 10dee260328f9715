"""The dice before a move: sight, the dead start, the whip, and horses cut free."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citing import cites
from paddock.games.circus_maximus import events as ev
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.data.kinds import CARCASS
from paddock.games.circus_maximus.events import Events
from paddock.games.circus_maximus.phases.harm import drop, put_weakened
from paddock.games.circus_maximus.rules.dice import dice, die
from paddock.games.circus_maximus.rules.log import put
from paddock.games.circus_maximus.rules.speed import maximum, tire

if TYPE_CHECKING:
    from paddock.games.circus_maximus.state import State

START_DICE = (1, 2, 3)
"""Epic: the dice of a start from nought, by the car."""


@cites(R("GO4"), R("X56"), R("E2.10.6.5"))
def see_again(state: State, i: int, events: Events, chance: Chance) -> State:
    """A blinded driver sees again on a 5 or 6."""
    c = state.chariots[i]
    if not c.blind or die(chance, "sight") < 5:
        return state
    events.append(ev.Saw(i))
    return put(state, i, replace(c, blind=False))


@cites(R("B6.S1"), R("GO9"), R("X4"), R("Q11"), R("E2.8.4.3"))
def start_loss(state: State, i: int, events: Events, chance: Chance) -> int:
    """What a dead start takes."""
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


@cites(R("B6.52"), R("B13.1"), R("E2.8.3"))
def use_whip(state: State, i: int, said: bool, events: Events, chance: Chance) -> tuple[State, int]:
    """A die of MFs for as much endurance, never more than there is; half with a hurt arm."""
    if not said:
        return state, 0
    c = state.chariots[i]
    points = die(chance, "whip")
    if c.arm:
        points = (points + 1) // 2
    points = min(points, c.endurance)
    events.append(ev.Whipped(i, points))
    return put_weakened(state, i, tire(c, points), events), points


@cites(R("B9.53"), R("X33"), R("Q9"), R("GO7"), R("X57"), R("E2.12.2.2"), R("E2.12.2.2.4"))
def cut_free(
    state: State, i: int, said: bool, events: Events, chance: Chance
) -> tuple[State, int, bool]:
    """A die for each living horse less CDM, off the written speed; below nought it has failed."""
    c = state.chariots[i]
    if not said:
        return state, 0, False
    alive = sum(1 for boxes in c.horses if boxes)
    cost = max(0, dice(chance, alive, "cut") - c.cdm)
    base = min(c.written, maximum(state, c))
    left = base + c.added - cost if state.epic else max(0, min(base, maximum(state, c) - c.used))
    if not state.epic:
        left -= cost
    if left < 0:
        events.append(ev.CutFailed(i, cost))
        return state, 0, False
    horse = next(h for h in range(4) if c.dead >> h & 1)
    events.append(ev.CutLoose(i, horse, cost))
    carcass = state.options.carcasses or state.epic
    shed = c.team if carcass else c.carcass_cut
    state = put(state, i, replace(c, dead=c.dead & ~(1 << horse), carcass_cut=shed))
    if carcass:
        state = drop(state, c.team, CARCASS)
    return state, left + (0 if state.epic else c.added), True

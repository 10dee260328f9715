"""Harm and what follows from it: hurt horses, broken wheels, wounds, flips."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citing import cites
from paddock.games.circus_maximus import data
from paddock.games.circus_maximus import events as ev
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.data.kinds import (
    CARCASS,
    DEAD,
    DRAGGED,
    EMPTY,
    GONE,
    IN_CAR,
    INSIDE,
    ON_FOOT,
    OUTSIDE,
    RACING,
    RUNAWAY,
    SAFE,
    WRECK,
    Litter,
    Side,
)
from paddock.games.circus_maximus.events import Events
from paddock.games.circus_maximus.phases.underway import Flight
from paddock.games.circus_maximus.rules import charts, damage
from paddock.games.circus_maximus.rules.dice import dice, die
from paddock.games.circus_maximus.rules.log import put
from paddock.games.circus_maximus.rules.speed import capped, maximum, tire
from paddock.games.circus_maximus.rules.track import NOWHERE

if TYPE_CHECKING:
    from paddock.games.circus_maximus.state import Chariot, State

JOSTLE = 3


def put_weakened(state: State, i: int, chariot: Chariot, events: Events) -> State:
    """Put a log sheet back after harm: tell when it is blown, cut the speed it cannot keep."""
    if chariot.blown and not state.chariots[i].blown:
        events.append(ev.Blown(i))
    return put(state, i, capped(state, chariot))


def drop(state: State, square: int, what: Litter) -> State:
    """Something lies on the track from now on; two wrecks on a square are one."""
    if square == NOWHERE or (square, what) in state.litter:
        return state
    return replace(state, litter=tuple(sorted((*state.litter, (square, what)))))


# ---------------------------------------------------------------- horses


@cites(R("GO8"), R("X37"))
def hurt_horse(
    state: State, i: int, horse: int, points: int, events: Events, chance: Chance
) -> State:
    """Points on one horse, and its critical hit where that is played."""
    c = state.chariots[i]
    if horse < 0 or points <= 0 or c.horses[horse] <= 0:
        return state
    c, taken, died = damage.with_horse_hurt(c, horse, points)
    events.append(ev.HorseHurt(i, horse, taken))
    if state.options.critical_horses and not state.epic and not died:
        more = data.CRITICAL_HORSE[dice(chance, 2, "critical horse")]
        if more:
            c, taken, died = damage.with_horse_hurt(c, horse, more)
            events.append(ev.HorseHurt(i, horse, taken))
    if not died:
        return put_weakened(state, i, c, events)
    events.append(ev.HorseDied(i, horse))
    return lose_horse(state, i, c, events)


@cites(R("X33"), R("Q6"))
def lose_horse(state: State, i: int, c: Chariot, events: Events) -> State:
    """A horse has died: endurance goes with it; without a living horse the chariot is out."""
    toll = damage.death_toll(c)
    if toll:
        c = tire(c, toll)
    if any(c.horses):
        return put_weakened(state, i, replace(c, mf=0), events)
    if c.condition == RUNAWAY:
        return put(state, i, replace(c, mf=0))
    events.append(ev.HorsesGone(i))
    state = drop(drop(state, c.car, WRECK), c.team, CARCASS)
    gone = replace(c, condition=GONE, mf=0, team=NOWHERE, car=NOWHERE)
    if state.options.book == "basic":
        gone = replace(gone, driver=SAFE if c.driver == IN_CAR else c.driver, freed=state.turn)
    elif c.driver in (IN_CAR, DRAGGED):
        gone = replace(gone, driver=ON_FOOT, foot=c.car, freed=state.turn)
    return put(state, i, gone)


# ---------------------------------------------------------------- wheels


@cites(R("B9.56"), R("E2.10.8.2"), R("E2.12.3"))
def hurt_wheel(
    state: State, i: int, wheel: Side, points: int, events: Events, chance: Chance
) -> State:
    """Points on one wheel; two or more at once are a check."""
    c = state.chariots[i]
    if points <= 0 or c.condition not in (RACING, EMPTY):
        return state
    state = put(state, i, damage.with_wheel_hurt(c, wheel, points))
    events.append(ev.WheelHurt(i, wheel, points))
    if damage.wheel_gone(state.chariots[i]):
        events.append(ev.WheelLost(i, wheel))
        return flip(state, i, events)
    return check_wheels(state, i, events, chance) if points >= 2 else state


@cites(R("B7.4"), R("X20"), R("E2.12.3.3"))
def check_wheels(state: State, i: int, events: Events, chance: Chance) -> State:
    """Two dice for every damaged wheel: above is safe, equal one point more, below it is lost."""
    for wheel in (INSIDE, OUTSIDE):
        c = state.chariots[i]
        hurt = c.wheels[wheel]
        if not hurt or c.condition not in (RACING, EMPTY):
            continue
        roll = dice(chance, 2, "wheel") - (1 if damage.uneven(state, c) else 0)
        if roll < hurt:
            events.append(ev.WheelLost(i, wheel))
            state = flip(state, i, events)
        else:
            events.append(ev.WheelHeld(i, wheel, roll))
        if roll == hurt:
            state = put(state, i, damage.with_wheel_hurt(c, wheel, 1))
            events.append(ev.WheelHurt(i, wheel, 1))
            if damage.wheel_gone(state.chariots[i]):
                events.append(ev.WheelLost(i, wheel))
                state = flip(state, i, events)
    return state


# ---------------------------------------------------------------- drivers


@cites(R("B7.35"), R("E2.9.4"))
def jostle(state: State, i: int, events: Events) -> State:
    """CDM falls by three; MFs of the whip and above the new maximum are lost."""
    c = state.chariots[i]
    if c.condition != RACING:
        return state
    c = replace(c, cdm=c.cdm - JOSTLE, jostled=True)
    events.append(ev.Jostled(i, c.cdm))
    if not c.mf:
        return put_weakened(state, i, c, events)
    return trim(state, i, c, min(c.total - c.whip_mf, maximum(state, c)), events)


@cites(R("X14"), R("E2.9.4.5"))
def trim(state: State, i: int, c: Chariot, allowed: int, events: Events) -> State:
    """Fewer MFs for the rest of this phase, but not fewer than were spent."""
    spent = c.total - c.mf
    left = max(0, allowed - spent)
    if left < c.mf:
        events.append(ev.Lapsed(i, c.mf - left))
        c = replace(c, total=spent + left, mf=left, whip_mf=0)
    return put(state, i, replace(c, written=min(c.written, maximum(state, c))))


def wound(state: State, i: int, hits: int, events: Events) -> State:
    """Hits on the driver. All of them kill; in the car that is a flip."""
    c = state.chariots[i]
    if c.driver in (SAFE, DEAD) or hits <= 0:
        return state
    events.append(ev.Wounded(i, hits))
    c = damage.with_wound(c, hits)
    if c.hits:
        return put_weakened(state, i, c, events)
    return kill_driver(put(state, i, c), i, events)


@cites(R("E2.12.1"))
def kill_driver(state: State, i: int, events: Events, flips: bool = True) -> State:
    """The driver is dead: his chariot flips, or, by a blade of The General's, runs on whole."""
    c = state.chariots[i]
    driving = c.driver == IN_CAR
    events.append(ev.Died(i))
    state = put(state, i, replace(c, driver=DEAD, hits=0, foot=NOWHERE))
    if not driving:
        return state
    if flips or state.options.book == "basic":
        return flip(state, i, events)
    return put(state, i, replace(state.chariots[i], condition=EMPTY))


def slow(state: State, i: int, events: Events, chance: Chance) -> State:
    """A die off the greatest speed of the next phase."""
    loss = die(chance, "loss")
    events.append(ev.Slowed(i, loss))
    c = state.chariots[i]
    return put_weakened(state, i, replace(c, loss=c.loss + loss), events)


# ---------------------------------------------------------------- flips


@cites(R("B7.1"), R("B12.1"), R("B16.1"), R("E2.13"), R("E2.13.3"))
def flip(state: State, i: int, events: Events) -> State:
    """The car is lost: removed in the basic game, else it flies while the team runs on."""
    c = state.chariots[i]
    if c.condition not in (RACING, EMPTY):
        return state
    events.append(ev.Flipped(i))
    if state.options.book == "basic":
        fate = SAFE if c.driver in (IN_CAR, DRAGGED) else c.driver
        return put(
            state, i, replace(c, condition=GONE, driver=fate, mf=0, team=NOWHERE, car=NOWHERE)
        )
    edge = max(damage.edge(state, c, side) for side in (INSIDE, OUTSIDE))
    fate = DRAGGED if c.driver == IN_CAR else c.driver
    run = replace(c, condition=RUNAWAY, car=NOWHERE, driver=fate, just_flipped=True, towed=0)
    state = put(state, i, run)
    return replace(state, flying=(*state.flying, Flight(i, c.car, edge)))


@cites(R("B16.7"), R("GQ13.1"), R("E2.13.3.4"))
def pull_out(state: State, i: int, events: Events) -> State:
    """The driver is pulled from his car, which runs on whole."""
    c = state.chariots[i]
    if c.condition != RACING or c.driver != IN_CAR:
        return state
    events.append(ev.Pulled(i))
    if state.options.book == "basic":
        return flip(state, i, events)
    return put(state, i, replace(c, condition=EMPTY, driver=DRAGGED, just_flipped=True, towed=0))


def injure(state: State, i: int, side: Side, edge: int, events: Events, chance: Chance) -> State:
    """A ram on the horses: two dice with the car's edge, on the nearest horse."""
    points = charts.horse_injury(dice(chance, 2, "injury") + edge)
    return hurt_horse(
        state, i, damage.nearest_horse(state.chariots[i], side), points, events, chance
    )

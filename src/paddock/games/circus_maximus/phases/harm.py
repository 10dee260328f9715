"""Harm and what follows from it: hurt horses, broken wheels, wounds, flips."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
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
from paddock.games.circus_maximus.rules import charts, damage
from paddock.games.circus_maximus.rules.dice import dice, die
from paddock.games.circus_maximus.rules.log import Flight, pace, put
from paddock.games.circus_maximus.rules.speed import capped, maximum, tire
from paddock.games.circus_maximus.rules.track import NOWHERE

if TYPE_CHECKING:
    from paddock.games.circus_maximus.state import Chariot, State

JOSTLE = 3


def put_weakened(state: State, i: int, chariot: Chariot, events: Events) -> State:
    """Put a log sheet back after harm: tell when it is blown, cut the speed it cannot keep."""
    c = capped(state, chariot)
    if c.blown and not state.chariots[i].blown:
        had = c.mf
        c = unwhipped(state, state.chariots[i], c)
        events.append(ev.Blown(i, c.dm, c.cdm, pace(c)))
        tell_lapsed(i, c, had, events)
    return put(state, i, c)


@cites(R("E2.9.4.1.2"))
def unwhipped(state: State, before: Chariot, c: Chariot) -> Chariot:
    """Epic: MFs of the whip are lost to a CDM that becomes negative, but for those spent."""
    if not (state.epic and c.mf and c.whip_mf and c.cdm < 0 <= before.cdm):
        return c
    return trimmed(state, c, c.total - c.whip_mf)


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
    c, died = take_points(state, i, c, horse, points, events)
    if state.options.critical_horses and not state.epic and not died:
        more = data.CRITICAL_HORSE[dice(chance, 2, "critical horse")]
        if more:
            c, died = take_points(state, i, c, horse, more, events)
    return lose_horse(state, i, c, horse, events) if died else put_weakened(state, i, c, events)


def take_points(
    state: State, i: int, c: Chariot, horse: int, points: int, events: Events
) -> tuple[Chariot, bool]:
    """The log after so many points on one horse, and whether it died; the table is told."""
    c, taken, died = damage.with_horse_hurt(c, horse, points)
    events.append(ev.HorseHurt(i, horse, taken, c.horses[horse], pace(capped(state, c))))
    return c, died


@cites(R("X33"), R("Q6"))
def lose_horse(state: State, i: int, c: Chariot, horse: int, events: Events) -> State:
    """A horse has died: endurance goes with it; without a living horse the chariot is out."""
    toll = damage.death_toll(c)
    c = replace(tire(c, toll) if toll else c, mf=0)
    if any(c.horses):
        c = capped(state, c)
    events.append(ev.HorseDied(i, horse, c.dead, c.endurance, pace(c)))
    if any(c.horses):
        return put_weakened(state, i, c, events)
    if c.condition == RUNAWAY:
        return put(state, i, c)
    return no_horse_left(state, i, c, events)


def no_horse_left(state: State, i: int, c: Chariot, events: Events) -> State:
    """Both squares become obstacles, and the driver is on foot; in the basic game he is safe."""
    state = drop(drop(state, c.car, WRECK), c.team, CARCASS)
    gone = replace(c, condition=GONE, team=NOWHERE, car=NOWHERE, wrecked=True)
    if state.options.book == "basic":
        gone = replace(gone, driver=SAFE if c.driver == IN_CAR else c.driver, freed=state.turn)
    elif c.driver in (IN_CAR, DRAGGED):
        gone = replace(gone, driver=ON_FOOT, foot=c.car, freed=state.turn)
    events.append(ev.HorsesGone(i, gone.driver, gone.foot, state.litter))
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
    c = damage.with_wheel_hurt(c, wheel, points)
    state = put(state, i, c)
    events.append(ev.WheelHurt(i, wheel, points, c.wheels[wheel]))
    if damage.wheel_gone(c):
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
            c = damage.with_wheel_hurt(c, wheel, 1)
            state = put(state, i, c)
            events.append(ev.WheelHurt(i, wheel, 1, c.wheels[wheel]))
            if damage.wheel_gone(c):
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
    had = c.mf
    if had:
        c = trimmed(state, c, min(c.total - c.whip_mf, maximum(state, c)))
    else:
        c = capped(state, c)
    events.append(ev.Jostled(i, c.cdm, pace(c)))
    tell_lapsed(i, c, had, events)
    return put(state, i, c)


@cites(R("X14"), R("E2.9.4.5"))
def trimmed(state: State, c: Chariot, allowed: int) -> Chariot:
    """Fewer MFs for the rest of this phase, but not fewer than were spent."""
    spent = c.total - c.mf
    left = max(0, allowed - spent)
    if left < c.mf:
        c = replace(c, total=spent + left, mf=left, whip_mf=0)
    return replace(c, written=min(c.written, maximum(state, c)))


def tell_lapsed(i: int, c: Chariot, had: int, events: Events) -> None:
    if c.mf < had:
        events.append(ev.Lapsed(i, had - c.mf, pace(c)))


def wound(state: State, i: int, hits: int, events: Events) -> State:
    """Hits on the driver. All of them kill; in the car that is a flip."""
    c = state.chariots[i]
    if c.driver in (SAFE, DEAD) or hits <= 0:
        return state
    c = damage.with_wound(c, hits)
    if c.hits:
        c = capped(state, c)
    events.append(ev.Wounded(i, hits, c.hits, c.dm, c.cdm, pace(c)))
    state = put(state, i, c)
    return state if c.hits else kill_driver(state, i, events)


@cites(R("E2.12.1"))
def kill_driver(state: State, i: int, events: Events, flips: bool = True) -> State:
    """The driver is dead: his chariot flips, or, by a blade of The General's, runs on whole."""
    c = state.chariots[i]
    driving = c.driver == IN_CAR
    flips = driving and (flips or state.options.book == "basic")
    condition = EMPTY if driving and not flips else c.condition
    events.append(ev.Died(i, condition))
    c = replace(c, driver=DEAD, hits=0, foot=NOWHERE, condition=condition)
    state = put(state, i, c)
    return flip(state, i, events) if flips else state


def slow(state: State, i: int, events: Events, chance: Chance) -> State:
    """A die off the greatest speed of the next phase."""
    loss = die(chance, "loss")
    c = state.chariots[i]
    c = capped(state, replace(c, loss=c.loss + loss))
    events.append(ev.Slowed(i, loss, c.loss, pace(c)))
    return put(state, i, c)


# ---------------------------------------------------------------- flips


@cites(R("B7.1"), R("B12.1"), R("B16.1"), R("E2.13"), R("E2.13.3"))
def flip(state: State, i: int, events: Events) -> State:
    """The car is lost: removed in the basic game, else it flies while the team runs on."""
    c = state.chariots[i]
    if c.condition not in (RACING, EMPTY):
        return state
    if state.options.book == "basic":
        driver = SAFE if c.driver in (IN_CAR, DRAGGED) else c.driver
        c = replace(c, condition=GONE, driver=driver, mf=0, team=NOWHERE, car=NOWHERE)
    else:
        edge = max(damage.edge(state, c, side) for side in (INSIDE, OUTSIDE))
        state = replace(state, flying=(*state.flying, Flight(i, c.car, edge)))
        driver = DRAGGED if c.driver == IN_CAR else c.driver
        towed = c.towed if c.driver == DRAGGED else 0  # he was dragged before his car was lost
        c = replace(c, condition=RUNAWAY, car=NOWHERE, wrecked=True, driver=driver)
        c = replace(c, just_flipped=True, towed=towed)
    flipped = ev.Flipped(i, c.condition, c.driver, c.team, c.car, c.jumps, state.flying, pace(c))
    events.append(flipped)
    return put(state, i, c)


@cites(R("B16.7"), R("GQ13.1"), R("E2.13.3.4"))
def pull_out(state: State, i: int, events: Events) -> State:
    """The driver is pulled from his car, which runs on whole."""
    c = state.chariots[i]
    if c.condition != RACING or c.driver != IN_CAR:
        return state
    if state.options.book == "basic":
        events.append(ev.Pulled(i, c.condition, c.driver))
        return flip(state, i, events)
    c = replace(c, condition=EMPTY, driver=DRAGGED, just_flipped=True, towed=0)
    events.append(ev.Pulled(i, c.condition, c.driver))
    return put(state, i, c)


def injure(state: State, i: int, side: Side, edge: int, events: Events, chance: Chance) -> State:
    """A ram on the horses: two dice with the car's edge, on the nearest horse."""
    points = charts.horse_injury(dice(chance, 2, "injury") + edge)
    return hurt_horse(
        state, i, damage.nearest_horse(state.chariots[i], side), points, events, chance
    )

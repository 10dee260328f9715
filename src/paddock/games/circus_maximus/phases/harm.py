"""Damage and its effects: injured horses, broken wheels, wounds, flips."""

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
from paddock.games.circus_maximus.rules.log import Flight, pace, put_chariot
from paddock.games.circus_maximus.rules.speed import cap_speed, maximum, tire
from paddock.games.circus_maximus.rules.track import NOWHERE

if TYPE_CHECKING:
    from paddock.games.circus_maximus.state import Chariot, State

JOSTLE_CDM_LOSS = 3


def put_weakened(state: State, i: int, chariot: Chariot, events: Events) -> State:
    """Stores a chariot after damage: reports lost endurance, and cuts a speed it cannot keep."""
    c = cap_speed(state, chariot)
    if c.blown and not state.chariots[i].blown:
        had = c.mf
        c = without_whip_mf(state, state.chariots[i], c)
        events.append(ev.Blown(i, c.dm, c.cdm, pace(c)))
        report_lapsed(i, c, had, events)
    return put_chariot(state, i, c)


@cites(R("E2.9.4.1.2"))
def without_whip_mf(state: State, before: Chariot, c: Chariot) -> Chariot:
    """Epic: a negative CDM loses the MFs of the whip that are not spent yet."""
    if not (state.epic and c.mf and c.whip_mf and c.cdm < 0 <= before.cdm):
        return c
    return with_fewer_mf(state, c, c.total - c.whip_mf)


def drop_litter(state: State, square: int, what: Litter) -> State:
    """Adds an obstacle to the track; two wrecks on a square are one."""
    if square == NOWHERE or (square, what) in state.litter:
        return state
    return replace(state, litter=tuple(sorted((*state.litter, (square, what)))))


# ---------------------------------------------------------------- horses


@cites(R("GO8"), R("X37"))
def hurt_horse(
    state: State, i: int, horse: int, points: int, events: Events, chance: Chance
) -> State:
    """Points on one horse, and its critical hit if that is played."""
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
    """The chariot after points on one horse, and whether it died; adds the event."""
    c, taken, died = damage.with_horse_hurt(c, horse, points)
    events.append(ev.HorseHurt(i, horse, taken, c.horses[horse], pace(cap_speed(state, c))))
    return c, died


@cites(R("X33"), R("Q6"))
def lose_horse(state: State, i: int, c: Chariot, horse: int, events: Events) -> State:
    """A horse died: endurance is lost; without a living horse the chariot is out."""
    toll = damage.death_endurance_loss(c)
    c = replace(tire(c, toll) if toll else c, mf=0)
    if any(c.horses):
        c = cap_speed(state, c)
    events.append(ev.HorseDied(i, horse, c.dead, c.endurance, pace(c)))
    if any(c.horses):
        return put_weakened(state, i, c, events)
    if c.condition == RUNAWAY:
        return put_chariot(state, i, c)
    return no_horse_left(state, i, c, events)


def no_horse_left(state: State, i: int, c: Chariot, events: Events) -> State:
    """Both squares become obstacles, and the driver is on foot; in the basic game he is safe."""
    state = drop_litter(drop_litter(state, c.car, WRECK), c.team, CARCASS)
    gone = replace(c, condition=GONE, team=NOWHERE, car=NOWHERE, wrecked=True)
    if state.options.book == "basic":
        gone = replace(gone, driver=SAFE if c.driver == IN_CAR else c.driver, freed=state.turn)
    elif c.driver in (IN_CAR, DRAGGED):
        gone = replace(gone, driver=ON_FOOT, foot=c.car, freed=state.turn)
    events.append(ev.HorsesGone(i, gone.driver, gone.foot, state.litter))
    return put_chariot(state, i, gone)


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
    state = put_chariot(state, i, c)
    events.append(ev.WheelHurt(i, wheel, points, c.wheels[wheel]))
    if damage.has_lost_wheel(c):
        events.append(ev.WheelLost(i, wheel))
        return flip(state, i, events)
    return check_wheels(state, i, events, chance) if points >= 2 else state


@cites(R("B7.4"), R("X20"), R("E2.12.3.3"))
def check_wheels(state: State, i: int, events: Events, chance: Chance) -> State:
    """Two dice for every damaged wheel: above is safe, equal one more point, below it is lost."""
    for wheel in (INSIDE, OUTSIDE):
        c = state.chariots[i]
        hurt = c.wheels[wheel]
        if not hurt or c.condition not in (RACING, EMPTY):
            continue
        roll = dice(chance, 2, "wheel") - (1 if damage.has_uneven_blades(state, c) else 0)
        if roll < hurt:
            events.append(ev.WheelLost(i, wheel))
            state = flip(state, i, events)
        else:
            events.append(ev.WheelHeld(i, wheel, roll))
        if roll == hurt:
            c = damage.with_wheel_hurt(c, wheel, 1)
            state = put_chariot(state, i, c)
            events.append(ev.WheelHurt(i, wheel, 1, c.wheels[wheel]))
            if damage.has_lost_wheel(c):
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
    c = replace(c, cdm=c.cdm - JOSTLE_CDM_LOSS, jostled=True)
    had = c.mf
    if had:
        c = with_fewer_mf(state, c, min(c.total - c.whip_mf, maximum(state, c)))
    else:
        c = cap_speed(state, c)
    events.append(ev.Jostled(i, c.cdm, pace(c)))
    report_lapsed(i, c, had, events)
    return put_chariot(state, i, c)


@cites(R("X14"), R("E2.9.4.5"))
def with_fewer_mf(state: State, c: Chariot, allowed: int) -> Chariot:
    """Fewer MFs for the rest of this phase, but no fewer than are spent."""
    spent = c.total - c.mf
    left = max(0, allowed - spent)
    if left < c.mf:
        c = replace(c, total=spent + left, mf=left, whip_mf=0)
    return replace(c, written=min(c.written, maximum(state, c)))


def report_lapsed(i: int, c: Chariot, had: int, events: Events) -> None:
    if c.mf < had:
        events.append(ev.Lapsed(i, had - c.mf, pace(c)))


def wound(state: State, i: int, hits: int, events: Events) -> State:
    """Hits on the driver. Losing all kills him; in the car that is a flip."""
    c = state.chariots[i]
    if c.driver in (SAFE, DEAD) or hits <= 0:
        return state
    c = damage.with_wound(c, hits)
    if c.hits:
        c = cap_speed(state, c)
    events.append(ev.Wounded(i, hits, c.hits, c.dm, c.cdm, pace(c)))
    state = put_chariot(state, i, c)
    return state if c.hits else kill_driver(state, i, events)


@cites(R("E2.12.1"))
def kill_driver(state: State, i: int, events: Events, flips: bool = True) -> State:
    """The driver dies: the chariot flips, or by a blade of The General's rules runs on."""
    c = state.chariots[i]
    driving = c.driver == IN_CAR
    flips = driving and (flips or state.options.book == "basic")
    condition = EMPTY if driving and not flips else c.condition
    events.append(ev.Died(i, condition))
    c = replace(c, driver=DEAD, hits=0, foot=NOWHERE, condition=condition)
    state = put_chariot(state, i, c)
    return flip(state, i, events) if flips else state


def slow_team(state: State, i: int, events: Events, chance: Chance) -> State:
    """A die off the highest speed of the next phase."""
    loss = die(chance, "loss")
    c = state.chariots[i]
    c = cap_speed(state, replace(c, loss=c.loss + loss))
    events.append(ev.Slowed(i, loss, c.loss, pace(c)))
    return put_chariot(state, i, c)


# ---------------------------------------------------------------- flips


@cites(R("B7.1"), R("B12.1"), R("B16.1"), R("E2.13"), R("E2.13.3"))
def flip(state: State, i: int, events: Events) -> State:
    """The car is lost: removed in the basic game, otherwise it flies while the team runs on."""
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
    flipped = ev.Flipped(
        i,
        condition=c.condition,
        driver_state=c.driver,
        square=c.team,
        car_at=c.car,
        jumps=c.jumps,
        flying=state.flying,
        pace=pace(c),
    )
    events.append(flipped)
    return put_chariot(state, i, c)


@cites(R("B16.7"), R("GQ13.1"), R("E2.13.3.4"))
def pull_out(state: State, i: int, events: Events) -> State:
    """The driver is pulled from his car, which runs on undamaged."""
    c = state.chariots[i]
    if c.condition != RACING or c.driver != IN_CAR:
        return state
    if state.options.book == "basic":
        events.append(ev.Pulled(i, c.condition, c.driver))
        return flip(state, i, events)
    c = replace(c, condition=EMPTY, driver=DRAGGED, just_flipped=True, towed=0)
    events.append(ev.Pulled(i, c.condition, c.driver))
    return put_chariot(state, i, c)


def injure(state: State, i: int, side: Side, edge: int, events: Events, chance: Chance) -> State:
    """A ram on the horses: two dice with the car's edge, on the nearest horse."""
    points = charts.horse_injury(dice(chance, 2, "injury") + edge)
    return hurt_horse(
        state, i, damage.nearest_horse(state.chariots[i], side), points, events, chance
    )

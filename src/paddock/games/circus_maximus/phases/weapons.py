"""Dust, knives and spears."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.games.circus_maximus import data
from paddock.games.circus_maximus import events as ev
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.data.kinds import (
    CAR,
    DRAGGED,
    IN_CAR,
    INSIDE,
    OPPOSITE,
    RACING,
    SMALL_KNIFE,
    SPEAR,
    TEAM,
    Knives,
    Side,
    WeaponResult,
)
from paddock.games.circus_maximus.events import Events
from paddock.games.circus_maximus.phases import corner, rams
from paddock.games.circus_maximus.phases.harm import (
    hurt_horse,
    kill_driver,
    pull_out,
    wound,
)
from paddock.games.circus_maximus.phases.underway import Blow
from paddock.games.circus_maximus.rules import charts, damage
from paddock.games.circus_maximus.rules.dice import dice, die
from paddock.games.circus_maximus.rules.log import pace, put_chariot
from paddock.games.circus_maximus.rules.space import knife_range
from paddock.games.circus_maximus.rules.speed import cap_speed

if TYPE_CHECKING:
    from paddock.games.circus_maximus.state import State

WITHOUT_DRIVER = {
    WeaponResult.KILLED: WeaponResult.HORSE,
    WeaponResult.MAJOR: WeaponResult.HORSE,
    WeaponResult.MINOR: WeaponResult.MINOR_HORSE,
}
"""The effect of a blade on a chariot without a driver."""
AT_THE_TEAM = {
    WeaponResult.KILLED: WeaponResult.HORSE,
    WeaponResult.MAJOR: WeaponResult.MAJOR_HORSE,
    WeaponResult.MINOR: WeaponResult.MINOR_HORSE,
}
"""The effect of a spear or a knife aimed at a team."""
BLINDING_HITS = 2
"""Hits of dust that blinds."""
STRAIGHT_PHASES = 2
"""Phases straight ahead with dust in an eye."""
KILLING_POINTS = 99
"""More points than any horse has boxes."""


@cites(R("GO4"), R("E2.10.6"), R("E2.10.6.5"))
def throw_dust(state: State, blow: Blow, events: Events, chance: Chance) -> State:
    a, i = replace(state.chariots[blow.by], dust=False), blow.whom
    state = put_chariot(state, blow.by, a)
    hit = dice(chance, 2, "dust") + a.cdm >= data.THROW_HIT
    events.append(ev.Threw(blow.by, i, blow.weapon, hit, a.dust, a.knives))
    if not hit:
        return state
    chart = data.EPIC_DUST if state.epic else data.DUST
    modifier = damage.defence_modifier(state, state.chariots[i])
    effect = charts.weapon(chart, dice(chance, 2, "dust effect") + modifier)
    if effect == WeaponResult.EYE:
        state = dust_in_eye(state, i, blow.side)
    elif effect == WeaponResult.WIND:
        state = dust_in_eye(state, blow.by, OPPOSITE[blow.side])
    report_hit(state, i, effect, blow, events)
    match effect:
        case WeaponResult.FALL:
            return pull_out(state, i, events)
        case WeaponResult.INTO:
            edge = damage.edge(state, a, OPPOSITE[blow.side])
            return rams.damage_cars(state, replace(blow, edge=edge), charts.BOTH, events, chance)
        case WeaponResult.EYE | WeaponResult.WIND:
            return state
        case WeaponResult.AWAY:
            shove = corner.Shove(i, OPPOSITE[blow.side], 2, corner.Cause.AWAY, state.phase)
            return replace(state, phase=shove)
        case _:
            state = wound(state, i, BLINDING_HITS, events)
            d = state.chariots[i]
            if d.driver != IN_CAR:
                return state
            d = cap_speed(state, replace(d, blind=True))
            events.append(ev.Blinded(i, pace(d)))
            return put_chariot(state, i, d)


def report_hit(state: State, i: int, effect: WeaponResult, blow: Blow, events: Events) -> None:
    """Adds the event of a weapon's effect; dust may be blown back."""
    eye_of = blow.by if effect == WeaponResult.WIND else i
    c = state.chariots[eye_of]
    events.append(
        ev.WasHit(i, effect, blow.weapon, eye_of, c.eyes, c.straight_on, c.straight_later)
    )


def dust_in_eye(state: State, i: int, side: Side) -> State:
    """An eye wound, and two phases straight ahead."""
    c = replace(state.chariots[i], straight_on=STRAIGHT_PHASES, straight_later=state.mover == i)
    return put_chariot(state, i, replace(c, eyes=c.eyes | 1 << side))


@cites(R("GO5"), R("E2.10.5"))
def throw_knife(state: State, blow: Blow, events: Events, chance: Chance) -> State:
    """Thrown once, whatever the result."""
    a, i = state.chariots[blow.by], blow.whom
    far = knife_range(state, blow.by, i, blow.part)
    small = blow.weapon == SMALL_KNIFE
    thrown = Knives.SMALL if small else Knives.THROWING
    a = replace(a, knives=Knives(a.knives & ~thrown))
    state = put_chariot(state, blow.by, a)
    if state.epic:
        hit = dice(chance, 2, "knife") + a.cdm - far >= data.EPIC_KNIFE_HIT
    else:
        total = dice(chance, far, "knife") + (far if small else 0) - a.cdm
        hit = total <= data.GENERAL_KNIFE_HIT
    events.append(ev.Threw(blow.by, i, blow.weapon, hit, a.dust, a.knives))
    if not hit:
        return state
    d = state.chariots[i]
    chart = data.EPIC_KNIFE if state.epic else data.KNIFE
    modifier = damage.defence_modifier(state, d)
    effect = charts.weapon(chart, dice(chance, 2, "knife effect") + modifier)
    if blow.part == TEAM:
        effect = AT_THE_TEAM.get(effect, effect)
    report_hit(state, i, effect, blow, events)
    return stab(state, blow, effect, events, chance)


@cites(R("E2.10.5.5"))
def stab(state: State, blow: Blow, effect: WeaponResult, events: Events, chance: Chance) -> State:
    """The effect of a blade; without a driver in the car it hits a horse."""
    i = blow.whom
    d = state.chariots[i]
    if d.driver not in (IN_CAR, DRAGGED) or d.condition != RACING:
        effect = WITHOUT_DRIVER.get(effect, effect)
    horse = damage.nearest_horse(d, blow.side)
    match effect:
        case WeaponResult.KILLED:
            return kill_driver(state, i, events, flips=state.epic)
        case WeaponResult.MAJOR:
            return wound(state, i, die(chance, "hits"), events)
        case WeaponResult.MINOR:
            return wound(state, i, 1, events)
        case WeaponResult.MINOR_HORSE:
            return hurt_horse(state, i, horse, 1, events, chance)
        case WeaponResult.MAJOR_HORSE:
            return hurt_horse(state, i, horse, die(chance, "hits"), events, chance)
        case _:
            return hurt_horse(state, i, horse, KILLING_POINTS, events, chance)


@cites(R("GO6"))
def thrust(state: State, blow: Blow, events: Events, chance: Chance) -> State:
    a = state.chariots[blow.by]
    hit = dice(chance, 2, "spear") + a.cdm >= data.SPEAR_HIT
    events.append(ev.Threw(blow.by, blow.whom, blow.weapon, hit, a.dust, a.knives))
    if not hit:
        return state
    effect = charts.weapon(data.SPEAR, dice(chance, 2, "spear effect"))
    if blow.part == TEAM:
        effect = AT_THE_TEAM[effect]
    report_hit(state, blow.whom, effect, blow, events)
    return stab(state, blow, effect, events, chance)


def check_own_spears(state: State, blow: Blow, events: Events, chance: Chance) -> State:
    """In a ram a driver may fall into his own spear."""
    who = (blow.whom,) if blow.wreck else (blow.by, blow.whom)
    for i in who:
        c = state.chariots[i]
        if c.spear and c.condition == RACING and c.driver == IN_CAR:
            state = fall_into_spear(state, i, events, chance)
    return state


def fall_into_spear(state: State, i: int, events: Events, chance: Chance) -> State:
    c = state.chariots[i]
    if c.driver != IN_CAR or dice(chance, 2, "own spear") - c.cdm < data.SPEAR_HIT:
        return state
    effect = charts.weapon(data.SPEAR, dice(chance, 2, "spear effect"))
    own = Blow(i, SPEAR, i, CAR, INSIDE)
    report_hit(state, i, effect, own, events)
    return stab(state, own, effect, events, chance)

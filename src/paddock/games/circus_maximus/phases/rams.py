"""Rams: on horses, on cars, and on men who are dragged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citing import cites
from paddock.games.circus_maximus import events as ev
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.events import Told
from paddock.games.circus_maximus.phases.blow import Blow, skill
from paddock.games.circus_maximus.phases.harm import hurt_wheel, injure, wound
from paddock.games.circus_maximus.rules import charts, harm
from paddock.games.circus_maximus.rules.dice import dice
from paddock.games.circus_maximus.state import RACING, put

if TYPE_CHECKING:
    from paddock.games.circus_maximus.state import State


@cites(R("B9.5"), R("GQ12.4"), R("E2.10.7"), R("E2.10.7.3"), R("E2.13.1.4"))
def ram_team(state: State, blow: Blow, told: Told, chance: Chance) -> State:
    """The nearest horse is hurt."""
    if not blow.forced and not blow.wreck:
        a = state.chariots[blow.by]
        state = put(state, blow.by, replace(a, rammed=True))
    return injure(state, blow.whom, blow.side, blow.edge, told, chance)


@cites(R("B9.54"), R("B9.55"), R("B9.62"), R("X39"), R("GQ12.4"), R("E2.10.8"), R("E2.10.10.2"))
@cites(R("E2.13.1.4"))
def ram_car(state: State, blow: Blow, told: Told, chance: Chance) -> State:
    """First whose car is damaged, then how much, on the wheels that face each other."""
    d = state.chariots[blow.whom]
    roll = dice(chance, 3, "cars") + skill(state, blow) - harm.defence_modifier(d)
    hit = charts.cars_hit(roll)
    return damage_cars(state, blow, hit, told, chance)


@cites(R("E2.10.8.1"))
def damage_cars(state: State, blow: Blow, hit: int, told: Told, chance: Chance) -> State:
    d = state.chariots[blow.whom]
    if hit == charts.NOBODY or (blow.wreck and hit == charts.ATTACKER):
        told.append(ev.NoDamage(blow.by, blow.whom))
        return state
    theirs = harm.edge(state, d, blow.side)
    if hit in (charts.DEFENDER, charts.BOTH):
        points = charts.wheel_damage(dice(chance, 2, "damage") + blow.edge)
        state = hurt_wheel(state, blow.whom, blow.side, points, told, chance)
    if hit in (charts.ATTACKER, charts.BOTH) and not blow.wreck:
        points = charts.wheel_damage(dice(chance, 2, "damage") + theirs)
        state = hurt_wheel(state, blow.by, 1 - blow.side, points, told, chance)
    return state


@cites(R("B16.5"), R("GQ16.5"), R("E2.10.9"))
def trample(state: State, blow: Blow, told: Told, chance: Chance) -> State:
    """A team over a dragged man: wheel points are hits, double in 1980; no harm to the attacker."""
    cdm = state.chariots[blow.by].cdm if state.chariots[blow.by].condition == RACING else 0
    hit = charts.cars_hit(dice(chance, 3, "cars") + cdm)
    hits = 0
    if hit in (charts.DEFENDER, charts.BOTH):
        hits = charts.wheel_damage(dice(chance, 2, "damage")) * (1 if state.epic else 2)
    told.append(ev.Trampled(blow.by, blow.whom, hits))
    return wound(state, blow.whom, hits, told)

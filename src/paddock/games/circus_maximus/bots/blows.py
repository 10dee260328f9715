"""What an attack that still waits for its defence is likely to do, in turns."""

from __future__ import annotations

import functools

from paddock.games.circus_maximus.bots.pace import THREE_DICE, TWO_DICE, pace, time_from
from paddock.games.circus_maximus.data.kinds import OPPOSITE, RACING, Part, Weapon
from paddock.games.circus_maximus.phases.underway import Blow, skill
from paddock.games.circus_maximus.rules import charts, damage
from paddock.games.circus_maximus.rules.speed import weather_loss
from paddock.games.circus_maximus.view import View

AVOIDED = 0.1
"""What it costs to get away: a square and endurance, or the MFs of a lane change."""
NO_WHIP = 0.3
LASHED = {"B": 0.18, "M": 0.2, "W": 0.5, "S": 0.15}
"""What the results of a lash at a driver cost him."""
DRIVEN = 0.06
DRIVEN_IN_CORNER = 0.25
"""What a lash costs horses that must go faster than their driver wished."""
WHEEL_POINT = 0.1
OTHER = 0.3


@functools.cache
def falls(edge: int) -> float:
    """How likely an attack is not avoided: two dice each, the defender's equal roll is enough."""
    rolls = [(a, d) for a in TWO_DICE for d in TWO_DICE]
    return sum(d < a + edge for a, d in rolls) / len(rolls)


@functools.cache
def lash_odds(edge: int, epic: bool) -> dict[str, float]:
    """How likely each result of a lash at a driver is."""
    odds: dict[str, float] = {}
    differences = [a - d + edge for a in TWO_DICE for d in TWO_DICE]
    if epic:
        results = [charts.epic_lash(difference) for difference in differences]
    else:
        results = [charts.lash(d, roll) for d in differences for roll in TWO_DICE]
    for result in results:
        odds[result] = odds.get(result, 0.0) + 1 / len(results)
    return odds


@functools.cache
def injury(edge: int) -> float:
    """Points a ram takes from a horse, on average."""
    return sum(charts.horse_injury(roll + edge) for roll in TWO_DICE) / len(TWO_DICE)


@functools.cache
def rammed(edge: int, mine: int, theirs: int) -> tuple[float, float]:
    """Points on the target's wheel and on the attacker's, on average."""
    hits = [charts.cars_hit(roll + edge) for roll in THREE_DICE]
    both = hits.count(charts.BOTH)
    target = (hits.count(charts.DEFENDER) + both) / len(hits)
    attacker = (hits.count(charts.ATTACKER) + both) / len(hits)
    damage = [
        sum(charts.wheel_damage(roll + more) for roll in TWO_DICE) / len(TWO_DICE)
        for more in (mine, theirs)
    ]
    return target * damage[0], attacker * damage[1]


def awaited(view: View, blow: Blow) -> tuple[float, float, float]:
    """What a blow costs its target, how likely it puts him out, what it costs the attacker."""
    loss, out, own = fallen(view, blow)
    lands = likely(view, blow)
    avoided = min(loss, AVOIDED)  # who would lose more by getting away holds
    return lands * loss + (1 - lands) * avoided, lands * out, lands * own


def likely(view: View, blow: Blow) -> float:
    """How likely a blow falls on somebody who tries to get away."""
    d = view.chariots[blow.whom]
    return falls(edge_of(view, blow)) if d.condition == RACING else 0.5


def edge_of(view: View, blow: Blow) -> int:
    """What the attacker has over his target, within what the dice can tell apart."""
    defence = damage.defence_modifier(view, view.chariots[blow.whom])
    return max(-9, min(9, skill(view, blow) - defence))


def fallen(view: View, blow: Blow) -> tuple[float, float, float]:
    """The same for one that falls."""
    d = view.chariots[blow.whom]
    edge = edge_of(view, blow)
    track = view.track
    match blow.weapon, blow.part:
        case Weapon.LASH, Part.CAR:
            odds = lash_odds(edge, view.options.book == "epic")
            at_wall = track.slip[OPPOSITE[blow.side]][d.team] < 0
            out = odds.get("S", 0.0) if at_wall and not d.dead else 0.0
            loss = sum(odds.get(result, 0.0) * cost for result, cost in LASHED.items())
            return loss, out, odds.get("G", 0.0) * NO_WHIP
        case Weapon.LASH, _:
            corner = track.in_corner[d.team] and not d.moved
            return DRIVEN_IN_CORNER if corner else DRIVEN, 0.0, 0.0
        case Weapon.RAM, Part.TEAM:
            speed = pace(d, weather_loss(view))
            turns = time_from(view, track.lane[d.team], d.segments, track.number[d.team], speed)
            return injury(blow.edge) * turns / speed, 0.0, 0.0
        case Weapon.RAM, Part.CAR:
            theirs, mine = rammed(edge, blow.edge, (-3, 0, 3)[d.weight])
            return WHEEL_POINT * theirs, 0.0, 0.0 if blow.wreck else WHEEL_POINT * mine
        case _:
            return OTHER, 0.0, 0.0

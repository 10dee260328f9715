"""Expected cost of a pending attack, in turns."""

from __future__ import annotations

import functools

from paddock.games.circus_maximus.bots.pace import THREE_DICE, TWO_DICE, pace, turns_from
from paddock.games.circus_maximus.data.kinds import OPPOSITE, RACING, Part, Weapon
from paddock.games.circus_maximus.phases.underway import Blow, skill
from paddock.games.circus_maximus.rules import charts, damage
from paddock.games.circus_maximus.rules.speed import weather_loss
from paddock.games.circus_maximus.view import View

AVOID_TURNS = 0.1
"""Cost of escaping: a square and endurance, or the MFs of a lane change."""
LOST_WHIP_TURNS = 0.3
LASH_RESULT_TURNS = {"B": 0.18, "M": 0.2, "W": 0.5, "S": 0.15}
"""Cost to the driver of each result of a lash."""
FORCED_SPEED_TURNS = 0.06
FORCED_SPEED_IN_CORNER_TURNS = 0.25
"""Cost of a lash at horses, which must then go faster than planned."""
WHEEL_POINT_TURNS = 0.1
OTHER_BLOW_TURNS = 0.3


@functools.cache
def hit_odds(edge: int) -> float:
    """The chance that an attack is not avoided: two dice each, and a tie is enough to defend."""
    rolls = [(a, d) for a in TWO_DICE for d in TWO_DICE]
    return sum(d < a + edge for a, d in rolls) / len(rolls)


@functools.cache
def lash_odds(edge: int, epic: bool) -> dict[str, float]:
    """The chance of each result of a lash at a driver."""
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
def mean_horse_injury(edge: int) -> float:
    """The mean points that a ram takes from a horse."""
    return sum(charts.horse_injury(roll + edge) for roll in TWO_DICE) / len(TWO_DICE)


@functools.cache
def mean_wheel_damage(edge: int, mine: int, theirs: int) -> tuple[float, float]:
    """The mean points on the target's wheel and on the attacker's."""
    hits = [charts.cars_hit(roll + edge) for roll in THREE_DICE]
    both = hits.count(charts.BOTH)
    target = (hits.count(charts.DEFENDER) + both) / len(hits)
    attacker = (hits.count(charts.ATTACKER) + both) / len(hits)
    damage = [
        sum(charts.wheel_damage(roll + more) for roll in TWO_DICE) / len(TWO_DICE)
        for more in (mine, theirs)
    ]
    return target * damage[0], attacker * damage[1]


def pending_blow_costs(view: View, blow: Blow) -> tuple[float, float, float]:
    """Expected cost to the target, chance that it is put out, cost to the attacker."""
    loss, out, own = landed_blow_costs(view, blow)
    lands = hit_chance(view, blow)
    avoided = min(loss, AVOID_TURNS)  # a target that would lose more by escaping holds
    return lands * loss + (1 - lands) * avoided, lands * out, lands * own


def hit_chance(view: View, blow: Blow) -> float:
    """The chance that a blow lands on a target that tries to escape."""
    d = view.chariots[blow.whom]
    return hit_odds(attacker_edge(view, blow)) if d.condition == RACING else 0.5


def attacker_edge(view: View, blow: Blow) -> int:
    """The attacker's advantage over the target, limited to what the dice can distinguish."""
    defence = damage.defence_modifier(view, view.chariots[blow.whom])
    return max(-9, min(9, skill(view, blow) - defence))


def landed_blow_costs(view: View, blow: Blow) -> tuple[float, float, float]:
    """The same costs for a blow that lands."""
    d = view.chariots[blow.whom]
    edge = attacker_edge(view, blow)
    track = view.track
    match blow.weapon, blow.part:
        case Weapon.LASH, Part.CAR:
            odds = lash_odds(edge, view.options.book == "epic")
            at_wall = track.slip[OPPOSITE[blow.side]][d.team] < 0
            out = odds.get("S", 0.0) if at_wall and not d.dead else 0.0
            loss = sum(odds.get(result, 0.0) * cost for result, cost in LASH_RESULT_TURNS.items())
            return loss, out, odds.get("G", 0.0) * LOST_WHIP_TURNS
        case Weapon.LASH, _:
            corner = track.in_corner[d.team] and not d.moved
            return FORCED_SPEED_IN_CORNER_TURNS if corner else FORCED_SPEED_TURNS, 0.0, 0.0
        case Weapon.RAM, Part.TEAM:
            speed = pace(d, weather_loss(view))
            turns = turns_from(view, track.lane[d.team], d.segments, track.number[d.team], speed)
            return mean_horse_injury(blow.edge) * turns / speed, 0.0, 0.0
        case Weapon.RAM, Part.CAR:
            theirs, mine = mean_wheel_damage(edge, blow.edge, (-3, 0, 3)[d.weight])
            return WHEEL_POINT_TURNS * theirs, 0.0, 0.0 if blow.wreck else WHEEL_POINT_TURNS * mine
        case _:
            return OTHER_BLOW_TURNS, 0.0, 0.0

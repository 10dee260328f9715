"""Forecasts of options: numbers for the board, from the view.

Forecasts decide nothing; the rules do not use them. Keys of the numbers: `to` the square where the
team will stand, `mf` the movement cost, `left` the movement left, `run` the free squares straight
ahead that need no check, `safe` the safe speed of a corner entered too fast, `points` the strain
points, `pay` the endurance that they or a brake cost, `slip`, `double`, `jostle`, `horse` and
`flip` the chance of each result, `low` and `high` the movement with a whip, `escape` the chance
that a defender escapes, `hit` that a throw or a thrust hits, `unharmed` that an obstacle does no
harm, `rash` a speed that strains in a corner and is not proposed, `slow` and `fast` the squares a
team may make in a turn, `weak` and `strong` its endurance, by the dice.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from paddock.core.seats import Seat
from paddock.core.words import Remark
from paddock.games.circus_maximus import data
from paddock.games.circus_maximus import moves as mv
from paddock.games.circus_maximus.data.kinds import (
    EMPTY,
    LASH,
    MAN,
    OPPOSITE,
    RACING,
    RAM,
    RUNAWAY,
    SMALL_KNIFE,
    SPEAR,
    TEAM,
    StrainResult,
    Weapon,
)
from paddock.games.circus_maximus.moves import Move
from paddock.games.circus_maximus.phases import (
    Announce,
    Avoid,
    Bolt,
    Defend,
    Drive,
    Paying,
    Prepare,
    Speeds,
)
from paddock.games.circus_maximus.phases.underway import skill
from paddock.games.circus_maximus.rules import charts
from paddock.games.circus_maximus.rules.corners import strain_due, strain_modifier
from paddock.games.circus_maximus.rules.defence import can_back, can_evade
from paddock.games.circus_maximus.rules.space import (
    CHANGE_COST,
    SLIP_COST,
    corner_square,
    facing,
    is_in_corner,
    knife_range,
    survey,
)
from paddock.games.circus_maximus.rules.speed import BACK_COST, NO_LANE, safe_speed
from paddock.games.circus_maximus.state import Chariot
from paddock.games.circus_maximus.view import View

Numbers = dict[str, float]
RESULT_KEYS = {
    StrainResult.SLIP: "slip",
    StrainResult.DOUBLE: "double",
    StrainResult.JOSTLE: "jostle",
    StrainResult.LEFT_HORSE: "horse",
    StrainResult.RIGHT_HORSE: "horse",
    StrainResult.FLIP: "flip",
}


DANGEROUS_FLIP_CHANCE = 0.25  # chance of a flip from which a warning is shown


def foresee(view: View, seat: Seat, move: Move) -> Numbers:
    """The forecast numbers of an option; empty where there is nothing to forecast."""
    match view.phase:
        case Prepare() if isinstance(move, mv.Allot):
            return forecast_points(view, move)
        case Speeds(sealed=sealed) if isinstance(move, mv.Write):
            own = (i for i, c in enumerate(view.chariots) if c.owner == seat and sealed[i] == -1)
            i = next(own, -1)
            return {} if i < 0 else forecast_speed(view, view.chariots[i], move.speed)
        case Announce(chariot=i) if isinstance(move, mv.Begin):
            return forecast_announcement(view.chariots[i], move)
        case Drive(chariot=i) | Bolt(chariot=i):
            return forecast_step(view, i, move)
        case Defend(blow=blow) if isinstance(move, mv.Contest):
            return {"escape": escape_chance(view.chariots[blow.whom].cdm - skill(view, blow))}
        case Avoid(blow=blow):
            return forecast_escape(view, blow.whom, OPPOSITE[blow.side], move)
        case Paying(chariot=i) if isinstance(move, mv.Pay):
            return forecast_jump(view, view.chariots[i], move.endurance)
        case _:
            return {}


STEP_MOVES = (mv.Forward, mv.Change, mv.Slip)
"""Steps to the next square, which the board shows anyway."""


def remarks(view: View, move: Move, numbers: Mapping[str, float]) -> Iterator[Remark]:
    """The forecast as remarks: destination, movement, strain, endurance, chances; the worst
    last."""
    told = {name: {"n": value} for name, value in numbers.items()}
    if "fast" in numbers:
        yield "team", numbers
    if "to" in numbers and not isinstance(move, STEP_MOVES):
        yield "to", {"square": int(numbers["to"])}
    if "low" in numbers:
        yield ("mf-range" if numbers["low"] < numbers["high"] else "mf-total"), numbers
    if "mf" in numbers:
        yield ("mf-next" if isinstance(move, mv.Evade) else "mf"), told["mf"]
    if "points" in numbers:
        yield "strain", numbers
    elif isinstance(move, mv.Write) and numbers:
        yield "no-risk", {}
    if numbers.get("pay"):
        yield ("costs-up-to" if isinstance(move, mv.Begin) else "costs"), told["pay"]
    for name in ("unharmed", "hit"):
        if name in numbers:
            yield name, told[name]
    if "escape" in numbers:
        yield ("they-escape" if isinstance(move, mv.Attack) else "you-escape"), told["escape"]
    for name in dict.fromkeys(RESULT_KEYS.values()):
        if numbers.get(name):
            yield name, told[name]


def danger(move: Move, numbers: Mapping[str, float]) -> Remark | None:
    """A warning for a likely flip."""
    flip = numbers.get("flip", 0)
    return ("danger-flip", {"n": flip}) if flip >= DANGEROUS_FLIP_CHANCE else None


def forecast_points(view: View, move: mv.Allot) -> Numbers:
    """Forecast for preparation points: the driver's skill counts with the horses."""
    speeds = [sum(team) + move.driver for team in data.TEAMS[move.speed]]
    stamina: Sequence[int] = data.ENDURANCE[move.endurance]
    if view.options.two_laps:
        stamina = [each - each // 3 for each in stamina]
    return {
        "slow": min(speeds),
        "fast": max(speeds),
        "weak": min(stamina),
        "strong": max(stamina),
    }


def forecast_speed(view: View, c: Chariot, speed: int) -> Numbers:
    """Forecast for a written speed: straight ahead in the lane, before any whip, lash or start."""
    square, track = c.team, view.track
    check = corner_square(view, c) if is_in_corner(view, c) else -1
    for _ in range(speed):
        square = track.ahead[square]
        if check < 0 and track.in_corner[square]:
            check = square
    out: Numbers = {"to": square}
    if check < 0 or not speed:
        return out
    strain = forecast_strain(view, c, check, speed, NO_LANE)
    return out | strain | {"rash": 1} if strain else out


def forecast_announcement(c: Chariot, move: mv.Begin) -> Numbers:
    """Forecast for an announcement: the MFs and the endurance it may cost."""
    base = c.written + c.added + move.take
    if not move.whip:
        return {} if move.cut else {"low": base, "high": base}
    most = min(3 if c.arm else 6, c.endurance)
    return {"low": base + min(1, most), "high": base + most, "pay": most}


def forecast_step(view: View, i: int, move: Move) -> Numbers:
    """Forecast for one step of a move."""
    c, track = view.chariots[i], view.track
    match move:
        case mv.Forward():
            to, cost = track.ahead[c.team], 1
        case mv.Change(side=side):
            to, cost = track.change[side][c.team], CHANGE_COST[side]
        case mv.Slip(side=side):
            to, cost = track.slip[side][c.team], SLIP_COST
        case mv.Brake():
            return {"mf": 1, "left": c.mf - 1, "pay": 1}
        case mv.Attack():
            return forecast_attack(view, i, move)
        case mv.Crash():
            return {"to": track.ahead[c.team]}
        case _:
            return {}
    if to < 0:
        return {"flip": 1}
    out: Numbers = {"to": to, "mf": cost, "left": c.mf - cost}
    if isinstance(move, mv.Forward):
        out["run"] = free_run(view, i)
    return out | forecast_strain(view, c, to, c.total, c.safe_paid)


def forecast_attack(view: View, i: int, move: mv.Attack) -> Numbers:
    """Forecast for an attack: its cost, the chance that the defender escapes, the chance to hit."""
    c, whom = view.chariots[i], move.target
    d = view.chariots[whom]
    cost = 2 if move.weapon == SPEAR else 1
    out: Numbers = {"mf": cost, "left": c.mf - cost}
    if move.weapon in (LASH, RAM, SPEAR) and move.part != MAN:
        theirs = d.team if move.part == TEAM or d.car < 0 else d.car
        evades = can_evade(view, whom, facing(view, theirs, c.car))
        if d.condition in (EMPTY, RUNAWAY):
            out["escape"] = float(evades)
        else:
            out["escape"] = escape_chance(d.cdm - c.cdm) if evades or can_back(view, d) else 0.0
    match move.weapon:
        case Weapon.DUST:
            out["hit"] = two_dice_chance(data.THROW_HIT - c.cdm)
        case Weapon.SPEAR:
            out["hit"] = two_dice_chance(data.SPEAR_HIT - c.cdm)
        case Weapon.KNIFE | Weapon.SMALL_KNIFE:
            far = knife_range(view, i, whom, move.part)
            if view.epic:
                out["hit"] = two_dice_chance(data.EPIC_KNIFE_HIT - c.cdm + far)
            else:
                most = data.GENERAL_KNIFE_HIT + c.cdm - (far if move.weapon == SMALL_KNIFE else 0)
                out["hit"] = sum(n for roll, n in dice_sums(far) if roll <= most) / 6**far
    return out


def two_dice_chance(least: int) -> float:
    """The chance that two dice are at least this high."""
    return sum(ways for roll, ways in dice_sums(2) if roll >= least) / 36


def free_run(view: View, i: int) -> int:
    """The number of free squares straight ahead that need no check."""
    c, track = view.chariots[i], view.track
    _, full, _, men = survey(view, i)
    square, free = c.team, 0
    while free < c.mf:
        square = track.ahead[square]
        if (
            square in full
            or square in men
            or forecast_strain(view, c, square, c.total, c.safe_paid)
        ):
            break
        free += 1
    return free


def forecast_escape(view: View, i: int, away: int, move: Move) -> Numbers:
    """Forecast for an escape from an attack."""
    c = view.chariots[i]
    if isinstance(move, mv.Back):
        return {"to": c.car, "pay": BACK_COST}
    if isinstance(move, mv.Evade):
        return {"to": view.track.change[away][c.team], "mf": CHANGE_COST[away]}
    return {}


def forecast_strain(view: View, c: Chariot, square: int, speed: int, paid: int) -> Numbers:
    """Forecast for a corner square at a speed: points, endurance, and the chance of each result."""
    if not view.track.in_corner[square] or c.condition != RACING:
        return {}
    safe = safe_speed(view, square)
    if speed <= safe or paid <= safe:
        return {}
    if c.endurance <= 0:
        return {"safe": safe, "points": speed - safe, "pay": 0, "flip": 1}
    out: Numbers = {
        "safe": safe,
        "points": speed - safe,
        "pay": strain_due(c, speed, safe, paid),
    }
    return out | strain_odds(speed - safe, strain_modifier(view, c) - c.cdm)


@lru_cache(4096)
def strain_odds(points: int, modifier: int) -> Numbers:
    """The chance of each result of three dice on the chart; Epic's chart is the same one
    mirrored."""
    found: Counter[str] = Counter()
    for roll, ways in dice_sums(3):
        result = charts.strain(roll + modifier, points)
        if result in RESULT_KEYS:
            found[RESULT_KEYS[result]] += ways
    return {name: ways / 216 for name, ways in found.items()}


def forecast_jump(view: View, c: Chariot, paid: int) -> Numbers:
    """Forecast for a jump: the chance to come over an obstacle unharmed, and to flip."""
    if not c.jumps:
        return {"pay": paid}
    jump = c.jumps[-1]
    found: Counter[str] = Counter()
    for roll, ways in dice_sums(3):
        found[charts.jump(roll - c.cdm + jump.modifier + jump.unpaid - paid)] += ways
    return {"pay": paid, "unharmed": found["nothing"] / 216, "flip": found["flip"] / 216}


@lru_cache(64)
def escape_chance(advantage: int) -> float:
    """The chance of the defender: two dice and an advantage against two dice, a tie is enough."""
    won = sum(a * b for x, a in dice_sums(2) for y, b in dice_sums(2) if x + advantage >= y)
    return won / 1296


@lru_cache(8)
def dice_sums(number: int) -> tuple[tuple[int, int], ...]:
    """The sums of several dice, and the number of ways to roll each."""
    thrown = Counter(sum(dice) for dice in itertools.product(range(1, 7), repeat=number))
    return tuple(sorted(thrown.items()))

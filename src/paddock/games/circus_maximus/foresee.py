"""What an option leads to, as far as its driver can know: numbers for the board, by the view.

Nothing here decides anything; the rules play as if it did not exist. The names of the numbers:
`to` the square where the team comes to stand, `mf` the movement it costs, `left` what remains,
`run` the squares straight ahead that are free and ask for no check, `safe` the safe speed of a
corner entered too fast, `points` the strain points, `pay` the endurance they or a brake cost,
`slip`, `double`, `jostle`, `horse` and `flip` the chances of each result, `low` and `high` the
movement a whip may give, `escape` the chance that a defender gets away, `hit`
that a throw or a thrust finds him, `unharmed` that an obstacle does no harm, `rash` a speed that a
corner strains: none to be proposed; `slow` and `fast` the squares that a team may come to make in a
turn, `weak` and `strong` its endurance, by the dice for it.
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
    COST,
    SLIP_COST,
    corner_square,
    facing,
    in_corner,
    knife_range,
    survey,
)
from paddock.games.circus_maximus.rules.speed import BACK_COST, NO_LANE, safe_speed
from paddock.games.circus_maximus.state import Chariot
from paddock.games.circus_maximus.view import View

Numbers = dict[str, float]
NAMES = {
    StrainResult.SLIP: "slip",
    StrainResult.DOUBLE: "double",
    StrainResult.JOSTLE: "jostle",
    StrainResult.LEFT_HORSE: "horse",
    StrainResult.RIGHT_HORSE: "horse",
    StrainResult.FLIP: "flip",
}


RECKLESS = 0.25  # so likely a flip is worth a second thought


def foresee(view: View, seat: Seat, move: Move) -> Numbers:
    """The numbers beside an option; none where there is nothing to tell."""
    match view.phase:
        case Prepare() if isinstance(move, mv.Allot):
            return prepared(view, move)
        case Speeds(sealed=sealed) if isinstance(move, mv.Write):
            own = (i for i, c in enumerate(view.chariots) if c.owner == seat and sealed[i] == -1)
            i = next(own, -1)
            return {} if i < 0 else written(view, view.chariots[i], move.speed)
        case Announce(chariot=i) if isinstance(move, mv.Begin):
            return announced(view.chariots[i], move)
        case Drive(chariot=i) | Bolt(chariot=i):
            return driven(view, i, move)
        case Defend(blow=blow) if isinstance(move, mv.Contest):
            return {"escape": contest(view.chariots[blow.whom].cdm - skill(view, blow))}
        case Avoid(blow=blow):
            return avoided(view, blow.whom, OPPOSITE[blow.side], move)
        case Paying(chariot=i) if isinstance(move, mv.Pay):
            return jumped(view, view.chariots[i], move.endurance)
        case _:
            return {}


STEPS = (mv.Forward, mv.Change, mv.Slip)
"""A square on or aside, which everybody sees on the board."""


def remarks(view: View, move: Move, numbers: Mapping[str, float]) -> Iterator[Remark]:
    """The same in words: destination, movement, strain, endurance, chances; the worst last."""
    told = {name: {"n": value} for name, value in numbers.items()}
    if "fast" in numbers:
        yield "team", numbers
    if "to" in numbers and not isinstance(move, STEPS):
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
    for name in dict.fromkeys(NAMES.values()):
        if numbers.get(name):
            yield name, told[name]


def danger(move: Move, numbers: Mapping[str, float]) -> Remark | None:
    """A flip that is likely enough."""
    flip = numbers.get("flip", 0)
    return ("danger-flip", {"n": flip}) if flip >= RECKLESS else None


def prepared(view: View, move: mv.Allot) -> Numbers:
    """What dice make of points: the driver's skill counts with the horses."""
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


def written(view: View, c: Chariot, speed: int) -> Numbers:
    """A speed, kept to straight ahead in the lane, before any whip, lash or start."""
    square, track = c.team, view.track
    check = corner_square(view, c) if in_corner(view, c) else -1
    for _ in range(speed):
        square = track.ahead[square]
        if check < 0 and track.in_corner[square]:
            check = square
    out: Numbers = {"to": square}
    if check < 0 or not speed:
        return out
    strain = strained(view, c, check, speed, NO_LANE)
    return out | strain | {"rash": 1} if strain else out


def announced(c: Chariot, move: mv.Begin) -> Numbers:
    base = c.written + c.added + move.take
    if not move.whip:
        return {} if move.cut else {"low": base, "high": base}
    most = min(3 if c.arm else 6, c.endurance)
    return {"low": base + min(1, most), "high": base + most, "pay": most}


def driven(view: View, i: int, move: Move) -> Numbers:
    """A small step of a move."""
    c, track = view.chariots[i], view.track
    match move:
        case mv.Forward():
            to, cost = track.ahead[c.team], 1
        case mv.Change(side=side):
            to, cost = track.change[side][c.team], COST[side]
        case mv.Slip(side=side):
            to, cost = track.slip[side][c.team], SLIP_COST
        case mv.Brake():
            return {"mf": 1, "left": c.mf - 1, "pay": 1}
        case mv.Attack():
            return struck(view, i, move)
        case mv.Crash():
            return {"to": track.ahead[c.team]}
        case _:
            return {}
    if to < 0:
        return {"flip": 1}
    out: Numbers = {"to": to, "mf": cost, "left": c.mf - cost}
    if isinstance(move, mv.Forward):
        out["run"] = run(view, i)
    return out | strained(view, c, to, c.total, c.safe_paid)


def struck(view: View, i: int, move: mv.Attack) -> Numbers:
    """An attack: what it costs, the chance that the defender gets away, and that a throw hits."""
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
            out["escape"] = contest(d.cdm - c.cdm) if evades or can_back(view, d) else 0.0
    match move.weapon:
        case Weapon.DUST:
            out["hit"] = at_least(data.THROW_HIT - c.cdm)
        case Weapon.SPEAR:
            out["hit"] = at_least(data.SPEAR_HIT - c.cdm)
        case Weapon.KNIFE | Weapon.SMALL_KNIFE:
            far = knife_range(view, i, whom, move.part)
            if view.epic:
                out["hit"] = at_least(data.EPIC_KNIFE_HIT - c.cdm + far)
            else:
                most = data.GENERAL_KNIFE_HIT + c.cdm - (far if move.weapon == SMALL_KNIFE else 0)
                out["hit"] = sum(n for roll, n in sums(far) if roll <= most) / 6**far
    return out


def at_least(least: int) -> float:
    """The chance of two dice."""
    return sum(ways for roll, ways in sums(2) if roll >= least) / 36


def run(view: View, i: int) -> int:
    """How many squares straight ahead are free and ask for nothing."""
    c, track = view.chariots[i], view.track
    _, full, _, men = survey(view, i)
    square, free = c.team, 0
    while free < c.mf:
        square = track.ahead[square]
        if square in full or square in men or strained(view, c, square, c.total, c.safe_paid):
            break
        free += 1
    return free


def avoided(view: View, i: int, away: int, move: Move) -> Numbers:
    c = view.chariots[i]
    if isinstance(move, mv.Back):
        return {"to": c.car, "pay": BACK_COST}
    if isinstance(move, mv.Evade):
        return {"to": view.track.change[away][c.team], "mf": COST[away]}
    return {}


def strained(view: View, c: Chariot, square: int, speed: int, paid: int) -> Numbers:
    """What a corner square asks at a speed: points, endurance, and the chance of each result."""
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
    """Three dice on the chart; Epic's is the same one mirrored."""
    found: Counter[str] = Counter()
    for roll, ways in sums(3):
        result = charts.strain(roll + modifier, points)
        if result in NAMES:
            found[NAMES[result]] += ways
    return {name: ways / 216 for name, ways in found.items()}


def jumped(view: View, c: Chariot, paid: int) -> Numbers:
    """The chance to come over an obstacle unharmed, and to flip."""
    if not c.jumps:
        return {"pay": paid}
    jump = c.jumps[-1]
    found: Counter[str] = Counter()
    for roll, ways in sums(3):
        found[charts.jump(roll - c.cdm + jump.modifier + jump.unpaid - paid)] += ways
    return {"pay": paid, "unharmed": found["nothing"] / 216, "flip": found["flip"] / 216}


@lru_cache(64)
def contest(advantage: int) -> float:
    """Two dice and an advantage against two dice; the defender gets away on equal ones."""
    won = sum(a * b for x, a in sums(2) for y, b in sums(2) if x + advantage >= y)
    return won / 1296


@lru_cache(8)
def sums(number: int) -> tuple[tuple[int, int], ...]:
    """The sums of several dice, and the ways to throw each."""
    thrown = Counter(sum(dice) for dice in itertools.product(range(1, 7), repeat=number))
    return tuple(sorted(thrown.items()))

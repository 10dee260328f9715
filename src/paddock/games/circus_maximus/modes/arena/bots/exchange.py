"""Option values for a turn of combat: the mean over the dice and over the rival's likely plans.
Sampling a few rolls would mostly measure luck."""

from __future__ import annotations

import functools
import itertools
from collections import Counter, defaultdict
from collections.abc import Sequence

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.game import Ask
from paddock.games.circus_maximus.data import gladiators as data
from paddock.games.circus_maximus.data.gladiators import Area
from paddock.games.circus_maximus.modes.arena import moves as mv
from paddock.games.circus_maximus.modes.arena import rules
from paddock.games.circus_maximus.modes.arena.bots.gladiator import (
    STRIKE_QUARTERS,
    aims,
    footwork,
    guards,
    own_and_rival,
)
from paddock.games.circus_maximus.modes.arena.bots.worth import (
    LOST,
    MERCY,
    daring,
    victor_value,
    win_chance,
)
from paddock.games.circus_maximus.modes.arena.moves import Move, Step, Strike, Ward
from paddock.games.circus_maximus.modes.arena.phases import Planning
from paddock.games.circus_maximus.modes.arena.rules import GUARDED, Fighter
from paddock.games.circus_maximus.modes.arena.view import View


def dice_odds(dice: int) -> dict[int, float]:
    """The chance of every sum of several dice."""
    rolls = Counter(map(sum, itertools.product(range(1, 7), repeat=dice)))
    return {roll: n / 6.0**dice for roll, n in rolls.items()}


TWO_DICE, THREE_DICE = dice_odds(2), dice_odds(3)
LEAD_ODDS: defaultdict[int, float] = defaultdict(float)
for _one, _other in itertools.product(TWO_DICE, repeat=2):
    LEAD_ODDS[_one - _other] += TWO_DICE[_one] * TWO_DICE[_other]
NET_VALUE_SHARE = 0.6
"""Value of a net compared with one that is never shed."""
MIXED, GRAIN = 0.006, range(1 << 10)
"""Random noise, so that options of nearly equal value alternate: a predictable fighter is
parried."""


def appraise(view: View, ask: Ask[Move], chance: Chance) -> list[float] | None:
    """The value of each part of a plan, followed by the best choice of the rest."""
    if not isinstance(view.phase, Planning):
        return [0.5 + jitter(chance) for _ in ask.options]
    turn = Exchange(view, ask)
    said = view.phase.said[ask.seat]
    match ask.args[0]:
        case "feet":
            found = [turn.best_blow(foot.step) for foot in mv.FEET]
        case "blow":
            foot = said[0]
            assert isinstance(foot, mv.Foot)
            found = [turn.blow(foot.step, move) for move in ask.options]
        case _:
            foot, deed = said[0], said[1]
            assert isinstance(foot, mv.Foot)
            left = turn.factors_left(deed)
            found = [turn.exposure_value(ward, left, foot.step) for ward in Ward]
    return [worth + jitter(chance) for worth in found]


def jitter(chance: Chance) -> float:
    return MIXED * chance.pick(GRAIN, "bot") / len(GRAIN)


class Exchange:
    """The possible results of this turn for one of the two fighters."""

    def __init__(self, view: View, ask: Ask[Move]) -> None:
        self.seen, self.seat, self.turn = view, ask.seat, view.turn
        self.man, self.rival = own_and_rival(view, ask.seat)
        self.mine, self.his = (
            rules.combat_factors(one, self.turn) for one in (self.man, self.rival)
        )
        self.options = ask.options if ask.args[0] == "blow" else deeds(self.man)
        self.win = win_chance(self.man, self.rival, self.turn)
        self.points = daring(self.man)
        self.victory = victor_value(view, ask.seat, self.points)
        self.stake = self.victory - LOST
        self.his_feet = shares(footwork(self.rival, self.man))
        self.his_aims = shares(aims(self.man))
        self.his_wards = shares(guards(self.rival))
        self.gains: dict[tuple[Area, int], float] = {}
        self.losses: dict[tuple[Area, int], float] = {}
        self.exposures: dict[tuple[Area, int, Step], float] = {}
        self.wards: dict[tuple[int, Step], float] = {}
        self.his_guards: dict[Area, dict[int, float]] = {}
        self.mine_by_step: dict[Step, dict[int, float]] = {}
        self.his_by_step: dict[Step, dict[int, float]] = {}

    # ------------------------------------------------------------ own blow

    def best_blow(self, step: Step) -> float:
        return max([self.blow(step, move) for move in self.options])

    def blow(self, step: Step, move: Move) -> float:
        """The value of a blow with the best ward for the factors it leaves."""
        left = self.factors_left(move)
        ward = self.best_ward(left, step)
        worth = self.win * self.victory + (1 - self.win) * LOST
        match move:
            case mv.Yield():
                return MERCY * self.mercy_chance()
            case Strike(area=area):
                factors = self.mine - left
                more = self.points + (factors - left) / 3
                worth += self.win * (victor_value(self.seen, self.seat, more) - self.victory)
                worth += self.stake * self.blow_gain(area, factors, step)
            case mv.Throw():
                worth += self.stake * self.net_gain()
            case _ if not self.man.armed:
                whole = replace(self.man, armed=True)
                worth += self.stake * (win_chance(whole, self.rival, self.turn) - self.win)
            case _:
                pass
        return worth + ward

    def best_ward(self, left: int, step: Step) -> float:
        key = left, step
        if key not in self.wards:
            self.wards[key] = max([self.exposure_value(ward, left, step) for ward in Ward])
        return self.wards[key]

    def factors_left(self, move: Move) -> int:
        """The factors left to guard with after a move."""
        if isinstance(move, Strike):
            return self.mine - rules.strength_of(self.man, move, self.turn)
        return self.mine // 2 if isinstance(move, mv.Throw) else self.mine

    def blow_gain(self, area: Area, factors: int, step: Step) -> float:
        """How much a blow raises the chance to win."""
        total = 0.0
        against = factors + data.STRIKE[self.man.kind]
        if area not in self.his_guards:
            self.his_guards[area] = self.his_guard(area)
        for bonus, one in self.my_bonuses(step).items():
            for guard, other in self.his_guards[area].items():
                total += one * other * self.result_gain(area, column(against + bonus - guard))
        return total

    def my_bonuses(self, step: Step) -> dict[int, float]:
        if step not in self.mine_by_step:
            self.mine_by_step[step] = bonuses(self.man, step, self.rival, self.his_feet)
        return self.mine_by_step[step]

    def his_guard(self, area: Area) -> dict[int, float]:
        """The rival's possible guard factors for an area, with their chances."""
        found: defaultdict[int, float] = defaultdict(float)
        helpless = self.rival.stunned or not self.rival.armed
        for share in (0,) if helpless else STRIKE_QUARTERS:
            left = self.his - (max(1, self.his * share // 4) if share else 0)
            for ward, chance in zip(Ward, self.his_wards, strict=True):
                areas = GUARDED[ward]
                guard = left // len(areas) if area in areas else 0
                found[guard] += chance / (1 if helpless else len(STRIKE_QUARTERS))
        return found

    def result_gain(self, area: Area, result: int) -> float:
        """The value of a blow in a column of the result chart, as a chance to win."""
        key = area, result
        if key not in self.gains:
            self.gains[key] = sum(
                [
                    likely * (self.value_after_hit(area, points) - self.win)
                    for points, likely in wounds(self.man.strength, self.rival, area, result)
                ]
            )
        return self.gains[key]

    def value_after_hit(self, area: Area, points: int) -> float:
        struck = rules.with_wounds(self.rival, area, points)
        if rules.is_killed(struck) or rules.is_beaten(struck):
            return 1.0
        return win_chance(self.man, struck, self.turn)

    def net_gain(self) -> float:
        """The value of throwing the net."""
        lands = sum(
            [p for roll, p in TWO_DICE.items() if rules.net_lands(self.man, self.rival, roll)]
        )
        caught = replace(self.rival, netted=True)
        return NET_VALUE_SHARE * lands * (win_chance(self.man, caught, self.turn) - self.win)

    def mercy_chance(self) -> float:
        """The chance that the crowd spares a yielding fighter."""
        more = rules.mercy_bonus(self.man, self.rival)
        return sum([p for roll, p in TWO_DICE.items() if roll + more >= data.SPARED])

    # ------------------------------------------------------------ rival's blow

    def exposure_value(self, ward: Ward, left: int, step: Step) -> float:
        """The value lost to the rival's blow with these factors in a ward; 0 at best."""
        if self.rival.stunned or not self.rival.armed:
            return 0.0
        areas = GUARDED[ward]
        guard = left // len(areas)
        return self.stake * sum(
            [
                aimed * self.blow_cost(area, guard if area in areas else 0, step)
                for area, aimed in zip(Area, self.his_aims, strict=True)
            ]
        )

    def blow_cost(self, area: Area, guard: int, step: Step) -> float:
        """The loss from a blow at an area with these guard factors, as a chance to win."""
        key = area, guard, step
        if key not in self.exposures:
            total = 0.0
            for share in STRIKE_QUARTERS:
                against = max(1, self.his * share // 4) + data.STRIKE[self.rival.kind] - guard
                for bonus, likely in self.his_bonuses(step).items():
                    total += (
                        likely
                        * self.result_loss(area, column(against + bonus))
                        / len(STRIKE_QUARTERS)
                    )
            self.exposures[key] = total
        return self.exposures[key]

    def his_bonuses(self, step: Step) -> dict[int, float]:
        """The bonus the rival's footwork may add to his blow, against this footwork."""
        if step not in self.his_by_step:
            mine = [float(its is step) for its in Step]
            found: defaultdict[int, float] = defaultdict(float)
            for its, chance in zip(Step, self.his_feet, strict=True):
                for bonus, likely in bonuses(self.rival, its, self.man, mine).items():
                    found[bonus] += chance * likely
            self.his_by_step[step] = found
        return self.his_by_step[step]

    def result_loss(self, area: Area, result: int) -> float:
        key = area, result
        if key not in self.losses:
            self.losses[key] = sum(
                [
                    likely * (self.value_after_wound(area, points) - self.win)
                    for points, likely in wounds(self.rival.strength, self.man, area, result)
                ]
            )
        return self.losses[key]

    def value_after_wound(self, area: Area, points: int) -> float:
        struck = rules.with_wounds(self.man, area, points)
        if rules.is_killed(struck) or rules.is_beaten(struck):
            return 0.0
        return win_chance(struck, self.rival, self.turn)


def deeds(man: Fighter) -> tuple[Move, ...]:
    """The blows considered while the footwork is planned."""
    if man.stunned or not man.armed:
        return (mv.REST,)
    return mv.STRIKES


def bonuses(one: Fighter, step: Step, other: Fighter, feet: Sequence[float]) -> dict[int, float]:
    """The possible bonuses of a fighter's footwork, with their chances."""
    found: defaultdict[int, float] = defaultdict(float)
    for its, chance in zip(Step, feet, strict=True):
        if not chance:
            continue
        if step is not Step.CIRCLE:
            found[rules.footwork_bonus(step, 0, its)] += chance
            continue
        ahead = rules.footwork_total(one, step, 0) - rules.footwork_total(other, its, 0)
        for lead, likely in LEAD_ODDS.items():
            found[rules.footwork_bonus(step, ahead + lead, its)] += chance * likely
    return found


def shares(weights: Sequence[float]) -> list[float]:
    total = sum(weights)
    return [weight / total for weight in weights]


@functools.cache
def column(difference: int) -> int:
    return next(n for n, one in enumerate(data.COLUMNS) if difference <= one.up_to)


def wounds(
    strength: int, target: Fighter, area: Area, result: int
) -> tuple[tuple[int, float], ...]:
    """The wounds that a blow in a column may cause, with their chances."""
    off, up_to = target.off[area], target.up_to[area]
    return wounds_by(strength, off, up_to, result)


@functools.lru_cache(maxsize=1 << 10)
def wounds_by(strength: int, off: int, up_to: int, result: int) -> tuple[tuple[int, float], ...]:
    held = sum([p for roll, p in TWO_DICE.items() if roll <= up_to]) if off else 0.0
    found: defaultdict[int, float] = defaultdict(float)
    one = data.COLUMNS[result]
    more = (strength >= 3) - (strength <= -2)
    for roll, likely in THREE_DICE.items():
        if roll > one.parry:
            points = max(1, one.wounds[roll - one.parry - 1] + more)
            found[max(0, points - off)] += likely * held
            found[points] += likely * (1 - held)
    return tuple([(points, likely) for points, likely in found.items() if points and likely])

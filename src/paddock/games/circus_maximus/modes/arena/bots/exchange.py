"""A turn of blows, weighed: what a plan does to the other and what it lets him do, in the mean over
the dice and over what a gladiator might be planning. Judged by a few throws it would be luck."""

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
    SHARES,
    aims,
    both,
    footwork,
    guards,
)
from paddock.games.circus_maximus.modes.arena.bots.worth import (
    LOST,
    MERCY,
    daring,
    victorious,
    wins,
)
from paddock.games.circus_maximus.modes.arena.moves import Move, Step, Strike, Ward
from paddock.games.circus_maximus.modes.arena.phases import Planning
from paddock.games.circus_maximus.modes.arena.rules import GUARDED, Fighter
from paddock.games.circus_maximus.modes.arena.view import View


def thrown(dice: int) -> dict[int, float]:
    """How likely every throw of so many dice is."""
    rolls = Counter(map(sum, itertools.product(range(1, 7), repeat=dice)))
    return {roll: n / 6.0**dice for roll, n in rolls.items()}


TWO_DICE, THREE_DICE = thrown(2), thrown(3)
LEADS: defaultdict[int, float] = defaultdict(float)
for _one, _other in itertools.product(TWO_DICE, repeat=2):
    LEADS[_one - _other] += TWO_DICE[_one] * TWO_DICE[_other]
STAYS = 0.6
"""What a net is worth against one that is never shed."""
MIXED, GRAIN = 0.006, range(1 << 10)
"""Who always does the same is parried: options that are worth nearly as much take turns."""


def appraise(view: View, ask: Ask[Move], chance: Chance) -> list[float] | None:
    """How one stands after each part of a plan, with the rest of it as good as can be."""
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
            left = turn.left(deed)
            found = [turn.exposed(ward, left, foot.step) for ward in Ward]
    return [worth + jitter(chance) for worth in found]


def jitter(chance: Chance) -> float:
    return MIXED * chance.pick(GRAIN, "bot") / len(GRAIN)


class Exchange:
    """What may come of this turn for one of the two."""

    def __init__(self, view: View, ask: Ask[Move]) -> None:
        self.seen, self.seat, self.turn = view, ask.seat, view.turn
        self.man, self.rival = both(view, ask.seat)
        self.mine, self.his = (rules.pool(one, self.turn) for one in (self.man, self.rival))
        self.options = ask.options if ask.args[0] == "blow" else deeds(self.man)
        self.win = wins(self.man, self.rival, self.turn)
        self.points = daring(self.man)
        self.victory = victorious(view, ask.seat, self.points)
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

    # ------------------------------------------------------------ the own blow

    def best_blow(self, step: Step) -> float:
        return max([self.blow(step, move) for move in self.options])

    def blow(self, step: Step, move: Move) -> float:
        """How one stands after it, with the best ward for what it leaves."""
        left = self.left(move)
        ward = self.best_ward(left, step)
        worth = self.win * self.victory + (1 - self.win) * LOST
        match move:
            case mv.Yield():
                return MERCY * self.spared()
            case Strike(area=area):
                factors = self.mine - left
                more = self.points + (factors - left) / 3
                worth += self.win * (victorious(self.seen, self.seat, more) - self.victory)
                worth += self.stake * self.hurts(area, factors, step)
            case mv.Throw():
                worth += self.stake * self.netted()
            case _ if not self.man.armed:
                whole = replace(self.man, armed=True)
                worth += self.stake * (wins(whole, self.rival, self.turn) - self.win)
            case _:
                pass
        return worth + ward

    def best_ward(self, left: int, step: Step) -> float:
        key = left, step
        if key not in self.wards:
            self.wards[key] = max([self.exposed(ward, left, step) for ward in Ward])
        return self.wards[key]

    def left(self, move: Move) -> int:
        """The factors that a deed leaves to guard with."""
        if isinstance(move, Strike):
            return self.mine - rules.strength_of(self.man, move, self.turn)
        return self.mine // 2 if isinstance(move, mv.Throw) else self.mine

    def hurts(self, area: Area, factors: int, step: Step) -> float:
        """By how much a blow makes it likelier that one wins."""
        total = 0.0
        against = factors + data.STRIKE[self.man.kind]
        if area not in self.his_guards:
            self.his_guards[area] = self.his_guard(area)
        for bonus, one in self.my_bonuses(step).items():
            for guard, other in self.his_guards[area].items():
                total += one * other * self.gain(area, column(against + bonus - guard))
        return total

    def my_bonuses(self, step: Step) -> dict[int, float]:
        if step not in self.mine_by_step:
            self.mine_by_step[step] = bonuses(self.man, step, self.rival, self.his_feet)
        return self.mine_by_step[step]

    def his_guard(self, area: Area) -> dict[int, float]:
        """What he may have to guard an area, by how likely."""
        found: defaultdict[int, float] = defaultdict(float)
        helpless = self.rival.stunned or not self.rival.armed
        for share in (0,) if helpless else SHARES:
            left = self.his - (max(1, self.his * share // 4) if share else 0)
            for ward, chance in zip(Ward, self.his_wards, strict=True):
                areas = GUARDED[ward]
                guard = left // len(areas) if area in areas else 0
                found[guard] += chance / (1 if helpless else len(SHARES))
        return found

    def gain(self, area: Area, result: int) -> float:
        """What a blow in a column of the results is worth, in chances to win."""
        key = area, result
        if key not in self.gains:
            self.gains[key] = sum(
                [
                    likely * (self.after(area, points) - self.win)
                    for points, likely in wounds(self.man.strength, self.rival, area, result)
                ]
            )
        return self.gains[key]

    def after(self, area: Area, points: int) -> float:
        struck = rules.with_wounds(self.rival, area, points)
        if rules.dies(struck) or rules.beaten(struck):
            return 1.0
        return wins(self.man, struck, self.turn)

    def netted(self) -> float:
        """What it is worth to throw the net."""
        lands = sum(
            [p for roll, p in TWO_DICE.items() if rules.net_lands(self.man, self.rival, roll)]
        )
        caught = replace(self.rival, netted=True)
        return STAYS * lands * (wins(self.man, caught, self.turn) - self.win)

    def spared(self) -> float:
        """How likely the crowd lets him live."""
        more = rules.mercy(self.man, self.rival)
        return sum([p for roll, p in TWO_DICE.items() if roll + more >= data.SPARED])

    # ------------------------------------------------------------ the other's

    def exposed(self, ward: Ward, left: int, step: Step) -> float:
        """What the other's blow costs, with so many factors in a ward; nought at best."""
        if self.rival.stunned or not self.rival.armed:
            return 0.0
        areas = GUARDED[ward]
        guard = left // len(areas)
        return self.stake * sum(
            [
                aimed * self.suffered(area, guard if area in areas else 0, step)
                for area, aimed in zip(Area, self.his_aims, strict=True)
            ]
        )

    def suffered(self, area: Area, guard: int, step: Step) -> float:
        """What a blow at an area costs, in chances to win, with so many factors to guard it."""
        key = area, guard, step
        if key not in self.exposures:
            total = 0.0
            for share in SHARES:
                against = max(1, self.his * share // 4) + data.STRIKE[self.rival.kind] - guard
                for bonus, likely in self.his_bonuses(step).items():
                    total += likely * self.loss(area, column(against + bonus)) / len(SHARES)
            self.exposures[key] = total
        return self.exposures[key]

    def his_bonuses(self, step: Step) -> dict[int, float]:
        """What his feet may add to his blow, against these of one's own."""
        if step not in self.his_by_step:
            mine = [float(its is step) for its in Step]
            found: defaultdict[int, float] = defaultdict(float)
            for its, chance in zip(Step, self.his_feet, strict=True):
                for bonus, likely in bonuses(self.rival, its, self.man, mine).items():
                    found[bonus] += chance * likely
            self.his_by_step[step] = found
        return self.his_by_step[step]

    def loss(self, area: Area, result: int) -> float:
        key = area, result
        if key not in self.losses:
            self.losses[key] = sum(
                [
                    likely * (self.left_with(area, points) - self.win)
                    for points, likely in wounds(self.rival.strength, self.man, area, result)
                ]
            )
        return self.losses[key]

    def left_with(self, area: Area, points: int) -> float:
        struck = rules.with_wounds(self.man, area, points)
        if rules.dies(struck) or rules.beaten(struck):
            return 0.0
        return wins(struck, self.rival, self.turn)


def deeds(man: Fighter) -> tuple[Move, ...]:
    """The blows that are thought of while the feet are planned."""
    if man.stunned or not man.armed:
        return (mv.REST,)
    return mv.STRIKES


def bonuses(one: Fighter, step: Step, other: Fighter, feet: Sequence[float]) -> dict[int, float]:
    """What the feet of one may add to his blow, by how likely."""
    found: defaultdict[int, float] = defaultdict(float)
    for its, chance in zip(Step, feet, strict=True):
        if not chance:
            continue
        if step is not Step.CIRCLE:
            found[rules.position(step, 0, its)] += chance
            continue
        ahead = rules.footing(one, step, 0) - rules.footing(other, its, 0)
        for lead, likely in LEADS.items():
            found[rules.position(step, ahead + lead, its)] += chance * likely
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
    """The wounds that a blow in a column may bring, with how likely they are; none left out."""
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

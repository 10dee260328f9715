"""How good a driver is by what his decisions cost, learnt from races of bots who are not alike.

Of any two seats of a race the one whose decisions cost less is likelier to come in before the
other. By how much, goes by what was decided and by who judges it, at a glance or by a search: what
tells most counts most, and nothing counts against who paid less.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence

from msgspec import Struct

from paddock.bots.judge import FURTHER
from paddock.bots.review import Reviewer
from paddock.bots.scale import Costs, Scale, Skill, mean
from paddock.core.house import AnyHouse
from paddock.core.referee import AnyReferee, Referee
from paddock.lab.ladder import even
from paddock.lab.simulate import drive

DRIVERS = ("hard", "greedy", "medium", "medium:generous", "easy")
"""Who may sit in a seat."""
SWEEPS = 60
"""So often each weight is mended, one after another."""
ANYTHING = 1e-3
"""How stiff a weight is of which nothing is known."""
STRAYS = 0.5
"""By so much of the usual weight one kind of decision may stray from it, before it is known."""
OTHERS = 4
"""One of so many races is not learnt from, to see what comes of it."""


class Sample(Struct, frozen=True):
    """A race, seat by seat."""

    costs: tuple[Costs, ...]
    behind: tuple[float, ...]  # places behind the mean of the seats
    field: int


class Pair(Struct, frozen=True):
    """Two seats of a race, of whom the first came in behind the other."""

    apart: Costs  # what the first one's decisions cost more


def looked_back(
    house: AnyHouse, races: int, seed: int, its: Scale, what_for: str
) -> Iterator[Reviewer]:
    """Races of drivers at random, each with who looks back upon it."""
    seats = even(house)
    for race in range(races):
        chance = random.Random(f"{what_for}:{seed}:{race}")
        names = [chance.choice(DRIVERS) for _ in range(seats)]
        referee: AnyReferee = Referee(house.game, house.options(), seats, chance)
        drive(house, referee, names, seed, race)
        yield Reviewer(house, referee.record(), scale=its)


def samples(house: AnyHouse, races: int, seed: int, its: Scale) -> Iterator[Sample]:
    """What races show of their drivers."""
    for reviewer in looked_back(house, races, seed, its, "skill"):
        came = reviewer.curve()[-1]
        level = mean(came)
        behind = tuple([place - level for place in came])
        yield Sample(reviewer.glance().costs, behind, reviewer.field)


def pairs(found: Sequence[Sample]) -> list[Pair]:
    """Any two seats of a race that did not come in together."""
    return [
        Pair({k: mine.get(k, 0.0) - other.get(k, 0.0) for k in {**mine, **other}})
        for one in found
        for mine, m in zip(one.costs, one.behind, strict=True)
        for other, o in zip(one.costs, one.behind, strict=True)
        if m > o
    ]


def fitted(found: Sequence[Sample]) -> Skill:
    """The weights by which it is likeliest who came in behind whom; none is below nought.

    A place is a place, whatever was decided: first one weight is found for all that is seen at a
    glance and one for all that a search sees, then each kind of decision may stray from these, as
    far as there is much to be learnt of it.
    """
    known = pairs(found)
    names = sorted({name for pair in known for name in pair.apart})
    columns = {name: [pair.apart.get(name, 0.0) for pair in known] for name in names}
    judges = {name: FURTHER if name.endswith(FURTHER) else "" for name in names}
    whole = {
        judge: [
            sum([column[i] for name, column in columns.items() if judges[name] == judge])
            for i in range(len(known))
        ]
        for judge in set(judges.values())
    }
    usual = likeliest(whole, dict.fromkeys(whole, 0.0), ANYTHING)
    stray = STRAYS * max(1e-3, *usual.values())
    begun = {name: usual[judge] for name, judge in judges.items()}
    weights = likeliest(columns, begun, 1 / stray**2)
    kept = {name: round(weight, 3) for name, weight in weights.items() if weight >= 0.001}
    return Skill(kept, reach(Skill(kept, 1.0), found))


def likeliest(
    columns: dict[str, list[float]], begun: dict[str, float], stiff: float
) -> dict[str, float]:
    """Weights of figures of which every row has its sum above nought, as likely as can be; each is
    held to where it begins, the more the stiffer."""
    weights = dict(begun)
    rows = range(len(next(iter(columns.values()))))
    sums = [sum([weights[name] * column[i] for name, column in columns.items()]) for i in rows]
    for _ in range(SWEEPS):
        for name, column in columns.items():
            slope, bend = stiff * (begun[name] - weights[name]), stiff
            for x, told in zip(column, sums, strict=True):
                if x:
                    wrong = 1 / (1 + math.exp(min(50.0, 2 * told)))  # the chance that it was not so
                    slope += 2 * x * wrong
                    bend += 4 * x * x * wrong * (1 - wrong)
            better = max(0.0, weights[name] + slope / bend)
            step, weights[name] = better - weights[name], better
            if step:
                sums = [told + step * x for told, x in zip(sums, column, strict=True)]
    return weights


def reach(skill: Skill, found: Sequence[Sample]) -> float:
    """With which the places come out best."""
    both = squares = 0.0
    for one in found:
        told = skill.places(one.costs)
        both += sum([a * b for a, b in zip(told, one.behind, strict=True)])
        squares += sum([a * a for a in told])
    most = max([(one.field - 1) / 2 for one in found])
    return round(min(most, max(0.0, both / max(1e-9, squares))), 3)


def told(skill: Skill, found: Sequence[Sample]) -> float:
    """Of how many pairs it is said rightly who came in before whom."""
    known = pairs(found)
    return sum([skill.weighed(pair.apart) > 0 for pair in known]) / max(1, len(known))


def learnt(house: AnyHouse, races: int, seed: int, its: Scale) -> tuple[Skill, float]:
    """From so many races; and how often it is right in others."""
    found = list(samples(house, races + races // OTHERS, seed, its))
    skill = fitted(found[:races])
    return skill, told(skill, found[races:])

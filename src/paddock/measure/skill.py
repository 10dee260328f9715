"""How good a driver is by what his decisions cost, learnt from races of bots who are not alike.

Who drove is known here, and how each comes in on the average: so it is learnt what tells a good
driver from another, and not who had luck in a race. How much a decision tells goes by what was
decided, at a glance; what a search finds is one figure. What tells most counts most, and nothing
counts against who paid less. How much all of it tells together, of a place in one race, is learnt
from the results.
"""

from __future__ import annotations

import math
import random
from collections import defaultdict
from collections.abc import Iterator, Sequence

from msgspec import Struct

from paddock.analysis.review import Reviewer
from paddock.analysis.scale import SEARCH_COST, Costs, Scale, Skill, cap_search_costs, mean
from paddock.core.game_spec import AnyGameSpec
from paddock.core.referee import AnyReferee, Referee
from paddock.measure.ladder import even_seats
from paddock.measure.simulate import play_bots

SAMPLE_BOTS = ("hard", "greedy", "medium", "medium:generous", "easy")
"""Who may sit in a seat."""
FIT_SWEEPS = 60
"""So often each weight is mended, one after another."""
UNKNOWN_STIFFNESS = 1e-3
"""How stiff a weight is of which nothing is known."""
WEIGHT_DEVIATION = 0.5
"""By so much of the usual weight one kind of decision may stray from it, before it is known."""
TEST_RACE_ONE_IN = 4
"""For this many races one more is kept for testing."""


class Sample(Struct, frozen=True):
    """A race, seat by seat."""

    names: tuple[str, ...]  # who drove
    costs: tuple[Costs, ...]
    behind: tuple[float, ...]  # places behind the mean of the seats
    field: int


class Pair(Struct, frozen=True):
    """Two seats of a race, and by how many places the first is behind the other."""

    apart: Costs  # what the first one's decisions cost more
    behind: float


def play_and_review(
    spec: AnyGameSpec, races: int, seed: int, its: Scale, what_for: str
) -> Iterator[tuple[tuple[str, ...], Reviewer]]:
    """Races of random bots, each with its reviewer."""
    seats = even_seats(spec)
    for race in range(races):
        chance = random.Random(f"{what_for}:{seed}:{race}")
        names = tuple([chance.choice(SAMPLE_BOTS) for _ in range(seats)])
        referee: AnyReferee = Referee(spec.game, spec.options(), seats, chance)
        play_bots(spec, referee, list(names), seed, race)
        yield names, Reviewer(spec, referee.record(), scale=its)


def make_samples(spec: AnyGameSpec, races: int, seed: int, its: Scale) -> Iterator[Sample]:
    """What races show of their drivers."""
    for names, reviewer in play_and_review(spec, races, seed, its, "skill"):
        came = reviewer.curve()[-1]
        level = mean(came)
        behind = tuple([place - level for place in came])
        yield Sample(names, reviewer.glance().costs, behind, reviewer.field)


def pairs_by_driver(found: Sequence[Sample]) -> list[Pair]:
    """Any two seats of a race, by how far their drivers come in behind on the average."""
    places: dict[str, list[float]] = defaultdict(list)
    for one in found:
        for name, behind in zip(one.names, one.behind, strict=True):
            places[name].append(behind)
    usual = {name: mean(behind) for name, behind in places.items()}
    return pairs([(one.costs, tuple([usual[name] for name in one.names])) for one in found])


def pairs_by_result(found: Sequence[Sample]) -> list[Pair]:
    """The same, by how they came in."""
    return pairs([(one.costs, one.behind) for one in found])


def pairs(races: Sequence[tuple[tuple[Costs, ...], tuple[float, ...]]]) -> list[Pair]:
    """Any two seats of a race that are not level, by their costs and places."""
    found = []
    for costs, behind in races:
        seats = list(zip([cap_search_costs(its) for its in costs], behind, strict=True))
        found += [
            Pair({k: mine.get(k, 0.0) - other.get(k, 0.0) for k in {**mine, **other}}, m - o)
            for mine, m in seats
            for other, o in seats
            if m > o
        ]
    return found


def fit_skill(found: Sequence[Sample]) -> Skill:
    """The weights by which it is likeliest who drives better than whom, the more they are apart the
    more it counts; none is below zero.

    A place is a place, whatever was decided: first one weight is found for all that is seen at a
    glance and one for what a search sees, then each kind of decision may stray from these, as far
    as there is much to be learnt of it. Drivers who are far apart are told apart for certain;
    a race is not: all weights are made smaller, halfway to where the results are likeliest. There
    the fewest races tell drivers apart; that places come out right is the matter of the reach.
    """
    known = pairs_by_driver(found)
    counts = [pair.behind for pair in known]
    names = sorted({name for pair in known for name in pair.apart})
    columns = {name: [pair.apart.get(name, 0.0) for pair in known] for name in names}
    judges = {name: SEARCH_COST if name == SEARCH_COST else "" for name in names}
    whole = {
        judge: [
            sum([column[i] for name, column in columns.items() if judges[name] == judge])
            for i in range(len(known))
        ]
        for judge in set(judges.values())
    }
    usual = fit_weights(whole, counts, dict.fromkeys(whole, 0.0), UNKNOWN_STIFFNESS)
    stray = WEIGHT_DEVIATION * max(1e-3, *usual.values())
    begun = {name: usual[judge] for name, judge in judges.items()}
    weights = Skill(fit_weights(columns, counts, begun, 1 / stray**2), 1.0)
    came = [weights.weigh(pair.apart) for pair in pairs_by_result(found)]
    size = math.sqrt(fit_weights({"": came}, [1.0] * len(came), {"": 1.0}, UNKNOWN_STIFFNESS)[""])
    sized = {name: round(size * weight, 3) for name, weight in weights.weights.items()}
    kept = {name: weight for name, weight in sized.items() if weight >= 0.001}
    return Skill(kept, fit_reach(Skill(kept, 1.0), found))


def fit_weights(
    columns: dict[str, list[float]], counts: list[float], begun: dict[str, float], stiff: float
) -> dict[str, float]:
    """Weights, none negative, for which every row most likely has a positive sum (logistic
    regression)."""
    weights = dict(begun)
    rows = range(len(counts))
    sums = [sum([weights[name] * column[i] for name, column in columns.items()]) for i in rows]
    for _ in range(FIT_SWEEPS):
        for name, column in columns.items():
            slope, bend = stiff * (begun[name] - weights[name]), stiff
            for x, told, count in zip(column, sums, counts, strict=True):
                if x:
                    wrong = 1 / (1 + math.exp(min(50.0, 2 * told)))  # the chance that it was not so
                    slope += count * 2 * x * wrong
                    bend += count * 4 * x * x * wrong * (1 - wrong)
            better = max(0.0, weights[name] + slope / bend)
            step, weights[name] = better - weights[name], better
            if step:
                sums = [told + step * x for told, x in zip(sums, column, strict=True)]
    return weights


def fit_reach(skill: Skill, found: Sequence[Sample]) -> float:
    """With which the places come out best."""
    both = squares = 0.0
    for one in found:
        told = skill.places(one.costs)
        both += sum([a * b for a, b in zip(told, one.behind, strict=True)])
        squares += sum([a * a for a in told])
    most = max([(one.field - 1) / 2 for one in found])
    return round(min(most, max(0.0, both / max(1e-9, squares))), 3)


def share_predicted(skill: Skill, found: Sequence[Sample]) -> float:
    """Of how many pairs it is said rightly who came in before whom."""
    known = pairs_by_result(found)
    return sum([skill.weigh(pair.apart) > 0 for pair in known]) / max(1, len(known))


def learn_skill(spec: AnyGameSpec, races: int, seed: int, its: Scale) -> tuple[Skill, float]:
    """Learn from this many races; also returns how often it is right in others."""
    found = list(make_samples(spec, races + races // TEST_RACE_ONE_IN, seed, its))
    skill = fit_skill(found[:races])
    return skill, share_predicted(skill, found[races:])

"""Fits how the cost of decisions rates a driver, from races of bots of different levels.

The mean result of each bot is known here. The weights are fitted to it and not to single races, so
they separate good drivers from others, and not lucky ones. Each kind of question has a weight for
its cost at a glance; the cost that a search finds has one weight for all questions. No weight is
negative. How many places all of it explains in one race is fitted to the results of the races.
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
"""The bots of the sample races."""
FIT_SWEEPS = 60
"""Each sweep improves every weight once, one after another."""
UNKNOWN_STIFFNESS = 1e-3
"""Ridge penalty of a weight without a prior value."""
WEIGHT_DEVIATION = 0.5
"""Prior standard deviation of the weight of a kind of decision, as a share of the usual weight."""
TEST_RACE_ONE_IN = 4
"""One test race for this many races of the fit."""


class Sample(Struct, frozen=True):
    """A race, seat by seat."""

    names: tuple[str, ...]  # of the bots
    costs: tuple[Costs, ...]
    behind: tuple[float, ...]  # places behind the mean of the seats
    field: int


class Pair(Struct, frozen=True):
    """Two seats of a race, and by how many places the first is behind the other."""

    apart: Costs  # how much more the decisions of the first one cost
    behind: float


def play_and_review(
    spec: AnyGameSpec, races: int, seed: int, scale: Scale, what_for: str
) -> Iterator[tuple[tuple[str, ...], Reviewer]]:
    """Races of random bots, each with its reviewer."""
    seats = even_seats(spec)
    for race in range(races):
        chance = random.Random(f"{what_for}:{seed}:{race}")
        names = tuple([chance.choice(SAMPLE_BOTS) for _ in range(seats)])
        referee: AnyReferee = Referee(spec.game, spec.options(), seats, chance)
        play_bots(spec, referee, list(names), seed, race)
        yield names, Reviewer(spec, referee.record(), scale=scale)


def make_samples(spec: AnyGameSpec, races: int, seed: int, scale: Scale) -> Iterator[Sample]:
    """Races of bots: their costs and places."""
    for names, reviewer in play_and_review(spec, races, seed, scale, "skill"):
        came = reviewer.curve()[-1]
        level = mean(came)
        behind = tuple([place - level for place in came])
        yield Sample(names, reviewer.glance().costs, behind, reviewer.field)


def pairs_by_driver(found: Sequence[Sample]) -> list[Pair]:
    """Any two seats of a race, by the difference of the mean places of their drivers."""
    places: dict[str, list[float]] = defaultdict(list)
    for one in found:
        for name, behind in zip(one.names, one.behind, strict=True):
            places[name].append(behind)
    usual = {name: mean(behind) for name, behind in places.items()}
    return pairs([(one.costs, tuple([usual[name] for name in one.names])) for one in found])


def pairs_by_result(found: Sequence[Sample]) -> list[Pair]:
    """The same, by their places in the race."""
    return pairs([(one.costs, one.behind) for one in found])


def pairs(races: Sequence[tuple[tuple[Costs, ...], tuple[float, ...]]]) -> list[Pair]:
    """Any two seats of a race with different places, by their costs and places."""
    found = []
    for costs, behind in races:
        seats = list(
            zip([cap_search_costs(seat_costs) for seat_costs in costs], behind, strict=True)
        )
        found += [
            Pair({k: mine.get(k, 0.0) - other.get(k, 0.0) for k in {**mine, **other}}, m - o)
            for mine, m in seats
            for other, o in seats
            if m > o
        ]
    return found


def fit_skill(found: Sequence[Sample]) -> Skill:
    """The weights that most likely order the drivers by how well they drive; none is negative. A
    pair counts by the difference of its mean places.

    First there are two weights: one for all costs at a glance, one for what a search finds. Then
    each kind of decision gets a weight of its own, which differs from these as far as the data
    shows it. These weights predict drivers over many races. One race is less certain, so all of
    them are made smaller: by the square root of the factor that fits the results of single races
    best. `fit_reach` fits the number of places.
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
    deviation = WEIGHT_DEVIATION * max(1e-3, *usual.values())
    begun = {name: usual[judge] for name, judge in judges.items()}
    weights = Skill(fit_weights(columns, counts, begun, 1 / deviation**2), 1.0)
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
            for x, predicted, count in zip(column, sums, counts, strict=True):
                if x:
                    wrong = 1 / (
                        1 + math.exp(min(50.0, 2 * predicted))
                    )  # the chance that it was not so
                    slope += count * 2 * x * wrong
                    bend += count * 4 * x * x * wrong * (1 - wrong)
            better = max(0.0, weights[name] + slope / bend)
            step, weights[name] = better - weights[name], better
            if step:
                sums = [predicted + step * x for predicted, x in zip(sums, column, strict=True)]
    return weights


def fit_reach(skill: Skill, found: Sequence[Sample]) -> float:
    """The reach that predicts the places best."""
    both = squares = 0.0
    for one in found:
        predicted = skill.places(one.costs)
        both += sum([a * b for a, b in zip(predicted, one.behind, strict=True)])
        squares += sum([a * a for a in predicted])
    most = max([(one.field - 1) / 2 for one in found])
    return round(min(most, max(0.0, both / max(1e-9, squares))), 3)


def share_predicted(skill: Skill, found: Sequence[Sample]) -> float:
    """The share of pairs whose order is predicted correctly."""
    known = pairs_by_result(found)
    return sum([skill.weigh(pair.apart) > 0 for pair in known]) / max(1, len(known))


def learn_skill(spec: AnyGameSpec, races: int, seed: int, scale: Scale) -> tuple[Skill, float]:
    """Fit to this many races; also returns the share of pairs predicted in other races."""
    found = list(make_samples(spec, races + races // TEST_RACE_ONE_IN, seed, scale))
    skill = fit_skill(found[:races])
    return skill, share_predicted(skill, found[races:])

"""Expected places, on one scale from the start to the finish.

Each game rates positions on its own scale. What a rating means in places depends on the progress of
the race and is fitted from races of bots: a linear model for every tenth of a race, from the
rating, the place and the gap, each against the mean of the seats. `python -m
paddock.measure.fit_scales` fits the lines and writes `scales.toml`.
"""

from __future__ import annotations

import functools
import math
import tomllib
from collections.abc import Callable, Sequence
from importlib import resources
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from paddock.bots.bot import place_share
from paddock.core.game_spec import AnyGameSpec
from paddock.core.record import Play
from paddock.core.seats import Seat

RACE_PARTS = 10
"""Parts of a race, each with its own line."""
SCALES_FILE = "scales.toml"
ANY_DRAW = "any"
"""The key for all draws."""


Costs: TypeAlias = dict[str, float]
"""The total cost of a seat's decisions in places, by kind of question (or `SEARCH_COST`)."""


SEARCH_COST = "seen further"
"""The key of the cost that a search finds in all decisions, against a usual driver. The value is
stored in `scales.toml`."""


def add_costs(one: Costs, other: Costs) -> Costs:
    return {what: one.get(what, 0.0) + other.get(what, 0.0) for what in {**one, **other}}


def cap_search_costs(costs: Costs) -> Costs:
    """Costs in which a search only improves the rating of a whole race. It never lowers it: the
    costs at a glance have done that already."""
    return {what: min(0.0, cost) if what == SEARCH_COST else cost for what, cost in costs.items()}


class ScaleLine(Struct, frozen=True):
    """The line of one part of a race. It gives the share of the field that a seat may expect to
    leave behind; each figure multiplies a value."""

    level: float  # the share of an average seat; one half if only the seats compete
    mean: float  # for the mean rating of all seats
    worth: float  # for the rating of this seat above that mean
    place: float  # for a place further back than the mean, as a share of the field
    gap: float  # for a space, or whatever the road is counted in, further behind than the mean


class Skill(Struct, frozen=True):
    """How the total cost of decisions rates a seat: a seat with a lower cost is more likely to
    finish before another."""

    weights: dict[str, float]  # how much each cost counts, by its key
    reach: float  # places from the mean to a seat that certainly finishes before all others

    def places(self, costs: Sequence[Costs]) -> tuple[float, ...]:
        """How many places each seat finishes behind their mean, by its decisions alone."""
        if len(costs) == 1:
            return (0.0,)
        sums = [self.weigh(cap_search_costs(seat_costs)) for seat_costs in costs]
        return tuple(
            [
                self.reach * mean([math.tanh(m - other) for o, other in enumerate(sums) if o != s])
                for s, m in enumerate(sums)
            ]
        )

    def weigh(self, costs: Costs) -> float:
        return sum([self.weights.get(what, 0.0) * cost for what, cost in costs.items()])


class Trust(Struct, frozen=True):
    """How reliable a search is that finds one option better than another. It stops before the
    finish and rates the position, so the largest costs of a race are often its own errors."""

    share: float  # of the cost that it finds: how much is real, on average
    error: float  # standard error in places

    def pool(self, found: float, came: float, wrong: float) -> tuple[float, float]:
        """Combine the cost that a search found with the mean cost at the finish and its error.
        Returns the combined cost and its error."""
        searched, finished = 1 / self.error**2, 1 / max(wrong, 1e-3) ** 2
        both = searched + finished
        return (searched * self.share * found + finished * came) / both, math.sqrt(1 / both)


DEFAULT_TRUST = Trust(0.7, 0.4)


class Scale(Struct, frozen=True):
    """How to convert a game's ratings into places."""

    fitted: str  # the races it was fitted to
    luck: dict[str, float]  # the share of luck that lasts to the end, by label of the draw
    lines: tuple[ScaleLine, ...]
    skill: Skill | None = None
    trust: Trust = DEFAULT_TRUST

    def luck_share(self, drawn: str) -> float:
        """The share of such luck that lasts to the end; for rare labels that of all luck."""
        return self.luck.get(drawn, self.luck[ANY_DRAW])

    def line_at(self, part: float) -> ScaleLine:
        """The line at a share of the race, interpolated between two parts."""
        along = min(max(part * RACE_PARTS - 0.5, 0.0), RACE_PARTS - 1.0)
        first = min(int(along), RACE_PARTS - 2)
        share = along - first
        one, other = self.lines[first], self.lines[first + 1]
        return ScaleLine(
            *[
                (1 - share) * a + share * b
                for a, b in zip(
                    msgspec.structs.astuple(one), msgspec.structs.astuple(other), strict=True
                )
            ]
        )


class PositionFigures(Struct, frozen=True):
    """The values that rate a position, for each seat."""

    worths: tuple[float, ...]
    places: tuple[float, ...]  # as shares of the field, 0 the first
    gaps: tuple[float, ...]


def position_figures(
    spec: AnyGameSpec, state: Any, seats: int, worth: Callable[[Any, Seat], float], field: int
) -> PositionFigures:
    """The rating, place and gap of each seat in a position."""
    places, gaps = [0.0] * seats, [0.0] * seats
    for one in reversed(spec.standings(spec.game.view(state, None))):
        if 0 <= one.seat < seats:  # of several cars the best counts
            places[one.seat] = ((one.place or field) - 1) / max(1, field - 1)
            gaps[one.seat] = one.gap
    return PositionFigures(
        tuple([worth(state, s) for s in range(seats)]), tuple(places), tuple(gaps)
    )


def expected_shares(line: ScaleLine, view: PositionFigures, *, alone: bool) -> tuple[float, ...]:
    """The expected result of each seat, 0 for last to 1 for first. `alone`: only the seats
    compete."""
    worth, place, gap = mean(view.worths), mean(view.places), mean(view.gaps)
    level = 0.5 if alone else line.level + line.mean * worth
    found = [
        level + line.worth * (w - worth) + line.place * (p - place) + line.gap * (g - gap)
        for w, p, g in zip(view.worths, view.places, view.gaps, strict=True)
    ]
    return tuple([min(1.0, max(0.0, one)) for one in found])


def expected_results(
    spec: AnyGameSpec, state: Any, seats: int, field: int, line: ScaleLine | None
) -> Sequence[float]:
    """The expected result of each seat, 0 for last to 1 for first; without a line as the game rates
    it. If only the seats compete, the results are consistent with each other."""
    outcome = spec.game.outcome(state)
    if outcome is not None:
        return [place_share(outcome, seat) for seat in range(seats)]
    alone = field == seats > 1
    if line is not None:
        return expected_shares(
            line, position_figures(spec, state, seats, spec.state_value, field), alone=alone
        )
    worths = [spec.state_value(state, seat) for seat in range(seats)]
    level = 0.5 - sum(worths) / seats if alone else 0.0
    return [worth + level for worth in worths]


def draw_labels(play: Play[Any]) -> str:
    """The labels of the draws of a row, as the key of its luck."""
    return " + ".join(sorted({label for label, _, _ in play.draws}))


def mean(figures: Sequence[float]) -> float:
    return sum(figures) / len(figures)


@functools.cache
def load_scales() -> dict[str, Scale]:
    """The fitted scales, by game."""
    text = resources.files("paddock.analysis").joinpath(SCALES_FILE).read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), dict[str, Scale])


def scale_of(spec: AnyGameSpec) -> Scale | None:
    """The fitted scale of a game; None: its rating is used directly."""
    return load_scales().get(spec.card.id)

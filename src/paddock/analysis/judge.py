"""The judge: the estimated cost of a decision by what its seat could see, and its certain cost.

Most games rate an option well at a glance. Where the hard bot searches, a glance misleads (deeper
thinking looks like a mistake), so the judge searches too.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, TypeAlias

from msgspec import Struct

from paddock.analysis.rollout import Rollout
from paddock.analysis.scale import DEFAULT_TRUST, SEARCH_COST, Trust
from paddock.bots.greedy import Greedy
from paddock.bots.search import ROOT_OPTIONS, AnySearch, Branch, Search
from paddock.core.chance import Chance
from paddock.core.errors import BadOption
from paddock.core.game import Ask
from paddock.core.game_spec import AnyGameSpec

SEARCH_SAMPLES = 60
"""Samples to find the best option, where a glance is not enough."""
WORLDS_PER_ROUND = 20
"""Imagined states per round of a comparison."""
MAX_ROUNDS = 4
"""Rounds at most, while the cost is not clear."""
MAX_FINISH_ROUNDS = 8
"""Rounds of playouts to the finish, at most."""
DEEP_RACES_PER_ROUND = 250
"""Races to the finish per round of a deep review."""
CLEAR_PLACES = 0.05
"""A standard error below this is clear; a lower apparent cost counts as nothing."""
SURE_STANDARD_ERRORS = 2.0
"""The certain cost is the mean minus this many standard errors."""
MIN_NAMED_PLACES = 0.1
"""Decisions that certainly cost less are not classified."""

Option: TypeAlias = tuple[float, Any]
"""A move and its worth, as a share of the field."""
Pair: TypeAlias = tuple[Branch[Any], Branch[Any]]


class Judgement(Struct, frozen=True):
    """A decision as it seems to be, in places."""

    won: bool  # whether the best option was chosen
    lead: float  # of the best one over the one chosen; where that is the best, over the next best
    costs: dict[str, float]  # of the one chosen, as `scale.Costs`; their sum rates a driver
    found: bool = False  # the best option, which was not the obvious one


class Judge:
    """Rates the options of a race's decisions. Leads are in places."""

    def __init__(
        self, spec: AnyGameSpec, field: int, trust: Trust = DEFAULT_TRUST, *, deep: bool = False
    ) -> None:
        self.spec, self.field, self.trust = spec, field, trust
        if deep and spec.bot_hints.playouts is None:
            raise BadOption(f"{spec.card.title} has no quick playouts for a deep review")
        self.playouts = spec.bot_hints.playouts if deep else None
        self.greedy: Greedy[Any, Any] = Greedy(spec)
        self.searches = spec.bot_hints.samples > 0

    def rank(self, view: Any, ask: Ask[Any], move: Any, luck: Chance) -> list[Option]:
        """The options, best first, and among them the one that was chosen: all of them at a glance,
        or the promising ones by a search."""
        glance = self.rank_quickly(view, ask, move, luck)
        return self.rank_by_search(view, ask, move, glance, luck) if self.searches else glance

    def rank_quickly(self, view: Any, ask: Ask[Any], move: Any, luck: Chance) -> list[Option]:
        ranked = self.greedy.rank(view, ask, luck, len(ask.candidates))
        if all(option != move for _, option in ranked):
            ranked.insert(
                1, (ranked[0][0], move)
            )  # an amount outside the sample: as good as the best
        return ranked

    def rank_by_search(
        self, view: Any, ask: Ask[Any], move: Any, glance: list[Option], luck: Chance
    ) -> list[Option]:
        some, others = glance[:ROOT_OPTIONS], glance[ROOT_OPTIONS:]
        some[-1:] = [one for one in others if one[1] == move] or some[-1:]
        search: AnySearch = Search(self.spec, SEARCH_SAMPLES)
        found = search.rank_branches(view, ask, [Branch(move, worth) for worth, move in some], luck)
        return [(branch.worth, branch.move) for branch in found]

    def judge_move(self, view: Any, ask: Ask[Any], move: Any, luck: Chance) -> Judgement:
        """The choice against the best option.

        A search finds the best option in one set of states; the cost against it is measured in
        others and may be negative, so it is unbiased. The costs that rate a driver are measured
        against the choice at a glance: hard decisions count against no driver, and seeing further
        is rewarded. Where a glance may mislead, tiny costs count as zero.
        """
        about, ranked = ask.question.prompt, self.rank_quickly(view, ask, move, luck)
        usual = ranked[0][1]
        lead = self.to_places(ranked[0][0] - value_of_move(move, ranked))
        dear = max(0.0, lead - CLEAR_PLACES) if self.searches else lead
        costs = {about: dear} if dear else {}
        if not self.searches:
            won = usual == move
            lead = self.to_places(ranked[0][0] - ranked[1][0]) if won else lead
            return Judgement(won, lead, costs, won and move != ask.default_move)
        ranked = self.rank_by_search(view, ask, move, ranked, luck)
        best = ranked[0][1]
        if best != move:
            lead = self.lead_in_worlds(view, ask, best, move, luck)
        if usual != move:
            further = lead if best == usual else self.lead_in_worlds(view, ask, usual, move, luck)
            costs[SEARCH_COST] = further
        if best == move:
            found = move not in (usual, ask.default_move)
            return Judgement(True, self.to_places(ranked[0][0] - ranked[1][0]), costs, found)
        return Judgement(False, lead, costs)

    def lead_in_worlds(self, view: Any, ask: Ask[Any], one: Any, other: Any, luck: Chance) -> float:
        """By how many places an option is better than another, in a few worlds."""
        found = self.compare_pair(view, ask, (Branch(one, 0.0), Branch(other, 0.0)), luck)
        return self.mean_and_error(found)[0]

    def lead(
        self, view: Any, ask: Ask[Any], one: Any, other: Any, luck: Chance
    ) -> tuple[float, float]:
        """By how many places an option is better than another, and by how many at least, by the
        game's rating at the cutoff. Repeated until it is clear, or certainly too small to be
        named."""
        pair: Pair = (Branch(one, 0.0), Branch(other, 0.0))
        found: list[float] = []
        lead = error = 0.0
        for _ in range(MAX_ROUNDS):
            found += self.compare_pair(view, ask, pair, luck)
            lead, error = self.mean_and_error(found)
            if error <= CLEAR_PLACES or lead + SURE_STANDARD_ERRORS * error < MIN_NAMED_PLACES:
                break
        return max(0.0, lead), max(0.0, lead - SURE_STANDARD_ERRORS * error)

    def lead_to_finish(
        self,
        view: Any,
        ask: Ask[Any],
        one: Any,
        other: Any,
        luck: Chance,
        enough: float,
        found: float,
    ) -> tuple[float, float]:
        """The same, by what a search has found and by how it comes out, each for what it is worth;
        tried until it is enough for certain, or surely is not."""
        rollout = Rollout(self.spec)
        came: list[float] = []
        lead = error = 0.0
        for _ in range(MAX_FINISH_ROUNDS):
            came += self.finish_pair(rollout, view, ask, (one, other), luck)
            lead, error = self.trust.pool(found, *self.mean_and_error(came))
            if (
                not MIN_NAMED_PLACES - SURE_STANDARD_ERRORS * error
                <= lead
                < enough + SURE_STANDARD_ERRORS * error
            ):
                break
        return max(0.0, lead), max(0.0, lead - SURE_STANDARD_ERRORS * error)

    def finish_pair(
        self, rollout: Rollout, view: Any, ask: Ask[Any], pair: tuple[Any, Any], luck: Chance
    ) -> list[float]:
        """By how much of the field an option comes out better than another at the finish, race by
        race."""
        if self.playouts is not None:
            with suppress(BadOption):  # an odd position, for which the quick form has no room
                rows = self.playouts(view, ask, pair, luck, DEEP_RACES_PER_ROUND)
                return [mine - theirs for mine, theirs in rows]
        return rollout.sample_leads(view, ask, *pair, luck, WORLDS_PER_ROUND)

    def compare_pair(self, view: Any, ask: Ask[Any], pair: Pair, luck: Chance) -> list[float]:
        """By how much of the field an option turns out better than another, world by world."""
        search: AnySearch = Search(self.spec, WORLDS_PER_ROUND)
        return search.sample_leads(view, ask, *pair, luck, WORLDS_PER_ROUND)

    def to_places(self, share: float) -> float:
        """A share of the field."""
        return share * (self.field - 1)

    def mean_and_error(self, found: Sequence[float]) -> tuple[float, float]:
        """The mean of shares of the field, and by how much it may be wrong, in places."""
        mean, error = mean_and_error(found)
        return self.to_places(mean), self.to_places(error)


def value_of_move(move: Any, ranked: Sequence[Option]) -> float:
    return next(worth for worth, option in ranked if option == move)


def mean_and_error(found: Sequence[float]) -> tuple[float, float]:
    """The mean, and by how much it may be wrong."""
    mean = sum(found) / len(found)
    spread = sum([(one - mean) ** 2 for one in found]) / (len(found) - 1)
    return mean, math.sqrt(spread / len(found))

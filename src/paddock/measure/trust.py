"""Measures how reliable a search is: the cost it finds for decisions of bots, against the cost when
these decisions are played on to the finish."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from paddock.analysis.review import GOOD_PLACES
from paddock.analysis.rollout import Rollout
from paddock.analysis.scale import Scale, Trust
from paddock.core.game_spec import AnyGameSpec
from paddock.measure.skill import play_and_review

WORLDS = 100
MIN_LEAD_PLACES, MAX_SHARE = 0.1, 1.0
"""Bounds of the error of a search, in places."""


class MeasuredMistake(Struct, frozen=True):
    """The cost of a decision in places: by a search, and at the finish with its standard error."""

    search: float
    finish: float
    wrong: float


def measure_mistakes(
    spec: AnyGameSpec, races: int, seed: int, scale: Scale
) -> Iterator[MeasuredMistake]:
    """Decisions of races that a search rates as mistakes or as good finds."""
    for _, reviewer in play_and_review(spec, races, seed, scale, "trust"):
        judge, closely = reviewer.judge, set(reviewer.glance().rows_to_judge())
        for row, state, ask, play, _ in reviewer.rows():
            if row not in closely:
                continue
            seen, luck = spec.game.view(state, ask.seat), reviewer.luck(row, ":trust")
            (_, first), (_, second), *_ = judge.rank(seen, ask, play.move, reviewer.luck(row))
            less = second if first == play.move else play.move
            lead, least = judge.lead(seen, ask, first, less, luck)
            if least >= GOOD_PLACES:
                came = Rollout(spec).sample_leads(seen, ask, first, less, luck, WORLDS)
                yield MeasuredMistake(lead, *judge.mean_and_error(came))


def fit_trust(found: Sequence[MeasuredMistake]) -> Trust:
    """By least squares. The error is what remains, without the variance of the rollouts."""
    squares = sum([one.search**2 for one in found])
    share = sum([one.search * one.finish for one in found]) / squares
    left = [(one.finish - share * one.search) ** 2 - one.wrong**2 for one in found]
    error = max(0.0, sum(left) / len(left)) ** 0.5
    return Trust(
        round(min(1.0, max(0.0, share)), 3), round(min(MAX_SHARE, max(MIN_LEAD_PLACES, error)), 3)
    )

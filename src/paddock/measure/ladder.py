"""The ladder: how often each level comes before the one below, by a sequential test.

As many seats of both, each race one place further. After every race Wald's test asks whether the
better one takes 70 % of first places rather than 60: it ends once that is 95 % sure either way, not
before `MIN_RACES` races and not after `most`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from paddock.bots import LEVELS
from paddock.core.game_spec import AnyGameSpec
from paddock.core.statistics import wilson_interval
from paddock.measure import simulate
from paddock.measure.bench import DEFAULT_SEATS

MIN_RACES = 100
MIN_FIRST_SHARE = 0.65
LOW_FIRST_SHARE, HIGH_FIRST_SHARE = 0.60, 0.70
LOG_ODDS_95 = math.log(0.95 / 0.05)


class LadderResult(Struct, frozen=True):
    """How one level did against the one below."""

    better: str
    worse: str
    races: int
    firsts: float  # first places of the better one; a shared one counts in part
    between: tuple[float, float]  # the share of first places, 95 % interval
    verdict: Literal["yes", "no", "open"]

    @property
    def share(self) -> float:
        return self.firsts / self.races


def run_ladder(
    spec: AnyGameSpec,
    better: str,
    worse: str,
    *,
    least: int = MIN_RACES,
    most: int = 400,
    seed: int = 1,
    options: object = None,
    workers: int = 1,
    ray: str = "",
) -> Iterator[LadderResult]:
    """How it stands after every race, until it is decided."""
    seats = even_seats(spec)
    names = (better, worse) * (seats // 2)
    simulate.refuse_clocks(names)
    plan = simulate.make_plan(spec, names, most, seed, options)
    firsts, belief = 0.0, 0.0
    for found in simulate.simulate(plan, workers, spec, at_once=1, ray=ray):
        first = [names[found.entries[seat]] for seat in range(seats) if found.places[seat] == 1]
        won = first.count(better) / len(first) if first else 0.5
        firsts += won
        belief += won * math.log(HIGH_FIRST_SHARE / LOW_FIRST_SHARE) + (1 - won) * math.log(
            (1 - HIGH_FIRST_SHARE) / (1 - LOW_FIRST_SHARE)
        )
        races = found.race + 1
        sure = abs(belief) >= LOG_ODDS_95 and races >= least
        verdict: Literal["yes", "no", "open"] = "open"
        if sure:
            verdict = "yes" if belief > 0 and firsts / races >= MIN_FIRST_SHARE else "no"
        yield LadderResult(better, worse, races, firsts, wilson_interval(firsts, races), verdict)
        if sure:
            return


def even_seats(spec: AnyGameSpec) -> int:
    """Four seats, or as near as it comes with as many of both."""
    least, most = spec.card.seats
    return max(2, least + least % 2, min(DEFAULT_SEATS, most - most % 2))


def level_pairs() -> tuple[tuple[str, str], ...]:
    """The pairs that are to be raced: the better one, and the one below."""
    return tuple(zip(LEVELS[1:], LEVELS, strict=False))

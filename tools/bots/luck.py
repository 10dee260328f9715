"""How much sooner a review tells good drivers from bad ones than the result does.

`python -m tools.bots.luck --races 60`: of each game, races of as many good drivers as bad ones, by
how many places they come before the others: by the result, by the result without luck, by their
decisions alone, and by what a review calls luck apart, which is of both. How many races it takes to
tell them apart goes with the square of the spread of a race over the mean of what they are apart;
said is which share of the races that the result needs is needed, between which shares that lies in
nine of ten draws of as many of these races, and in how many of them it is a quarter or less.
`--each` tells every race as it comes in.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
from collections.abc import Iterator

from paddock import bots, games
from paddock.analysis.judge import mean_and_error
from paddock.analysis.review import Reviewer, make_review, skill_of
from paddock.core.chance import UnrecordedChance
from paddock.core.game_spec import AnyGameSpec
from paddock.core.record import AnyRecord
from paddock.core.referee import AnyReferee, Referee
from paddock.measure.ladder import even_seats
from tools.bots.blunders import FIVE

SURE = 1.96


def raced(spec: AnyGameSpec, names: tuple[str, ...], seed: int) -> AnyRecord:
    referee: AnyReferee = Referee(
        spec.game, spec.options(), len(names), random.Random(f"luck:{seed}")
    )
    drivers = [bots.make_bot(name, spec) for name in names]
    lucks = [UnrecordedChance(random.Random(f"luck:{seed}:{seat}")) for seat in range(len(names))]
    while referee.asks:
        ask = referee.asks[0]
        view = spec.game.view(referee.state, ask.seat)
        referee.play(ask.seat, drivers[ask.seat].choose(view, ask, lucks[ask.seat]))
    return referee.record()


WAYS = ("by the result", "without luck", "by decisions", "luck apart")


def places(spec: AnyGameSpec, kept: AnyRecord) -> tuple[list[float], ...]:
    """Of every seat: the place, the place without luck, what its decisions cost, and both."""
    reviewer = Reviewer(spec, kept)
    glance = reviewer.glance()
    skill = skill_of(spec)
    sums = make_review(reviewer.curve(), glance, (), skill).sums
    without = [one.result + one.luck for one in sums]
    apart = [one.without_luck for one in sums]
    decided = list(skill.places(glance.costs)) if skill is not None else [0.0] * len(sums)
    return [one.result for one in sums], without, decided, apart


def apart(
    spec: AnyGameSpec, good: str, bad: str, races: int, first: int = 0
) -> Iterator[tuple[float, ...]]:
    """Race by race, by how much the good ones are better than the bad ones, in each of the ways."""
    seats = even_seats(spec)
    for race in range(first, first + races):
        names = tuple([(good, bad)[(seat + race) % 2] for seat in range(seats)])
        found = []
        for its in places(spec, raced(spec, names, race)):
            lead = sum([p if name == bad else -p for p, name in zip(its, names, strict=True)])
            found.append(2 * lead / seats)
        yield tuple(found)


def needed(leads: list[float]) -> tuple[float, float, float]:
    """The mean, the spread of a race, and how many races tell the two apart."""
    mean, error = mean_and_error(leads)
    spread = error * len(leads) ** 0.5
    return mean, spread, (SURE * spread / mean) ** 2 if mean > 0 else math.inf


DRAWS = 2000


def shares(leads: list[tuple[float, float]]) -> list[float]:
    """Of how many of the races that the result needs, in draws of as many of these races."""
    chance, found = random.Random(1), []
    for _ in range(DRAWS):
        drawn = chance.choices(leads, k=len(leads))
        result, other = (needed([lead[way] for lead in drawn])[2] for way in (0, 1))
        found.append(other / result if result and other < math.inf else math.inf)
    return sorted(found)


def told(found: list[tuple[float, ...]], way: int) -> str:
    """How well drivers are told apart in one way."""
    mean, spread, races = needed([leads[way] for leads in found])
    said = f"{WAYS[way]} {mean:.2f} places apart (spread {spread:.2f}, {races:.2f} races"
    if not way:
        return f"{said})"
    whole = needed([leads[0] for leads in found])[2]
    drawn = shares([(leads[0], leads[way]) for leads in found])
    low, high = drawn[DRAWS // 20], drawn[-DRAWS // 20]
    quarter = sum([one <= 0.25 for one in drawn]) / DRAWS
    share = races / whole if whole else math.inf
    return f"{said}: {share:.2f} of them, {low:.2f} to {high:.2f}, a quarter at most {quarter:.0%})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--races", type=int, default=40)
    parser.add_argument("--good", default="hard")
    parser.add_argument("--bad", default="easy")
    parser.add_argument("--first", type=int, default=0, help="the number of the first race")
    parser.add_argument("--each", action="store_true", help="tell every race")
    parser.add_argument("games", nargs="*", default=FIVE)
    given = parser.parse_args()
    for id in given.games:
        found = []
        for leads in apart(games.find_spec(id), given.good, given.bad, given.races, given.first):
            found.append(leads)
            if given.each:
                sys.stdout.write(f"{id}: {', '.join([f'{lead:.2f}' for lead in leads])}\n")
                sys.stdout.flush()
        by_way = [told(found, way) for way in range(len(WAYS))]
        sys.stdout.write(
            f"{id}, {given.good} from {given.bad}, {len(found)} races: {'; '.join(by_way)}\n"
        )
        sys.stdout.flush()


if __name__ == "__main__":
    main()

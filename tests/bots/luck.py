"""How much sooner the result without luck tells good drivers from bad ones than the result does.

`python -m tests.bots.luck --races 40`: of each game, races of as many good drivers as bad ones. How
many races it takes to tell them apart goes with the square of the spread of a race over the mean of
what they are apart; said is the share of races that are needed if luck is taken off.
"""

from __future__ import annotations

import argparse
import random
import sys

from paddock import bots, games
from paddock.bots.review import Reviewer, mean_and_error
from paddock.core.chance import Fresh
from paddock.core.house import AnyHouse
from paddock.core.record import AnyRecord
from paddock.core.referee import AnyReferee, Referee
from paddock.lab.ladder import even
from tests.bots.blunders import FIVE

SURE = 1.96


def raced(house: AnyHouse, names: tuple[str, ...], seed: int) -> AnyRecord:
    referee: AnyReferee = Referee(
        house.game, house.options(), len(names), random.Random(f"luck:{seed}")
    )
    drivers = [bots.make(name, house) for name in names]
    lucks = [Fresh(random.Random(f"luck:{seed}:{seat}")) for seat in range(len(names))]
    while referee.asks:
        ask = referee.asks[0]
        seen = house.game.view(referee.state, ask.seat)
        referee.play(ask.seat, drivers[ask.seat].choose(seen, ask, lucks[ask.seat]))
    return referee.record()


def places(house: AnyHouse, kept: AnyRecord) -> tuple[list[float], list[float]]:
    """Of every seat: the place, and the place without luck."""
    reviewer = Reviewer(house, kept)
    result = list(reviewer.curve()[-1])
    without = list(result)
    for draw in reviewer.draws():
        without = [place + brought for place, brought in zip(without, draw.brought, strict=True)]
    return result, without


def apart(house: AnyHouse, good: str, bad: str, races: int) -> tuple[list[float], list[float]]:
    """Race by race, by how many places the good ones come before the bad ones, with and without
    luck."""
    found: tuple[list[float], list[float]] = ([], [])
    seats = even(house)
    for race in range(races):
        names = tuple([(good, bad)[(seat + race) % 2] for seat in range(seats)])
        for its, list_of in zip(places(house, raced(house, names, race)), found, strict=True):
            lead = sum([p if name == bad else -p for p, name in zip(its, names, strict=True)])
            list_of.append(2 * lead / seats)
    return found


def needed(leads: list[float]) -> tuple[float, float, float]:
    """The mean, the spread of a race, and how many races tell the two apart."""
    mean, error = mean_and_error(leads)
    spread = error * len(leads) ** 0.5
    return mean, spread, (SURE * spread / mean) ** 2 if mean > 0 else float("inf")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--races", type=int, default=40)
    parser.add_argument("--good", default="hard")
    parser.add_argument("--bad", default="easy")
    parser.add_argument("games", nargs="*", default=FIVE)
    given = parser.parse_args()
    for id in given.games:
        with_luck, without = apart(games.find(id), given.good, given.bad, given.races)
        (mean, spread, many), (its_mean, its_spread, few) = needed(with_luck), needed(without)
        sys.stdout.write(
            f"{id}: {given.races} races, {mean:.2f} places apart (spread {spread:.2f}, "
            f"{many:.1f} races); without luck {its_mean:.2f} ({its_spread:.2f}, {few:.1f} races): "
            f"{few / many:.2f} of the races\n"
        )
        sys.stdout.flush()


if __name__ == "__main__":
    main()

"""Blunders planted in races of good bots, and how many of them a review finds.

`python -m tests.bots.blunders --races 20`: of each game, races with one planted blunder (among the
five costliest of its seat?) and races without (in how many of them is one named all the same?).
"""

from __future__ import annotations

import argparse
import random
import sys
from typing import Any

from paddock import bots, games
from paddock.bots.greedy import Greedy
from paddock.bots.review import mean_and_error, review
from paddock.bots.rollout import Rollout
from paddock.core.chance import Fresh
from paddock.core.game import Ask
from paddock.core.house import AnyHouse
from paddock.core.record import AnyRecord
from paddock.core.referee import AnyReferee, Referee

FIVE = ("circus-maximus", "great-race", "winds-of-war", "heat", "street-illegal")
WORTH_IT = 0.5
"""Only where the worst option costs so much of a place is it a blunder."""


WORLDS, DEEP = 20, 3
"""In so many worlds it is played out to the finish whether that is so, and so often again."""


def planted(
    id: str, seed: int, *, blunder: bool = True, bot: str = "greedy", deep: bool = False
) -> tuple[AnyRecord, int, int]:
    """A race of such drivers; one of them once takes the worst that is offered, at a glance or by
    deep search as well: its row, and who it was."""
    house = games.find(id)
    seats = min(4, house.card.seats[1])
    chance = random.Random(f"blunder:{id}:{seed}")
    referee: AnyReferee = Referee(house.game, house.options(), seats, random.Random(seed))
    driver, luck = bots.make(bot, house), Fresh(random.Random(seed))
    looks: Greedy[object, object] = Greedy(house)
    at, row, who = chance.randrange(10, 60), -1, -1
    while referee.asks:
        ask = referee.asks[0]
        seen = house.game.view(referee.state, ask.seat)
        move = driver.choose(seen, ask, luck)
        if blunder and row < 0 and len(referee.rows) >= at and len(ask.options) > 1:
            ranked = looks.ranked(seen, ask, luck, len(ask.options))
            field = len(house.standings(seen))
            best, worst = ranked[0], ranked[-1]
            seems = (best[0] - worst[0]) * (field - 1) >= WORTH_IT
            if seems and (
                not deep or costs(house, seen, ask, best, worst) * (field - 1) >= WORTH_IT
            ):
                row, who, move = len(referee.rows), ask.seat, worst[1]
        referee.play(ask.seat, move)
    return referee.record(), row, who


def costs(
    house: AnyHouse, seen: Any, ask: Ask[Any], best: tuple[float, Any], worst: tuple[float, Any]
) -> float:
    """By how much of the field the worst option comes out worse at the finish, at least (a standard
    error), with luck of its own."""
    luck = Fresh(random.Random(f"deep:{ask.seat}"))
    found: list[float] = []
    for _ in range(DEEP):
        found += Rollout(house).leads(seen, ask, best[1], worst[1], luck, WORLDS)
        mean, error = mean_and_error(found)
        if mean + error < 0:
            break
    return mean - error


def is_found(house: AnyHouse, kept: AnyRecord, row: int, who: int) -> bool:
    """Whether a planted row is among the five costliest that the review names for its seat."""
    its = sorted(review(house, kept).decisions, key=lambda one: -one.cost)
    return row in [one.row for one in its if one.seat == who][:5]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--races", type=int, default=20)
    parser.add_argument("--bot", default="hard", help="who races")
    parser.add_argument("--first", type=int, default=0, help="the seed of the first race")
    parser.add_argument("--each", action="store_true", help="tell every race")
    parser.add_argument("games", nargs="*", default=FIVE)
    given = parser.parse_args()
    for id in given.games:
        house = games.find(id)
        found = tried = false = races = decisions = 0
        for seed in range(given.first, given.first + given.races):
            kept, row, who = planted(id, seed, bot=given.bot, deep=True)
            seen = row < 0 or is_found(house, kept, row, who)
            clean, _, _ = planted(id, seed, blunder=False, bot=given.bot)
            named = [one for one in review(house, clean).decisions if one.kind == "blunder"]
            tried, found = tried + (row >= 0), found + (seen and row >= 0)
            false, races = false + len(named), races + bool(named)
            decisions += len(clean.rows)
            if given.each:
                rows = ", ".join([f"row {one.row}, {one.cost:.2f}" for one in named])
                was = f"planted at {row}, {'found' if seen else 'not found'}"
                sys.stdout.write(f"{id} {seed}: {was if row >= 0 else 'none'}; false: {rows}\n")
                sys.stdout.flush()
        sys.stdout.write(
            f"{id}: {found} of {tried} planted blunders among the five costliest; "
            f"{races} of {given.races} races without have a false one "
            f"({false} in {decisions} rows)\n"
        )
        sys.stdout.flush()


if __name__ == "__main__":
    main()

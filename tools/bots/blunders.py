"""Blunders planted in races of good bots, and how many of them a review finds.

`python -m tools.bots.blunders --races 40`: of each game, races with one planted blunder (among the
five costliest of its seat?) and races without (in how many of them is one named all the same?). The
race with the blunder is the one without up to there.
"""

from __future__ import annotations

import argparse
import random
import sys
from typing import Any

from paddock import bots, games
from paddock.analysis.judge import mean_and_error
from paddock.analysis.review import Decision, Reviewer
from paddock.analysis.rollout import Rollout
from paddock.bots.greedy import Greedy
from paddock.core.chance import UnrecordedChance
from paddock.core.game import Ask
from paddock.core.game_spec import AnyGameSpec
from paddock.core.record import AnyRecord
from paddock.core.referee import AnyReferee, Referee
from paddock.core.statistics import wilson_interval

FIVE = ("circus-maximus", "great-race", "winds-of-war", "heat", "street-illegal")
WORTH_IT = 0.5
"""Only where the worst option costs so much of a place is it a blunder."""
WORLDS = (8, 12, 20, 20)
"""In so many worlds it is played out to the finish whether that is so, as long as it may be."""
FIRST = range(10, 60)
"""In one of these rows, or after it, it is planted."""


def raced(spec: AnyGameSpec, seed: int, bot: str = "greedy") -> AnyRecord:
    """A race of such drivers."""
    seats = min(4, spec.card.seats[1])
    referee: AnyReferee = Referee(spec.game, spec.options(), seats, random.Random(seed))
    drive_on(spec, referee, bot, f"{seed}")
    return referee.record()


def drive_on(spec: AnyGameSpec, referee: AnyReferee, bot: str, seed: str) -> None:
    driver, luck = bots.make_bot(bot, spec), UnrecordedChance(random.Random(seed))
    while referee.asks:
        ask = referee.asks[0]
        view = spec.game.view(referee.state, ask.seat)
        referee.play(ask.seat, driver.choose(view, ask, luck))


def planted(
    spec: AnyGameSpec, clean: AnyRecord, seed: int, bot: str = "greedy", *, deep: bool = False
) -> tuple[AnyRecord, int, int] | None:
    """The same race, in which once the worst is taken that is offered, at a glance or by deep
    search as well: its row, and who it was. None: nothing was bad enough."""
    chance = random.Random(f"blunder:{spec.card.id}:{seed}")
    referee: AnyReferee = Referee.start(spec.game, clean, chance)
    at = chance.choice(FIRST)
    for n, row in enumerate(clean.rows):
        ask = referee.asks[0]
        if n >= at and len(ask.options) > 1:
            worst = worst_of(spec, referee.state, ask, f"{seed}:{n}", deep=deep)
            if worst is not None:
                referee.play(ask.seat, worst)
                drive_on(spec, referee, bot, f"{seed}:on")
                return referee.record(), n, ask.seat
        referee.repeat(row)
    return None


def worst_of(spec: AnyGameSpec, state: Any, ask: Ask[Any], seed: str, *, deep: bool) -> Any:
    """The worst option, if it is a blunder."""
    seen, luck = spec.game.view(state, ask.seat), UnrecordedChance(random.Random(seed))
    looks: Greedy[Any, Any] = Greedy(spec)
    (best, first), *_, (worst, last) = looks.rank(seen, ask, luck, len(ask.options))
    least = WORTH_IT / max(1, len(spec.standings(seen)) - 1)
    if best - worst < least or (deep and costs(spec, seen, ask, first, last, luck, least) < least):
        return None
    return last


def costs(
    spec: AnyGameSpec,
    view: Any,
    ask: Ask[Any],
    best: Any,
    worst: Any,
    luck: UnrecordedChance,
    least: float,
) -> float:
    """By how much of the field the worst option comes out worse at the finish, at least (a standard
    error), with luck of its own; tried no longer than it may still be enough."""
    found: list[float] = []
    for worlds in WORLDS:
        found += Rollout(spec).sample_leads(view, ask, best, worst, luck, worlds)
        mean, error = mean_and_error(found)
        if mean + error < least:
            break
    return mean - error


def decisions(
    spec: AnyGameSpec, kept: AnyRecord, seat: int | None = None, *, deep: bool = False
) -> list[Decision]:
    """What the review names, the dearest first; of one seat, or of all."""
    reviewer = Reviewer(spec, kept, deep=deep)
    closely = reviewer.glance().rows_to_judge()
    rows = [row for row in closely if seat in (None, kept.rows[row].seat)]
    named = [one for one in reviewer.judge_rows(rows) if one.kind is not None]
    return sorted(named, key=lambda one: -one.cost)


def is_found(spec: AnyGameSpec, kept: AnyRecord, row: int, who: int, *, deep: bool = False) -> bool:
    """Whether a planted row is among the five costliest that the review names for its seat."""
    return row in [one.row for one in decisions(spec, kept, who, deep=deep)][:5]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--races", type=int, default=40, help="of each kind and game")
    parser.add_argument("--bot", default="hard", help="who races")
    parser.add_argument("--first", type=int, default=0, help="the seed of the first race")
    parser.add_argument("--each", action="store_true", help="tell every race")
    parser.add_argument("--deep", action="store_true", help="Heat only: deep reviews")
    parser.add_argument("games", nargs="*", default=FIVE)
    given = parser.parse_args()
    for id in given.games:
        spec = games.find_spec(id)
        found = tried = false = races = rows = 0
        seed = given.first
        while tried < given.races or races < given.races:
            clean = raced(spec, seed, given.bot)
            told = f"{id} {seed}:"
            if tried < given.races:
                its = planted(spec, clean, seed, given.bot, deep=True)
                if its is not None:
                    seen = is_found(spec, *its, deep=given.deep)
                    tried, found = tried + 1, found + seen
                    told += f" planted at {its[1]}, {'found' if seen else 'NOT FOUND'}"
            if races < given.races:
                named = [
                    one for one in decisions(spec, clean, deep=given.deep) if one.kind == "blunder"
                ]
                races, false, rows = races + 1, false + len(named), rows + len(clean.rows)
                told += "".join([f"; false: row {one.row}, {one.cost:.2f}" for one in named])
            if given.each:
                sys.stdout.write(told + "\n")
                sys.stdout.flush()
            seed += 1
        low, high = wilson_interval(found, tried)
        sys.stdout.write(
            f"{id}, seeds {given.first} to {seed - 1}: {found} of {tried} planted blunders among "
            f"the five costliest ({low:.0%} to {high:.0%}); {false} false ones in {races} races "
            f"without ({rows} rows)\n"
        )
        sys.stdout.flush()


if __name__ == "__main__":
    main()

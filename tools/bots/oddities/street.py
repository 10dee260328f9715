"""Street Illegal: driving that no driver would do."""

from __future__ import annotations

from paddock.games.street_illegal.data import MPH
from paddock.games.street_illegal.moves import Brake, Drive
from tools.bots.oddities import Count, PlayedRace, oddity, run_with

GAME = "street-illegal"

run_with(GAME, 4)


@oddity("a car accelerates by a card and must brake at once", GAME)
def accelerates_and_brakes(race: PlayedRace) -> Count:
    found = possible = 0
    faster: set[int] = set()
    for view, ask, move, _ in race.decisions:
        if isinstance(move, Drive):
            possible += MPH[move.card] > MPH[view.cars[ask.seat].up[move.slot]]
            if MPH[move.card] > MPH[view.cars[ask.seat].up[move.slot]]:
                faster.add(ask.seat)
            else:
                faster.discard(ask.seat)
        elif isinstance(move, Brake):
            found += ask.seat in faster
            faster.discard(ask.seat)
        elif ask.question.prompt != "drop":
            faster.discard(ask.seat)
    return Count(found, possible)

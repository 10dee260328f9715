"""How well a seat stands in a championship, and the bots of a race in one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from paddock.core.chance import Chance
from paddock.core.game import Ask
from paddock.core.seats import Seat
from paddock.games.heat import bots as race
from paddock.games.heat.bots.garage import slower_by
from paddock.games.heat.championship.moves import Keep, Move, Swap
from paddock.games.heat.championship.view import View
from paddock.games.heat.data import POINTS
from paddock.games.heat.moves import Pick


def evaluate(seen: View, seat: Seat) -> float:
    """The race now, and the points so far: worth more the fewer races are left."""
    now = 0.5 if seen.now is None else race.evaluate(seen.now, seat)
    if not seen.results:
        return now
    total = [sum(row[car] for row in seen.results) for car in range(len(seen.grid))]
    rivals = [points for car, points in enumerate(total) if car != seat]
    lead = total[seat] - max(rivals, default=0)
    standing = 0.5 + max(-0.5, min(0.5, lead / (2 * POINTS[0])))
    share = len(seen.results) / len(seen.legs)
    return (1 - share / 2) * now + share / 2 * standing


class Seasoned:
    """A bot of the race, which takes what comes between the races."""

    def __init__(self, racer: Any) -> None:
        self.racer = racer

    def choose(self, seen: View, ask: Ask[Move], chance: Chance) -> Move:
        if seen.now is None:
            return between_races(ask)
        chosen: Move = self.racer.choose(seen.now, ask, chance)
        return chosen

    @property
    def worlds(self) -> Callable[[int, int], Iterator[int]]:
        """The budget of a racer that samples."""
        found: Callable[[int, int], Iterator[int]] = self.racer.worlds
        return found

    @worlds.setter
    def worlds(self, budget: Callable[[int, int], Iterator[int]]) -> None:
        self.racer.worlds = budget


def between_races(ask: Ask[Move]) -> Move:
    """The best Upgrade; a swap where it is for the better."""

    def cost(move: Move) -> float:
        match move:
            case Swap(card, other):
                return slower_by(other) - slower_by(card)
            case Pick(card) | Keep(card):
                return slower_by(card)
        return 0.0

    return min(ask.options, key=cost)


def greedy(argument: str) -> Seasoned:
    return Seasoned(race.greedy(argument))


def sampler(argument: str) -> Seasoned:
    return Seasoned(race.sampler(argument))

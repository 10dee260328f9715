"""Tempers: how somebody chooses among options that are nearly as good as each other."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Generic

from msgspec import Struct

from paddock.bots.bot import Bot
from paddock.bots.greedy import Greedy
from paddock.bots.search import AnySearch, Search
from paddock.bots.world import World, worth_of
from paddock.core.chance import Chance, Tape
from paddock.core.game import Ask, M, V
from paddock.core.house import AnyHouse
from paddock.core.seats import Seat

NEAR = 0.05
"""Of a field: an option that seems to cost more than this tempts nobody."""
TEMPTING = 2
"""So many options are thought over at most, beside the one that would be chosen anyway."""
WORLDS = 8
"""In so many worlds each of them is tried."""


class Temper(Struct, frozen=True):
    """What counts beside the place that may be expected, in shares of it."""

    risk: float = 0.0  # how far it may turn out better or worse
    spite: float = 0.0  # how well the best of the others stands: less is better


TEMPERS = {"bold": Temper(risk=0.7), "careful": Temper(risk=-0.7), "spiteful": Temper(spite=0.7)}


class Tempered(Generic[V, M]):
    """A driver with a temper: what it would choose anyway, or what tempts it more and seems nearly
    as good."""

    def __init__(self, house: AnyHouse, driver: Bot[V, M], temper: Temper) -> None:
        self.house, self.driver, self.temper = house, driver, temper
        self.greedy: Greedy[V, M] = Greedy(house)
        self.search: AnySearch = Search(house, 1)

    def choose(self, seen: V, ask: Ask[M], chance: Chance) -> M:
        first = self.driver.choose(seen, ask, chance)
        if len(ask.candidates) == 1:
            return first
        ranked = self.greedy.ranked(seen, ask, chance, TEMPTING)
        best = ranked[0][0]
        near = {move: worth for worth, move in ranked if worth >= best - NEAR}
        near[first] = best
        if len(near) == 1:
            return first
        moves = tuple(near)
        lures = zip(self.lures(seen, ask, moves, chance), near.values(), moves, strict=True)
        return max(lures, key=lambda one: one[0] + one[1])[2]

    def lures(self, seen: V, ask: Ask[M], moves: Sequence[M], chance: Chance) -> list[float]:
        """How much each of these moves tempts it beside its worth, by how they turn out in the same
        worlds."""
        owns: list[list[float]] = [[] for _ in moves]
        bests = [0.0] * len(moves)
        for _ in range(WORLDS):
            world: World[Any, M, V] = World(self.house, seen, ask, chance, self.search.habit)
            thoughts = Tape(chance)
            for i, move in enumerate(moves):
                thoughts.rewind()
                state = self.after(world, ask, move, thoughts)
                owns[i].append(worth_of(self.house, state, ask.seat))
                if self.temper.spite:
                    bests[i] += self.best_of_others(state, ask.seat) / WORLDS
        temper = self.temper
        return [
            temper.risk * spread_of(own) - temper.spite * best
            for own, best in zip(owns, bests, strict=True)
        ]

    def after(self, world: World[Any, M, V], ask: Ask[M], move: M, thoughts: Tape) -> Any:
        """What a move leads to; if the house knows how everybody drives, up to the next pause."""
        if self.house.mind.habit is None or ask.question.prompt in self.house.mind.small:
            return world.after(move)
        return self.search.played(world, move, thoughts)

    def best_of_others(self, state: Any, seat: Seat) -> float:
        racing = {one.seat for one in self.house.standings(self.house.game.view(state, None))}
        others = [s for s in sorted(racing) if s >= 0 and s != seat]
        return max([worth_of(self.house, state, s) for s in others], default=0.0)


def mean_of(found: list[float]) -> float:
    return sum(found) / len(found)


def spread_of(found: list[float]) -> float:
    mean = mean_of(found)
    return math.sqrt(mean_of([(one - mean) ** 2 for one in found]))

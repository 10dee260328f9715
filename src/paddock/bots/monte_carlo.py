"""Flat Monte Carlo: many short races played to see how each option turns out."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Generic

from paddock.bots.bot import candidates
from paddock.bots.greedy import Greedy
from paddock.bots.world import World, any_of
from paddock.core.chance import Chance
from paddock.core.game import Ask, M, S, V
from paddock.core.house import AnyHouse

PLAYOUTS = 200
HORIZON = 12
"""Decisions after which a playout is broken off and judged."""


class MonteCarlo(Generic[V, M]):
    """Spreads its playouts by halving: each round all options that are left get as many, in the
    same imagined worlds, and the worse half drops out."""

    def __init__(self, house: AnyHouse, playouts: int = PLAYOUTS, horizon: int = HORIZON) -> None:
        self.house, self.playouts, self.horizon = house, playouts, horizon

    def choose(self, seen: V, ask: Ask[M], chance: Chance) -> M:
        options = candidates(ask)
        if len(options) == 1:
            return options[0]
        options = self.promising(options, seen, ask, chance)
        totals, tries = [0.0] * len(options), [0] * len(options)
        alive = list(range(len(options)))
        while len(alive) > 1:
            for _ in self.worlds(len(alive), halvings(len(options))):
                world: World[object, M, V] = World(self.house, seen, ask, chance)
                for i in alive:
                    totals[i] += self.playout(world, options[i])
                    tries[i] += 1
            alive.sort(key=lambda i: (-totals[i] / tries[i], i))
            del alive[(len(alive) + 1) // 2 :]
        return options[alive[0]]

    def promising(
        self, options: tuple[M, ...], seen: V, ask: Ask[M], chance: Chance
    ) -> tuple[M, ...]:
        """Where there are more options than playouts could tell apart, those a glance prefers."""
        most = max(2, self.playouts // 8)
        if len(options) <= most:
            return options
        glance: Greedy[V, M] = Greedy(self.house, 1)
        return glance.ranked(options, seen, ask, chance)[:most]

    def worlds(self, alive: int, rounds: int) -> Iterator[int]:
        """The worlds of one round of the halving."""
        yield from range(max(1, self.playouts // (rounds * alive)))

    def playout(self, world: World[S, M, V], move: M) -> float:
        """Random play from a move on, to the end or the horizon."""
        game, luck = self.house.game, world.luck
        state = world.after(move)
        for _ in range(self.horizon):
            asks = game.asks(state)
            if not asks:
                break
            state = game.play(state, asks[0].seat, any_of(asks[0], luck), luck).state
        return world.worth(state)


class Timed(MonteCarlo[V, M]):
    """Monte Carlo for so many seconds a decision: as good as the machine, so not reproducible."""

    def __init__(self, house: AnyHouse, seconds: float, horizon: int = HORIZON) -> None:
        super().__init__(house, PLAYOUTS, horizon)
        self.seconds = seconds

    def worlds(self, alive: int, rounds: int) -> Iterator[int]:
        until = time.monotonic() + self.seconds / rounds
        yield 0
        while time.monotonic() < until:
            yield 0


def halvings(options: int) -> int:
    """How often a number of options can be halved before one is left."""
    return max(1, (options - 1).bit_length())

"""Monte Carlo: many short races played to see how each promising option turns out."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Generic

from paddock.bots.bot import candidates
from paddock.bots.greedy import Greedy
from paddock.bots.world import World, any_of, is_sealed
from paddock.core.chance import Chance, Tape
from paddock.core.game import Ask, M, S, V
from paddock.core.house import AnyHouse

PLAYOUTS = 200
PROMISING = 5
"""So many options are played out: those that greedy likes best."""
HORIZON = 8
"""Decisions after which a playout is broken off and judged."""
GLANCES = 12
"""Of so many options, any of them, a seat takes the best in a playout. Two make quicker but more
foolish playouts: in Winds of War they told less than one look does."""


class MonteCarlo(Generic[V, M]):
    """Spreads its playouts by halving: each round all options that are left get as many, in the
    same imagined worlds, and the worse half drops out."""

    def __init__(self, house: AnyHouse, playouts: int = PLAYOUTS, horizon: int = HORIZON) -> None:
        self.house, self.playouts, self.horizon = house, playouts, horizon
        self.greedy: Greedy[V, M] = Greedy(house)

    def choose(self, seen: V, ask: Ask[M], chance: Chance) -> M:
        options = candidates(ask)
        if len(options) == 1:
            return options[0]
        options = self.greedy.ranked(options, seen, ask, chance, PROMISING)[:PROMISING]
        totals, tries = [0.0] * len(options), [0] * len(options)
        alive = list(range(len(options)))
        while len(alive) > 1:
            for _ in self.worlds(len(alive), halvings(len(options))):
                world: World[object, M, V] = World(self.house, seen, ask, chance)
                thoughts = Tape(chance)
                for i in alive:
                    thoughts.rewind()
                    totals[i] += self.playout(world, options[i], thoughts)
                    tries[i] += 1
            alive.sort(key=lambda i: (-totals[i] / tries[i], i))
            del alive[(len(alive) + 1) // 2 :]
        return options[alive[0]]

    def worlds(self, alive: int, rounds: int) -> Iterator[int]:
        """The worlds of one round of the halving."""
        yield from range(max(1, self.playouts // (rounds * alive)))

    def playout(self, world: World[S, M, V], move: M, thoughts: Tape) -> float:
        """Plausible play from a move on, to the end or the horizon."""
        game, luck = self.house.game, world.luck
        state = world.after(move)
        for _ in range(self.horizon):
            asks = game.asks(state)
            if not asks:
                break
            ask = asks[0]
            state = game.play(state, ask.seat, self.plausible(state, ask, thoughts), luck).state
        return world.worth(state)

    def plausible(self, state: S, ask: Ask[M], thoughts: Tape) -> M:
        """The better of a few options by the house's judgement, with other luck than the playout's:
        nobody knows what will be drawn. Sealed answers are any, for they show nothing yet."""
        options = ask.options
        if len(options) == 1:
            return options[0]
        if is_sealed(ask):
            return any_of(ask, thoughts)
        game, evaluate, seat = self.house.game, self.house.evaluate, ask.seat
        best, most = options[0], -1.0
        for move in glance(ask, thoughts):
            after = game.play(state, seat, move, thoughts).state
            worth = evaluate(game.view(after, seat), seat)
            if worth > most:
                best, most = move, worth
        return best


def glance(ask: Ask[M], thoughts: Tape) -> Iterator[M]:
    """All options where they are few, else as many of them, any."""
    options = ask.options
    if len(options) <= GLANCES:
        yield from options
        return
    for _ in range(GLANCES):
        yield any_of(ask, thoughts)


class Timed(MonteCarlo[V, M]):
    """Monte Carlo for so many seconds a decision: as good as the machine, so not reproducible."""

    def __init__(self, house: AnyHouse, seconds: float, horizon: int = HORIZON) -> None:
        super().__init__(house, PLAYOUTS, horizon)
        self.clock = Clock(seconds)

    def worlds(self, alive: int, rounds: int) -> Iterator[int]:
        return self.clock.worlds(alive, rounds)


class Clock:
    """A budget by the clock: each round of a halving gets the same part of the seconds."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds

    def worlds(self, alive: int, rounds: int) -> Iterator[int]:
        until = time.monotonic() + self.seconds / rounds
        yield 0
        while time.monotonic() < until:
            yield 0


def halvings(options: int) -> int:
    """How often a number of options can be halved before one is left."""
    return max(1, (options - 1).bit_length())

"""One move deep: the option after which the house judges the view best."""

from __future__ import annotations

from typing import Generic

from paddock.bots.bot import candidates
from paddock.bots.world import World
from paddock.core.chance import Chance
from paddock.core.game import Ask, M, V
from paddock.core.house import AnyHouse

WORLDS = 4
FEW = 8
"""So many options are tried in every world; of more, the better half after each world."""


class Greedy(Generic[V, M]):
    """Tries its options in a few imagined worlds, the same for all, and takes the best mean."""

    def __init__(self, house: AnyHouse, worlds: int = WORLDS) -> None:
        self.house, self.worlds = house, worlds

    def choose(self, seen: V, ask: Ask[M], chance: Chance) -> M:
        options = candidates(ask)
        return options[0] if len(options) == 1 else self.ranked(options, seen, ask, chance)[0]

    def ranked(self, options: tuple[M, ...], seen: V, ask: Ask[M], chance: Chance) -> tuple[M, ...]:
        """The options that stayed in to the last world, best first; equal ones as they came."""
        totals = [0.0] * len(options)
        alive = list(range(len(options)))
        for _ in range(self.worlds):
            world: World[object, M, V] = World(self.house, seen, ask, chance)
            for i in alive:
                totals[i] += world.worth(world.after(options[i]))
            alive.sort(key=lambda i: (-totals[i], i))
            if len(alive) > FEW:
                del alive[max(FEW, len(alive) // 2) :]
        return tuple(options[i] for i in alive)

"""One move deep: the option after which the house judges the view best."""

from __future__ import annotations

from typing import Generic

from paddock.bots.bot import candidates
from paddock.bots.world import World
from paddock.core.chance import Chance
from paddock.core.game import Ask, M, V
from paddock.core.house import AnyHouse

WORLDS = 4
FEW = 2
"""So many options at least are tried in every world; of more, the best third after each world."""

LUCKS = 2
"""So often each world is tried, with other luck: to imagine one is dear."""


class Greedy(Generic[V, M]):
    """Tries its options in a few imagined worlds, the same for all, and takes the best mean."""

    def __init__(self, house: AnyHouse, worlds: int = WORLDS) -> None:
        self.house, self.worlds = house, worlds

    def choose(self, seen: V, ask: Ask[M], chance: Chance) -> M:
        options = candidates(ask)
        return options[0] if len(options) == 1 else self.ranked(options, seen, ask, chance)[0]

    def ranked(
        self, options: tuple[M, ...], seen: V, ask: Ask[M], chance: Chance, keep: int = FEW
    ) -> tuple[M, ...]:
        """The options that stayed in to the last world, best first; equal ones as they came."""
        totals = [0.0] * len(options)
        sure: dict[int, float] = {}  # worth the same in every world
        alive = list(range(len(options)))
        world: World[object, M, V] = World(self.house, seen, ask, chance)
        for tried in range(self.worlds):
            if sure and sure.keys() >= set(alive):
                break
            if tried and tried % LUCKS == 0:
                world = World(self.house, seen, ask, chance)
            elif tried:
                world.turn_luck(chance)
            for i in alive:
                worth = sure.get(i)
                if worth is None:
                    worth = world.worth(world.after(options[i]))
                    if world.certain:
                        sure[i] = worth
                totals[i] += worth
            alive.sort(key=lambda i: (-totals[i], i))
            del alive[max(keep, (len(alive) + 2) // 3) :]
        return tuple(options[i] for i in alive)

"""One move deep: the option after which a seat stands best."""

from __future__ import annotations

from typing import Generic

from paddock.bots.imagined_state import ImaginedState
from paddock.core.chance import Chance
from paddock.core.game import Amount, Ask, M, V
from paddock.core.game_spec import AnyGameSpec

WORLDS = 4
MIN_OPTIONS_PER_WORLD = 2
"""So many options at least are tried in every world; of more, the best third after each world."""

DRAWS_PER_WORLD = 2
"""So often each world is tried, with other luck: to imagine one is dear."""


class Greedy(Generic[V, M]):
    """Takes the option after which it stands best: as the house appraises it, or else by the mean
    over a few imagined worlds, the same for all options."""

    def __init__(self, spec: AnyGameSpec, worlds: int = WORLDS) -> None:
        self.spec, self.worlds = spec, worlds

    def choose(self, view: V, ask: Ask[M], chance: Chance) -> M:
        options = ask.candidates
        return options[0] if len(options) == 1 else self.rank(view, ask, chance, 1)[0][1]

    def rank(self, view: V, ask: Ask[M], chance: Chance, keep: int) -> list[tuple[float, M]]:
        """The best options with their worth, best first; equal ones as they came."""
        bot_hints = self.spec.bot_hints
        judged = bot_hints.sums or not isinstance(ask.options, Amount)
        worths = (
            bot_hints.option_values(view, ask, chance)
            if bot_hints.option_values and judged
            else None
        )
        if worths is None:
            return self.try_options(view, ask, chance, keep)
        options = ask.candidates
        found = sorted(range(len(worths)), key=lambda i: (-worths[i], i))[:keep]
        return [(worths[i], options[i]) for i in found]

    def try_options(self, view: V, ask: Ask[M], chance: Chance, keep: int) -> list[tuple[float, M]]:
        """Those that stayed in to the last world."""
        options = ask.candidates
        means = [0.0] * len(options)
        sure: set[int] = set()  # worth the same in every world
        alive = list(range(len(options)))
        world: ImaginedState[object, M, V] = ImaginedState(self.spec, view, ask, chance)
        for tried in range(self.worlds):
            if sure.issuperset(alive):
                break
            if tried and tried % DRAWS_PER_WORLD == 0:
                world = ImaginedState(self.spec, view, ask, chance)
            elif tried:
                world.change_luck(chance)
            for i in alive:
                if i not in sure:
                    worth = world.worth(world.after(options[i]))
                    means[i] += (worth - means[i]) / (tried + 1)
                    if world.certain:
                        sure.add(i)
            alive.sort(key=lambda i: (-means[i], i))
            del alive[max(MIN_OPTIONS_PER_WORLD, keep, (len(alive) + 2) // 3) :]
        return [(means[i], options[i]) for i in alive[:keep]]

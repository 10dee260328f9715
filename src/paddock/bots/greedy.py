"""Greedy bot: looks one move ahead and takes the best option."""

from __future__ import annotations

from typing import Generic

from paddock.bots.bot import sensible_ask
from paddock.bots.imagined_state import ImaginedState
from paddock.core.chance import Chance
from paddock.core.game import Amount, Ask, M, V
from paddock.core.game_spec import AnyGameSpec

WORLDS = 4
MIN_OPTIONS_PER_WORLD = 2
"""At least this many options are tried in every world; otherwise the best third survives."""

DRAWS_PER_WORLD = 2
"""Each imagined state is tried this often with other draws, because imagining is slow."""


class Greedy(Generic[V, M]):
    """Takes the best option: rated by the game, or else by the mean over a few imagined states, the
    same for all options."""

    def __init__(self, spec: AnyGameSpec, worlds: int = WORLDS) -> None:
        self.spec, self.worlds = spec, worlds

    def choose(self, view: V, ask: Ask[M], chance: Chance) -> M:
        ask = sensible_ask(self.spec, view, ask)
        options = ask.candidates
        return options[0] if len(options) == 1 else self.rank(view, ask, chance, 1)[0][1]

    def rank(self, view: V, ask: Ask[M], chance: Chance, keep: int) -> list[tuple[float, M]]:
        """The best options with their value, best first; equal ones in their order."""
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
        """Rate options in imagined states; the options that survive to the last one."""
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

"""Random bot: the baseline for all others."""

from __future__ import annotations

from typing import Generic

from paddock.bots.imagined_state import pick_option
from paddock.core.chance import Chance
from paddock.core.game import Ask, M, V


class Random(Generic[V, M]):
    """Plays a random option."""

    looks = False

    def choose(self, view: V, ask: Ask[M], chance: Chance) -> M:
        return pick_option(ask, chance)

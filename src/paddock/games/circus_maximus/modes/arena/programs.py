"""What players may prepare in the arena: nothing but plans, for all fighters choose at once."""

from collections.abc import Mapping
from typing import Any

from paddock.core.program_types import TURNS_PER_STAGE, GamePrograms, Preset, Sense

MAIN = frozenset({"gladiator", "plan"})
"""Questions that only a person or a plan answers."""

SENSES: Mapping[str, Sense] = {"factors": "gain", "crowd": "risk"}
"""What each number of `foresee` means for a planned move."""

PRESETS: tuple[Preset, ...] = ()


def count_turns(state: Any) -> int:
    """A bout counts as a race."""
    return (int(state.bout) + 1) * TURNS_PER_STAGE + int(state.turn)


PROGRAMS = GamePrograms(main=MAIN, senses=SENSES, presets=PRESETS, count_turns=count_turns, waits=8)

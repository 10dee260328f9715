"""What players may prepare: main questions, the meaning of the numbers, presets."""

from collections.abc import Mapping

from paddock.core.program_types import CoDriver, GamePrograms, Line, Preset, Sense
from paddock.games.template.state import State

MAIN = frozenset({"gear"})
"""Questions that only a person or a plan answers."""

SENSES: Mapping[str, Sense] = {"least": "none", "most": "none", "skid": "risk"}
"""What each number of `foresee` means for a planned move."""

PRESETS = (Preset("planned", (Line("small-questions", CoDriver(("boost", "block"))),)),)
"""The first one is proposed."""


def count_turns(state: State) -> int:
    """All choose gears at once in each round."""
    return state.round


PROGRAMS = GamePrograms(
    main=MAIN,
    senses=SENSES,
    presets=PRESETS,
    count_turns=count_turns,
    waits=6,
    staying=frozenset({"LetBy"}),
)

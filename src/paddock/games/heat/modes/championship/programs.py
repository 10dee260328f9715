"""What players may prepare in a championship: as in a race, and the cards between races."""

from collections.abc import Mapping

from paddock.core.nested import mode_programs, with_questions
from paddock.core.program_types import Sense
from paddock.games.heat import programs as race

MAIN = race.MAIN
SENSES: Mapping[str, Sense] = race.SENSES
PRESETS = (
    *race.PRESETS,
    with_questions(race.PRESETS[0], "garage", "reactions-garage", ("upgrade", "swap", "keep")),
)

PROGRAMS = mode_programs(race.PROGRAMS, lambda state: state.race, presets=PRESETS)

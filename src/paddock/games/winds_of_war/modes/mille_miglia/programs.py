"""What players may prepare in the Mille Miglia: as in a race. A stage counts as one."""

from collections.abc import Mapping

from paddock.core.nested import mode_programs
from paddock.core.program_types import Sense
from paddock.games.winds_of_war import programs as race

MAIN = race.MAIN
SENSES: Mapping[str, Sense] = race.SENSES
PRESETS = race.PRESETS

MAX_STAGES = 100
"""More than any edition has: a career numbers its editions by this."""

PROGRAMS = mode_programs(race.PROGRAMS, lambda state: len(state.chart))

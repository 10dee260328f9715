"""What players may prepare in a career: as in a Mille Miglia, and the market."""

from collections.abc import Mapping

from paddock.core.nested import mode_programs
from paddock.core.program_types import Sense
from paddock.games.winds_of_war import programs as race
from paddock.games.winds_of_war.modes.championship import programs as season
from paddock.games.winds_of_war.modes.mille_miglia import programs as edition

MAIN = race.MAIN
SENSES: Mapping[str, Sense] = race.SENSES
PRESETS = season.PRESETS

PROGRAMS = mode_programs(
    edition.PROGRAMS,
    lambda state: len(state.results) * edition.MAX_STAGES,
    presets=PRESETS,
    staying=("Decline",),
)

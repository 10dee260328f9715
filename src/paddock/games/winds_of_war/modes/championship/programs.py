"""What players may prepare in a championship: as in a race, and the market."""

from collections.abc import Mapping

from paddock.core.nested import mode_programs, with_questions
from paddock.core.program_types import Sense
from paddock.games.winds_of_war import programs as race

MAIN = race.MAIN
SENSES: Mapping[str, Sense] = race.SENSES
MARKET = ("bid", "take", "hire", "tune", "stock", "visit", "offer", "reply")
PRESETS = (
    *race.PRESETS,
    with_questions(race.PRESETS[0], "market", "steps-market", MARKET),
)

PROGRAMS = mode_programs(
    race.PROGRAMS,
    lambda state: min(len(state.results), len(state.options.calendar) - 1),
    presets=PRESETS,
    staying=("Decline",),
)

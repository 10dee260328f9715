"""Winds of War 1934–1940: Grand Prix racing of the thirties, and the Mille Miglia."""

from msgspec.structs import replace

from paddock.core.game_spec import AnyGameSpec
from paddock.games.winds_of_war import spec
from paddock.games.winds_of_war.modes.career import CAREER
from paddock.games.winds_of_war.modes.championship import CHAMPIONSHIP
from paddock.games.winds_of_war.modes.mille_miglia import MILLE_MIGLIA
from paddock.games.winds_of_war.studio import STUDIO

__all__ = ["CAREER", "CHAMPIONSHIP", "GAMES", "MILLE_MIGLIA", "RACE"]

RACE = replace(spec.RACE, studio=STUDIO)
GAMES: tuple[AnyGameSpec, ...] = (RACE, CHAMPIONSHIP, MILLE_MIGLIA, CAREER)

"""The Great Race: half-tracks cross a continent whose map is mostly blank."""

from paddock.core.game_spec import AnyGameSpec
from paddock.games.great_race.spec import RACE

__all__ = ["GAMES", "RACE"]

GAMES: tuple[AnyGameSpec, ...] = (RACE,)

"""The Great Race: half-tracks across a continent that is mostly blank on the map."""

from paddock.core.game_spec import AnyGameSpec
from paddock.games.great_race.spec import RACE

__all__ = ["GAMES", "RACE"]

GAMES: tuple[AnyGameSpec, ...] = (RACE,)

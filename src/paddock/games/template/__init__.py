"""Three Bends: a complete tiny race, the one to copy."""

from paddock.core.game_spec import AnyGameSpec
from paddock.games.template.spec import RACE, SERIES

__all__ = ["GAMES", "RACE", "SERIES"]

GAMES: tuple[AnyGameSpec, ...] = (RACE, SERIES)

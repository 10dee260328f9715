"""Street Illegal: cars, cards and nerves on a public road at night."""

from paddock.core.game_spec import AnyGameSpec
from paddock.games.street_illegal.spec import RACE, SERIES

__all__ = ["GAMES", "RACE", "SERIES"]

GAMES: tuple[AnyGameSpec, ...] = (RACE, SERIES)

"""Heat: Pedal to the Metal, with every module, and its championship."""

from paddock.core.game_spec import AnyGameSpec
from paddock.games.heat.modes.championship import CHAMPIONSHIP
from paddock.games.heat.spec import RACE

__all__ = ["CHAMPIONSHIP", "GAMES", "RACE"]

GAMES: tuple[AnyGameSpec, ...] = (RACE, CHAMPIONSHIP)

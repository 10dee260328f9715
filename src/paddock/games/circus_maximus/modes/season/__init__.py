"""Season mode: ten races connected by money, bets and skullduggery."""

from paddock.games.circus_maximus.modes.season.spec import SEASON

__all__ = ["SEASON"]

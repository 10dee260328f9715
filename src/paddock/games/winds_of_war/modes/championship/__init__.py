"""The championship: Grands Prix tied together by points, money and deals."""

from paddock.games.winds_of_war.modes.championship.spec import CHAMPIONSHIP

__all__ = ["CHAMPIONSHIP"]

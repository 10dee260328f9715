"""The championship: several Grands Prix with points, prize money and deals between them."""

from paddock.games.winds_of_war.modes.championship.spec import CHAMPIONSHIP

__all__ = ["CHAMPIONSHIP"]

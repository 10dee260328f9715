"""The championship: a season of races, with garage, sponsors, press and Events between them."""

from paddock.games.heat.modes.championship.spec import CHAMPIONSHIP

__all__ = ["CHAMPIONSHIP"]

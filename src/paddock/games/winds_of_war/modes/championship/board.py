"""What the browser's board needs for deals: under which word each item is told."""

from paddock.games.winds_of_war.market.board import board

__all__ = ["board"]

"""Tables for drawing the road in the browser."""

from msgspec import Struct

from paddock.games.template.data import SHEET


class Board(Struct, frozen=True):
    limits: tuple[int, ...]  # by space, over and over: 0 is a straight, else the gear a bend holds


def board() -> Board:
    return Board(SHEET.limits)

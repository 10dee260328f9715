"""Tables for drawing cards and road signs in the browser."""

from __future__ import annotations

from msgspec import Struct

from paddock.games.street_illegal.data import (
    HIDDEN,
    ICON,
    LEGS,
    LIMIT,
    MPH,
    NONE,
    PLACES,
    PRO,
    ROAD,
    Road,
)


class Board(Struct, frozen=True):
    mph: tuple[int, ...]  # by tempo card, as icon
    icon: tuple[Road, ...]
    limit: tuple[int, ...]  # by track card, as road; 0: none
    road: tuple[Road, ...]
    legs: int
    places: int
    none: int  # no card
    hidden: int  # a card or a number that is secret from the viewer
    pro: int  # in the order of the cars: an Old Pro


def board() -> Board:
    return Board(
        mph=MPH,
        icon=ICON,
        limit=LIMIT,
        road=ROAD,
        legs=LEGS,
        places=PLACES,
        none=NONE,
        hidden=HIDDEN,
        pro=PRO,
    )

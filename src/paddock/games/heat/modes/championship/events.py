"""Events of a championship between its races."""

from __future__ import annotations

from typing import ClassVar, TypeAlias

from msgspec import Struct

from paddock.core.seats import Seat
from paddock.games.heat import events as race
from paddock.games.heat.card import R
from paddock.games.heat.data import CardNo


class RaceAnnounced(Struct, frozen=True, gc=False, tag=True):
    """The Event of the next race."""

    race: int
    races: int
    track: str
    event: int
    clause: ClassVar[str] = R("C1")


class Swapped(Struct, frozen=True, gc=False, tag=True):
    """The last on the grid swapped an Upgrade."""

    seat: Seat
    card: CardNo
    other: CardNo
    clause: ClassVar[str] = R("C3")


class PointsWon(Struct, frozen=True, gc=False, tag=True):
    """Points for a place, and the standing."""

    seat: Seat
    place: int  # 0: none
    points: int
    total: int
    clause: ClassVar[str] = R("C7")

    @property
    def variant(self) -> str:
        return "" if self.place else "no-place"


class Kept(Struct, frozen=True, gc=False, tag=True):
    """One Upgrade goes on into the next season."""

    seat: Seat
    card: CardNo
    clause: ClassVar[str] = R("C9")


class YearWon(Struct, frozen=True, gc=False, tag=True):
    """The champion of one of several seasons."""

    seat: Seat
    year: int
    points: int
    clause: ClassVar[str] = R("C9")


class Crowned(Struct, frozen=True, gc=False, tag=True):
    """The champion."""

    seat: Seat
    total: int
    clause: ClassVar[str] = R("C11")


Event: TypeAlias = RaceAnnounced | Swapped | PointsWon | Kept | YearWon | Crowned | race.Event
Events: TypeAlias = list[Event]
"""The events of one move; the race adds its own to the same list."""

"""Standings: the order of the competitors, computed from a view."""

from __future__ import annotations

import enum

from msgspec import Struct
from msgspec.structs import replace

from paddock.core.seats import Seat


class Status(enum.StrEnum):
    """The status of a competitor in the race."""

    RACING = "racing"
    HOME = "home"  # over the line
    OUT = "out"  # it will not finish


class Standing(Struct, frozen=True, gc=False):
    """One competitor in the standings. `standings(view)` returns all, the best first."""

    seat: Seat  # negative: a car without a player
    place: int  # 1 is the best; equal places are level; 0 is out of the race
    car: int  # its number on the board: a seat may have several
    status: Status = Status.RACING
    lap: int = 0  # the lap it is in, from 1; 0 where the road has none
    gap: float = 0  # how far behind the best, in what the game's road is counted in
    note: str = ""  # `standing.<note>` in the words of the game: shown next to the name
    score: str = ""  # the same for when the race is over: points, or what became of it
    args: tuple[tuple[str, object], ...] = ()  # what note and score need


def count_drivers(rows: tuple[Standing, ...]) -> tuple[Standing, ...]:
    """The same with places among those with a player; cars without one have none (0)."""
    taken = [one.place for one in rows if one.seat >= 0]
    return tuple(
        [
            replace(one, place=1 + sum(place < one.place for place in taken))
            if one.seat >= 0
            else replace(one, place=0)
            for one in rows
        ]
    )

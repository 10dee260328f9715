"""Events of the season, apart from its races."""

from __future__ import annotations

from typing import ClassVar, TypeAlias, Union

from msgspec import Struct

from paddock.core import flow
from paddock.core.seats import Seat
from paddock.games.circus_maximus import events as race
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.ownership.events import Shared
from paddock.games.circus_maximus.ownership.rules.stable import Log


class WeekBegan(Struct, frozen=True, tag=True, gc=False):
    race: int
    races: int
    clause: ClassVar[str] = R("B20.2")


class Founded(Struct, frozen=True, tag=True, gc=False):
    """A chariot of a stable is created."""

    seat: Seat
    slot: int
    log: Log
    clause: ClassVar[str] = R("B20.1")


class MoneyChangers(Struct, frozen=True, tag=True, gc=False):
    """The part of the bets that is lost to the money changers."""

    amount: int
    clause: ClassVar[str] = R("B26.42")


class SeasonWon(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    money: int
    clause: ClassVar[str] = R("B20.2")


Own: TypeAlias = Union[Shared, WeekBegan, Founded, MoneyChangers, SeasonWon]  # noqa: UP007
Event: TypeAlias = Union[race.Event, Own]  # noqa: UP007
Events: TypeAlias = flow.Events[Event]

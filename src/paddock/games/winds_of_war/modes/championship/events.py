"""Events of the championship itself."""

from __future__ import annotations

from typing import ClassVar, TypeAlias, Union

from msgspec import Struct

from paddock.core import flow
from paddock.core.seats import Seat
from paddock.games.winds_of_war import events as race
from paddock.games.winds_of_war.card import R
from paddock.games.winds_of_war.market.events import Own as Market
from paddock.games.winds_of_war.modes.mille_miglia.events import Own as Road


class SeasonScored(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    place: int  # 0: none
    points: int
    total: int
    results: tuple[tuple[int, ...], ...]  # the places of every race run
    clause: ClassVar[str] = R("W4.3.2")

    @property
    def variant(self) -> str:
        return "" if self.place else "no-place"


class NextRace(Struct, frozen=True, tag=True, gc=False):
    race: int
    races: int
    clause: ClassVar[str] = R("W4.3.1")


class Champion(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    points: int
    clause: ClassVar[str] = R("W4.3.5")


Own: TypeAlias = SeasonScored | NextRace | Champion
Event: TypeAlias = Union[race.Event, Road, Market, Own]  # noqa: UP007
Events: TypeAlias = flow.Events[Event]

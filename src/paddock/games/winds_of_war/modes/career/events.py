"""Events of the career itself."""

from __future__ import annotations

from typing import ClassVar, TypeAlias, Union

from msgspec import Struct

from paddock.core import flow
from paddock.core.seats import Seat
from paddock.games.winds_of_war import events as race
from paddock.games.winds_of_war.card import R
from paddock.games.winds_of_war.market.events import Own as Market
from paddock.games.winds_of_war.modes.mille_miglia.events import Own as Road


class EditionEnded(Struct, frozen=True, tag=True, gc=False):
    """An edition is run: the places of this one and of those before."""

    year: int
    results: tuple[tuple[int, ...], ...]
    clause: ClassVar[str] = R("W4.6.1")


class NextEdition(Struct, frozen=True, tag=True, gc=False):
    """The year turns, and the market opens for the next edition."""

    year: int
    edition: int
    editions: int
    clause: ClassVar[str] = R("W4.6.1")


class DriverLeft(Struct, frozen=True, tag=True, gc=False):
    """A driver who is not in the next yearbook; `now` is who drives instead."""

    seat: Seat
    driver: int
    now: int
    clause: ClassVar[str] = R("Q103")


class MostSuccessful(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    lire: int  # of prizes
    clause: ClassVar[str] = R("W4.6.4")


Own: TypeAlias = EditionEnded | NextEdition | DriverLeft | MostSuccessful
Event: TypeAlias = Union[race.Event, Road, Market, Own]  # noqa: UP007
Events: TypeAlias = flow.Events[Event]

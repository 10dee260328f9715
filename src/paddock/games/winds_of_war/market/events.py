"""Events of the market: prizes, sales and deals between two races."""

from __future__ import annotations

from typing import ClassVar, TypeAlias, Union

from msgspec import Struct

from paddock.core import flow
from paddock.core.seats import Seat
from paddock.games.winds_of_war import events as race
from paddock.games.winds_of_war.card import R
from paddock.games.winds_of_war.market.moves import Item
from paddock.games.winds_of_war.state.pieces import Team


class Won(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    lire: int
    won: int  # in all
    purse: int
    clause: str


class Sold(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    model: int
    lire: int
    purse: int
    clause: str


class Given(Struct, frozen=True, tag=True, gc=False):
    """A car without resale value for a team that can pay for none."""

    seat: Seat
    model: int
    clause: str


class Offered(Struct, frozen=True, tag=True, gc=False):
    """A deal is offered: what is given and wanted, and money (below 0: asked for)."""

    by: Seat
    whom: Seat
    give: tuple[Item, ...]
    want: tuple[Item, ...]
    lire: int
    clause: ClassVar[str] = R("Q10")


class Agreed(Struct, frozen=True, tag=True, gc=False):
    """A deal is made: both teams as they are after it."""

    seat: Seat
    by: Seat
    team: Team
    by_team: Team
    clause: ClassVar[str] = R("Q10")


class Declined(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    clause: ClassVar[str] = R("Q10")


Own: TypeAlias = Won | Sold | Given | Offered | Agreed | Declined
Event: TypeAlias = Union[race.Event, Own]  # noqa: UP007
Events: TypeAlias = flow.Events[Event]

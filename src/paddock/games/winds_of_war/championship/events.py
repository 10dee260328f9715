"""What the championship tells besides its races."""

from __future__ import annotations

from typing import ClassVar, TypeAlias, Union

from msgspec import Struct

from paddock.core import flow
from paddock.core.seats import Seat
from paddock.games.winds_of_war import events as race
from paddock.games.winds_of_war.card import R
from paddock.games.winds_of_war.championship.moves import Item
from paddock.games.winds_of_war.state.pieces import Team


class SeasonScored(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    place: int
    points: int
    total: int
    results: tuple[tuple[int, ...], ...]  # the places of every race run
    clause: ClassVar[str] = R("W4.3.2")


class Won(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    lire: int
    won: int  # in all
    purse: int
    clause: ClassVar[str] = R("W4.3.3")


class NextRace(Struct, frozen=True, tag=True, gc=False):
    race: int
    races: int
    clause: ClassVar[str] = R("W4.3.1")


class Sold(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    model: int
    lire: int
    purse: int
    clause: ClassVar[str] = R("W4.3.4")


class Given(Struct, frozen=True, tag=True, gc=False):
    """A car without resale value for a team that can pay for none."""

    seat: Seat
    model: int
    clause: ClassVar[str] = R("Q64")


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


class Champion(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    points: int
    clause: ClassVar[str] = R("W4.3.5")


Own: TypeAlias = (
    SeasonScored | Won | NextRace | Sold | Given | Offered | Agreed | Declined | Champion
)
Event: TypeAlias = Union[race.Event, Own]  # noqa: UP007
Events: TypeAlias = flow.Events[Event]

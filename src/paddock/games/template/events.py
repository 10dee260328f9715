"""The events: each carries its result, so that a board can show it."""

from typing import ClassVar, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from paddock.core.seats import Seat
from paddock.games.template.card import R


class Sealed(Struct, frozen=True, gc=False, tag=True):
    """A driver chose a gear; it stays hidden."""

    seat: Seat
    clause: ClassVar[str] = R("T2")


class Geared(Struct, frozen=True, gc=False, tag=True):
    seat: Seat
    gear: int
    clause: ClassVar[str] = R("T2")


class Rolled(Struct, frozen=True, gc=False, tag=True):
    seat: Seat
    spaces: int
    clause: ClassVar[str] = R("T3")


class Boosted(Struct, frozen=True, gc=False, tag=True):
    seat: Seat
    amount: int
    fuel: int  # left
    clause: ClassVar[str] = R("T3.1")


class Caught(Struct, frozen=True, gc=False, tag=True):
    """A car reaches one whose driver may block it."""

    by: Seat
    whom: Seat
    at: int
    clause: ClassVar[str] = R("T4")


class Passed(Struct, frozen=True, gc=False, tag=True):
    by: Seat
    whom: Seat
    clause: ClassVar[str] = R("T4")


class Blocked(Struct, frozen=True, gc=False, tag=True):
    by: Seat
    whom: Seat
    card: int
    spaces: int
    cards: int  # left in the hand
    clause: ClassVar[str] = R("T4")


class Skidded(Struct, frozen=True, gc=False, tag=True):
    seat: Seat
    at: int
    gear: int
    clause: ClassVar[str] = R("T3.2")


class Arrived(Struct, frozen=True, gc=False, tag=True):
    seat: Seat
    at: int
    clause: ClassVar[str] = R("T3")


class Refuelled(Struct, frozen=True, gc=False, tag=True):
    seat: Seat
    fuel: int
    clause: ClassVar[str] = R("T5")


class Drew(Struct, frozen=True, gc=False, tag=True):
    """A card came to a hand: only its driver sees which."""

    seat: Seat
    card: int | None
    cards: int  # in the hand now
    clause: ClassVar[str] = R("T5")

    def seen_by(self, viewer: Seat | None) -> "Drew":
        return self if viewer == self.seat else replace(self, card=None)

    @property
    def variant(self) -> str:
        return "unseen" if self.card is None else ""


class Placed(Struct, frozen=True, gc=False, tag=True):
    seat: Seat
    place: int
    clause: ClassVar[str] = R("T6")


Event: TypeAlias = (
    Sealed
    | Geared
    | Rolled
    | Boosted
    | Caught
    | Passed
    | Blocked
    | Skidded
    | Arrived
    | Refuelled
    | Drew
    | Placed
)
Events: TypeAlias = list[Event]
"""The events of one move; `settle` makes a step of them."""

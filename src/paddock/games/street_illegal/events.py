"""What the table is told. Sentences are in words.toml."""

from __future__ import annotations

from typing import ClassVar, TypeAlias

from msgspec import Struct

from paddock.core.seats import Seat
from paddock.games.street_illegal.card import R
from paddock.games.street_illegal.data import Road, Slot, Tempo, Track


class TrackLaid(Struct, frozen=True, tag=True, gc=False):
    track: tuple[Track, ...]
    clause: ClassVar[str] = R("S1")


class Dealt(Struct, frozen=True, tag=True, gc=False):
    """Eight cards; others see only how many."""

    seat: Seat
    count: int
    cards: tuple[Tempo, ...] | None
    clause: ClassVar[str] = R("S1")

    @property
    def variant(self) -> str:
        return "hidden" if self.cards is None else ""

    def seen_by(self, eye: Seat | None) -> Dealt:
        return self if eye == self.seat else Dealt(self.seat, self.count, None)


class Sealed(Struct, frozen=True, tag=True, gc=False):
    """A sealed answer is complete."""

    seat: Seat
    clause: str


class Offered(Struct, frozen=True, tag=True, gc=False):
    """A bid is turned up, and goes to the discards."""

    seat: Seat
    card: Tempo
    clause: ClassVar[str] = R("S1.2")


class Swapped(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    card: Tempo
    clause: ClassVar[str] = R("S1.2")


class Tied(Struct, frozen=True, tag=True, gc=False):
    seats: tuple[Seat, ...]
    clause: ClassVar[str] = R("S1.2")


class Placed(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    place: int
    clause: ClassVar[str] = R("S1.1")


class LinedUp(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    up: tuple[Tempo, ...]
    clause: ClassVar[str] = R("S1.3")


class LegBegan(Struct, frozen=True, tag=True, gc=False):
    leg: int
    road: Road
    limit: int
    clause: ClassVar[str] = R("S2")

    @property
    def variant(self) -> str:
        return "" if self.limit else "open"


class Reshuffled(Struct, frozen=True, tag=True, gc=False):
    clause: ClassVar[str] = R("S1")


class Turned(Struct, frozen=True, tag=True, gc=False):
    """A card from the stack, for all to see."""

    seat: Seat
    card: Tempo
    clause: str


class Dropped(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    card: Tempo
    clause: str


class Earned(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    chips: int
    clause: ClassVar[str] = R("S2.4")


class Drove(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    slot: Slot
    card: Tempo
    speed: int
    clause: ClassVar[str] = R("S3.1")


class Drew(Struct, frozen=True, tag=True, gc=False):
    """A card to a hand; others see only that."""

    seat: Seat
    card: Tempo | None
    clause: str

    @property
    def variant(self) -> str:
        return "hidden" if self.card is None else ""

    def seen_by(self, eye: Seat | None) -> Drew:
        return self if eye == self.seat else Drew(self.seat, None, self.clause)


class Optimized(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    card: Tempo
    clause: ClassVar[str] = R("S3.2")


class Waited(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    clause: ClassVar[str] = R("S3.3")


class Paid(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    chips: int
    clause: ClassVar[str] = R("S3.4")


class Braked(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    card: Tempo
    clause: ClassVar[str] = R("S3.5")


class Attacked(Struct, frozen=True, tag=True, gc=False):
    by: Seat
    whom: Seat
    clause: ClassVar[str] = R("S4")


class Stayed(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    clause: ClassVar[str] = R("S4")


class Spent(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    chips: int
    clause: ClassVar[str] = R("S4.1")


class Raised(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    card: Tempo
    clause: ClassVar[str] = R("X3")


class Passed(Struct, frozen=True, tag=True, gc=False):
    by: Seat
    whom: Seat
    mine: int
    theirs: int
    clause: ClassVar[str] = R("S4.4")


class Held(Struct, frozen=True, tag=True, gc=False):
    by: Seat
    whom: Seat
    mine: int
    theirs: int
    clause: ClassVar[str] = R("S4.4")


class Ended(Struct, frozen=True, tag=True, gc=False):
    order: tuple[Seat, ...]
    clause: ClassVar[str] = R("S5")


Event: TypeAlias = (
    TrackLaid
    | Dealt
    | Sealed
    | Offered
    | Swapped
    | Tied
    | Placed
    | LinedUp
    | LegBegan
    | Reshuffled
    | Turned
    | Dropped
    | Earned
    | Drove
    | Drew
    | Optimized
    | Waited
    | Paid
    | Braked
    | Attacked
    | Stayed
    | Spent
    | Raised
    | Passed
    | Held
    | Ended
)
Events: TypeAlias = list[Event]
"""What is told on the way of one move; `settle` makes the step of it."""

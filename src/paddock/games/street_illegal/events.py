"""Events of Street Illegal. Each carries the values after it, so that a board can show them.

Sentences are in words.toml.
"""

from __future__ import annotations

from typing import ClassVar, Self, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from paddock.core.seats import Seat
from paddock.games.street_illegal.card import R
from paddock.games.street_illegal.data import Road, Slot, Tempo, Track

PASSING_RULE, OLD_PRO_RULE = R("S4"), R("S4.3")


class OfHand(Struct, frozen=True, gc=False):
    """Leaves another hand; others see only how many cards it has."""

    seat: Seat

    def seen_by(self, viewer: Seat | None) -> Self:
        return self if viewer == self.seat else replace(self, hand=None)


class OfChips(Struct, frozen=True, gc=False):
    """Chips change hands; the new number is secret where chips are not open."""

    seat: Seat
    chips: int
    has: int | None
    pool: int  # chips in the common pool
    open: bool

    def seen_by(self, viewer: Seat | None) -> Self:
        return self if self.open or viewer == self.seat else replace(self, has=None)


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

    def seen_by(self, viewer: Seat | None) -> Dealt:
        return self if viewer == self.seat else Dealt(self.seat, self.count, None)


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
    order: tuple[int, ...]  # of all seven, once every place is given
    clause: str = R("S1.1")


class LinedUp(OfHand, frozen=True, tag=True, gc=False):
    up: tuple[Tempo, ...]
    speed: int
    count: int  # of cards left in hand
    hand: tuple[Tempo, ...] | None
    clause: ClassVar[str] = R("S1.3")


class LegBegan(Struct, frozen=True, tag=True, gc=False):
    leg: int  # counted from 0, shown from 1
    road: Road
    limit: int
    clause: ClassVar[str] = R("S2")

    @property
    def variant(self) -> str:
        return "" if self.limit else "open"


class Reshuffled(Struct, frozen=True, tag=True, gc=False):
    deck: int  # cards in the new stack
    clause: ClassVar[str] = R("S1")


class Turned(Struct, frozen=True, tag=True, gc=False):
    """A card from the stack, for all to see."""

    seat: Seat
    card: Tempo
    clause: str
    deck: int  # cards left in the stack


class Dropped(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    card: Tempo
    clause: str
    up: tuple[Tempo, ...]
    speed: int


class Earned(OfChips, frozen=True, tag=True, gc=False):
    clause: ClassVar[str] = R("S2.4")


class Drove(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    slot: Slot
    card: Tempo
    speed: int
    up: tuple[Tempo, ...]
    clause: ClassVar[str] = R("S3.1")


class Drew(OfHand, frozen=True, tag=True, gc=False):
    """A card to a hand; others see only that."""

    card: Tempo | None
    clause: str
    deck: int  # cards left in the stack
    count: int  # of cards in hand
    hand: tuple[Tempo, ...] | None

    @property
    def variant(self) -> str:
        return "hidden" if self.card is None else ""

    def seen_by(self, viewer: Seat | None) -> Self:
        return self if viewer == self.seat else replace(self, card=None, hand=None)


class Optimized(OfHand, frozen=True, tag=True, gc=False):
    card: Tempo
    count: int  # of cards left in hand
    hand: tuple[Tempo, ...] | None
    clause: ClassVar[str] = R("S3.2")


class Waited(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    clause: ClassVar[str] = R("S3.3")


class Paid(OfChips, frozen=True, tag=True, gc=False):
    clause: ClassVar[str] = R("S3.4")


class Braked(OfHand, frozen=True, tag=True, gc=False):
    card: Tempo
    count: int  # of cards left in hand
    hand: tuple[Tempo, ...] | None
    clause: ClassVar[str] = R("S3.5")


class Attacked(Struct, frozen=True, tag=True, gc=False):
    by: Seat
    whom: Seat

    @property
    def clause(self) -> str:
        return OLD_PRO_RULE if self.by < 0 else PASSING_RULE


class Stayed(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    clause: ClassVar[str] = R("S4")


class Spent(OfChips, frozen=True, tag=True, gc=False):
    clause: str = R("S4.1")


class Raised(OfHand, frozen=True, tag=True, gc=False):
    card: Tempo
    count: int  # of cards left in hand
    hand: tuple[Tempo, ...] | None
    clause: ClassVar[str] = R("X3")


class Passed(Struct, frozen=True, tag=True, gc=False):
    by: Seat
    whom: Seat
    mine: int
    theirs: int
    order: tuple[int, ...]  # of all seven, as it is now
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


class Won(Struct, frozen=True, tag=True, gc=False):
    """The foremost of several players has won the race."""

    seat: Seat
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
    | Won
)
Events: TypeAlias = list[Event]
"""The events of one move; `settle` turns them into a step."""

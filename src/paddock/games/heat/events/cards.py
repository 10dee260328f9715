"""Events of cards: gained, discarded, drawn, reshuffled."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from paddock.core.seats import Seat
from paddock.games.heat.card import R
from paddock.games.heat.data import CardNo


class SponsorGained(Struct, frozen=True, gc=False, tag=True):
    """A driver gained a Sponsorship card."""

    seat: Seat
    card: CardNo | None
    clause: ClassVar[str] = R("C4")

    @property
    def variant(self) -> str:
        return "unseen" if self.card is None else ""

    def seen_by(self, viewer: Seat | None) -> SponsorGained:
        return self if viewer == self.seat else replace(self, card=None)


class HeatGone(Struct, frozen=True, gc=False, tag=True):
    """A Heat card left the game."""

    seat: Seat
    pile: str
    engine: int
    clause: ClassVar[str] = R("C6.18")


class Discarded(Struct, frozen=True, gc=False, tag=True):
    """A card discarded from the hand."""

    seat: Seat
    card: CardNo | None
    clause: ClassVar[str] = R("H8")

    @property
    def variant(self) -> str:
        return "unseen" if self.card is None else ""

    def seen_by(self, viewer: Seat | None) -> Discarded:
        return self if viewer == self.seat else replace(self, card=None)


class TopSeen(Struct, frozen=True, gc=False, tag=True):
    """A discarded card is visible because it is on top of the pile."""

    seat: Seat
    card: CardNo
    clause: ClassVar[str] = R("Q50")


class Refreshed(Struct, frozen=True, gc=False, tag=True):
    """A played card went back on top of the deck."""

    seat: Seat
    card: CardNo
    clause: ClassVar[str] = R("H9.1")


class SponsorUsed(Struct, frozen=True, gc=False, tag=True):
    """A Sponsorship card left the game."""

    seat: Seat
    card: CardNo
    clause: ClassVar[str] = R("H9.2")


class Reshuffled(Struct, frozen=True, gc=False, tag=True):
    """The discard pile became the draw deck."""

    seat: Seat
    clause: ClassVar[str] = R("H9.3")


class Drew(Struct, frozen=True, gc=False, tag=True):
    """A hand was filled up."""

    seat: Seat
    n: int
    cards: tuple[CardNo, ...] | None
    clause: ClassVar[str] = R("H9")

    @property
    def variant(self) -> str:
        return "unseen" if self.cards is None else ""

    def seen_by(self, viewer: Seat | None) -> Drew:
        return self if viewer == self.seat else replace(self, cards=None)

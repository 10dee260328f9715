"""Events of a turn: shift, move, reactions, slipstream and corners."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from paddock.core.seats import Seat
from paddock.games.heat.card import R
from paddock.games.heat.data import CardNo

MOVE_RULE, SPIN_OUT_RULE, LEGEND_RULE = R("H3"), R("H7.1"), R("L1")


class Sealed(Struct, frozen=True, gc=False, tag=True):
    """A driver has planned."""

    seat: Seat
    clause: ClassVar[str] = R("H2")


class Shifted(Struct, frozen=True, gc=False, tag=True):
    """A gear is shown, and the Heat paid for it."""

    seat: Seat
    gear: int
    heat: int
    engine: int  # left
    clause: ClassVar[str] = R("H1")

    @property
    def variant(self) -> str:
        return "paid" if self.heat else ""


class Cluttered(Struct, frozen=True, gc=False, tag=True):
    """A hand too full of Heat: the car stands still."""

    seat: Seat
    cards: tuple[CardNo, ...]
    gear: int
    clause: ClassVar[str] = R("H2.2")


class Revealed(Struct, frozen=True, gc=False, tag=True):
    """Planned cards are turned up."""

    seat: Seat
    gear: int
    cards: tuple[CardNo, ...]
    clause: ClassVar[str] = R("H3")


class Misjudged(Struct, frozen=True, gc=False, tag=True):
    """Two gears planned that could not be paid."""

    seat: Seat
    gear: int
    clause: ClassVar[str] = R("T2")


class CardLost(Struct, frozen=True, gc=False, tag=True):
    """A random planned card is lost because the gear was too high."""

    seat: Seat
    card: CardNo
    clause: ClassVar[str] = R("T2")


class Flipped(Struct, frozen=True, gc=False, tag=True):
    """A plus symbol turned a card up."""

    seat: Seat
    card: CardNo
    clause: ClassVar[str] = R("H3.1")


class ValueChosen(Struct, frozen=True, gc=False, tag=True):
    """A driver chose the values of cards with several."""

    seat: Seat
    values: tuple[int, ...]
    clause: ClassVar[str] = R("H3.2")


class Moved(Struct, frozen=True, gc=False, tag=True):
    """A car moved."""

    seat: Seat
    start: int
    end: int
    line: bool  # on the Race Line spot
    car: int  # its number, Legends included
    n: int  # spaces, forward or back

    @property
    def clause(self) -> str:
        if self.seat < 0:
            return LEGEND_RULE
        return SPIN_OUT_RULE if self.end < self.start else MOVE_RULE

    @property
    def variant(self) -> str:
        return "back" if self.end < self.start else ""


class Blocked(Struct, frozen=True, gc=False, tag=True):
    """A car moved less than its speed because spaces were full."""

    seat: Seat
    end: int
    clause: ClassVar[str] = R("H3.3")


class Pushed(Struct, frozen=True, gc=False, tag=True):
    """Adrenaline: one more speed."""

    seat: Seat
    clause: ClassVar[str] = R("H4")


class Cooled(Struct, frozen=True, gc=False, tag=True):
    """Heat went from the hand back into the engine."""

    seat: Seat
    n: int
    engine: int
    clause: ClassVar[str] = R("H5.1")


class Boosted(Struct, frozen=True, gc=False, tag=True):
    """A boost, and what it cost."""

    seat: Seat
    heat: int
    engine: int
    clause: ClassVar[str] = R("H5.2")

    @property
    def variant(self) -> str:
        return "paid" if self.heat else ""


class Relaxed(Struct, frozen=True, gc=False, tag=True):
    """Stress went from the hand to the discard pile."""

    seat: Seat
    n: int
    clause: ClassVar[str] = R("H5.3")


class Salvaged(Struct, frozen=True, gc=False, tag=True):
    """A card went from the discard pile back into the deck."""

    seat: Seat
    card: CardNo
    clause: ClassVar[str] = R("H5.4")


class DirectPlayed(Struct, frozen=True, gc=False, tag=True):
    """A card was played straight from the hand."""

    seat: Seat
    card: CardNo
    clause: ClassVar[str] = R("H5.5")


class Accelerated(Struct, frozen=True, gc=False, tag=True):
    """Speed for every plus symbol used."""

    seat: Seat
    n: int
    clause: ClassVar[str] = R("H5.6")


class Supercooled(Struct, frozen=True, gc=False, tag=True):
    """Heat went from the discard pile back into the engine."""

    seat: Seat
    n: int
    engine: int
    clause: ClassVar[str] = R("H5.7")


class Drafted(Struct, frozen=True, gc=False, tag=True):
    """A car closed up behind another."""

    seat: Seat
    n: int
    clause: ClassVar[str] = R("H5.8")


class HeatPaid(Struct, frozen=True, gc=False, tag=True):
    """Heat for a played card."""

    seat: Seat
    card: CardNo
    heat: int
    engine: int
    clause: ClassVar[str] = R("H5.9")


class Replaced(Struct, frozen=True, gc=False, tag=True):
    """A card whose Heat could not be paid was given up."""

    seat: Seat
    card: CardNo
    clause: ClassVar[str] = R("H5.9")


class PutBack(Struct, frozen=True, gc=False, tag=True):
    """A car goes back to where its turn began, to move again at its new speed."""

    seat: Seat
    pos: int
    line: bool
    clause: ClassVar[str] = R("Q7")


class Scrapped(Struct, frozen=True, gc=False, tag=True):
    """A card of the deck was discarded unused."""

    seat: Seat
    card: CardNo
    clause: ClassVar[str] = R("H5.10")


class Slipstreamed(Struct, frozen=True, gc=False, tag=True):
    """A car used a slipstream."""

    seat: Seat
    n: int
    clause: ClassVar[str] = R("H6")


class CornerPaid(Struct, frozen=True, gc=False, tag=True):
    """A car was too fast for a corner and paid."""

    seat: Seat
    limit: int
    speed: int
    heat: int
    engine: int
    clause: ClassVar[str] = R("H7")


class SpunOut(Struct, frozen=True, gc=False, tag=True):
    """A car was too fast for a corner and could not pay."""

    seat: Seat
    limit: int
    speed: int
    stress: int
    gear: int
    engine: int
    clause: ClassVar[str] = R("H7.2")


class Eliminated(Struct, frozen=True, gc=False, tag=True):
    """A spin-out that ends the race."""

    seat: Seat
    pos: int
    place: int
    clause: ClassVar[str] = R("C6.10")

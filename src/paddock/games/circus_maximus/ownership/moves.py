"""Moves of owners outside the races; in a race the moves are the race's."""

from __future__ import annotations

import functools
import itertools
from typing import Annotated, TypeAlias, Union

from msgspec import Meta, Struct

from paddock.games.circus_maximus import data
from paddock.games.circus_maximus import moves as race
from paddock.games.circus_maximus.data.kinds import Side, name_of
from paddock.games.circus_maximus.ownership.rules.betting import Claim
from paddock.games.circus_maximus.ownership.rules.intrigue import Device, Guard
from paddock.games.circus_maximus.ownership.rules.stable import Piece

MAX_STABLE = 40
Slot = Annotated[int, Meta(ge=0, lt=MAX_STABLE)]
ChariotNo = Annotated[int, Meta(ge=0, le=15)]
SeatNo = Annotated[int, Meta(ge=0, le=15)]
HorseNo = Annotated[int, Meta(ge=0, le=3)]
Money = Annotated[int, Meta(ge=0)]


class Done(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Nothing more."""


class Sum(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """A sum of money."""

    amount: Money


# ---------------------------------------------------------------- purchases and entries


class BuyCar(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """A car in place of the wrecked one."""

    slot: Slot


class BuyDriver(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Another driver."""

    slot: Slot
    dm: Annotated[int, Meta(ge=0, le=2)]


class BuyHorse(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """A horse for this much."""

    slot: Slot
    amount: Money


class BuyTeam(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Buy four new horses; the next questions are their prices."""

    slot: Slot


class Harness(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """The order of the four horses, from left to right."""

    order: tuple[HorseNo, HorseNo, HorseNo, HorseNo]


class Enter(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Enter this chariot."""

    slot: Slot


# ---------------------------------------------------------------- plots


class Against(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Plot against this chariot."""

    chariot: ChariotNo


class Devise(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Use this device; the next question is the sum."""

    device: Device


class Secure(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Guard an own chariot against this; the next question is the sum."""

    chariot: ChariotNo
    guard: Guard


class Reveal(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Open the bribe."""


class Keep(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Ask again at the next moment."""


class Wait(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Ask again next turn."""


class Waive(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Open no bribe in this race."""


class Dose(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """The drug hurts this horse."""

    horse: HorseNo


class Loosen(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """The sabotage is on this wheel."""

    side: Side


# ---------------------------------------------------------------- bets and deals


class Wager(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Bet on this chariot; the next question is the sum."""

    chariot: ChariotNo


class OfferBet(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """No further bet; offer a side bet once all bets are open."""


class Lend(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Offer a seat a loan."""

    whom: SeatNo


class Borrow(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Ask a seat for a loan."""

    whom: SeatNo


class Sell(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Offer a seat a chariot."""

    slot: Slot
    whom: SeatNo


class SellTo(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Offer a seat a part of a chariot, an item from the store, or a gladiator; goods and price are
    asked next."""

    whom: SeatNo


class BuyFrom(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Offer a seat money for some of its goods; goods and price are asked next."""

    whom: SeatNo


class Exchange(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Offer a seat goods for some of its goods."""

    whom: SeatNo


class Pick(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """The goods of the offer."""

    piece: Piece
    stored: Slot

    @property
    def variant(self) -> str:
        return name_of(self.piece)


class Fit(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Fit the part to this chariot."""

    slot: Slot


class Propose(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Offer a seat a side bet."""

    whom: SeatNo


class Say(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """The claim of the side bet; `other` is used where one chariot is to be ahead of another."""

    claim: Claim
    chariot: ChariotNo
    other: ChariotNo

    @property
    def variant(self) -> str:
        return name_of(self.claim)


class Due(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """The race after which the loan is paid back."""

    race: Annotated[int, Meta(ge=1, le=100)]


class Agree(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Accept the offer."""


class Decline(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Refuse the offer."""


class Auction(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Auction this chariot."""

    slot: Slot


class AuctionPiece(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Auction other goods."""

    piece: Piece
    stored: Slot

    @property
    def variant(self) -> str:
        return name_of(self.piece)


# ---------------------------------------------------------------- gladiators


class SendIn(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Send this gladiator to fight."""

    slot: Slot


class BetOn(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Bet on a seat's gladiator; the next question is the sum."""

    whom: SeatNo


class SayMan(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """The claim that a seat's gladiator wins."""

    whom: SeatNo


# ---------------------------------------------------------------- experience


class TrainDriver(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """A point of modifier for the driver."""

    slot: Slot


class TrainHorse(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """A point of speed for a horse."""

    slot: Slot
    horse: HorseNo


class TrainTeam(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Two dice of endurance for the team."""

    slot: Slot


Own: TypeAlias = (
    Done | Sum | BuyCar | BuyDriver | BuyHorse | BuyTeam | Harness | Enter | Against | Devise
    | Secure | Reveal | Keep | Wait | Waive | Dose | Loosen | Wager | Lend | Borrow | Sell | Propose
    | Say | Due | Agree | Decline | Auction | TrainDriver | TrainHorse | TrainTeam | SendIn | BetOn
    | SayMan | OfferBet | SellTo | BuyFrom | Exchange | Pick | Fit | AuctionPiece
)  # fmt: skip
Move: TypeAlias = Union[race.Move, Own]  # noqa: UP007

DONE, AGREE, DECLINE, NOTHING = Done(), Agree(), Decline(), Sum(0)
REVEAL, KEEP, WAIT, WAIVE = Reveal(), Keep(), Wait(), Waive()
OFFER_BET = OfferBet()
DOSE = tuple(Dose(horse) for horse in range(4))
LOOSEN = tuple(Loosen(side) for side in Side)
DRIVERS = range(len(data.DRIVER_PRICES))


@functools.cache
def harness_orders(horses: tuple[int, int, int, int]) -> tuple[Harness, ...]:
    """Every order of the horses that makes a difference, the strongest left first."""
    found: dict[tuple[int, ...], Harness] = {}
    for one, two, three, last in itertools.permutations(range(4)):
        speeds = (horses[one], horses[two], horses[three], horses[last])
        found.setdefault(speeds, Harness((one, two, three, last)))
    return tuple([found[speeds] for speeds in sorted(found, reverse=True)])

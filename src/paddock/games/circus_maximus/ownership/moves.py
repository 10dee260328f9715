"""What a player may say between and beside the races; in a race the moves are the race's."""

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

MOST_STABLE = 40
Slot = Annotated[int, Meta(ge=0, lt=MOST_STABLE)]
ChariotNo = Annotated[int, Meta(ge=0, le=15)]
SeatNo = Annotated[int, Meta(ge=0, le=15)]
HorseNo = Annotated[int, Meta(ge=0, le=3)]
Money = Annotated[int, Meta(ge=0)]


class Done(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Nothing more."""


class Sum(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """So much money."""

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
    """Four new horses; what each costs is said next."""

    slot: Slot


class Harness(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """The four horses from left to right."""

    order: tuple[HorseNo, HorseNo, HorseNo, HorseNo]


class Enter(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Enter this chariot."""

    slot: Slot


# ---------------------------------------------------------------- plots


class Against(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Plot against this chariot."""

    chariot: ChariotNo


class Devise(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Use this device; what it costs is said next."""

    device: Device


class Secure(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Guard an own chariot against this; what it costs is said next."""

    chariot: ChariotNo
    guard: Guard


class Reveal(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Open the bribe."""


class Keep(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Ask again at the next moment."""


class Wait(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Ask again next turn."""


class Waive(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """No bribe is opened in this race any more."""


class Dose(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """The drug hurts this horse."""

    horse: HorseNo


class Loosen(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """The sabotage is on this wheel."""

    side: Side


# ---------------------------------------------------------------- bets and deals


class Wager(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Bet on this chariot; how much is said next."""

    chariot: ChariotNo


class Lend(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Offer somebody a loan."""

    whom: SeatNo


class Borrow(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Ask somebody for a loan."""

    whom: SeatNo


class Sell(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Offer somebody a chariot."""

    slot: Slot
    whom: SeatNo


class SellTo(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Offer somebody a part of a chariot, something of one's store, or a gladiator; what and for
    how much is said next."""

    whom: SeatNo


class BuyFrom(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Offer somebody money for something of his; what and how much is said next."""

    whom: SeatNo


class Exchange(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Offer somebody something for something of his."""

    whom: SeatNo


class Pick(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """This is what it is about."""

    piece: Piece
    stored: Slot

    @property
    def variant(self) -> str:
        return name_of(self.piece)


class Fit(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """The part goes to this chariot."""

    slot: Slot


class Propose(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Offer somebody a bet between the two."""

    whom: SeatNo


class Say(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """What the bet is about; `other` counts where one is to be ahead of another."""

    claim: Claim
    chariot: ChariotNo
    other: ChariotNo

    @property
    def variant(self) -> str:
        return name_of(self.claim)


class Due(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Paid back after this race."""

    race: Annotated[int, Meta(ge=1, le=100)]


class Agree(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Take the offer."""


class Decline(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Leave it."""


class Auction(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Put this chariot under the hammer."""

    slot: Slot


class AuctionPiece(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Put something else under the hammer."""

    piece: Piece
    stored: Slot

    @property
    def variant(self) -> str:
        return name_of(self.piece)


# ---------------------------------------------------------------- gladiators


class SendIn(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """This gladiator fights."""

    slot: Slot


class BetOn(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """A bet on somebody's gladiator; how much is said next."""

    whom: SeatNo


class SayMan(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Somebody's gladiator wins."""

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
    | SayMan | SellTo | BuyFrom | Exchange | Pick | Fit | AuctionPiece
)  # fmt: skip
Move: TypeAlias = Union[race.Move, Own]  # noqa: UP007

DONE, AGREE, DECLINE, NOTHING = Done(), Agree(), Decline(), Sum(0)
REVEAL, KEEP, WAIT, WAIVE = Reveal(), Keep(), Wait(), Waive()
DOSE = tuple(Dose(horse) for horse in range(4))
LOOSEN = tuple(Loosen(side) for side in Side)
DRIVERS = range(len(data.DRIVER_PRICES))


@functools.cache
def orders(horses: tuple[int, int, int, int]) -> tuple[Harness, ...]:
    """Every way to harness them that makes a difference, the strongest left first."""
    found: dict[tuple[int, ...], Harness] = {}
    for one, two, three, last in itertools.permutations(range(4)):
        speeds = (horses[one], horses[two], horses[three], horses[last])
        found.setdefault(speeds, Harness((one, two, three, last)))
    return tuple([found[speeds] for speeds in sorted(found, reverse=True)])

"""Moves of Street Illegal. Each exists once, and asks refer to it."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from paddock.games.street_illegal.data import HAND, MPH, NONE, ROW, SLOTS, TEMPOS, Slot, Tempo

Card: TypeAlias = Annotated[Tempo, Meta(ge=0, lt=len(TEMPOS))]
CardOrNone: TypeAlias = Annotated[Tempo, Meta(ge=NONE, lt=len(TEMPOS))]


class Bid(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Bid a card for the places on the grid."""

    card: Card


class Keep(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Change no card while the others bid."""


class Swap(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Change one card while the others bid."""

    card: Card


class Lay(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Lay the next of three cards: left, middle, right."""

    card: Card


class Drop(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Discard one of equal cards."""

    slot: Slot


class Drive(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Replace a face-up card by one of the hand."""

    slot: Slot
    card: Card


class Change(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Optimize: discard a card of the hand for a new one."""

    card: Card


class Enough(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Optimize no further."""


class Nothing(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Neither drive nor optimize."""


class Pay(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Pay the excess over the limit in chips."""


class Brake(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Brake in emergency, giving up a card of the hand."""

    card: CardOrNone


class Attack(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Try to pass the car in front."""


class Stay(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Stay behind."""


class Spend(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Add chips to the own speed in a duel."""

    chips: Annotated[int, Meta(ge=0)]


class Raise(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Nitrous oxide: raise a card, or an empty hand."""

    card: CardOrNone


Move: TypeAlias = (
    Bid
    | Keep
    | Swap
    | Lay
    | Drop
    | Drive
    | Change
    | Enough
    | Nothing
    | Pay
    | Brake
    | Attack
    | Stay
    | Spend
    | Raise
)

BID = tuple(Bid(card) for card in TEMPOS)
SWAP = tuple(Swap(card) for card in TEMPOS)
LAY = tuple(Lay(card) for card in TEMPOS)
DROP = tuple(Drop(slot) for slot in SLOTS)
DRIVE = tuple(tuple(Drive(slot, card) for slot in ROW) for card in TEMPOS)
CHANGE = tuple(Change(card) for card in TEMPOS)
BRAKE = tuple(Brake(card) for card in TEMPOS)
BRAKE_ONLY: tuple[Move, ...] = (Brake(NONE),)
RAISE = tuple(Raise(card) for card in TEMPOS)
RAISE_NONE = Raise(NONE)
SPEND: tuple[tuple[Move, ...], ...] = tuple(
    tuple(Spend(chips) for chips in range(most + 1)) for most in range(HAND + 1)
)
KEEP, ENOUGH, NOTHING, PAY, ATTACK, STAY = Keep(), Enough(), Nothing(), Pay(), Attack(), Stay()
STAY_OR_ATTACK: tuple[Move, ...] = (STAY, ATTACK)

Hand: TypeAlias = tuple[Tempo, ...]
"""Cards in hand, sorted: equal cards are interchangeable, so each is offered once."""

WITH: tuple[tuple[Move, ...], ...] = tuple((*DRIVE[card], CHANGE[card]) for card in TEMPOS)


def bids(hand: Hand) -> tuple[Move, ...]:
    return tuple([BID[card] for card in dict.fromkeys(hand)])


def swaps(hand: Hand) -> tuple[Move, ...]:
    return (KEEP, *[SWAP[card] for card in dict.fromkeys(hand)])


def lays(hand: Hand) -> tuple[Move, ...]:
    return tuple([LAY[card] for card in dict.fromkeys(hand)])


def drives(hand: Hand) -> tuple[Move, ...]:
    """Do nothing, drive any card anywhere, or begin to optimize."""
    options: list[Move] = [NOTHING]
    last = NONE
    for card in hand:
        if card != last:
            options += WITH[card]
            last = card
    return tuple(options)


def changes(hand: Hand, last: Tempo) -> tuple[Move, ...]:
    """Cards from the last one up, so that each set of cards has one order only."""
    return (ENOUGH, *[CHANGE[card] for card in dict.fromkeys(hand) if card >= last])


def brakes(hand: Hand) -> tuple[Move, ...]:
    return tuple([BRAKE[card] for card in dict.fromkeys(hand)]) or BRAKE_ONLY


def pay_or_brakes(hand: Hand) -> tuple[Move, ...]:
    return (PAY, *brakes(hand))


def slower_drives(hand: Hand, up: Hand) -> tuple[Move, ...]:
    """Stay content, or drive with a lower card."""
    options: list[Move] = [STAY]
    for card in dict.fromkeys(hand):
        mph = MPH[card]
        options += [DRIVE[card][slot] for slot in ROW if mph < MPH[up[slot]]]
    return tuple(options)


def raises(hand: Hand) -> tuple[Move, ...]:
    return (RAISE_NONE, *[RAISE[card] for card in dict.fromkeys(hand)])

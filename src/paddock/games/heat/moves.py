"""Moves of Heat. Frequent moves are created once, and asks refer to them."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from paddock.games.heat.data import CARDS

TOP_GEAR = 4
MAX_HEAT = 24
"""More Heat, and more Stress, than any car has."""

# Moves come from clients, so their numbers have bounds.
Card: TypeAlias = Annotated[int, Meta(ge=0, lt=CARDS)]
Number: TypeAlias = Annotated[int, Meta(ge=0, le=99)]
Gear: TypeAlias = Annotated[int, Meta(ge=-1, le=TOP_GEAR)]
Pile: TypeAlias = Literal["hand", "discard", "deck", "none"]


class Plan(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """Gear and cards in one move; gear 0 is a cluttered hand."""

    gear: Gear
    cards: Annotated[tuple[Card, ...], Meta(max_length=30)]

    @property
    def variant(self) -> str:
        return "" if self.gear else "cluttered"


class Shift(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """The gear alone: a hand of more than seven cards is planned card by card."""

    gear: Gear


class Add(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """One more card of a plan that is made card by card."""

    card: Card


class Choose(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """The values of the cards that have several, in the order of the cards."""

    values: Annotated[tuple[Number, ...], Meta(max_length=8)]


class Push(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """Adrenaline's one more speed."""


class Cool(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    n: Number


class Boost(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    pass


class Reduce(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    n: Number


class Supercool(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    n: Number


class Salvage(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """Start to take up to n cards from the discard pile."""

    n: Number


class Take(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    card: Card


class Direct(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    card: Card


class Accelerate(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    pass


class Draft(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    n: Number


class PayHeat(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """Pay the Heat of a card that was played at this value."""

    card: Card
    value: Number


class Replace(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """Give up a card whose Heat cannot be paid, for a Speed card off the deck."""

    card: Card
    value: Number


class Scrap(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    n: Number


class Slip(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    n: Number


class Toss(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    card: Card


class Refresh(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    card: Card


class Done(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    pass


class Pick(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """Take a card from the market."""

    card: Card


class Tune(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """One Heat and one Stress more (1), or one of each less (-1)."""

    n: Annotated[int, Meta(ge=-1, le=1)]


class GiveUp(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """End the race when all others are home."""


class Cook(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """The pile that loses a Heat card when the engine is empty."""

    pile: Pile


Move: TypeAlias = (
    Plan
    | Shift
    | Add
    | Choose
    | Push
    | Cool
    | Boost
    | Reduce
    | Supercool
    | Salvage
    | Take
    | Direct
    | Accelerate
    | Draft
    | PayHeat
    | Replace
    | Scrap
    | Slip
    | Toss
    | Refresh
    | Done
    | Pick
    | Tune
    | Cook
    | GiveUp
)

DONE, PUSH, BOOST, ACCELERATE, GIVE_UP = Done(), Push(), Boost(), Accelerate(), GiveUp()
COOL = tuple(Cool(n) for n in range(MAX_HEAT + 1))
REDUCE = tuple(Reduce(n) for n in range(MAX_HEAT + 1))
SUPERCOOL = tuple(Supercool(n) for n in range(MAX_HEAT + 1))
SALVAGE = tuple(Salvage(n) for n in range(5))
SCRAP = tuple(Scrap(n) for n in range(7))
DRAFT = tuple(Draft(n) for n in range(25))
SLIP = tuple(Slip(n) for n in range(40))
SHIFT = tuple(Shift(gear) for gear in range(TOP_GEAR + 1))
ADD = tuple(Add(card) for card in range(CARDS))
TAKE = tuple(Take(card) for card in range(CARDS))
DIRECT = tuple(Direct(card) for card in range(CARDS))
TOSS = tuple(Toss(card) for card in range(CARDS))
REFRESH = tuple(Refresh(card) for card in range(CARDS))
PICK = tuple(Pick(card) for card in range(CARDS))
TUNE = (Tune(1), Tune(-1))
COOK = {pile: Cook(pile) for pile in ("hand", "discard", "deck", "none")}

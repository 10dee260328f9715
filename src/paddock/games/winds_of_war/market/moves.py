"""Moves at the market between two races, and those of the race."""

from __future__ import annotations

import enum
from typing import Annotated, TypeAlias, Union

from msgspec import Meta, Struct

from paddock.games.winds_of_war import moves as race
from paddock.games.winds_of_war.data.enums import Part, TuningCard


class Item(enum.IntEnum):
    """What can be part of a deal: the car, the driver, tuning cards, spare parts."""

    CAR = 0
    DRIVER = 1
    MEMINI_CARBURETTOR = 2
    ALCOHOL_FUEL_BLEND = 3
    ROOTS_SUPERCHARGER = 4
    LARGE_RADIATOR = 5
    OIL_COOLER = 6
    SUPERLEGGERA_BODY = 7
    HYDRAULIC_BRAKES = 8
    FINNED_DRUMS = 9
    RAIN_TREADS = 10
    REINFORCED_SPRINGS = 11
    TWIN_FOG_LAMPS = 12
    LONG_RANGE_TANK = 13
    PACE_NOTES = 14
    RIDING_MECHANIC = 15
    TYRE = 16
    WATER = 17
    PLUGS = 18
    LAMPS = 19
    DRUMS = 20


CARD_OF = {Item[card.name]: card for card in TuningCard}
PART_OF = {Item[part.name]: part for part in Part}
ITEM_OF_CARD = tuple(CARD_OF)  # by TuningCard
ITEM_OF_PART = tuple(PART_OF)  # by Part
MONEY_STEP = 50  # of an offer


class Sell(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Sell the car for half its printed price."""


class Propose(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Begin an offer to another team."""

    whom: Annotated[int, Meta(ge=0, le=5)]


class Want(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Ask for this in the deal."""

    item: Item


class Give(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Offer this in the deal."""

    item: Item


class Pay(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Make the offer, and add this much money."""

    lire: race.Lire


class Claim(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Make the offer, and ask for this much money."""

    lire: race.Lire


class Agree(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Take the offer."""


class Decline(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Leave it."""


Move: TypeAlias = Union[  # noqa: UP007
    race.Bid, race.Pass, race.Take, race.Hire, race.Tune, race.Stock, race.Done, race.Challenge,
    race.Yield, race.Accept, race.Reroll, race.Keep, race.Plan, race.Launch, race.Pit, race.Fix,
    race.Steer, race.Brake, race.Dive, race.Burst, race.Halt, race.Fetch, race.Read,
    race.GiveUp,
    Sell, Propose, Want, Give, Pay, Claim, Agree, Decline,
]  # fmt: skip

OWN_MOVES: tuple[type, ...] = (Sell, Propose, Want, Give, Pay, Claim, Agree, Decline)
"""The moves that a race does not have."""

SELL, AGREE, DECLINE = Sell(), Agree(), Decline()
PROPOSE = tuple(Propose(seat) for seat in range(6))
WANT = tuple(Want(item) for item in Item)
GIVE = tuple(Give(item) for item in Item)
PAY = {lire: Pay(lire) for lire in range(0, race.MAX_LIRE + 1, MONEY_STEP)}
CLAIM = {lire: Claim(lire) for lire in range(MONEY_STEP, race.MAX_LIRE + 1, MONEY_STEP)}

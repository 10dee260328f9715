"""What a team may say between two races; during a race its moves are the race's."""

from __future__ import annotations

from typing import Annotated, TypeAlias, Union

from msgspec import Meta, Struct

from paddock.games.winds_of_war import moves as race
from paddock.games.winds_of_war.data import SPARES, TUNINGS

# What can be part of a deal: a car, a driver, a tuning card, a spare part.
CAR, DRIVER = 0, 1
FIRST_CARD = 2
FIRST_PART = FIRST_CARD + len(TUNINGS)
ITEMS = FIRST_PART + len(SPARES)
STEP = 50
MOST = 3000


class Sell(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Sell the car for half its printed price."""


class Propose(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Begin an offer to another team."""

    whom: Annotated[int, Meta(ge=0, le=5)]


class Want(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Ask for this in the deal."""

    item: Annotated[int, Meta(ge=0, lt=ITEMS)]


class Give(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Offer this in the deal."""

    item: Annotated[int, Meta(ge=0, lt=ITEMS)]


class Pay(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Make the offer, and so much money with it."""

    lire: race.Lire


class Claim(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Make the offer, and ask for so much money."""

    lire: race.Lire


class Agree(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Take the offer."""


class Decline(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Leave it."""


Move: TypeAlias = Union[  # noqa: UP007
    race.Bid, race.Pass, race.Take, race.Hire, race.Tune, race.Stock, race.Done, race.Challenge,
    race.Yield, race.Accept, race.Reroll, race.Keep, race.Plan, race.Launch, race.Pit, race.Fix,
    race.Steer, race.Brake, race.Dive, race.Burst,
    Sell, Propose, Want, Give, Pay, Claim, Agree, Decline,
]  # fmt: skip

SELL, AGREE, DECLINE = Sell(), Agree(), Decline()
PROPOSE = tuple(Propose(seat) for seat in range(6))
WANT = tuple(Want(item) for item in range(ITEMS))
GIVE = tuple(Give(item) for item in range(ITEMS))
PAY = {lire: Pay(lire) for lire in range(0, MOST + 1, STEP)}
CLAIM = {lire: Claim(lire) for lire in range(STEP, MOST + 1, STEP)}

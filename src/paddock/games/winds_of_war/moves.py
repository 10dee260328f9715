"""Moves of the race: bids and purchases, challenges, plans, steps, repairs."""

from __future__ import annotations

from typing import Annotated, TypeAlias, Union

from msgspec import Meta, Struct

from paddock.games.winds_of_war.data import DRIVERS, MODELS
from paddock.games.winds_of_war.data.enums import Job, Lane, Part, TuningCard, Way

TOP_SPEED = 17  # the last box of any tachometer
BID_STEP, MAX_LIRE = 25, 3000
Lire: TypeAlias = Annotated[int, Meta(ge=0, le=MAX_LIRE)]
Speed: TypeAlias = Annotated[int, Meta(ge=0, le=TOP_SPEED)]  # in boxes of 20 km/h
Ways: TypeAlias = Annotated[tuple[Way, ...], Meta(min_length=1, max_length=2)]


class Bid(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Offer this much for the car that is called."""

    lire: Lire


class Pass(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Not for me."""


class Take(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Buy a car at its printed price."""

    model: Annotated[int, Meta(ge=0, lt=len(MODELS))]


class Hire(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Hire a driver."""

    driver: Annotated[int, Meta(ge=0, lt=len(DRIVERS))]


class Tune(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Buy a tuning card."""

    card: TuningCard


class Stock(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Buy a spare part."""

    part: Part


class Done(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Enough."""


class Challenge(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Challenge for the position."""


class Yield(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Give way without rolling."""


class Accept(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Take up the challenge."""


class Reroll(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Roll the challenge die once more."""


class Keep(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Keep the dice, or the car where it is."""


class Plan(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Set the speed of this turn; the extra point of acceleration is part of it."""

    speed: Speed
    extra: bool = False


class Launch(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """The same from a standstill, with a great start."""

    speed: Speed
    extra: bool = False


class Pit(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Leave the road for the pits."""


class Fix(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Have this repaired."""

    job: Job


class Steer(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Move one box: ahead, or diagonally forward to the left or the right."""

    way: Way


class Brake(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Emergency braking: drop the points that are left."""


class Dive(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Hard braking: cover the last one or two boxes to the braking line."""

    ways: Ways


class Burst(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Fast exit: cover the last one or two boxes to the exit line."""

    ways: Ways


class Halt(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Stop by the roadside for repairs, on this edge."""

    edge: Lane


class Fetch(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Take a spare part along from the mechanics."""

    part: Part


class Read(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Look into the pace notes for the next dark curve."""


class GiveUp(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """End the race when all others are home or out of it."""

    place: Annotated[int, Meta(ge=1, le=6)]


Move: TypeAlias = Union[  # noqa: UP007
    Bid, Pass, Take, Hire, Tune, Stock, Done, Challenge, Yield, Accept, Reroll, Keep,
    Plan, Launch, Pit, Fix, Steer, Brake, Dive, Burst, Halt, Fetch, Read,
    GiveUp,
]  # fmt: skip

# Each move exists once: asks share them, which saves memory and time.
BID = {lire: Bid(lire) for lire in range(BID_STEP, MAX_LIRE + 1, BID_STEP)}
TAKE = tuple(Take(model) for model in range(len(MODELS)))
HIRE = tuple(Hire(driver) for driver in range(len(DRIVERS)))
TUNE = tuple(Tune(card) for card in TuningCard)
STOCK = tuple(Stock(part) for part in Part)
PLAN = tuple(Plan(speed) for speed in range(TOP_SPEED + 1))
PUSH = tuple(Plan(speed, True) for speed in range(TOP_SPEED + 1))
LAUNCH = tuple(Launch(speed) for speed in range(TOP_SPEED + 1))
LAUNCH_PUSH = tuple(Launch(speed, True) for speed in range(TOP_SPEED + 1))
FIX = tuple(Fix(job) for job in Job)
STEER = {way: Steer(way) for way in Way}
PASS, DONE, CHALLENGE, YIELD, ACCEPT = Pass(), Done(), Challenge(), Yield(), Accept()
REROLL, KEEP, PIT, BRAKE, READ = Reroll(), Keep(), Pit(), Brake(), Read()
GIVE_UP = tuple(GiveUp(place) for place in range(1, 7))
HALT = (Halt(Lane.LEFT), Halt(Lane.RIGHT))
FETCH = tuple(Fetch(part) for part in Part)

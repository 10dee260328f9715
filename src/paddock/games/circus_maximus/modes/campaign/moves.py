"""Moves of the campaign, apart from those shared by all owners."""

from __future__ import annotations

from typing import Annotated, TypeAlias, Union

from msgspec import Meta, Struct

from paddock.games.circus_maximus.data.kinds import Weight
from paddock.games.circus_maximus.modes.arena import moves as arena
from paddock.games.circus_maximus.modes.campaign.rules.galas import Rating
from paddock.games.circus_maximus.modes.campaign.rules.owners import Life
from paddock.games.circus_maximus.ownership import moves as shared
from paddock.games.circus_maximus.ownership.moves import Money, SeatNo, Slot

StoreNo = Annotated[int, Meta(ge=0, lt=40)]


class GoOn(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Vote for another race."""


class EndIt(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Vote to end the campaign."""


class Pass(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """No bid for this lot."""


class Bid(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Bid for the lot; the next question is the sum."""


class NewTeam(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Buy four new horses; the next questions are their prices."""


class TakeHorse(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Buy a horse for the store."""

    amount: Money


class TakeDriver(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Buy a driver for the store."""

    dm: Annotated[int, Meta(ge=0, le=2)]


class TakeCar(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Buy a car for the store."""

    weight: Weight


class PutHorse(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Replace a dead horse by one from the store."""

    slot: Slot
    stored: StoreNo


class PutDriver(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Put a driver from the store on a chariot."""

    slot: Slot
    stored: StoreNo


class PutCar(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Put a car from the store behind a team."""

    slot: Slot
    weight: Weight


class Shift(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Move a driver from one chariot to another."""

    slot: Slot
    into: Slot


class ShiftCar(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Move a car from one chariot to another; if that has one too, they are exchanged."""

    slot: Slot
    into: Slot


class ProposeOptions(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Propose other options for this race."""


class Laps(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Propose a race of two or three laps."""

    many: Annotated[int, Meta(ge=2, le=3)]


class TimeLimit(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Propose a time limit in turns; 0 is none."""

    turns: Annotated[int, Meta(ge=0, le=200)]

    @property
    def variant(self) -> str:
        return "" if self.turns else "none"


class HorseRams(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Propose to outlaw the ramming of horses, or to allow it."""

    outlawed: bool

    @property
    def variant(self) -> str:
        return "" if self.outlawed else "allowed"


class TakePart(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Take part in this race with chariots."""


class StayOut(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Only bet on this race."""


class Challenge(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Challenge an owner to a match race."""

    whom: SeatNo


class Sides(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """The number of chariots a side."""

    many: Annotated[int, Meta(ge=1, le=3)]


class AtOdds(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """The challenger's stake as a multiple of the other's."""

    times: Annotated[int, Meta(ge=1, le=5)]


class Raise(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Double both stakes."""


class FindMoney(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Sell or borrow before answering a challenge."""


class TurnAbout(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """A gala in place of a race, or a race in place of a gala."""


class Duel(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Challenge an owner to a duel of gladiators."""

    whom: SeatNo


class Drill(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Raise a rating of a gladiator."""

    slot: Slot
    rating: Rating


class Become(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """A bankrupt player's choice."""

    life: Life


Own: TypeAlias = (
    GoOn | EndIt | Pass | Bid | NewTeam | TakeHorse | TakeDriver | TakeCar | PutHorse | PutDriver
    | PutCar | Shift | ShiftCar | TakePart | StayOut | Challenge | Sides | AtOdds | Raise
    | TurnAbout | Duel | Drill | Become | FindMoney | ProposeOptions | Laps | TimeLimit | HorseRams
)  # fmt: skip
Move: TypeAlias = Union[shared.Move, arena.Move, Own]  # noqa: UP007

GO_ON, END_IT, PASS, BID, NEW_TEAM = GoOn(), EndIt(), Pass(), Bid(), NewTeam()
TAKE_PART, STAY_OUT, RAISE, TURN_ABOUT = TakePart(), StayOut(), Raise(), TurnAbout()
FIND_MONEY, PROPOSE_OPTIONS = FindMoney(), ProposeOptions()
CAR = tuple(TakeCar(weight) for weight in Weight)
SIDES = tuple(Sides(many) for many in range(1, 4))
ODDS = tuple(AtOdds(times) for times in range(1, 6))

"""What an owner may say in the campaign beside what owners say anywhere."""

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
    """Another race."""


class EndIt(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """The campaign should end here."""


class Pass(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """No bid, for this lot."""


class Bid(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Bid for the lot; how much is said next."""


class NewTeam(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Four new horses; what each costs is said next."""


class TakeHorse(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """A horse for the store."""

    amount: Money


class TakeDriver(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """A driver for the store."""

    dm: Annotated[int, Meta(ge=0, le=2)]


class TakeCar(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """A car for the store."""

    weight: Weight


class PutHorse(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """A horse of the store in place of a dead one."""

    slot: Slot
    stored: StoreNo


class PutDriver(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """A driver of the store on a chariot."""

    slot: Slot
    stored: StoreNo


class PutCar(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """A car of the store behind a team."""

    slot: Slot
    weight: Weight


class Shift(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """The driver of one chariot changes to another."""

    slot: Slot
    into: Slot


class TakePart(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """With chariots in this race."""


class StayOut(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Only bets on this race."""


class Challenge(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """A match race against somebody."""

    whom: SeatNo


class Sides(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """So many chariots a side."""

    many: Annotated[int, Meta(ge=1, le=3)]


class AtOdds(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """The challenger puts up so many times the other's stake."""

    times: Annotated[int, Meta(ge=1, le=5)]


class Raise(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Both stakes are doubled."""


class TurnAbout(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """A gala where a race is due, or the other way round."""


class Duel(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """A duel of gladiators against somebody."""

    whom: SeatNo


class Drill(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """A rating of a gladiator goes up."""

    slot: Slot
    rating: Rating


class Become(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """What a bankrupt becomes."""

    life: Life


Own: TypeAlias = (
    GoOn | EndIt | Pass | Bid | NewTeam | TakeHorse | TakeDriver | TakeCar | PutHorse | PutDriver
    | PutCar | Shift | TakePart | StayOut | Challenge | Sides | AtOdds | Raise | TurnAbout | Duel
    | Drill | Become
)  # fmt: skip
Move: TypeAlias = Union[shared.Move, arena.Move, Own]  # noqa: UP007

GO_ON, END_IT, PASS, BID, NEW_TEAM = GoOn(), EndIt(), Pass(), Bid(), NewTeam()
TAKE_PART, STAY_OUT, RAISE, TURN_ABOUT = TakePart(), StayOut(), Raise(), TurnAbout()
CAR = tuple(TakeCar(weight) for weight in Weight)
SIDES = tuple(Sides(many) for many in range(1, 4))
ODDS = tuple(AtOdds(times) for times in range(1, 6))

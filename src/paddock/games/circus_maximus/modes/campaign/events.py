"""Events of the campaign, apart from those of races, bets and plots."""

from __future__ import annotations

from typing import ClassVar, TypeAlias, Union

from msgspec import Struct

from paddock.core import flow
from paddock.core.seats import Seat
from paddock.games.circus_maximus import events as race
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.data.kinds import Weight
from paddock.games.circus_maximus.modes.arena import events as arena
from paddock.games.circus_maximus.modes.arena.rules import Fighter, Recruit
from paddock.games.circus_maximus.modes.campaign.rules.galas import Rating
from paddock.games.circus_maximus.modes.campaign.rules.owners import Life, RaceTerms
from paddock.games.circus_maximus.ownership.events import Shared
from paddock.games.circus_maximus.ownership.rules.stable import Horse, Log, Man


class RoundBegan(Struct, frozen=True, tag=True, gc=False):
    race: int
    clause: ClassVar[str] = R("E1.5.1")


class Offered(Struct, frozen=True, tag=True, gc=False):
    """A chariot is put on the market."""

    number: int
    log: Log
    clause: ClassVar[str] = R("E1.4.3")


class VotesCounted(Struct, frozen=True, tag=True, gc=False):
    """The number of votes to end the campaign."""

    votes: int
    of: int
    clause: ClassVar[str] = R("E1.4.1")


class LotCalled(Struct, frozen=True, tag=True, gc=False):
    """A chariot is auctioned, with the lowest bid."""

    number: int
    log: Log
    amount: int
    clause: ClassVar[str] = R("E1.6.2.1")


class PrivilegeCalled(Struct, frozen=True, tag=True, gc=False):
    """The right to enter one more chariot is auctioned."""

    amount: int
    clause: ClassVar[str] = R("E2.3.3.3")


class BidMade(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    amount: int
    clause: ClassVar[str] = R("X67")


class Passed(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    clause: ClassVar[str] = R("X67")


class LotSold(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    amount: int
    log: Log
    clause: ClassVar[str] = R("E1.6.2")


class PrivilegeSold(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    amount: int
    allowed: int  # chariots the seat may enter now
    clause: ClassVar[str] = R("E2.3.3.3")


class NoBid(Struct, frozen=True, tag=True, gc=False):
    """There is no bid, and the auction ends."""

    clause: ClassVar[str] = R("X67")


class TeamBought(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    slot: int
    amount: int
    log: Log
    clause: ClassVar[str] = R("E1.8.3.1")


class HorseStored(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    amount: int
    colt: Horse
    clause: ClassVar[str] = R("E1.8.4.1")


class DriverStored(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    amount: int
    man: Man
    clause: ClassVar[str] = R("E1.8.6")


class CarStored(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    amount: int
    weight: Weight
    clause: ClassVar[str] = R("E1.8.5")


class Assembled(Struct, frozen=True, tag=True, gc=False):
    """A chariot after a part was added, and the endurance it cost."""

    seat: Seat
    slot: int
    loss: int
    log: Log
    clause: ClassVar[str] = R("E1.8.2")


class TermsProposed(Struct, frozen=True, tag=True, gc=False):
    """The steward proposes options for this race."""

    seat: Seat
    terms: RaceTerms
    clause: ClassVar[str] = R("E2.3.1")


class TermsAgreed(Struct, frozen=True, tag=True, gc=False):
    """All owners agree to the options of this race."""

    terms: RaceTerms
    clause: ClassVar[str] = R("E2.3.1")


class PartTaken(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    clause: ClassVar[str] = R("E2.3.4")


class StayedOut(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    clause: ClassVar[str] = R("E1.4.5.2")


class Crowded(Struct, frozen=True, tag=True, gc=False):
    """There is no place for the seat in this race."""

    seat: Seat
    victories: int
    roll: int
    clause: ClassVar[str] = R("E1.4.2")


class PrizeWon(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    place: int
    amount: int
    clause: ClassVar[str] = R("E1.9.1")


class ChampionMade(Struct, frozen=True, tag=True, gc=False):
    """A driver has won for the tenth time and is free."""

    seat: Seat
    name: str
    amount: int
    clause: ClassVar[str] = R("E1.10.3")


class Challenged(Struct, frozen=True, tag=True, gc=False):
    by: Seat
    whom: Seat
    sides: int
    times: int
    stake: int
    against: int
    duel: bool = False
    clause: ClassVar[str] = R("E1.5.2")

    @property
    def variant(self) -> str:
        return "duel" if self.duel else ""


class StakesRaised(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    stake: int
    against: int
    clause: ClassVar[str] = R("X70")


class MatchAgreed(Struct, frozen=True, tag=True, gc=False):
    by: Seat
    whom: Seat
    total: int
    duel: bool = False
    clause: ClassVar[str] = R("E2.5.4")

    @property
    def variant(self) -> str:
        return "duel" if self.duel else ""


class MatchDecided(Struct, frozen=True, tag=True, gc=False):
    """The winner of both stakes; with no winner they are returned."""

    winners: tuple[Seat, ...]
    amount: int
    clause: ClassVar[str] = R("E2.5.4")

    @property
    def variant(self) -> str:
        return "" if len(self.winners) == 1 else "void"


class FateChosen(Struct, frozen=True, tag=True, gc=False):
    """A bankrupt player's choice."""

    seat: Seat
    life: Life
    clause: ClassVar[str] = R("E1.6.6.1")

    @property
    def variant(self) -> str:
        return {Life.SLAVE: "slave", Life.FIGHTER: "fighter"}.get(self.life, "")


class CameToRome(Struct, frozen=True, tag=True, gc=False):
    """A player enters late or starts over."""

    seat: Seat
    money: int
    log: Log
    clause: ClassVar[str] = R("E1.4.5.3")


class StateChariot(Struct, frozen=True, tag=True, gc=False):
    """A chariot that the state gives or repairs for a slave."""

    seat: Seat
    log: Log
    clause: ClassVar[str] = R("E1.6.6.2")


class RecruitOffered(Struct, frozen=True, tag=True, gc=False):
    """A gladiator is put on the market."""

    number: int
    recruit: Recruit
    clause: ClassVar[str] = R("E1.4.7")


class RecruitCalled(Struct, frozen=True, tag=True, gc=False):
    """A gladiator is auctioned, with the lowest bid."""

    number: int
    recruit: Recruit
    amount: int
    clause: ClassVar[str] = R("E1.6.3.1")


class RecruitSold(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    amount: int
    recruit: Recruit
    clause: ClassVar[str] = R("E1.6.3")


class GladiatorArmed(Struct, frozen=True, tag=True, gc=False):
    """A gladiator has his type and his armour."""

    seat: Seat
    slot: int
    fighter: Fighter
    clause: ClassVar[str] = R("E1.7.1")


class GalaCalled(Struct, frozen=True, tag=True, gc=False):
    """Whether the round has a race or a gala."""

    gala: bool
    clause: ClassVar[str] = R("E1.5.1.2")

    @property
    def variant(self) -> str:
        return "" if self.gala else "race"


class NoGala(Struct, frozen=True, tag=True, gc=False):
    race: int
    clause: ClassVar[str] = R("Q16")


class GalaBets(Struct, frozen=True, tag=True, gc=False):
    """All bets by seat and gladiator, and the odds."""

    bets: tuple[tuple[int, ...], ...]
    men: tuple[str, ...]  # gladiator by line
    lines: tuple[int, ...]  # by gladiator
    total: int
    clause: ClassVar[str] = R("Q27")


class BoutBegan(Struct, frozen=True, tag=True, gc=False):
    """Two gladiators enter the ring."""

    by: Seat
    whom: Seat
    fighter: Fighter
    rival: Fighter
    clause: ClassVar[str] = R("X73")


class GalaPrize(Struct, frozen=True, tag=True, gc=False):
    """A survivor's share of the pot."""

    seat: Seat
    amount: int
    clause: ClassVar[str] = R("E1.9.2")


class GladiatorDrilled(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    slot: int
    rating: Rating
    fighter: Fighter
    clause: ClassVar[str] = R("E1.10.2.3")


class GladiatorHealed(Struct, frozen=True, tag=True, gc=False):
    """Permanent losses, by area."""

    seat: Seat
    slot: int
    losses: tuple[int, ...]
    fighter: Fighter
    name: str
    clause: ClassVar[str] = R("E1.11.2")


class TrackCleared(Struct, frozen=True, tag=True, gc=False):
    """Everything of the last race is removed."""

    clause: ClassVar[str] = R("E1.5.1")


class RingCleared(Struct, frozen=True, tag=True, gc=False):
    """All bouts are fought."""

    clause: ClassVar[str] = R("X73")


class CampaignWon(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    money: int
    clause: ClassVar[str] = R("E1.4.1")


Own: TypeAlias = Union[  # noqa: UP007
    Shared, RoundBegan, Offered, VotesCounted, LotCalled, PrivilegeCalled, BidMade, Passed, LotSold,
    PrivilegeSold, NoBid, TeamBought, HorseStored, DriverStored, CarStored, Assembled, PartTaken,
    StayedOut, Crowded, PrizeWon, ChampionMade, Challenged, StakesRaised, MatchAgreed, MatchDecided,
    FateChosen, CameToRome, StateChariot, RecruitOffered, RecruitCalled, RecruitSold,
    GladiatorArmed, GalaCalled, NoGala, GalaBets, BoutBegan, GalaPrize, GladiatorDrilled,
    GladiatorHealed, TermsProposed, TermsAgreed, TrackCleared, RingCleared, CampaignWon,
]  # fmt: skip
Event: TypeAlias = Union[race.Event, arena.Event, Own]  # noqa: UP007
Events: TypeAlias = flow.Events[Event]

"""State of a campaign: owners with their books and stables, the market, the current race or
bout."""

from __future__ import annotations

from typing import Annotated, Literal, Self, cast

from msgspec import Meta, Struct

from paddock.core.seats import Seat
from paddock.games.circus_maximus.modes.arena.rules import Recruit
from paddock.games.circus_maximus.modes.arena.state import State as ArenaState
from paddock.games.circus_maximus.modes.campaign import phases
from paddock.games.circus_maximus.modes.campaign.rules.galas import Gala
from paddock.games.circus_maximus.modes.campaign.rules.owners import Life, Match, Owner, RaceTerms
from paddock.games.circus_maximus.ownership.rules.stable import Log
from paddock.games.circus_maximus.ownership.state import ModeHooks, Stables
from paddock.games.circus_maximus.phases.prepare import clean_name
from paddock.games.circus_maximus.state import State as RaceState


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """Options of the campaign. Its races use the Epic rules."""

    goal: Annotated[int, Meta(ge=1000, le=1_000_000)] = 100_000
    rounds: Annotated[int, Meta(ge=1, le=100)] = 40
    each: Annotated[int, Meta(ge=1, le=2)] = 2
    places: Annotated[int, Meta(ge=2, le=16)] = 16
    late: Annotated[int, Meta(ge=0, le=8)] = 0
    late_round: Annotated[int, Meta(ge=2, le=20)] = 4
    galas: bool = True
    track: Literal["model-a", "model-b", "model-c"] = "model-a"
    two_laps: bool = False
    turns: Annotated[int, Meta(ge=0, le=200)] = 0
    no_horse_rams: bool = False
    names: Annotated[str, Meta(max_length=2000)] = ""


class Campaign(Stables, frozen=True, gc=False, kw_only=True):
    """The public part of the state, apart from sheets and the money spent on them."""

    options: Options
    players: tuple[Owner, ...]
    market: tuple[Log, ...] = ()  # chariots for sale, the oldest first
    sold: int = 0  # lots called so far
    recruits: tuple[Recruit, ...] = ()  # gladiators for sale, the oldest first
    hired: int = 0
    gala: bool = False  # the round has a gala and no race
    show: Gala | None = None  # the bouts of the gala or duel
    allowed: tuple[int, ...] = ()  # chariots the seat may enter, by seat
    facing: phases.Facing | None = None  # a challenge whose answer waits for a deal
    match: Match | None = None
    terms: RaceTerms | None = None  # the options of this race, if others than the campaign's
    men_made: int = 0  # drivers and gladiators who got a name so far
    wins: tuple[tuple[str, int], ...] = ()  # victories by name, in the order of the first one
    champions: tuple[tuple[Seat, str], ...] = ()
    ending: str = ""  # the reason of the end

    def active(self) -> tuple[Seat, ...]:
        """Seats that have a stable and money of their own."""
        return tuple([s for s, one in enumerate(self.players) if one.life == Life.OWNER])

    def slaves(self) -> tuple[Seat, ...]:
        """Seats that drive for the state."""
        return tuple([s for s, one in enumerate(self.players) if one.life == Life.SLAVE])

    def fighters(self) -> tuple[Seat, ...]:
        """Seats that fight for the state."""
        return tuple([s for s, one in enumerate(self.players) if one.life == Life.FIGHTER])

    def wins_of(self, name: str) -> int:
        """The victories of a driver or gladiator."""
        return dict(self.wins).get(name, 0)

    @property
    def used_names(self) -> frozenset[str]:
        """Names in use, and those that have victories."""
        stables = [log.driver for one in self.players for log in one.stable]
        stored = [man.name for one in self.players for man in one.men]
        men = [man.name for one in self.players for man in one.gladiators]
        sale = [*[log.driver for log in self.market], *[man.name for man in self.recruits]]
        return frozenset([*stables, *stored, *men, *sale, *dict(self.wins)])

    @property
    def invented_name(self) -> str:
        """The next name that the players have invented; empty if there is none left."""
        given = [clean_name(name) for name in self.options.names.split(",")]
        return given[self.men_made] if self.men_made < len(given) else ""


class State(Campaign, frozen=True, gc=False, kw_only=True):
    """The whole state. Secret answers are in the phase."""

    now: RaceState | None = None
    ring: ArenaState | None = None  # the current bout
    phase: phases.Phase

    @property
    def hooks(self) -> ModeHooks[Self]:
        return cast("ModeHooks[Self]", phases.HOOKS)

"""A season at one moment: players with their books and stables, the week's race, and its bets."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from paddock.core.seats import Seat
from paddock.games.circus_maximus.season import phases
from paddock.games.circus_maximus.season.rules.betting import SideBet
from paddock.games.circus_maximus.season.rules.intrigue import Sheet
from paddock.games.circus_maximus.season.rules.ledger import Loan
from paddock.games.circus_maximus.season.rules.stable import Entry, Four, Player
from paddock.games.circus_maximus.state import State as RaceState

FACTIONS = 8


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What is agreed before the season. Its races are run by the advanced rules."""

    races: Annotated[int, Meta(ge=1, le=10)] = 10
    betters: Annotated[int, Meta(ge=0, le=8)] = 0
    track: Literal["model-a", "model-b", "model-c"] = "model-a"
    two_laps: bool = False
    turns: Annotated[int, Meta(ge=0, le=200)] = 0
    weather: bool = False


class Season(Struct, frozen=True, gc=False):
    """What everybody sees, apart from sheets and the money spent on them."""

    options: Options
    seats: int
    players: tuple[Player, ...]
    race: int = 0  # run so far
    loans: tuple[Loan, ...] = ()  # the oldest first
    drivers: int = 0  # hired so far: each has a name of his own
    entries: tuple[Entry, ...] = ()  # of this week, by chariot
    sheets: tuple[Sheet, ...] = ()  # of this week, by seat
    bets: tuple[tuple[int, ...], ...] = ()  # before the race, by seat and chariot
    later: tuple[tuple[int, ...], ...] = ()  # during it
    odds: tuple[int, ...] = ()  # by chariot
    side_bets: tuple[SideBet, ...] = ()
    drugged: tuple[Four, ...] = ()  # by chariot: points on each horse that are only drugs
    quiet: tuple[int, ...] = ()  # by seat: the turn up to which nobody asks about a bribe
    laps_bet: int = 0  # laps after which bets were taken
    results: tuple[tuple[int, ...], ...] = ()  # the best place of each race, by seat; 0: none
    fortunes: tuple[tuple[int, ...], ...] = ()  # what each had after each race

    @property
    def week(self) -> int:
        """The number of the race that is being prepared or run."""
        return self.race + 1

    def own(self, seat: Seat) -> tuple[int, ...]:
        """The chariots of this week's race that are his."""
        return tuple([i for i, entry in enumerate(self.entries) if entry.seat == seat])

    def active(self) -> tuple[Seat, ...]:
        """Who is not bankrupt."""
        return tuple([seat for seat, one in enumerate(self.players) if not one.bankrupt])


class State(Season, frozen=True, gc=False, kw_only=True):
    """Everything that is so. What is sealed lies in the phase."""

    now: RaceState | None = None  # the race of this week, once the chariots stand in their lanes
    phase: phases.Phase

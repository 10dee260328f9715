"""What the season and the campaign have in common at any moment, and where they part."""

from __future__ import annotations

from typing import Any, Protocol, TypeVar

from msgspec import Struct

from paddock.core.chance import Chance
from paddock.core.errors import RulesBug
from paddock.core.seats import Seat
from paddock.games.circus_maximus.ownership.rules.betting import SideBet
from paddock.games.circus_maximus.ownership.rules.intrigue import Sheet
from paddock.games.circus_maximus.ownership.rules.ledger import Loan
from paddock.games.circus_maximus.ownership.rules.stable import Entry, Four, Player
from paddock.games.circus_maximus.state import Race


class Stables(Struct, frozen=True, gc=False):
    """Players with their books and stables, the race at hand, its bets and sheets."""

    seats: int
    players: tuple[Player, ...]
    race: int = 0  # run so far
    loans: tuple[Loan, ...] = ()  # the oldest first
    drivers: int = 0  # hired so far: each has a name of his own
    entries: tuple[Entry, ...] = ()  # of this race, by chariot
    sheets: tuple[Sheet, ...] = ()  # of this race, by seat
    bets: tuple[tuple[int, ...], ...] = ()  # before the race, by seat and chariot
    later: tuple[tuple[int, ...], ...] = ()  # during it
    odds: tuple[int, ...] = ()  # by chariot
    side_bets: tuple[SideBet, ...] = ()
    drugged: tuple[Four, ...] = ()  # by chariot: points on each horse that are only drugs
    quiet: tuple[int, ...] = ()  # by seat: the turn up to which nobody asks about a bribe
    laps_bet: int = 0  # laps after which bets were taken
    results: tuple[tuple[int, ...], ...] = ()  # the best place of each race, by seat; 0: none
    fortunes: tuple[tuple[int, ...], ...] = ()  # what each had after each race
    now: Race | None = None  # the race, once the chariots stand in their lanes

    @property
    def week(self) -> int:
        """The number of the race that is being prepared or run."""
        return self.race + 1

    def own(self, seat: Seat) -> tuple[int, ...]:
        """The chariots of this race that are his."""
        return tuple([i for i, entry in enumerate(self.entries) if entry.seat == seat])

    def active(self) -> tuple[Seat, ...]:
        """Who is not bankrupt."""
        return tuple([seat for seat, one in enumerate(self.players) if not one.bankrupt])

    @property
    def steward(self) -> ModeHooks:
        raise RulesBug(f"{type(self).__name__} does not say what comes next")


class ModeHooks(Protocol):
    """Where season and campaign part. Types of the wing stand in its signatures."""

    def last_race(self, state: Any) -> int:
        """After which race the last loan may be due."""
        ...

    def must_bet(self, state: Any, seat: Seat) -> bool:
        """Whether this seat owes a bet on the race."""
        ...

    def wager(self, state: Any, line: int) -> Any:
        """How a bet on a line of the sheet is said."""
        ...

    def claims(self, state: Any) -> Any:
        """What a bet between two may be about."""
        ...

    def stock(self, state: Any, seat: Seat) -> Any:
        """What one may give away beside whole chariots."""
        ...

    def goods(self, state: Any, seat: Seat, piece: Any, at: int) -> Any:
        """One of these by itself."""
        ...

    def has_room(self, state: Any, seat: Seat, goods: Any) -> bool:
        """Whether somebody has a place for it."""
        ...

    def given_away(self, state: Any, seat: Seat, piece: Any, at: int) -> Any: ...

    def received(self, state: Any, seat: Seat, goods: Any, events: Any, chance: Chance) -> Any: ...

    def after_bets(self, state: Any, events: Any, chance: Chance) -> Any: ...

    def after_deals(self, state: Any, lined: bool) -> Any: ...

    def after_sheets(self, state: Any) -> Any: ...

    def after_race(self, state: Any, places: tuple[int, ...], events: Any) -> Any: ...

    def after_training(self, state: Any) -> Any: ...

    def after_debts(self, state: Any, events: Any, chance: Chance) -> Any: ...

    def ruined(self, state: Any, seat: Seat) -> Any:
        """A bankrupt, whose creditors have had what he had."""
        ...


S = TypeVar("S", bound=Stables)

"""State shared by season and campaign, and the hooks where they differ."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, Self, TypeVar

from msgspec import Struct

from paddock.core.chance import Chance
from paddock.core.errors import RulesBug
from paddock.core.seats import Seat
from paddock.games.circus_maximus.ownership.rules.betting import SideBet
from paddock.games.circus_maximus.ownership.rules.intrigue import Sheet
from paddock.games.circus_maximus.ownership.rules.ledger import Loan
from paddock.games.circus_maximus.ownership.rules.stable import Entry, Four, Goods, Piece, Player
from paddock.games.circus_maximus.state import Race

if TYPE_CHECKING:
    from paddock.games.circus_maximus.ownership.moves import Move


class Stables(Struct, frozen=True, gc=False):
    """Players with their books and stables, the current race, its bets and sheets."""

    seats: int
    players: tuple[Player, ...]
    race: int = 0  # races run so far
    loans: tuple[Loan, ...] = ()  # the oldest first
    drivers: int = 0  # drivers hired so far: each has its own name
    entries: tuple[Entry, ...] = ()  # of this race, by chariot
    sheets: tuple[Sheet, ...] = ()  # of this race, by seat
    bets: tuple[tuple[int, ...], ...] = ()  # before the race, by seat and chariot
    later: tuple[tuple[int, ...], ...] = ()  # during the race
    odds: tuple[int, ...] = ()  # by chariot
    side_bets: tuple[SideBet, ...] = ()
    drugged: tuple[Four, ...] = ()  # by chariot: points on each horse that are only drugs
    quiet: tuple[int, ...] = ()  # by seat: not asked about a bribe up to this turn
    laps_bet: int = 0  # laps after which bets were taken
    results: tuple[tuple[int, ...], ...] = ()  # the best place of each race, by seat; 0: none
    fortunes: tuple[tuple[int, ...], ...] = ()  # money after each race, by seat
    now: Race | None = None  # the race, once the chariots stand in their lanes

    @property
    def week(self) -> int:
        """The number of the race that is being prepared or run."""
        return self.race + 1

    def own(self, seat: Seat) -> tuple[int, ...]:
        """The seat's chariots in this race."""
        return tuple([i for i, entry in enumerate(self.entries) if entry.seat == seat])

    def active(self) -> tuple[Seat, ...]:
        """Seats that are not bankrupt."""
        return tuple([seat for seat, one in enumerate(self.players) if not one.bankrupt])

    @property
    def hooks(self) -> ModeHooks[Self]:
        raise RulesBug(f"{type(self).__name__} has no hooks")


S = TypeVar("S", bound=Stables)


class ModeHooks(Protocol[S]):
    """Hooks where season and campaign differ, generic over the state of the mode.

    `events` is `Any`: each mode has its own union of events, and lists are invariant.
    """

    ends_by_bankruptcy: bool
    """Whether a bankrupt player is out of the game."""

    def last_race(self, state: S) -> int:
        """The last race after which a loan may be due."""
        ...

    def must_bet(self, state: S, seat: Seat) -> bool:
        """Whether the seat must bet on the race."""
        ...

    def wager(self, state: S, line: int) -> Move:
        """The move for a bet on a line of the sheet."""
        ...

    def claims(self, state: S) -> tuple[Move, ...]:
        """The possible claims of a side bet."""
        ...

    def stock(self, state: S, seat: Seat) -> list[tuple[Piece, int]]:
        """The seat's goods apart from whole chariots."""
        ...

    def goods(self, state: S, seat: Seat, piece: Piece, at: int) -> Goods:
        """One piece of the stock."""
        ...

    def has_room(self, state: S, seat: Seat, goods: Goods) -> bool:
        """Whether the seat has room for the goods."""
        ...

    def give_away(self, state: S, seat: Seat, piece: Piece, at: int) -> S: ...

    def receive(self, state: S, seat: Seat, goods: Goods, events: Any, chance: Chance) -> S: ...

    def after_bets(self, state: S, events: Any, chance: Chance) -> S: ...

    def after_deals(self, state: S, lined: bool) -> S: ...

    def after_sheets(self, state: S) -> S: ...

    def after_race(self, state: S, places: tuple[int, ...], events: Any) -> S: ...

    def after_training(self, state: S) -> S: ...

    def after_debts(self, state: S, events: Any, chance: Chance) -> S: ...

    def declare_bankrupt(self, state: S, seat: Seat) -> S:
        """The player is bankrupt, and the creditors have taken their goods."""
        ...

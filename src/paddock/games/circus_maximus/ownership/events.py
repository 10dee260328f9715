"""Events of stables, bets and plots outside the races, in season and campaign."""

from __future__ import annotations

from typing import ClassVar, TypeAlias, Union

from msgspec import Struct

from paddock.core import flow
from paddock.core.seats import Seat
from paddock.games.circus_maximus import events as race
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.data.kinds import Litter
from paddock.games.circus_maximus.ownership.rules.betting import SideBet
from paddock.games.circus_maximus.ownership.rules.intrigue import Device
from paddock.games.circus_maximus.ownership.rules.stable import Entry, Goods, Item, Log
from paddock.games.circus_maximus.rules.log import Pace


class SheetWritten(Struct, frozen=True, tag=True, gc=False):
    """A seat has answered, secretly: the clause is that of what it has written."""

    seat: Seat
    clause: str = R("B20.21")


class Bought(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    slot: int
    ware: Item
    amount: int
    log: Log
    clause: ClassVar[str] = R("B20.21")


class Harnessed(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    slot: int
    log: Log
    clause: ClassVar[str] = R("B21.42")


class Entered(Struct, frozen=True, tag=True, gc=False):
    """All starters, in the order of the colours."""

    entries: tuple[Entry, ...]
    clause: ClassVar[str] = R("B20.22")


class NoRace(Struct, frozen=True, tag=True, gc=False):
    race: int
    clause: ClassVar[str] = R("Q16")


# ---------------------------------------------------------------- skullduggery


class BribeOpened(Struct, frozen=True, tag=True, gc=False):
    """A bribe is opened: the sum, the security against it, the die (0 for none), and the effect."""

    seat: Seat
    chariot: int
    device: Device
    amount: int
    security: int
    roll: int
    works: bool
    bribed: int  # subtracted from the team speed from now on
    pace: Pace
    clause: ClassVar[str] = R("B24.32")
    uncovers: ClassVar[bool] = True

    @property
    def variant(self) -> str:
        if not self.works:
            return "failed"
        return "spare" if self.device is Device.SPARE else "slow"


class AttackCalledOff(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    target: int
    clause: ClassVar[str] = R("B24.321")


class BribeEnded(Struct, frozen=True, tag=True, gc=False):
    """The briber has attacked the bribed driver."""

    seat: Seat
    chariot: int
    clause: ClassVar[str] = R("B24.321")


class Waived(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    clause: ClassVar[str] = R("Q13")


class GreyCleared(Struct, frozen=True, tag=True, gc=False):
    """A drugged horse is removed from the grey squares; the remaining litter."""

    litter: tuple[tuple[int, Litter], ...]
    clause: ClassVar[str] = R("E2.4.3.4")


class DrugsOpened(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    chariot: int
    amount: int
    security: int
    points: int
    clause: ClassVar[str] = R("B24.41")
    uncovers: ClassVar[bool] = True

    @property
    def variant(self) -> str:
        return "" if self.points else "failed"


class SabotageOpened(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    chariot: int
    amount: int
    security: int
    roll: int
    points: int
    clause: ClassVar[str] = R("B24.51")
    uncovers: ClassVar[bool] = True

    @property
    def variant(self) -> str:
        return "" if self.points else "failed"


# ---------------------------------------------------------------- bets


class BetsOpened(Struct, frozen=True, tag=True, gc=False):
    """All bets by chariot, and the odds."""

    bets: tuple[tuple[int, ...], ...]
    odds: tuple[int, ...]
    total: int
    clause: ClassVar[str] = R("B26.2")


class LaterBets(Struct, frozen=True, tag=True, gc=False):
    """Bets at the end of a lap, in total by chariot."""

    lap: int
    later: tuple[tuple[int, ...], ...]
    total: int
    clause: ClassVar[str] = R("B26.3")


class PaidOff(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    amount: int
    owed: int
    money: int
    clause: ClassVar[str] = R("B26.4")


class SideBetMade(Struct, frozen=True, tag=True, gc=False):
    bet: SideBet
    clause: ClassVar[str] = R("B26.1")


class SideBetSettled(Struct, frozen=True, tag=True, gc=False):
    """The receiver of the stakes; with two names the bet is void."""

    bet: SideBet
    winners: tuple[Seat, ...]
    amount: int
    clause: ClassVar[str] = R("Q18")


# ---------------------------------------------------------------- after a race


class PursesOpened(Struct, frozen=True, tag=True, gc=False):
    """All money is public again, and with it the cost of the sheets of this race."""

    purses: tuple[int, ...]
    clause: ClassVar[str] = R("Q14")
    uncovers: ClassVar[bool] = True


class Returned(Struct, frozen=True, tag=True, gc=False):
    """A chariot after the race."""

    seat: Seat
    slot: int
    log: Log
    clause: ClassVar[str] = R("B20.5")


class Experienced(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    slot: int
    place: int  # 0: none
    points: int
    clause: ClassVar[str] = R("B23.1")

    @property
    def variant(self) -> str:
        return "" if self.place else "no-place"


class Recovered(Struct, frozen=True, tag=True, gc=False):
    """A stable after a week of rest."""

    seat: Seat
    stable: tuple[Log, ...]
    clause: ClassVar[str] = R("B22.2")


class DriverTrained(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    slot: int
    log: Log
    clause: ClassVar[str] = R("B23.4")


class HorseTrained(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    slot: int
    log: Log
    clause: ClassVar[str] = R("B23.5")


class TeamTrained(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    slot: int
    log: Log
    clause: ClassVar[str] = R("B23.6")


# ---------------------------------------------------------------- deals and debts


class LoanOffered(Struct, frozen=True, tag=True, gc=False):
    """`by` would lend, `whom` borrow."""

    seat: Seat  # the seat that made the offer
    by: Seat
    whom: Seat
    amount: int
    repayment: int
    due: int
    clause: ClassVar[str] = R("B21.2")


class LoanMade(Struct, frozen=True, tag=True, gc=False):
    by: Seat
    whom: Seat
    amount: int
    repayment: int
    due: int
    clause: ClassVar[str] = R("B21.2")


class ChariotOffered(Struct, frozen=True, tag=True, gc=False):
    by: Seat
    whom: Seat
    log: Log
    amount: int
    clause: ClassVar[str] = R("E1.6.4")


class ChariotSold(Struct, frozen=True, tag=True, gc=False):
    by: Seat
    whom: Seat
    log: Log
    amount: int
    clause: ClassVar[str] = R("E1.6.4")


class PieceOffered(Struct, frozen=True, tag=True, gc=False):
    by: Seat
    whom: Seat
    goods: Goods
    amount: int
    clause: ClassVar[str] = R("E1.6.4")


class PieceSold(Struct, frozen=True, tag=True, gc=False):
    by: Seat
    whom: Seat
    goods: Goods
    amount: int
    clause: ClassVar[str] = R("E1.6.4")


class PieceSought(Struct, frozen=True, tag=True, gc=False):
    """`whom` would buy it from `by`."""

    by: Seat
    whom: Seat
    goods: Goods
    amount: int
    clause: ClassVar[str] = R("E1.6.4")


class BarterOffered(Struct, frozen=True, tag=True, gc=False):
    """`by` would give goods and the sum for the other's goods."""

    by: Seat
    whom: Seat
    goods: Goods
    for_goods: Goods
    amount: int
    clause: ClassVar[str] = R("E1.6.4")

    @property
    def variant(self) -> str:
        return "" if self.amount else "even"


class Bartered(Struct, frozen=True, tag=True, gc=False):
    by: Seat
    whom: Seat
    goods: Goods
    for_goods: Goods
    amount: int
    clause: ClassVar[str] = R("E1.6.4")

    @property
    def variant(self) -> str:
        return "" if self.amount else "even"


class PartFitted(Struct, frozen=True, tag=True, gc=False):
    """A part from another stable is fitted to a chariot, and the endurance it cost."""

    seat: Seat
    slot: int
    goods: Goods
    loss: int
    log: Log
    clause: ClassVar[str] = R("Q33")


class SideBetOffered(Struct, frozen=True, tag=True, gc=False):
    bet: SideBet
    clause: ClassVar[str] = R("B26.1")


class Declined(Struct, frozen=True, tag=True, gc=False):
    """A seat declines an offer: the clause is that of the offer."""

    seat: Seat
    clause: str = R("B21.2")


class Repaid(Struct, frozen=True, tag=True, gc=False):
    by: Seat
    whom: Seat
    amount: int
    clause: ClassVar[str] = R("B21.2")


class Defaulted(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    amount: int  # the debt
    money: int
    clause: ClassVar[str] = R("X66")


class Unsold(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    log: Log
    clause: ClassVar[str] = R("Q17")


class PieceUnsold(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    goods: Goods
    clause: ClassVar[str] = R("Q17")


class InKindSought(Struct, frozen=True, tag=True, gc=False):
    """A creditor would take goods of a bankrupt for this part of the debt."""

    by: Seat  # the bankrupt
    whom: Seat
    goods: Goods
    amount: int
    clause: ClassVar[str] = R("X66")


class PaidInKind(Struct, frozen=True, tag=True, gc=False):
    by: Seat
    whom: Seat
    goods: Goods
    amount: int
    clause: ClassVar[str] = R("X66")


class WentBankrupt(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    out: bool = True  # of the game; in the campaign the player goes on in another way
    clause: ClassVar[str] = R("X66")

    @property
    def variant(self) -> str:
        return "" if self.out else "goes-on"


Shared: TypeAlias = (
    SheetWritten | Bought | Harnessed | Entered | NoRace | BribeOpened | AttackCalledOff
    | BribeEnded | Waived | GreyCleared | DrugsOpened | SabotageOpened | BetsOpened | LaterBets
    | PaidOff
    | SideBetMade | SideBetSettled | PursesOpened | Returned | Experienced | Recovered
    | DriverTrained | HorseTrained | TeamTrained | LoanOffered | LoanMade | ChariotOffered
    | ChariotSold | PieceOffered | PieceSold | PieceSought | BarterOffered | Bartered | PartFitted
    | SideBetOffered | Declined | Repaid | Defaulted | Unsold | PieceUnsold | InKindSought
    | PaidInKind | WentBankrupt
)  # fmt: skip
Event: TypeAlias = Union[race.Event, Shared]  # noqa: UP007
Events: TypeAlias = flow.Events[Event]

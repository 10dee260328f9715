"""Money: everybody's books by cause, and the loans between players.

What one has is the sum of one's books, so no sesterce appears or vanishes without a cause. Nothing
here knows of chariots or races.
"""

from __future__ import annotations

import enum
from typing import TypeAlias

from msgspec import Struct

from paddock.core.citations import cites
from paddock.core.errors import RulesBug
from paddock.core.game import replace_at
from paddock.core.seats import Seat
from paddock.games.circus_maximus.card import R

STEP = 100
"""The smallest sum that is bet, lent, bid or spent on plots."""


class Cause(enum.IntEnum):
    """Why money comes or goes."""

    FORTUNE = 0  # what one begins with
    LOANS = 1  # lent and borrowed
    REPAYMENTS = 2
    SALES = 3  # chariots, between players
    HORSES = 4
    DRIVERS = 5
    CARS = 6
    INTRIGUE = 7  # skullduggery and security: one account, for the sheets are secret
    BETS = 8
    PAYOFFS = 9
    SIDE_BETS = 10
    TAXES = 11  # what the bank keeps of a bankrupt
    MARKET = 12  # chariots and gladiators bought by auction
    PRIVILEGES = 13  # the right to enter one more chariot
    PRIZES = 14
    CHAMPIONS = 15
    STAKES = 16  # of match races and duels
    RELIEF = 17  # what the state gives who enters late or begins anew


BETWEEN_PLAYERS = (Cause.LOANS, Cause.REPAYMENTS, Cause.SALES)
"""What one of them books here another books with the other sign."""

OF_A_SEASON = 12
"""The first causes, which the season knows; the others are the campaign's."""

Books: TypeAlias = tuple[int, ...]
"""By cause: what came in, less what went out."""


def opened(fortune: int, causes: int = OF_A_SEASON) -> Books:
    return replace_at((0,) * causes, Cause.FORTUNE, fortune)


@cites(R("B21.1"))
def cash(books: Books) -> int:
    """What one has."""
    return sum(books)


@cites(R("B21.3"))
def booked(books: Books, cause: Cause, amount: int) -> Books:
    """So much came in, or with a minus went out; nobody spends what he has not."""
    after = replace_at(books, cause, books[cause] + amount)
    if amount < 0 and cash(after) < 0:
        raise RulesBug(f"{-amount} of {cash(books)} for {cause.name}")
    return after


class Loan(Struct, frozen=True, tag=True, gc=False):
    """A sum, what is paid back, and after which race. The oldest stands first in the list."""

    lender: Seat
    debtor: Seat
    amount: int
    repayment: int
    due: int

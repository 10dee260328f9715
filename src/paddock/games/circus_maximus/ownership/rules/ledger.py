"""Ledger: each player's books by cause, and the loans between players.

A player's money is the sum of the books, so every change has a cause. This module knows nothing of
chariots or races.
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

MONEY_STEP = 100
"""The smallest sum that is bet, lent, bid or spent on plots."""


class Cause(enum.IntEnum):
    """The cause of income or expense."""

    FORTUNE = 0  # starting money
    LOANS = 1  # lent and borrowed
    REPAYMENTS = 2
    SALES = 3  # chariots, between players
    HORSES = 4
    DRIVERS = 5
    CARS = 6
    INTRIGUE = 7  # skullduggery and security: one account, because sheets are secret
    BETS = 8
    PAYOFFS = 9
    SIDE_BETS = 10
    TAXES = 11  # a bankrupt's money kept by the bank
    MARKET = 12  # chariots and gladiators bought by auction
    PRIVILEGES = 13  # the right to enter one more chariot
    PRIZES = 14
    CHAMPIONS = 15
    STAKES = 16  # of match races and duels
    RELIEF = 17  # money from the state for late or restarted players


BETWEEN_PLAYERS = (Cause.LOANS, Cause.REPAYMENTS, Cause.SALES)
"""Causes that are booked at two players with opposite signs."""

SEASON_CAUSES = 12
"""The first causes are used in the season; the others only in the campaign."""

Books: TypeAlias = tuple[int, ...]
"""By cause: income less expenses."""


def open_books(fortune: int, causes: int = SEASON_CAUSES) -> Books:
    return replace_at((0,) * causes, Cause.FORTUNE, fortune)


@cites(R("B21.1"))
def cash(books: Books) -> int:
    """The player's money."""
    return sum(books)


@cites(R("B21.3"))
def book_entry(books: Books, cause: Cause, amount: int) -> Books:
    """The books after income, or expenses if negative; overdrafts are an error."""
    after = replace_at(books, cause, books[cause] + amount)
    if amount < 0 and cash(after) < 0:
        raise RulesBug(f"{-amount} of {cash(books)} for {cause.name}")
    return after


class Loan(Struct, frozen=True, tag=True, gc=False):
    """A sum, its repayment, and the race after which it is due. The oldest loan is first in the
    list."""

    lender: Seat
    debtor: Seat
    amount: int
    repayment: int
    due: int

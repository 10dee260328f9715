"""Bookkeeping of purses from events alone: every Lira gained or spent has a named cause."""

from __future__ import annotations

from collections import Counter

from paddock.games.winds_of_war import events as race
from paddock.games.winds_of_war.market import events as market


class Ledger:
    """The expected purse of each team, with all entries by cause."""

    def __init__(self, seats: int, budget: int = 0) -> None:
        self.purse = [budget] * seats
        self.causes: Counter[str] = Counter()
        self.offer: market.Offered | None = None

    def note(self, event: object) -> None:
        match event:
            case race.BudgetSet(lire=lire):
                self.purse = [purse + lire for purse in self.purse]
            case race.Bought() | race.Hired() | race.Tuned() | race.Stocked():
                self.book(event.seat, -event.lire, "bought")
            case market.Sold():
                self.book(event.seat, event.lire, "sold")
            case market.Won():
                self.book(event.seat, event.lire, "won")
            case market.Offered():
                self.offer = event
            case market.Agreed():
                assert self.offer is not None
                self.book(self.offer.by, -self.offer.lire, "dealt")
                self.book(self.offer.whom, self.offer.lire, "dealt")
                self.causes["deals"] += 1
            case _:
                pass

    def book(self, seat: int, lire: int, cause: str) -> None:
        self.purse[seat] += lire
        self.causes[cause] += lire

"""Clocks: since when a seat is asked, its time bank and its deadline.

A turn is a run of asks of one seat. Everything is computed from the database times of the rows, so
every process gets the same deadlines. Outages do not count.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from paddock.core.seats import Seat
from paddock.core.shallow_copy import shallow_copy
from paddock.server.api import wire
from paddock.server.tables.outages import Outages


class Clocks:
    """Clocks of one table, by seat, in milliseconds."""

    def __init__(self, clock: wire.Clock, seats: int, outages: Outages | None = None) -> None:
        self.clock = clock
        self.outages = Outages() if outages is None else outages
        bank = clock.bank * 1000 if isinstance(clock, wire.Live) else 0
        self.banks = [bank] * seats
        self.since: dict[Seat, int] = {}
        self.asked: dict[Seat, int] = {}  # since when the current ask is there, within a turn

    def copy(self) -> Clocks:
        copied = shallow_copy(self)
        copied.restore(self.state())
        return copied

    def state(self) -> dict[str, Any]:
        """Values for a snapshot."""
        return {"banks": list(self.banks), "since": dict(self.since), "asked": dict(self.asked)}

    def restore(self, kept: dict[str, Any]) -> None:
        self.banks, self.since = list(kept["banks"]), dict(kept["since"])
        self.asked = dict(kept["asked"])

    def on_row(self, by: Seat | None, after: Collection[Seat], at: int) -> None:
        """A row was saved at a time: end and start turns."""
        alone = len(after) == 1
        for seat in list(self.since):
            if seat not in after or (seat == by and not alone):
                self.stop(seat, at)
        for seat in after:
            self.since.setdefault(seat, at)
        self.asked = {s: at if s == by else self.asked.get(s, at) for s in after}

    def stop(self, seat: Seat, at: int) -> None:
        """End a turn: subtract its time, add the increment."""
        began = self.since.pop(seat, at)
        if isinstance(self.clock, wire.Live):
            took = at - began - self.outages.between(began, at)
            left = max(0, self.banks[seat] - max(0, took))
            self.banks[seat] = left + self.clock.increment * 1000

    def restart(self, seat: Seat, at: int) -> None:
        """Another driver takes over: the time waited so far does not count."""
        if seat in self.since:
            self.since[seat] = self.asked[seat] = at

    def deadline(self, seat: Seat, seconds: int | None = None) -> int | None:
        """Deadline of a seat. With a countdown the earlier of both."""
        by_clock = self.by_clock(seat)
        began = self.asked.get(seat)
        if seconds is None or began is None:
            return by_clock
        counted = self.outages.later(began, began + seconds * 1000)
        return counted if by_clock is None else min(by_clock, counted)

    def by_clock(self, seat: Seat) -> int | None:
        began = self.since.get(seat)
        if began is None:
            return None
        match self.clock:
            case wire.Live():
                allowed = self.banks[seat]
            case wire.Slow(hours):
                allowed = hours * 3_600_000
            case _:
                return None
        return self.outages.later(began, began + allowed)

    def bank(self, seat: Seat) -> int | None:
        return self.banks[seat] if isinstance(self.clock, wire.Live) else None

"""Clocks: since when a seat is asked, its time bank and its deadline.

A turn is a run of asks of one seat. Time is charged to the seat: leaving it, coming back and taking
an answer back change nothing. An increment is earned once for a decision. Everything is computed
from the database times of the rows, so every process gets the same deadlines. Outages do not count.
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
        self.clock: wire.Clock = clock
        self.outages = Outages() if outages is None else outages
        bank = clock.bank * 1000 if isinstance(clock, wire.Live) else 0
        self.banks = [bank] * seats
        self.since: dict[Seat, int] = {}
        self.asked: dict[Seat, int] = {}  # since when the current ask is there, within a turn
        self.used: dict[Seat, int] = {}  # of a slow turn, before `since`
        self.spent: dict[Seat, int] = {}  # of the last slow turn, in case it is taken back
        self.paused: dict[
            Seat, int
        ] = {}  # seats that a bot drives, with the time of the ask so far
        self.made = [0] * seats  # decisions, without those taken back
        self.earned = [0] * seats  # decisions that an increment was given for

    def copy(self) -> Clocks:
        copied = shallow_copy(self)
        copied.detach()
        return copied

    def detach(self) -> None:
        """Replace what moves change in place by copies."""
        self.banks, self.made, self.earned = self.banks.copy(), self.made.copy(), self.earned.copy()
        self.since, self.asked = self.since.copy(), self.asked.copy()
        self.used, self.spent = self.used.copy(), self.spent.copy()
        self.paused = self.paused.copy()

    def state(self) -> dict[str, Any]:
        """Values for a snapshot."""
        return {
            "banks": list(self.banks),
            "since": dict(self.since),
            "asked": dict(self.asked),
            "used": dict(self.used),
            "spent": dict(self.spent),
            "paused": dict(self.paused),
            "made": list(self.made),
            "earned": list(self.earned),
        }

    def restore(self, kept: dict[str, Any]) -> None:
        self.banks, self.since = list(kept["banks"]), dict(kept["since"])
        self.asked, self.used = dict(kept["asked"]), dict(kept["used"])
        self.spent, self.paused = dict(kept["spent"]), dict(kept["paused"])
        self.made, self.earned = list(kept["made"]), list(kept["earned"])

    def on_row(
        self,
        by: Seat | None,
        after: Collection[Seat],
        at: int,
        *,
        undone: bool = False,
        kind: str = "person",
    ) -> None:
        """A row was saved at a time: end and start turns. `undone`: the seat took a move back;
        `kind`: who played for it."""
        if by is not None:
            self.made[by] += -1 if undone else 1
            if by in self.spent and self.made[by] < self.earned[by]:
                self.used[by] = self.used.get(by, 0) + self.spent.pop(by)
            if by in self.paused:
                self.paused[by] = 0
        alone = len(after) == 1
        for seat in list(self.since):
            if seat not in after or (seat == by and not alone):
                self.stop(seat, at)
        for seat in after:
            self.since.setdefault(seat, at)
        self.asked = {s: at if s == by else self.asked.get(s, at) for s in after}

    def delay(self, ms: int) -> None:
        """Start the current turns later: they could not be answered yet."""
        self.since = {seat: at + ms for seat, at in self.since.items()}
        self.asked = {seat: at + ms for seat, at in self.asked.items()}

    def stop(self, seat: Seat, at: int) -> None:
        """End a turn: charge its time, and add the increment if it led to a new decision. A turn
        that a bot ends costs nothing and earns nothing."""
        self.charge(seat, at)
        del self.since[seat]
        if self.made[seat] < self.earned[seat]:
            return  # a decision was taken back: the time used for it stays used
        if seat in self.used:
            self.spent[seat] = self.used.pop(seat)
        if self.made[seat] > self.earned[seat]:
            self.earned[seat] = self.made[seat]
            self.reward(seat)

    def reward(self, seat: Seat) -> None:
        """Add the increment for a decision."""
        if isinstance(self.clock, wire.Live) and seat not in self.paused:
            self.banks[seat] += self.clock.increment * 1000

    def open_sitting(self, number: int) -> None:
        """A sitting opens. It means nothing to these clocks."""

    def charge(self, seat: Seat, at: int) -> None:
        """Charge the time since the turn, or the person's last return to it, began."""
        if seat in self.paused:
            return
        took = self.count_used_ms(self.since[seat], at)
        if isinstance(self.clock, wire.Live):
            self.banks[seat] = max(0, self.banks[seat] - took)
        elif isinstance(self.clock, wire.Slow):
            self.used[seat] = self.used.get(seat, 0) + took

    def count_used_ms(self, began: int, at: int) -> int:
        """Milliseconds that count. The clock of the database may have been set back."""
        return max(0, at - began - self.outages.between(began, at))

    def pause(self, seat: Seat, at: int) -> None:
        """A bot takes over: the clock of the seat stops, with what was used so far charged."""
        if seat in self.since:
            self.charge(seat, at)
            self.since[seat] = at
        self.paused[seat] = self.count_used_ms(self.asked[seat], at) if seat in self.asked else 0

    def resume(self, seat: Seat, at: int) -> None:
        """The person takes the seat back: its clock goes on where it stopped."""
        waited = self.paused.pop(seat, None)
        if waited is not None and seat in self.since:
            self.since[seat] = at
            self.asked[seat] = at - waited

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
                allowed = hours * 3_600_000 - self.used.get(seat, 0)
            case _:
                return None
        return self.outages.later(began, began + allowed)

    def bank(self, seat: Seat) -> int | None:
        return self.banks[seat] if isinstance(self.clock, wire.Live) else None

"""Bank clock of slow races: a seat's bank runs only while it counts.

It does not count in quiet hours, in a pause, on a holiday for which the table waits, and while no
server is there. These times may overlap. An answered sitting adds the increment up to the cap, a
further answer in the same sitting a quarter of it. What bots and the clock answer adds nothing.
"""

from __future__ import annotations

import heapq
from collections.abc import Collection, Iterator
from typing import Any, TypeAlias

from paddock.core.seats import Seat
from paddock.server.api import wire
from paddock.server.people.local_time import QuietHours
from paddock.server.tables.clocks import Clocks
from paddock.server.tables.outages import Outages

HOUR_MS = 3_600_000
WAKE_PART = 4  # what a further answer in a sitting adds is the increment divided by this
RETURN_HOURS = 12  # of a person who comes back after missed sittings
SUBSTITUTE_HOURS = 24  # of a person who takes over a seat
HOURS_CHANGE_MS = 24 * HOUR_MS  # new quiet hours count a day later, or nights would follow nights
MAX_FREE_SPANS = 40  # remembered for a seat; older ones are over
UNPAID = ("bot", "clock", "countdown", "forfeit")
"""Who earns no increment for a seat. What was prepared earns the same as an answer by hand: banks
are shown to all, and must not tell them apart."""

Span: TypeAlias = tuple[int, int]


class BankClocks(Clocks):
    """Banks of one table, by seat, in milliseconds."""

    clock: wire.Bank

    def __init__(self, clock: wire.Bank, seats: int, outages: Outages | None = None) -> None:
        super().__init__(clock, seats, outages)
        self.banks = [clock.hours * HOUR_MS] * seats
        self.sitting = 0
        self.paid = [0] * seats  # last sitting that the increment was given for
        self.late: frozenset[Seat] = frozenset()  # seats that missed the current sitting
        self.retired: frozenset[Seat] = frozenset()  # seats that a bot drives after missed sittings
        self.hours: dict[Seat, tuple[tuple[int, QuietHours], ...]] = {}  # each with its begin
        self.free: dict[Seat, tuple[Span, ...]] = {}  # holidays
        self.pauses: tuple[Span, ...] = ()  # of the table
        self.by = "person"  # who played the row that is folded

    def state(self) -> dict[str, Any]:
        return super().state() | {
            "clock": self.clock,
            "sitting": self.sitting,
            "paid": list(self.paid),
            "late": self.late,
            "retired": self.retired,
            "hours": dict(self.hours),
            "free": dict(self.free),
            "pauses": self.pauses,
        }

    def detach(self) -> None:
        super().detach()
        self.paid, self.hours, self.free = self.paid.copy(), self.hours.copy(), self.free.copy()

    def restore(self, kept: dict[str, Any]) -> None:
        super().restore(kept)
        self.clock, self.sitting = kept["clock"], kept["sitting"]
        self.paid, self.late = list(kept["paid"]), kept["late"]
        self.retired = kept["retired"]
        self.hours, self.free = dict(kept["hours"]), dict(kept["free"])
        self.pauses = kept["pauses"]

    # ------------------------------------------------------------ time that counts

    def free_spans(self, seat: Seat, after: int) -> Iterator[Span]:
        """Spans that do not count for a seat and end after a moment, by their begin. They may
        overlap. With quiet hours there is no last one."""
        fixed = [*self.outages.known, *self.pauses, *self.free.get(seat, ())]
        kept = sorted(span for span in fixed if span[1] > after)
        return heapq.merge(kept, self.nights(seat, after))

    def nights(self, seat: Seat, after: int) -> Iterator[Span]:
        """Quiet hours of a seat, each kind from when it holds until the next one holds."""
        known = self.hours.get(seat, ()) if self.clock.quiet else ()
        for n, (since, hours) in enumerate(known):
            until = known[n + 1][0] if n + 1 < len(known) else None
            if until is not None and until <= after:
                continue
            for began, ended in hours.spans_after(max(after, since)):
                if until is not None and began >= until:
                    break
                yield max(began, since), ended if until is None else min(ended, until)

    def count_ms(self, seat: Seat, began: int, ended: int) -> int:
        """Milliseconds between two moments that count for a seat."""
        total, at = 0, began
        for begin, end in self.free_spans(seat, began):
            if begin >= ended:
                break
            total += max(0, begin - at)
            at = max(at, end)
        return total + max(0, ended - at)

    def after_counted(self, seat: Seat, began: int, allowed: int) -> int:
        """The moment at which this much time has counted for a seat."""
        at, left = began, allowed
        for begin, end in self.free_spans(seat, began):
            if begin > at:
                if begin - at >= left:
                    break
                left -= begin - at
            at = max(at, end)
        return at + left

    # ------------------------------------------------------------ the bank

    def charge(self, seat: Seat, at: int) -> None:
        if seat not in self.paused:
            took = self.count_ms(seat, self.since[seat], at)
            self.banks[seat] = max(0, self.banks[seat] - took)

    def by_clock(self, seat: Seat) -> int | None:
        began = self.since.get(seat)
        return None if began is None else self.after_counted(seat, began, self.banks[seat])

    def bank(self, seat: Seat) -> int | None:
        return self.banks[seat]

    def time_left(self, seat: Seat, at: int) -> int:
        """What is in a bank at a moment."""
        began = self.since.get(seat)
        runs = began is not None and seat not in self.paused
        took = self.count_ms(seat, began, at) if runs and began is not None else 0
        return max(0, self.banks[seat] - took)

    def add(self, seat: Seat, hours: float) -> None:
        """Add to a bank, up to the cap. More than the cap stays."""
        most = max(self.banks[seat], self.clock.cap * HOUR_MS)
        self.banks[seat] = min(most, self.banks[seat] + round(hours * HOUR_MS))

    def raise_to(self, seat: Seat, hours: int, at: int) -> None:
        """Give a seat at least this much from a moment on."""
        if self.time_left(seat, at) < hours * HOUR_MS:
            if seat in self.since:
                self.since[seat] = at
            self.banks[seat] = hours * HOUR_MS

    def on_row(
        self,
        by: Seat | None,
        after: Collection[Seat],
        at: int,
        *,
        undone: bool = False,
        kind: str = "person",
    ) -> None:
        self.by = kind
        super().on_row(by, after, at, undone=undone)
        if by is not None and kind == "clock":
            self.late |= {by}

    def reward(self, seat: Seat) -> None:
        if seat in self.paused or self.by in UNPAID:
            return
        if self.paid[seat] < self.sitting:
            self.paid[seat] = self.sitting
            self.add(seat, self.clock.increment)
        else:
            self.add(seat, self.clock.increment / WAKE_PART)

    def open_sitting(self, number: int) -> None:
        """A sitting opens. Who missed the one before gets the increment, or would miss this one at
        once."""
        if number != self.sitting:
            for seat in self.late:
                if self.paid[seat] < self.sitting:
                    self.add(seat, self.clock.increment)
            self.sitting, self.late = number, frozenset()

    # ------------------------------------------------------------ what people and hosts change

    def set_hours(self, seat: Seat, hours: QuietHours, at: int) -> None:
        """Quiet hours of a seat. The first ones hold at once, others from the next day on."""
        known = self.hours.get(seat)
        if known is None:
            self.hours[seat] = ((at, hours),)
            return
        now = [one for one in known if one[0] <= at][-1:] or list(known[:1])
        self.hours[seat] = (*now, (at + HOURS_CHANGE_MS, hours))

    def hours_set(self, seat: Seat) -> QuietHours | None:
        """The quiet hours that were set last."""
        known = self.hours.get(seat)
        return None if known is None else known[-1][1]

    def stop_between(self, seat: Seat, span: Span) -> None:
        """A holiday: this span does not count for a seat."""
        self.free[seat] = (*self.free.get(seat, ())[-MAX_FREE_SPANS:], span)

    def go_on(self, seat: Seat, at: int) -> None:
        """The holidays of a seat end, and those that were to come do not begin."""
        self.free[seat] = cut_spans(self.free.get(seat, ()), at)

    def grant(self, seat: Seat, hours: int) -> None:
        """Add to a bank, also above the cap."""
        self.banks[seat] += hours * HOUR_MS

    def change_clock(self, clock: wire.Bank, *, begun: bool = True) -> None:
        """Other times: a larger bank is given to all seats, a smaller one takes nothing from a
        seat that has begun."""
        more = max(0, clock.hours - self.clock.hours)
        self.clock = clock
        for seat in range(len(self.banks)):
            if begun:
                self.add(seat, more)
            else:
                self.banks[seat] = clock.hours * HOUR_MS

    def retire(self, seat: Seat) -> None:
        """A bot drives a seat that missed its sittings."""
        self.retired |= {seat}

    def come_back(self, seat: Seat, at: int) -> None:
        """A person takes the wheel back after missed sittings."""
        if seat in self.retired:
            self.retired -= {seat}
            self.late -= {seat}
            self.raise_to(seat, RETURN_HOURS, at)

    def change_driver(self, seat: Seat, at: int) -> None:
        """Another person takes over a seat, with hours of their own."""
        self.hours.pop(seat, None)
        self.free.pop(seat, None)
        self.retired -= {seat}
        self.late -= {seat}
        self.raise_to(seat, SUBSTITUTE_HOURS, at)


def cut_spans(spans: tuple[Span, ...], at: int) -> tuple[Span, ...]:
    """Spans up to a moment."""
    return tuple((began, min(ended, at)) for began, ended in spans if began < at)


def make_clocks(clock: wire.Clock, seats: int, outages: Outages | None = None) -> Clocks:
    """The clocks of a table."""
    if isinstance(clock, wire.Bank):
        return BankClocks(clock, seats, outages)
    return Clocks(clock, seats, outages)

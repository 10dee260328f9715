"""What people and hosts arranged: holidays, pauses, more time, seats offered to others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from paddock.core.seats import Seat
from paddock.core.shallow_copy import shallow_copy
from paddock.server.api import wire
from paddock.server.tables import table_log
from paddock.server.tables.table_log import Place

DAY_MS = 24 * 3_600_000
MAX_HOLIDAY_DAYS = 10  # of a person in a race
MAX_WAIT_DAYS = 5  # in a row, for which a table waits
MAX_PAUSE_MS = 7 * DAY_MS  # of a table in all
MAX_GRANTS = 2  # of a seat in a race
GRANT_HOURS = 24
OBJECTION_MS = 12 * 3_600_000  # to object to a substitute by taking the wheel
ABSENT_MS = 2 * DAY_MS  # after missed sittings, until a seat may be offered


class Holiday(Struct, frozen=True):
    begins: int
    ends: int
    days: int
    how: wire.HolidayKind


class Former(Struct, frozen=True):
    """Who drove a seat before."""

    person: str
    name: str
    until: int  # turn in which the next person took over
    row: int  # from which the next person sees what the seat sees


class Offer(Struct, frozen=True):
    by: wire.OfferedBy
    opens: int
    digest: str = ""


class SlowPlay:
    """State of a table from such rows."""

    def __init__(self, head: table_log.Opened) -> None:
        self.options = head.slow or wire.SlowOptions()
        self.holidays: dict[str, tuple[Holiday, ...]] = {}
        self.pause: tuple[int, int] | None = None  # the last one
        self.paused_ms = 0  # by earlier ones
        self.grants: dict[Seat, int] = {}
        self.offers: dict[Seat, Offer] = {}
        self.former: dict[Seat, tuple[Former, ...]] = {}
        self.sat: frozenset[str] = frozenset(
            place.person for place in head.places if place.person is not None
        )
        self.absent: dict[Seat, int] = {}  # seats that a bot drives after missed deadlines, since
        self.left: frozenset[Seat] = frozenset()  # seats whose person left
        self.driven: dict[Seat, int] = {}  # seats that a bot drives for a holiday, until when

    def copy(self) -> SlowPlay:
        copied = shallow_copy(self)
        for name in ("holidays", "grants", "offers", "former", "absent", "driven"):
            setattr(copied, name, dict(getattr(self, name)))
        return copied

    def state(self) -> dict[str, Any]:
        """Values for a snapshot."""
        return vars(self.copy())

    @classmethod
    def restore(cls, kept: dict[str, Any]) -> SlowPlay:
        found = cls.__new__(cls)
        vars(found).update(kept)
        return found.copy()

    def take(self, row: table_log.Row, places: Sequence[Place], *, turn: int, racing: bool) -> None:
        """Fold a row. `places` are those before it, `turn` that of the race."""
        match row.entry:
            case table_log.Started(places=sitting):
                self.sat |= {place.person for place in sitting if place.person is not None}
            case table_log.Sat(seat, place, _, instead):
                self.sat |= {place.person} if place.person is not None else set()
                self.absent.pop(seat, None)
                self.left -= {seat}
                self.offers.pop(seat, None)
                if self.driven.pop(seat, None) is not None and place.person is not None:
                    self.end_holiday(place.person, row.at, places, planned=False)
                if instead:
                    gone = Former(instead, places[seat].name, turn, row.n)
                    self.former[seat] = (*self.former.get(seat, ()), gone)
            case table_log.Left(seat, place, _, by) if racing:
                if by == "clock":
                    self.absent[seat] = row.at
                elif by == "self":
                    self.left |= {seat}
                elif by == "holiday":
                    now = self.holiday_at(place.person, row.at)
                    self.driven[seat] = row.at if now is None else now.ends
                elif by == "host":
                    self.offers.pop(seat, None)
            case table_log.HolidayTaken(person, _, begins, ends, days, how):
                new = Holiday(begins, ends, days, how)
                self.holidays[person] = (*self.holidays.get(person, ()), new)
            case table_log.HolidayEnded(person):
                self.end_holiday(person, row.at, places)
            case table_log.Paused(until):
                self.paused_ms += self.pause_length()
                self.pause = (row.at, until)
            case table_log.PauseEnded():
                self.end_pause(row.at)
            case table_log.TimeGranted(seat):
                self.grants[seat] = self.grants.get(seat, 0) + 1
            case table_log.PaceChanged(slow=slow):
                self.options = slow or self.options
            case table_log.SeatOffered(seat, digest, by, opens):
                self.offer_seat(seat, by, opens, digest)
            case table_log.OfferEnded(seat):
                self.offers.pop(seat, None)

    # ------------------------------------------------------------ holidays

    def holiday_at(self, person: str | None, at: int) -> Holiday | None:
        """The holiday of a person that runs at a moment, or that comes next."""
        known = self.holidays.get(person, ()) if person is not None else ()
        return next((one for one in known if one.ends > at), None)

    def end_holiday(
        self, person: str, at: int, places: Sequence[Place], *, planned: bool = True
    ) -> None:
        """A holiday is cut short; days that did not begin are not used. `planned`: those that were
        to come are dropped too."""
        cut = []
        for one in self.holidays.get(person, ()):
            if one.ends <= at or (one.begins > at and not planned):
                cut.append(one)
            elif one.begins <= at:
                days = min(one.days, max(1, -(-(at - one.begins) // DAY_MS)))
                cut.append(replace(one, ends=at, days=days))
        self.holidays[person] = tuple(cut)
        for seat in self.driven:
            if places[seat].person == person:
                self.driven[seat] = min(self.driven[seat], at)

    def used_days(self, person: str) -> int:
        return sum(one.days for one in self.holidays.get(person, ()))

    def wait_days(self, person: str, begins: int, ends: int) -> int:
        """Days in a row for which the table waits, next to a span."""
        near = [
            one
            for one in self.holidays.get(person, ())
            if one.how == "wait" and one.ends > begins - DAY_MS and one.begins < ends + DAY_MS
        ]
        return sum(one.days for one in near)

    # ------------------------------------------------------------ pauses

    def pause_at(self, at: int) -> tuple[int, int] | None:
        """The pause that runs at a moment."""
        if self.pause is None or not self.pause[0] <= at < self.pause[1]:
            return None
        return self.pause

    def end_pause(self, at: int) -> None:
        if self.pause is not None:
            self.pause = (self.pause[0], min(at, self.pause[1]))

    def pause_left(self) -> int:
        """Milliseconds for which a table may still be paused."""
        return MAX_PAUSE_MS - self.paused_ms - self.pause_length()

    def pause_length(self) -> int:
        return 0 if self.pause is None else self.pause[1] - self.pause[0]

    # ------------------------------------------------------------ seats

    def sees_since(self, seat: Seat | None) -> int:
        """Row from which the person of a seat sees what it sees; 0: from the beginning."""
        known = None if seat is None else self.former.get(seat)
        return 0 if known is None else known[-1].row

    def has_driven(self, person: str | None) -> bool:
        """Whether a person drove a seat that another person has now."""
        if not self.former:
            return False
        return any(one.person == person for known in self.former.values() for one in known)

    def may_return(self, seat: Seat, person: str) -> bool:
        """Whether a first driver may come back: only if the second one left."""
        return seat in self.left and any(one.person == person for one in self.former.get(seat, ()))

    def offer_seat(self, seat: Seat, by: wire.OfferedBy, opens: int, digest: str = "") -> None:
        self.offers[seat] = Offer(by, opens, digest)

    def may_be_offered(self, seat: Seat, places: Sequence[Place], at: int) -> bool:
        """Whether others may offer a seat: its person left, or has been absent for long."""
        if places[seat].person is None or places[seat].level is None:
            return False
        since = self.absent.get(seat)
        return seat in self.left or (since is not None and at >= since + ABSENT_MS)

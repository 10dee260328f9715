"""Actions of slow races: quiet hours, holidays, pauses, more time, seats that change hands. As in
`actions`, each returns the row it would save, or raises a refusal."""

from __future__ import annotations

import hashlib
import secrets
from datetime import date, timedelta

from msgspec.structs import replace

from paddock.core.seats import Seat
from paddock.server.api import wire
from paddock.server.api.errors import Denied
from paddock.server.people.local_time import QuietHours, day_begins, local
from paddock.server.people.person import Person
from paddock.server.tables import slow_play, table_log
from paddock.server.tables.actions import check_host, other_row, place_at, sit_instead
from paddock.server.tables.bank_clock import BankClocks
from paddock.server.tables.slow_play import DAY_MS
from paddock.server.tables.table import PlannedRow, Table

MAX_AHEAD_DAYS = 60  # how long before it a holiday may be declared


def bank_of(table: Table) -> BankClocks:
    """The bank clock of a running race."""
    bank = table.bank_clocks
    if bank is None:
        raise Denied("closed", "no-bank")
    if table.state != "racing":
        raise Denied("closed")
    return bank


# ---------------------------------------------------------------- quiet hours


def set_quiet_hours(table: Table, person: str, hours: QuietHours) -> PlannedRow | None:
    """Note the quiet hours of a person; none if they are known."""
    bank = table.bank_clocks
    if bank is None or table.state != "racing":
        return None
    if all(bank.hours_set(seat) == hours for seat in table.seats_of(person)):
        return None
    return other_row(table, table_log.QuietHoursSet(person, hours), person)


# ---------------------------------------------------------------- holidays


def take_holiday(
    table: Table,
    person: str,
    *,
    first: date | None,
    days: int,
    how: wire.HolidayKind,
    zone: str,
    now: int,
) -> PlannedRow:
    """Be away for whole local days, from now or from a later day on."""
    bank_of(table)
    mine, slow = table.seats_of(person), table.slow
    if not mine:
        raise Denied("not-yours")
    if not slow.options.holidays:
        raise Denied("forbidden", "no-holidays")
    today = local(now, zone).date()
    day = today if first is None else first
    if day < today:
        raise Denied("unreadable", "holiday-past")
    if day > today + timedelta(days=MAX_AHEAD_DAYS):
        raise Denied("unreadable", "holiday-far", days=MAX_AHEAD_DAYS)
    begins = now if day == today else day_begins(day, zone)
    ends = day_begins(day + timedelta(days=days), zone)
    known = slow.holidays.get(person, ())
    if any(one.ends > begins and one.begins < ends for one in known):
        raise Denied("closed", "holiday-twice")
    left = slow_play.MAX_HOLIDAY_DAYS - slow.used_days(person)
    if days > left:
        raise Denied("forbidden", "holiday-used", days=left)
    if how == "wait" and slow.wait_days(person, begins, ends) + days > slow_play.MAX_WAIT_DAYS:
        raise Denied("forbidden", "holiday-wait", days=slow_play.MAX_WAIT_DAYS)
    name = table.places[mine[0]].name
    taken = table_log.HolidayTaken(person, name, begins, ends, days, how)
    return other_row(table, taken, person)


def end_holiday(table: Table, person: str, now: int) -> PlannedRow:
    """Come back early, or do not go."""
    bank_of(table)
    mine = table.seats_of(person)
    if not mine:  # the seat was handed over before the holiday
        raise Denied("not-yours")
    if table.slow.holiday_at(person, now) is None:
        raise Denied("closed", "no-holiday")
    name = table.places[mine[0]].name
    return PlannedRow(table_log.HolidayEnded(person, name))


def next_change(table: Table) -> int | None:
    """When a holiday begins or ends by itself."""
    if table.state != "racing" or table.bank_clocks is None:
        return None
    moments = [at for at, _ in timed_seats(table)]
    return min(moments, default=None)


def timed_seats(table: Table) -> list[tuple[int, Seat]]:
    """Moments at which a bot takes over a seat, or gives it back."""
    slow, found = table.slow, []
    for seat, place in enumerate(table.places):
        if seat in slow.driven:
            found.append((slow.driven[seat], seat))
        elif place.person is not None and place.level is None:
            coming = slow.holidays.get(place.person, ())
            found += [
                (one.begins, seat)
                for one in coming
                if one.how == "bot" and one.ends > table.changed
            ]
    return found


def change_in_time(table: Table, now: int) -> PlannedRow | None:
    """The row of a holiday that begins or ends; none if there is nothing to do."""
    if table.state != "racing" or table.bank_clocks is None:
        return None
    for at, seat in timed_seats(table):
        if at <= now:
            place = table.places[seat]
            if seat in table.slow.driven:
                return PlannedRow(table_log.Sat(seat, replace(place, level=None), back=True))
            driven = replace(place, level=table.away_level)
            return PlannedRow(table_log.Left(seat, driven, place.name, "holiday"))
    return None


# ---------------------------------------------------------------- what the host may


def pause(table: Table, person: str, days: int, now: int) -> PlannedRow:
    """Stop all banks for some days (host only)."""
    check_host(table, person)
    bank_of(table)
    if table.slow.pause_at(now) is not None:
        raise Denied("closed", "paused-already")
    left = table.slow.pause_left() // DAY_MS
    if days > left:
        raise Denied("forbidden", "pause-used", days=left)
    return other_row(table, table_log.Paused(now + days * DAY_MS), person)


def end_pause(table: Table, person: str, now: int) -> PlannedRow:
    """Let the banks run again (host only)."""
    check_host(table, person)
    bank_of(table)
    if table.slow.pause_at(now) is None:
        raise Denied("closed", "not-paused")
    return PlannedRow(table_log.PauseEnded())


def grant_time(table: Table, person: str, seat: Seat) -> PlannedRow:
    """Add a day to the bank of a seat (host only), twice a race."""
    check_host(table, person)
    bank_of(table)
    if place_at(table, seat).person is None:
        raise Denied("closed", "seat-of-bot")
    if table.slow.grants.get(seat, 0) >= slow_play.MAX_GRANTS:
        raise Denied("forbidden", "grants-used", times=slow_play.MAX_GRANTS)
    return other_row(table, table_log.TimeGranted(seat, slow_play.GRANT_HOURS), person)


def change_pace(
    table: Table, person: str, clock: wire.Bank | None, slow: wire.SlowOptions | None
) -> PlannedRow | None:
    """Change clock, sittings or co-drivers (host only). After the start no one loses by it."""
    check_host(table, person)
    if table.bank_clocks is None:
        raise Denied("closed", "no-bank")
    if table.state not in ("gathering", "racing"):
        raise Denied("closed")
    now, options = table.bank_clocks.clock, table.slow.options
    if table.state == "racing" and takes_away(now, options, clock, slow):
        raise Denied("forbidden", "less-time")
    if clock in (None, now) and slow in (None, options):
        return None
    return other_row(table, table_log.PaceChanged(clock, slow), person)


def takes_away(
    now: wire.Bank,
    options: wire.SlowOptions,
    clock: wire.Bank | None,
    slow: wire.SlowOptions | None,
) -> bool:
    """Whether a change leaves people less time, or takes co-drivers or holidays from them."""
    less = clock is not None and (
        clock.hours < now.hours
        or clock.increment < now.increment
        or clock.cap < now.cap
        or (now.quiet and not clock.quiet)
    )
    fewer = slow is not None and (
        (slow.co_drivers == "none" and options.co_drivers != "none")
        or (options.holidays and not slow.holidays)
    )
    return less or fewer


# ---------------------------------------------------------------- seats that change hands


def digest_of(token: str) -> str:
    """What is stored of a link's token."""
    return hashlib.sha256(token.encode()).hexdigest()


def offer_seat(table: Table, seat: Seat, person: str, token: str, now: int) -> PlannedRow:
    """Make a link by which another person may take over a seat, once. A link made before stops
    working. An own seat is handed over at once; one of an absent person after time to object."""
    place = place_at(table, seat)
    if table.state != "racing":
        raise Denied("closed")
    offer, digest = table.slow.offers.get(seat), digest_of(token)
    if place.person == person:
        return other_row(table, table_log.SeatOffered(seat, digest, "self", now), person)
    if offer is not None and offer.by == "proposal":
        if not table.seats_of(person) and table.head.host != person:
            raise Denied("not-yours")
        return other_row(
            table, table_log.SeatOffered(seat, digest, "proposal", offer.opens), person
        )
    check_host(table, person)
    if not table.slow.may_be_offered(seat, table.places, now):
        raise Denied("closed", "not-absent-long")
    opens = now + slow_play.OBJECTION_MS
    if offer is not None and offer.by == "host":
        opens = offer.opens
    return other_row(table, table_log.SeatOffered(seat, digest, "host", opens), person)


def end_offer(table: Table, seat: Seat, person: str) -> PlannedRow:
    """Offer a seat no longer: its person, or the host."""
    place, offer = place_at(table, seat), table.slow.offers.get(seat)
    if place.person != person and table.head.host != person:
        raise Denied("not-yours")
    if offer is None or table.state != "racing":
        raise Denied("closed")
    return PlannedRow(table_log.OfferEnded(seat))


def take_over(
    table: Table, seat: Seat, person: Person, name: str, token: str, now: int
) -> PlannedRow:
    """Take over a seat by a link. Who has or had a seat here saw cards of theirs, and may not."""
    place, offer = place_at(table, seat), table.slow.offers.get(seat)
    if table.state != "racing":
        raise Denied("closed")
    good = offer is not None and secrets.compare_digest(offer.digest, digest_of(token))
    if offer is None or not good or place.person is None:
        raise Denied("forbidden", "offer-used")
    if person.id in table.membership.barred:
        raise Denied("forbidden", "sent-away")
    if person.id in table.slow.sat:
        raise Denied("forbidden", "sat-here")
    if offer.opens > now:
        raise Denied("closed", "offer-early", hours=-(-(offer.opens - now) // 3_600_000))
    return sit_instead(table, seat, person, name)

"""Slow races in words: holidays, pauses, more time, seats that change hands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from msgspec.structs import replace

from paddock.core.program_types import TURNS_PER_STAGE
from paddock.core.seats import Language, Seat
from paddock.server.api import wire
from paddock.server.rendering.asks import WORDS
from paddock.server.tables import slow_play, table_log
from paddock.server.tables.bank_clock import BankClocks
from paddock.server.tables.listing import Summary
from paddock.server.tables.paces import propose_paces
from paddock.server.tables.sittings import turns_per_sitting
from paddock.server.tables.table import Table

if TYPE_CHECKING:
    from paddock.server.rendering.render import RenderCache

NewPace: TypeAlias = tuple[wire.Bank | None, wire.SlowOptions | None]
"""A clock and options that are to hold; none: unchanged."""


# ---------------------------------------------------------------- how it stands


def seats(
    table: Table | None, summary: Summary, person: str | None, once: RenderCache | None
) -> list[dict[str, Any]]:
    """What was arranged about each seat; in lists only who drove it before."""
    found: list[dict[str, Any]] = [{} for _ in summary.places]
    for seat, known in enumerate(summary.former):
        found[seat]["former"] = tuple(
            wire.FormerDriver(each.name, each.until % TURNS_PER_STAGE) for each in known
        )
    if table is not None and once is not None and once.state == "racing":
        is_granting = table.bank_clocks is not None and table.head.host == person
        for seat, one in enumerate(found):
            add_seat_now(one, table, seat, person, once.at)
            if person is not None:
                one["grantable"] = is_granting and has_grants(table, seat)
    elif once is None:
        for seat, coming in reversed(summary.holidays):
            found[seat]["holiday"] = coming
    return found


def add_seat_now(
    found: dict[str, Any], table: Table, seat: Seat, person: str | None, now: int
) -> None:
    """Add what was arranged about a seat of a running race."""
    slow = table.slow
    if slow.holidays:
        holiday = slow.holiday_at(table.places[seat].person, now)
        if holiday is not None:
            found["holiday"] = wire.Holiday(holiday.begins, holiday.ends, holiday.how)
    if (offer := slow.offers.get(seat)) is not None:
        found["offer"] = wire.Offer(offer.by, offer.opens, bool(offer.digest))
    if person is not None:
        found["returnable"] = slow.may_return(seat, person)
        found["offerable"] = may_offer(table, seat, person, now)


def may_offer(table: Table, seat: Seat, person: str | None, now: int) -> bool:
    """Whether a person may make a link to a seat."""
    place = table.places[seat]
    if person is None or place.person is None:
        return False
    if place.person == person:
        return True
    offer = table.slow.offers.get(seat)
    if offer is not None and offer.by == "proposal":
        return bool(table.seats_of(person)) or table.head.host == person
    return table.head.host == person and table.slow.may_be_offered(seat, table.places, now)


def has_grants(table: Table, seat: Seat) -> bool:
    """Whether the host may still give more time to who has a seat."""
    granted = table.slow.grants.get(seat, 0)
    return table.places[seat].person is not None and granted < slow_play.MAX_GRANTS


def slow_now(bank: BankClocks, table: Table, person: str | None, now: int) -> wire.SlowNow | None:
    if table.state != "racing":
        return None
    slow = table.slow
    pause = slow.pause_at(now)
    turns = turns_per_sitting(table.spec, slow.options)
    used = 0 if person is None else slow.used_days(person)
    sits = bool(table.seats_of(person))
    return wire.SlowNow(
        clock=bank.clock,
        options=replace(slow.options, turns=turns, level=table.co_driver_level),
        paces=propose_paces(table.spec, table.options),
        paused_until=None if pause is None else pause[1],
        pause_days=slow.pause_left() // slow_play.DAY_MS,
        holiday_days=slow_play.MAX_HOLIDAY_DAYS - used if sits and slow.options.holidays else 0,
    )


# ---------------------------------------------------------------- what happened


def driver_at(table: Table, seat: Seat, n: int) -> str:
    """Name of who drove a seat at a row."""
    known = table.slow.former.get(seat, ())
    return next((one.name for one in known if n < one.row), table.places[seat].name)


def late_note(table: Table, row: table_log.Row, language: Language) -> list[wire.Line]:
    """Say once in a row that a player ran out of time."""
    assert isinstance(row.entry, table_log.Played)
    seat = row.entry.seat
    earlier = [one for one in table.rows_since(row.n - 2) if one.number < row.n]
    before = earlier[-1].row.entry if earlier else None
    if isinstance(before, table_log.Played) and (before.seat, before.by) == (seat, "clock"):
        return []
    name = driver_at(table, seat, row.n)
    return [slow_line(row.n, "timeout", seat, "late", language, name=name)]


def replaced_note(
    table: Table, n: int, seat: Seat, place: table_log.Place, language: Language
) -> wire.Noted:
    known = table.slow.former.get(seat, ())
    before = next((one.name for one in known if one.row == n), "")
    return slow_line(n, "replaced", seat, "replaced", language, name=place.name, before=before)


def notes(table: Table, row: table_log.Row, language: Language) -> list[wire.Line]:
    """Lines of a row about a slow race; none for what concerns one person only."""
    n = row.n
    match row.entry:
        case table_log.HolidayTaken(_, name, days=days, how=how):
            return [slow_line(n, "holiday", None, f"holiday-{how}", language, name=name, days=days)]
        case table_log.HolidayEnded(_, name):
            return [slow_line(n, "holiday", None, "holiday-over", language, name=name)]
        case table_log.Paused(until):
            days = round((until - row.at) / slow_play.DAY_MS)
            return [slow_line(n, "paused", None, "paused", language, days=days)]
        case table_log.PauseEnded():
            return [slow_line(n, "paused", None, "pause-over", language)]
        case table_log.TimeGranted(seat, hours):
            name = driver_at(table, seat, n)
            return [slow_line(n, "time", seat, "time", language, name=name, hours=hours)]
        case table_log.PaceChanged(clock, slow):
            about = describe_pace(table, clock, slow, language)
            return [slow_line(n, "pace", None, "pace", language, about=about)]
        case table_log.SeatOffered(seat, _, by):
            name = driver_at(table, seat, n)
            return [slow_line(n, "offered", seat, f"offered-{by}", language, name=name)]
        case table_log.OfferEnded(seat):
            name = driver_at(table, seat, n)
            return [slow_line(n, "offered", seat, "offer-over", language, name=name)]
    return []


def slow_line(
    n: int, what: wire.NotedWhat, seat: Seat | None, id: str, language: Language, **args: Any
) -> wire.Noted:
    return wire.Noted(n, what, seat, WORDS.tell(f"noted.{id}", language, **args))


def describe_pace(
    table: Table, clock: wire.Bank | None, slow: wire.SlowOptions | None, language: Language
) -> str:
    """A pace in words: the clock, then sittings, co-drivers and holidays."""
    said = []
    if clock is not None:
        said.append(
            WORDS.tell(
                "pace.bank",
                language,
                hours=clock.hours,
                more=clock.increment,
                cap=clock.cap,
            )
        )
        if not clock.quiet:
            said.append(WORDS.tell("pace.no-nights", language))
    if slow is not None:
        turns = turns_per_sitting(table.spec, slow)
        said.append(WORDS.tell("pace.turns", language, n=turns))
        said.append(WORDS.tell(f"pace.co-drivers.{slow.co_drivers}", language))
        if not slow.holidays:
            said.append(WORDS.tell("pace.no-holidays", language))
    return ", ".join(said)

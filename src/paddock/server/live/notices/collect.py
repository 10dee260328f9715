"""Which notices a person gets, and when: collected, not in quiet hours, not too often."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sqlalchemy.engine import Connection

from paddock.server.api import wire
from paddock.server.live.notices.texts import (
    HOUR_MS,
    describe_item,
    describe_items,
    digest_about,
    message_about,
)
from paddock.server.people.local_time import (
    QuietHours,
    clock_hours,
    closing_moment,
    counted_before,
    digest_day,
    quiet_span,
)
from paddock.server.people.notice import CALLS, Channel, Item, Notice, NoticeSettings
from paddock.server.settings import Settings
from paddock.server.store import Store, channels, index, messages, notices
from paddock.server.tables.listing import Listed

CLOSING_LEAD_MS = 3 * HOUR_MS  # how long before a deadline people are warned
BANK_LEAD_MS = 4 * HOUR_MS  # that count, before a bank is empty: with 3, some came too late
SHORT_CLOCK_PARTS = 4  # of a clock shorter than 12 hours: a quarter before
LOOK_AHEAD_MS = 27 * HOUR_MS  # warnings move to before quiet hours, so deadlines are read early
RESULT_MS = 24 * HOUR_MS  # results in a digest are not older
MAX_DIGEST_TABLES = 100


def tell(
    connection: Connection,
    store: Store,
    settings: Settings,
    person: str,
    watched: Collection[str],
    now: int,
) -> None:
    """Turn the notices of a person into one message for each channel, or postpone them."""
    reader = channels.settings_of(connection, person)
    to = [one for one in channels.of_person(connection, person) if one.state == "on"]
    found = notices.of_person(connection, person)
    waiting = [one for one in found if one.told is None]
    seen = {one.table_id for one in waiting if one.table_id in watched}
    for table in seen:
        notices.mark_visited(connection, person, table)
    if seen:
        delay = max(store.listeners.collect_ms, 5_000)
        notices.postpone(connection, person, now + delay, seen)
        waiting = [one for one in waiting if one.table_id not in seen]
    if not waiting:
        return
    if (span := quiet_span(now, reader)) is not None:
        notices.postpone(connection, person, span[1])
        return
    urgent = any(one.urgent for one in waiting)
    following = reader.last_at + settings.notice_gap * 1000
    if not urgent and following > now >= reader.last_at:
        notices.postpone(connection, person, following)
        return
    notices.mark_told(connection, person, {one.table_id for one in waiting}, now)
    fresh = [one for one in waiting if not is_repeated(one, found)]
    again = [one for one in waiting if is_repeated(one, found)]
    posted = post(connection, to, fresh, reader, now)
    pushes = [one for one in to if one.kind == "push"]
    posted |= post(connection, pushes, again, reader, now, silent=True)
    if posted:
        channels.save_settings(connection, store.insert, person, last_at=now)


def is_repeated(notice: Notice, found: Sequence[Notice]) -> bool:
    """Whether a person was notified of an earlier turn there and has not visited since."""
    return notice.kind in CALLS and any(
        one.told and one.kind in CALLS and one.table_id == notice.table_id for one in found
    )


def post(
    connection: Connection,
    to: Sequence[Channel],
    waiting: Sequence[Notice],
    reader: NoticeSettings,
    now: int,
    *,
    silent: bool = False,
) -> bool:
    """Post one message to the channels that want it; false if there is none."""
    done = False
    for everything in (True, False):
        wanted = [one for one in to if one.turns is everything]
        told = [one for one in waiting if everything or one.kind == "closing"]
        items = describe_items(connection, told, reader.language, now) if wanted else ()
        if items:
            body = message_about(items, reader.language, silent=silent)
            messages.post(connection, wanted, body, now)
            done = True
    return done


# ---------------------------------------------------------------- by the clock


def find_closing(connection: Connection, people: Collection[str], now: int) -> list[Notice]:
    """A notice for each clock that runs out soon and that was not noted yet."""
    made = []
    for one in notices.running_clocks(connection, now, now + LOOK_AHEAD_MS, people):
        listed = index.find(connection, one.table)
        if listed is None:
            continue
        moment = when_to_warn(connection, listed.summary.clock, one)
        if moment is not None and moment <= now:
            made.append(
                Notice(
                    person=one.person,
                    table_id=one.table,
                    seat=one.seat,
                    kind="closing",
                    number=one.number,
                    urgent=True,
                    at=now,
                    due=now,
                )
            )
    return made


def when_to_warn(
    connection: Connection, clock: wire.Clock, one: notices.RunningClock
) -> int | None:
    """When to warn of a deadline: some hours before. A bank stands still in quiet hours, so that
    only time that counts is left; another slow clock is warned of before them."""
    reader = channels.settings_of(connection, one.person)
    match clock:
        case wire.Slow(hours):
            lead = min(CLOSING_LEAD_MS, hours * HOUR_MS // SHORT_CLOCK_PARTS)
            return closing_moment(one.deadline, lead, reader)
        case wire.Bank(quiet=quiet):
            hours_off = clock_hours(reader) if quiet else QuietHours("", 0, 0)
            return counted_before(one.deadline, BANK_LEAD_MS, hours_off)
    return None


def find_digests(connection: Connection, now: int) -> list[str]:
    """People whose digest of this morning is due."""
    return [
        reader.person
        for reader, only_mail in channels.readers(connection)
        if (only_mail if reader.digest is None else reader.digest)
        and digest_day(now, reader) not in (None, reader.digest_day)
    ]


def post_digest(connection: Connection, store: Store, person: str, now: int) -> None:
    """Post the digest of this morning, once."""
    reader = channels.settings_of(connection, person)
    day = digest_day(now, reader)
    if day is None or day == reader.digest_day:
        return
    channels.save_settings(connection, store.insert, person, digest_day=day)
    to = [one for one in channels.of_person(connection, person) if one.state == "on"]
    body = digest_about(*digest_items(connection, person, reader, now), reader.language)
    if body is not None:
        messages.post(connection, to, body, now)


def is_result(listed: Listed) -> bool:
    """Whether a race ended here: one that was brought along is no news."""
    return listed.state == "over" and listed.summary.kind != "brought"


def digest_items(
    connection: Connection, person: str, reader: NoticeSettings, now: int
) -> tuple[list[Item], list[Item]]:
    """Tables that wait for a person, and results since yesterday."""
    waiting: list[Item] = []
    results: list[Item] = []
    for listed in index.list_tables(connection, person=person, limit=MAX_DIGEST_TABLES):
        mine = [n for n, place in enumerate(listed.summary.places) if place.person == person]
        asked = [seat for seat in mine if seat in listed.summary.asked]
        if listed.state == "racing" and asked:
            notice = Notice(
                person=person,
                table_id=listed.id,
                seat=asked[0],
                kind="turn",
                number=0,
                urgent=False,
                at=now,
                due=now,
            )
            waiting.append(describe_item(connection, listed, notice, reader.language, now))
        elif is_result(listed) and mine and listed.changed > now - RESULT_MS:
            notice = Notice(
                person=person,
                table_id=listed.id,
                seat=mine[0],
                kind="over",
                number=0,
                urgent=False,
                at=now,
                due=now,
            )
            results.append(describe_item(connection, listed, notice, reader.language, now))
    return waiting, results

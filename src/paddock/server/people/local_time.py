"""Quiet hours and local days of a person. Times are milliseconds; days follow the person's time
zone, so a day may have 23 or 25 hours. Without a zone there are no quiet hours and no digests."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo, available_timezones

from msgspec import Struct

from paddock.server.people.notice import NoticeSettings

DIGEST_HOUR = 8  # local hour of the digest
EARLY_MS = 60_000  # how long before quiet hours a warning is sent
MAX_QUIET_HOURS = 8  # of a day in which a clock stands still


@functools.cache
def zone_names() -> frozenset[str]:
    return frozenset(available_timezones())


def is_zone(name: str) -> bool:
    return name in zone_names()


def local(at: int, zone: str) -> datetime:
    known = zone if is_zone(zone) else "UTC"
    return datetime.fromtimestamp(at / 1000, UTC).astimezone(ZoneInfo(known))


def at_hour(day: date, hour: int, like: datetime) -> int:
    """The moment at which a clock on the wall shows this hour. An hour that a change of the clock
    leaves out begins with the change."""
    wall = datetime(day.year, day.month, day.day, hour, tzinfo=like.tzinfo)
    return int(wall.astimezone(UTC).timestamp() * 1000)


def quiet_span(at: int, settings: NoticeSettings) -> tuple[int, int] | None:
    """Beginning and end of the quiet hours that a moment lies in."""
    first, last = settings.quiet_from, settings.quiet_to
    if first == last or not settings.zone:
        return None
    now = local(at, settings.zone)
    for days in (-1, 0):
        day = now.date() + timedelta(days=days)
        end_day = day if first < last else day + timedelta(days=1)
        span = at_hour(day, first, now), at_hour(end_day, last, now)
        if span[0] <= at < span[1]:
            return span
    return None


class QuietHours(Struct, frozen=True):
    """The hours of each day in which a person's clock stands still, by the clock on their wall."""

    zone: str
    first: int
    last: int

    @property
    def hours(self) -> int:
        return min(MAX_QUIET_HOURS, (self.last - self.first) % 24)

    def spans_after(self, at: int) -> Iterator[tuple[int, int]]:
        """Begin and end of each night that ends after a moment, without an end."""
        if not self.hours or not self.zone:
            return
        now = local(at, self.zone)
        day = now.date() - timedelta(days=1)
        while True:
            days, hour = divmod(self.first + self.hours, 24)
            span = (
                at_hour(day, self.first, now),
                at_hour(day + timedelta(days=days), hour, now),
            )
            if span[1] > at and span[1] > span[0]:
                yield span
            day += timedelta(days=1)


def clock_hours(settings: NoticeSettings) -> QuietHours:
    """The quiet hours that a clock knows; of longer ones the first eight."""
    return QuietHours(settings.zone, settings.quiet_from, settings.quiet_to)


def day_begins(day: date, zone: str) -> int:
    """The first moment of a local day."""
    return at_hour(day, 0, local(0, zone))


def closing_moment(deadline: int, lead_ms: int, settings: NoticeSettings) -> int:
    """When to warn of a deadline: some hours before, and before quiet hours instead of in them."""
    moment = deadline - lead_ms
    span = quiet_span(moment, settings)
    return moment if span is None else span[0] - EARLY_MS


def counted_before(deadline: int, lead_ms: int, hours: QuietHours) -> int:
    """The moment at which this much time is left that counts, without quiet hours."""
    nights = hours.spans_after(deadline - lead_ms - 24 * 3_600_000)
    moment, left = deadline, lead_ms
    known = list(itertools.takewhile(lambda one: one[0] < deadline, nights))
    for began, ended in reversed(known):
        if moment - left >= ended:
            break
        left -= max(0, moment - ended)
        moment = min(moment, began)
    return moment - left


def counted_between(began: int, ended: int, hours: QuietHours) -> int:
    """Milliseconds between two moments, without quiet hours."""
    nights = itertools.takewhile(lambda span: span[0] < ended, hours.spans_after(began))
    quiet = sum(min(ended, last) - max(began, first) for first, last in nights)
    return ended - began - quiet


def digest_day(at: int, settings: NoticeSettings) -> str | None:
    """The local day whose digest is due; none before its hour, or if the zone is not known."""
    if not settings.zone:
        return None
    now = local(at, settings.zone)
    return now.date().isoformat() if now.hour >= DIGEST_HOUR else None

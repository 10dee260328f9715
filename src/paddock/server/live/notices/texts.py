"""Texts of notices, in the reader's language. They name the game, how far the race is, why and by
when; never cards, options or what others prepared."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy.engine import Connection

from paddock import games
from paddock.core.seats import Language, Seat
from paddock.server.api import wire
from paddock.server.people.local_time import clock_hours, counted_between
from paddock.server.people.notice import ORDER, Item, Message, Notice
from paddock.server.rendering.render import WORDS, describe_progress
from paddock.server.store import channels, index
from paddock.server.store.notices import deadline_of
from paddock.server.tables.listing import Listed

HOUR_MS = 3_600_000
MAX_LINES = 12  # of a message


def describe_items(
    connection: Connection, found: Sequence[Notice], language: Language, now: int
) -> tuple[Item, ...]:
    """One item for each table: what matters most there."""
    best: dict[str, Notice] = {}
    for notice in found:
        known = best.get(notice.table_id)
        if known is None or ORDER.index(notice.kind) < ORDER.index(known.kind):
            best[notice.table_id] = notice
    items = []
    for notice in best.values():
        listed = index.find(connection, notice.table_id)
        if listed is not None and listed.game in games.all_specs():
            items.append(describe_item(connection, listed, notice, language, now))
    return tuple(items)


def describe_item(
    connection: Connection, listed: Listed, notice: Notice, language: Language, now: int
) -> Item:
    kind, seat = notice.kind, notice.seat
    deadline = deadline_of(connection, listed.id, seat)
    said = WORDS.tell(f"notice.{kind}", language)
    if kind == "over":
        said = describe_result(listed, seat, language)
    elif deadline is not None:
        left = time_left(connection, listed.summary.clock, notice.person, now, deadline)
        said = f"{said} {describe_time(left, language)}"
    game = games.find_spec(listed.game).title(language)
    return Item(listed.id, seat, kind, game, f"{where(listed, language)}: {said}", deadline)


def time_left(
    connection: Connection, clock: wire.Clock, person: str, now: int, deadline: int
) -> int:
    """Milliseconds until a deadline; of a bank, those that count."""
    if isinstance(clock, wire.Bank) and clock.quiet:
        hours = clock_hours(channels.settings_of(connection, person))
        return counted_between(now, deadline, hours)
    return deadline - now


def where(listed: Listed, language: Language) -> str:
    """Game and progress: Heat, lap 2 of 3."""
    title = games.find_spec(listed.game).title(language)
    progress = describe_progress(listed.summary.progress, language)
    return f"{title}, {progress[:1].lower()}{progress[1:]}" if progress else title


def describe_result(listed: Listed, seat: Seat, language: Language) -> str:
    outcome = listed.summary.outcome
    place = 0 if outcome is None else outcome.places[seat]
    if not place:
        return WORDS.tell("notice.over", language)
    return WORDS.tell("notice.place", language, place=place)


def describe_time(left_ms: int, language: Language) -> str:
    """How much time is left: 11 h left."""
    hours, minutes = divmod(max(0, left_ms) // 60_000, 60)
    if hours:
        return WORDS.tell("notice.hours", language, n=hours)
    return WORDS.tell("notice.minutes", language, n=minutes)


def message_about(items: tuple[Item, ...], language: Language, *, silent: bool = False) -> Message:
    """One message about one or several tables."""
    if len(items) == 1:
        [one] = items
        tag = f"table-{one.table}"
        return Message("turns", one.game, one.text, f"/t/{one.table}", tag, silent, items)
    title = WORDS.tell("notice.several", language, n=len(items))
    return Message("turns", title, lines(items, language), "/", "tables", silent, items)


def lines(items: Sequence[Item], language: Language) -> str:
    said = [item.text for item in items[:MAX_LINES]]
    if len(items) > MAX_LINES:
        said.append(WORDS.tell("notice.more", language, n=len(items) - MAX_LINES))
    return "\n".join(said)


def digest_about(
    waiting: Sequence[Item], results: Sequence[Item], language: Language
) -> Message | None:
    """The morning's message: tables that wait by time left, then results. None: nothing to say."""
    late = float("inf")
    ordered = sorted(waiting, key=lambda item: late if item.deadline is None else item.deadline)
    items = (*ordered, *results)
    if not items:
        return None
    title = WORDS.tell("notice.digest", language, n=len(waiting))
    return Message("digest", title, lines(items, language), "/", "digest", False, items)


def fixed_message(kind: str, language: Language, **values: str) -> tuple[str, str]:
    """Title and text of a test or a confirmation."""
    title = WORDS.tell(f"notice.{kind}.title", language)
    return title, WORDS.tell(f"notice.{kind}.text", language, **values)

"""Races that were played elsewhere: a record is replayed row by row before it becomes a table."""

from __future__ import annotations

import hashlib
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from time import monotonic

import msgspec
from msgspec import Raw, Struct

from paddock import games
from paddock.core import record as records
from paddock.core.errors import (
    BadOption,
    BadSeats,
    IllegalMove,
    NotAsked,
    PaddockError,
    UnknownGame,
    UnreadableRecord,
    WrongDraw,
)
from paddock.core.game_spec import AnyGameSpec
from paddock.core.liveries import livery_number
from paddock.core.record import AnyRecord, Play, RecordClosing, TakeBack
from paddock.core.referee import AnyReferee, Referee
from paddock.core.seats import Language, Seat, numbered_names
from paddock.server.api import wire
from paddock.server.api.errors import Denied
from paddock.server.common.offload import until_cancelled
from paddock.server.people.names import clean_name
from paddock.server.tables import table_log
from paddock.server.tables.table import SUBSTITUTE_LEVEL, PlannedRow, Table
from paddock.server.tables.table_log import Place

FIRST_RACE_ROW = 2  # of a table's log, after Opened and Started
HEADER_LINES = 1
ID_BYTES = 17  # with the letter in front, as long as an id may be


class ReadRecord(Struct, frozen=True):
    """A record that could be read, but was not replayed yet."""

    spec: AnyGameSpec
    record: AnyRecord
    closing: RecordClosing


class BroughtRace(Struct, frozen=True):
    """A verified race as a table, and its rows."""

    table: Table
    rows: tuple[table_log.Row, ...]


def read(text: str) -> ReadRecord:
    """Read the record of a whole race under the rules of this server."""
    try:
        spec, head, _ = records.read_header(text, games.find_spec)
        if head.start is not None:
            raise Denied("unreadable", "record-start")
        if head.edition != spec.card.edition:
            raise Denied(
                "unreadable",
                "record-edition",
                title=spec.card.title,
                was=head.edition[:60],
                now=spec.card.edition,
            )
        return ReadRecord(*records.read_record(text, games.find_spec))
    except UnknownGame:
        raise Denied("unknown", "record-game") from None
    except Denied:
        raise
    except PaddockError as wrong:
        raise Denied("unreadable", "record-unreadable", why=shorten(wrong)) from None


def shorten(wrong: Exception) -> str:
    return str(wrong)[:200]


def check_names(found: AnyRecord) -> None:
    """Names are shown to others, so they are as those of people here."""
    for name in found.names:
        try:
            is_clean = clean_name(name) == name
        except Denied:
            is_clean = False
        if not is_clean:
            raise Denied("unreadable", "record-name", name=name[:40])


def seat_of(found: AnyRecord, seat: Seat | None, name: str) -> Seat:
    """The seat of the sender of a race: the one they say, else by name, else the first."""
    if seat is not None:
        if not 0 <= seat < len(found.names):
            raise Denied("unknown")
        return seat
    return found.names.index(name) if name in found.names else 0


def table_id(text: str) -> str:
    """The id of the table of a record: the same record is one table."""
    digest = hashlib.sha256(text.encode()).digest()[:ID_BYTES]
    return f"r{urlsafe_b64encode(digest).decode().rstrip('=')}"


def opening_rows(
    found: AnyRecord, places: tuple[Place, ...], host: str, *, listed: bool, brought: bool
) -> tuple[table_log.Opened, table_log.Started]:
    """The rows of a table before the moves of a record."""
    spec = games.find_spec(found.game)
    opened = table_log.Opened(
        game=found.game,
        edition=spec.card.edition,
        options=Raw(msgspec.json.encode(found.options)),
        places=places,
        clock=wire.NoClock(),
        listed=listed,
        host=host,
        watching="open" if listed else "link",
        start=found.start,
        brought=brought,
    )
    return opened, table_log.Started(places, found.dealt)


def places_of(found: AnyRecord, person: str | None = None, mine: Seat | None = None) -> list[Place]:
    """The seats of a record: one is a person's, the others are bots'."""
    colours = found.colours or ("",) * len(found.names)
    return [
        Place(
            name,
            person if seat == mine else None,
            None if seat == mine else SUBSTITUTE_LEVEL,
            livery=livery_number(colour),
        )
        for seat, (name, colour) in enumerate(zip(found.names, colours, strict=True))
    ]


class Verification:
    """The replay of a record, in slices: the longest takes many seconds."""

    def __init__(
        self, given: ReadRecord, person: str, mine: Seat, now: int, language: Language
    ) -> None:
        found = given.record
        opened, started = opening_rows(
            found, tuple(places_of(found, person, mine)), person, listed=False, brought=True
        )
        first, second = table_log.Row(0, opened, None, now), table_log.Row(1, started, None, now)
        self.closing, self.now = given.closing, now
        self.table = Table(table_id(canonical_text(given)), given.spec, first)
        self.table.fold(second, PlannedRow(started, race=start(given.spec, found)))
        self.rows = [first, second]
        self.left = planned_rows(self.table, found, mine, language)

    def advance(self, seconds: float) -> BroughtRace | None:
        """Replay for some time; the race when all of it is verified. Raises Denied with the first
        line that does not fit."""
        until = monotonic() + seconds
        for plan in until_cancelled(self.left):
            self.rows.append(table_log.Row(len(self.rows), plan.entry, None, self.now))
            self.table.fold(self.rows[-1], plan)
            if self.table.fault is not None:
                raise UnreadableRecord(self.table.fault.why)
            if monotonic() > until:
                return None
        check_end(self.table, self.closing)
        return BroughtRace(self.table, tuple(self.rows))


def start(spec: AnyGameSpec, found: AnyRecord) -> AnyReferee:
    """The race before its first row."""
    try:
        return Referee.start(spec.game, found)
    except UnreadableRecord:
        raise Denied("unreadable", "record-draws", line=HEADER_LINES) from None
    except (BadOption, BadSeats) as wrong:
        raise Denied("unreadable", "record-unreadable", why=shorten(wrong)) from None


def planned_rows(
    table: Table, found: AnyRecord, mine: Seat, language: Language
) -> Iterator[PlannedRow]:
    """The rows of a record, each planned when those before it are folded."""
    spec, tokens = table.spec, numbered_names(len(found.names))
    for n, row in enumerate(found.rows):
        line, race = n + 1 + HEADER_LINES, table.running_race()
        if isinstance(row, TakeBack):
            if race.undoable_row(row.seat) != row.row:
                raise Denied("unreadable", "record-takes-back", line=line)
            yield PlannedRow(table_log.TookBack(row.seat, row.row + FIRST_RACE_ROW))
            continue
        try:
            planned = race.plan(row.seat, row.move, draws=row.draws)
        except IllegalMove as wrong:
            why = spec.words.refusal(wrong.refusal, found.names, language)
            raise Denied("unreadable", "record-row", line=line, why=why) from None
        except NotAsked:
            raise Denied("unreadable", "record-not-asked", line=line) from None
        except WrongDraw:
            raise Denied("unreadable", "record-draws", line=line) from None
        state = planned.step.state
        is_last = n == len(found.rows) - 1
        yield PlannedRow(
            played_row(
                row,
                "person" if row.seat == mine else "bot",
                records.move_text(spec, row.move, tokens),
                table.fingerprint(state) if is_last else "",
            ),
            move=planned,
        )


def played_row(
    row: Play[object], by: table_log.By = "person", text: str = "", after: str = ""
) -> table_log.Played:
    return table_log.Played(
        row.seat, Raw(msgspec.json.encode(row.move)), row.draws, by, text, after
    )


def check_end(table: Table, closing: RecordClosing) -> None:
    """The race is over, and ends as its last line says."""
    assert table.referee is not None
    if table.state != "over":
        raise Denied("unreadable", "record-not-over")
    if closing.state != table.fingerprint(table.referee.state):
        raise Denied("unreadable", "record-end")
    if closing.outcome != table.outcome():
        raise Denied("unreadable", "record-end")


def canonical_text(given: ReadRecord) -> str:
    """The record without what does not belong to the race: blanks, notes about players."""
    found = given.record
    parts = (
        found.game,
        found.edition,
        found.options,
        found.names,
        found.colours or ("",) * len(found.names),
        found.dealt,
        found.rows,
    )
    return msgspec.json.encode(parts, order="deterministic").decode()

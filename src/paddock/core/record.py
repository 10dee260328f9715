"""Records: the source of truth of a race. Options, seats, the draws of the set-up, then a row for
each move or take-back. States, views, logs and statistics are computed from it.

The file is text, one JSON value a line: a header, the rows, and a closing line with the hash of the
final position, which detects damage.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeAlias, TypeVar

import msgspec
from msgspec import Struct

from paddock.core.chance import Draw
from paddock.core.errors import BadOption, UnreadableMove, UnreadableRecord
from paddock.core.game import Amount, M, O, Outcome
from paddock.core.game_spec import AnyGameSpec
from paddock.core.liveries import LIVERY_NAMES
from paddock.core.options import convert_options
from paddock.core.position import Start, spec_from_position
from paddock.core.seats import Seat, numbered_names

T = TypeVar("T")

FORMAT_VERSION = 1


class Play(Struct, Generic[M], frozen=True, gc=False, tag=True):
    """A move, and its draws."""

    seat: Seat
    move: M
    draws: tuple[Draw, ...] = ()


class TakeBack(Struct, frozen=True, gc=False, tag=True):
    """Takes an earlier row back. Rows are never deleted."""

    seat: Seat
    row: int


Row: TypeAlias = Play[M] | TakeBack


class Record(Struct, Generic[M, O], frozen=True):
    """A race as far as it was played."""

    game: str
    edition: str
    options: O
    names: tuple[str, ...]
    dealt: tuple[Draw, ...]
    rows: tuple[Row[M], ...] = ()
    players: tuple[str, ...] = ()  # people and bots by seat; empty: not noted
    colours: tuple[str, ...] = ()  # chosen by seat, "" for none; empty: not noted
    start: Start | None = None  # where it started, if not with its set-up


AnyRecord: TypeAlias = Record[Any, Any]


def fingerprint(spec: AnyGameSpec, state: object, seats: int) -> str:
    """A hash of a position in notation. It depends on the rules only, not on the code behind
    them."""
    tokens = numbered_names(seats)
    asks = [
        [ask.seat, ask.question.clause, option_texts(spec, ask.options, tokens)]
        for ask in spec.game.asks(state)
    ]
    position = spec.notation.facts(state, tokens)
    known = json.dumps([position, asks], sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(known.encode()).hexdigest()


def option_texts(
    spec: AnyGameSpec, options: tuple[Any, ...] | Amount[Any], tokens: tuple[str, ...]
) -> list[object]:
    """The options in notation."""
    if isinstance(options, Amount):
        return [options.least, options.most, options.step]
    return [move_text(spec, move, tokens) for move in options]


CACHED_TEXTS: dict[tuple[object, tuple[str, ...], object], str] = {}
MAX_CACHED_TEXTS = 20_000  # moves of which it is remembered how they are written


def move_text(spec: AnyGameSpec, move: object, tokens: tuple[str, ...]) -> str:
    """A move in notation, seats by number. Cached, because it does not depend on the position."""
    key = (spec.words, tokens, move)
    found = CACHED_TEXTS.get(key)
    if found is None:
        if len(CACHED_TEXTS) >= MAX_CACHED_TEXTS:
            CACHED_TEXTS.clear()
        found = CACHED_TEXTS[key] = spec.notation.text(move, tokens)
    return found


# ---------------------------------------------------------------- as text


def write_record(
    spec: AnyGameSpec, record: AnyRecord, state: object, outcome: Outcome | None
) -> str:
    """The record as text. `state` is the final state."""
    tokens = numbered_names(len(record.names))
    head = RecordHeader(
        paddock=FORMAT_VERSION,
        game=record.game,
        edition=record.edition,
        options=msgspec.to_builtins(record.options),
        seats=record.names,
        dealt=record.dealt,
        players=record.players,
        colours=record.colours,
        start=record.start,
    )
    rows = [
        RecordLine(n, row.seat, takes_back=row.row)
        if isinstance(row, TakeBack)
        else RecordLine(n, row.seat, spec.notation.text(row.move, tokens), row.draws)
        for n, row in enumerate(record.rows)
    ]
    return join_lines(head, rows, outcome, fingerprint(spec, state, len(record.names)))


def join_lines(
    head: RecordHeader, rows: Sequence[RecordLine], outcome: Outcome | None, state: str | None
) -> str:
    """The text of a record from its lines; `state` is the fingerprint of the final position, if
    known."""
    first = msgspec.to_builtins(head)
    if not head.players:
        del first["players"]
    if not any(head.colours):
        del first["colours"]
    if head.start is None:
        del first["start"]
    closing = {"rows": len(rows), "outcome": msgspec.to_builtins(outcome), "state": state}
    lines: list[object] = [first, *map(encode_row, rows), closing]
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def encode_row(line: RecordLine) -> dict[str, object]:
    if line.takes_back is not None:
        return {"n": line.n, "seat": line.seat, "takes_back": line.takes_back}
    found: dict[str, object] = {"n": line.n, "seat": line.seat, "move": line.move}
    return found | ({"draws": line.draws} if line.draws else {})


class RecordHeader(Struct, forbid_unknown_fields=True):
    paddock: int
    game: str
    edition: str
    options: dict[str, Any]
    seats: tuple[str, ...]
    dealt: tuple[Draw, ...]
    players: tuple[str, ...] = ()
    colours: tuple[str, ...] = ()
    start: Start | None = None


class RecordLine(Struct, forbid_unknown_fields=True):
    n: int
    seat: int
    move: str | None = None
    draws: tuple[Draw, ...] = ()
    takes_back: int | None = None


class RecordClosing(Struct, forbid_unknown_fields=True):
    rows: int
    outcome: Outcome | None
    state: str | None  # none: it broke off without a fingerprint

    def matches_state(self, state: str) -> bool:
        """Whether the record leads to this position."""
        return self.state is None or self.state == state


def read_record(
    text: str, find: Callable[[str], AnyGameSpec]
) -> tuple[AnyGameSpec, AnyRecord, RecordClosing]:
    """Parse a record, or raise one clear line about what is wrong with it."""
    spec, head, lines = read_header(text, find)
    card = spec.card
    if head.edition != card.edition:
        raise UnreadableRecord(
            f"played under edition {head.edition} of {card.title}, not {card.edition} as here"
        )
    return (spec, *read_rows(spec, head, lines))


def read_any_edition(
    text: str, find: Callable[[str], AnyGameSpec]
) -> tuple[AnyGameSpec, AnyRecord, RecordClosing]:
    """Parse a record of any edition with the current rules, to see whether they still lead to the
    same position."""
    spec, head, lines = read_header(text, find)
    return (spec, *read_rows(spec, head, lines))


def read_header(
    text: str, find: Callable[[str], AnyGameSpec]
) -> tuple[AnyGameSpec, RecordHeader, list[str]]:
    lines = text.removesuffix("\n").split("\n")  # a name may hold what splitlines breaks at
    if lines == [""]:
        raise UnreadableRecord("the file is empty")
    head: RecordHeader = decode_line(
        lines[0], RecordHeader, "this is not a Paddock record: its first line is no header"
    )
    if head.paddock != FORMAT_VERSION:
        raise UnreadableRecord(
            f"record format {head.paddock} is not known here (known: {FORMAT_VERSION})"
        )
    return spec_from_position(find(head.game), head.start), head, lines


def read_rows(
    spec: AnyGameSpec, head: RecordHeader, lines: list[str]
) -> tuple[AnyRecord, RecordClosing]:
    if not spec.card.allows_seats(len(head.seats)):
        raise UnreadableRecord(f"{spec.card.title} is not played by {len(head.seats)}")
    if head.start is not None and len(head.start.seats) != len(head.seats):
        raise UnreadableRecord(f"{len(head.seats)} seats, and a start for {len(head.start.seats)}")
    if head.players and len(head.players) != len(head.seats):
        raise UnreadableRecord(f"{len(head.seats)} seats and {len(head.players)} players")
    if head.colours and len(head.colours) != len(head.seats):
        raise UnreadableRecord(f"{len(head.seats)} seats and {len(head.colours)} colours")
    if not {*head.colours} <= {"", *LIVERY_NAMES}:
        raise UnreadableRecord(f"not a colour of a car: {', '.join(head.colours)}")
    if len(lines) < 2:
        raise UnreadableRecord("the record breaks off: its closing line is missing")
    closing = decode_line(
        lines[-1], RecordClosing, "the record breaks off: its closing line is missing"
    )
    if closing.rows != len(lines) - 2:
        raise UnreadableRecord(
            f"the record should have {closing.rows} rows and has {len(lines) - 2}"
        )
    tokens = numbered_names(len(head.seats))
    rows = tuple(read_row(spec, n, line, tokens) for n, line in enumerate(lines[1:-1]))
    try:
        options = convert_options(spec.options, head.options)
    except BadOption as wrong:
        raise UnreadableRecord(f"line 1: {wrong}") from None
    record: AnyRecord = Record(
        game=head.game,
        edition=head.edition,
        options=options,
        names=head.seats,
        dealt=head.dealt,
        rows=rows,
        players=head.players,
        colours=head.colours,
        start=head.start,
    )
    return record, closing


def read_row(spec: AnyGameSpec, n: int, text: str, tokens: tuple[str, ...]) -> Row[Any]:
    where = f"line {n + 2}"
    line = decode_line(text, RecordLine, f"{where} of the record is damaged")
    if line.n != n:
        raise UnreadableRecord(f"{where} should be row {n} and says {line.n}")
    if not 0 <= line.seat < len(tokens):
        raise UnreadableRecord(f"{where}: there is no seat {line.seat}")
    if line.takes_back is not None:
        return TakeBack(line.seat, line.takes_back)
    try:
        return Play(line.seat, spec.notation.move(line.move or "", tokens), line.draws)
    except UnreadableMove as wrong:
        raise UnreadableRecord(f"{where}: {wrong}") from None


def decode_line(text: str, type: type[T], otherwise: str) -> T:
    try:
        return msgspec.json.decode(text, type=type)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as wrong:
        raise UnreadableRecord(f"{otherwise} ({wrong})") from None

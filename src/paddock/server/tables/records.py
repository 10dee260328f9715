"""Record of a table as text: up to its last move, under its own edition."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from paddock.core import record
from paddock.core.errors import PaddockError, UnreadableRecord
from paddock.core.game import Outcome
from paddock.core.liveries import livery_name
from paddock.core.seats import numbered_names
from paddock.server.tables import table_log
from paddock.server.tables.table import Table


def record_text(table: Table, outcome: Outcome | None = None) -> str:
    """The record. If the current rules lead to another result it is written from the stored
    notation; `outcome` then comes from the index."""
    referee = table.referee
    if referee is not None and table.fault is None:
        colours = tuple(livery_name(place.livery) for place in table.places)
        found = replace(referee.record(), edition=table.edition, colours=colours)
        return record.write_record(table.spec, found, referee.state, referee.outcome())
    started = next(
        (h.row.entry for h in table.history if isinstance(h.row.entry, table_log.Started)), None
    )
    if started is None:
        raise UnreadableRecord(f"table {table.id}: the race has not started")
    head = record.RecordHeader(
        record.FORMAT_VERSION,
        table.head.game,
        table.edition,
        msgspec.json.decode(table.head.options),
        tuple(place.name for place in started.places),
        started.dealt,
        colours=tuple(livery_name(place.livery) for place in started.places),
        start=table.head.start,
    )
    lines, state = saved_lines(table)
    return record.join_lines(head, lines, outcome, state)


def saved_lines(table: Table) -> tuple[list[record.RecordLine], str | None]:
    """Race rows as saved, up to the first unreadable one, and the fingerprint after the last."""
    lines: list[record.RecordLine] = []
    numbers: dict[int, int] = {}
    state: str | None = None
    for happened in table.history:
        row = happened.row
        match row.entry:
            case table_log.Played(seat, _, draws) as played:
                line = record.RecordLine(len(lines), seat, text_of(table, played), draws)
                state = played.after or None
            case table_log.TookBack(seat, taken):
                line, state = record.RecordLine(len(lines), seat, takes_back=numbers[taken]), None
            case table_log.Rewound(rows):
                del lines[rows:]
                state = None
                continue
            case table_log.Unreadable():
                break
            case _:
                continue
        numbers[row.n] = line.n
        lines.append(line)
    return lines, state


def text_of(table: Table, played: table_log.Played) -> str:
    """Notation of a move as saved; older rows have none."""
    if played.text:
        return played.text
    try:
        move = table.read_move(played.move)
    except PaddockError:
        raise UnreadableRecord(f"table {table.id}: a move can no longer be read") from None
    return table.spec.notation.text(move, numbered_names(len(table.places)))

"""The race as it is told by turns: what each car did in a sentence, for one eye."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from paddock.core import turns
from paddock.core.game import seen_by
from paddock.core.seats import Language, Seat
from paddock.server import table_log, wire

if TYPE_CHECKING:
    from paddock.server.render import Once
    from paddock.server.table import Happened


def touched(happened: Iterable[Happened]) -> list[int]:
    """The chapters in which something was told, in order."""
    return list(dict.fromkeys(id for each in happened for id in each.chapters))


def told(
    once: Once, ids: Collection[int], eye: Seat | None, language: Language
) -> tuple[wire.Turn, ...]:
    """Chapters as they are now, whole."""
    if not ids:
        return ()
    history = once.table.history
    wanted = set(ids)
    first = min(once.table.ledger.began[id] for id in wanted)
    found = events_by_chapter(once, history[first:], eye)
    return tuple(
        chapter(once, id, found.get(id, []), language, whole=True) for id in ids if id in found
    )


def since(once: Once, eye: Seat, language: Language) -> tuple[wire.Turn, ...]:
    """What the others did since the last turn of who is asked, each in a sentence."""
    history = once.table.history
    end = len(history)
    while end and not of_another(history[end - 1], eye):  # what belongs to this turn already
        end -= 1
    start = end
    while start and not played_by(history[start - 1], eye):
        start -= 1
    span = history[start:end]
    ledger = once.table.ledger
    found = events_by_chapter(once, span, eye)
    lines = [
        chapter(once, id, events, language, whole=ledger.began[id] >= start)
        for id, events in found.items()
    ]
    return tuple(line for line in lines if line.text and line.seat != eye)


def played_by(happened: Happened, seat: Seat) -> bool:
    entry = happened.row.entry
    return isinstance(entry, table_log.Played) and entry.seat == seat


def of_another(happened: Happened, seat: Seat) -> bool:
    entry = happened.row.entry
    return isinstance(entry, table_log.Played) and entry.seat != seat


def events_by_chapter(
    once: Once, rows: Iterable[Happened], eye: Seat | None
) -> Mapping[int, list[Any]]:
    """What an eye has seen, by chapter; without what was taken back."""
    struck = once.table.struck
    found: dict[int, list[Any]] = {}
    for happened in rows:
        if happened.row.n in struck:
            continue
        for event, id in zip(happened.events, happened.chapters, strict=True):
            seen = seen_by(event, eye)
            if seen is not None:
                found.setdefault(id, []).append(seen)
    return found


def chapter(
    once: Once, id: int, events: list[Any], language: Language, *, whole: bool
) -> wire.Turn:
    table, ledger = once.table, once.table.ledger
    found, house = ledger.chapters[id], table.house
    summary = turns.summed(house, found, events, once.ranked, table.names, language, whole=whole)
    one = next((s for s in once.ranked if turns.key_of(house.turns, s) == found.car), None)
    return wire.Turn(
        id,
        found.turn,
        turns.heading(house, ledger.heads[found.turn], table.names, language),
        None if one is None else one.car,
        None if one is None or one.seat < 0 else one.seat,
        summary.text,
        summary.point,
    )

"""The race as it is told by turns: what each car did in a sentence, for one eye."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

from paddock.core import turns
from paddock.core.seats import Language, Seat
from paddock.server import wire

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
    table = once.table
    first = min(table.ledger.began[id] for id in ids)
    found = turns.by_chapter(table.since(first - 1), eye, table.struck)
    seen = (turns.Seen(id, found[id], whole=True) for id in ids if id in found)
    return tuple(chapter(once, one, language)[1] for one in seen)


def since(once: Once, eye: Seat, language: Language) -> tuple[wire.Turn, ...]:
    """What the others did since the last turn of who is asked, each in a sentence."""
    table = once.table
    seen = turns.since(table.ledger, table.history, eye, once.ranked, table.struck)
    told = [chapter(once, one, language) for one in seen]
    return tuple(turn for summary, turn in told if not summary.bare)


def chapter(once: Once, seen: turns.Seen, language: Language) -> tuple[turns.Summary, wire.Turn]:
    """What a car did; said again to whoever has seen the same of it."""
    key = (seen.id, seen.whole, language)
    known, said = once.chapters.get(key, (None, None))
    if said is None or known != seen.events:
        summary = summed(once, seen, language)
        said = summary, turn(once, seen, summary, language)
        once.chapters[key] = seen.events, said
    return said


def summed(once: Once, seen: turns.Seen, language: Language) -> turns.Summary:
    table = once.table
    found = table.ledger.chapters[seen.id]
    return turns.summed(
        table.house, found, seen.events, once.ranked, table.names, language, whole=seen.whole
    )


def turn(once: Once, seen: turns.Seen, summary: turns.Summary, language: Language) -> wire.Turn:
    table, ledger, now = once.table, once.table.ledger, once.ranked
    found, house = ledger.chapters[seen.id], table.house
    one = turns.standing_of(house.turns, now, found)
    return wire.Turn(
        seen.id,
        found.turn,
        turns.heading(house, ledger.heads[found.turn], table.names, language),
        None if one is None else one.car,
        None if one is None or one.seat < 0 else one.seat,
        summary.text,
        summary.point,
    )

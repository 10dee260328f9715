"""The race as it is told by turns: what each car did in a sentence, for one eye."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING, Any, TypeAlias

from paddock.core import turns
from paddock.core.seats import Language, Seat
from paddock.server import wire

if TYPE_CHECKING:
    from paddock.server.render import Once
    from paddock.server.table import Happened

Told: TypeAlias = tuple[turns.Summary, wire.Turn]


def touched(happened: Iterable[Happened]) -> list[int]:
    """The chapters in which something was told, in order."""
    return list(dict.fromkeys(id for each in happened for id in each.chapters))


def told(
    once: Once, ids: Collection[int], eye: Seat | None, language: Language
) -> tuple[wire.Turn, ...]:
    """Chapters as they are now, whole."""
    if not ids:
        return ()
    found = seen_since(once, min(once.table.ledger.began[id] for id in ids), eye)
    seen = (turns.Seen(id, found[id], whole=True) for id in ids if id in found)
    return tuple(chapter(once, one, eye, language)[1] for one in seen)


def since(once: Once, eye: Seat, language: Language) -> tuple[wire.Turn, ...]:
    """What the others did since the last turn of who is asked, each in a sentence."""
    table = once.table
    seen = turns.since(table.ledger, table.history, eye, once.ranked, table.struck)
    told = [chapter(once, one, eye, language) for one in seen]
    return tuple(turn for summary, turn in told if not summary.bare)


def seen_since(once: Once, first: int, eye: Seat | None) -> dict[int, list[Any]]:
    """What an eye has seen since a row, by chapter; where there were no secrets, what all have."""
    table = once.table
    rows = table.since(first - 1)
    if first not in once.secrets:
        once.secrets[first] = any(hasattr(e, "seen_by") for row in rows for e in row.events)
    key = (first, eye if once.secrets[first] else None)
    if key not in once.seen:
        once.seen[key] = turns.by_chapter(rows, eye, table.struck)
    return once.seen[key]


def chapter(once: Once, seen: turns.Seen, eye: Seat | None, language: Language) -> Told:
    """What a car did. Once it is over it is told the same at any moment."""
    table = once.table
    found = table.ledger.chapters[seen.id]
    now = once.ranked if found.after is None else None

    def say() -> Told:
        summary = summed(once, seen, language)
        return summary, turn(once, seen, summary, language)

    own = eye == found.car  # who may have seen more of it than the others
    what = ("chapter", seen.id, seen.whole, language, own)
    return once.kept.say(what, (seen.events, found, now, table.names), say)


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

"""Turn summaries: what each car did, in a sentence, for one viewer."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from paddock.core import turns
from paddock.core.game import Ask
from paddock.core.seats import Language, Seat
from paddock.server.api import wire

if TYPE_CHECKING:
    from paddock.server.rendering.render import RenderCache
    from paddock.server.tables.table import RowEvents


def touched_entries(happened: Iterable[RowEvents]) -> list[int]:
    """Entries of the turn log with lines, in order."""
    return list(dict.fromkeys(id for each in happened for id in each.turn_entries))


def wire_turns(
    once: RenderCache, ids: list[int], viewer: Seat | None, language: Language
) -> tuple[wire.Turn, ...]:
    """Complete entries as they are now."""
    if not ids:
        return ()
    turn_log, struck = once.table.turn_log, once.table.struck
    key = (tuple(ids), None if turn_log.secret.isdisjoint(ids) else viewer, language)
    said = once.turns.get(key)
    if said is None:
        first = once.table.slow.sees_since(viewer)
        view = [
            turns.EventsSince(id, turn_log.entry_events(id, viewer, struck, first)) for id in ids
        ]
        lines = [render_chapter(once, one, viewer, language) for one in view if one.events]
        said = once.turns[key] = tuple(lines)
    return said


def turns_since(
    once: RenderCache, ask: Ask[Any], viewer: Seat, language: Language
) -> tuple[wire.Turn, ...]:
    """What the others did since the last turn of this seat, in the sentences of the log."""
    table = once.table
    found = turns.entries_since_last_turn(
        table.turn_log,
        table.history,
        viewer,
        ask.question.kind,
        once.ranked,
        table.struck,
        table.slow.sees_since(viewer),
    )
    return tuple([render_chapter(once, one, viewer, language) for one in found])


def render_chapter(
    once: RenderCache, view: turns.EventsSince, viewer: Seat | None, language: Language
) -> wire.Turn:
    """An entry of the turn log as a turn. Cached once the entry is complete."""
    table = once.table
    found = table.turn_log.entries[view.id]
    now = once.ranked if found.after is None else None
    # the car's own seat may have seen more of it
    own = viewer == found.car and view.id in table.turn_log.secret
    return once.memo.get(
        ("turn entry", view.id, language, own),
        (view.events, found, now, table.names),
        lambda: turn(once, view, language),
    )


def turn(once: RenderCache, view: turns.EventsSince, language: Language) -> wire.Turn:
    table, now = once.table, once.ranked
    found, spec = table.turn_log.entries[view.id], table.spec
    summary = turns.summarize(spec, found, view.events, now, table.names, language)
    one = turns.standing_of(spec.turns, now, found)
    return wire.Turn(
        view.id,
        found.turn,
        heading(once, found.turn, language),
        None if one is None else one.car,
        None if one is None or one.seat < 0 else one.seat,
        summary.text,
        summary.point,
    )


def heading(once: RenderCache, turn: int, language: Language) -> str:
    """Heading of a turn."""
    table = once.table
    head, names = table.turn_log.heads[turn], table.names
    return once.memo.get(
        ("heading", turn, language),
        (head, names),
        lambda: turns.heading(table.spec, head, names, language),
    )

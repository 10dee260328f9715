"""Replays: moments of a race as a viewer sees them, and forks from one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from paddock.core.seats import Language, Seat
from paddock.server.api import bodies, wire
from paddock.server.api.errors import Denied
from paddock.server.common import offload
from paddock.server.rendering import render, turn_lines
from paddock.server.rendering.raw_json import raw
from paddock.server.store import forks, log_rows
from paddock.server.store.forks import Fork
from paddock.server.tables import table_log
from paddock.server.tables.table import RowEvents, Table, replay_rows
from paddock.server.tables.table_log import Place

MAX_MOMENTS = 200  # in one response
ENDED_STATES = ("over", "closed")  # nothing is secret any more
MOMENTS = table_log.MOMENTS


def allowed_viewers(
    table: Table, person: str | None, origin_runs: bool = False
) -> tuple[Seat, ...]:
    """Seats whose view a person may use: own seats while the race, or one it was forked from, is
    running; all seats afterwards."""
    if table.state in ENDED_STATES and not origin_runs:
        return tuple(range(len(table.places)))
    return table.seats_of(person)


def moments(
    table: Table,
    log: Sequence[table_log.Row],
    viewer: Seat | None,
    language: Language,
    first: int,
    count: int,
) -> Iterator[bodies.Moment]:
    """The race after each of its rows, as a viewer sees it. The first is the set-up."""
    again = Table(table.id, table.spec, log[0], table.clocks.outages)
    over = table.state in ENDED_STATES
    row = -1
    pending: list[wire.Line] = []
    rows: list[RowEvents] = []
    seen_from = 0 if over else table.slow.sees_since(viewer)
    own_viewer = viewer
    for saved in offload.until_cancelled(log[1:]):
        again.fold(saved)
        viewer = own_viewer if saved.n >= seen_from else None
        if again.fault is not None:
            return
        entry = saved.entry
        if row + 1 >= first:
            rows.append(again.history[-1])
            pending += render.row_lines(
                render.RenderCache(again), again.history[-1], viewer, language
            )
        if not isinstance(entry, MOMENTS):
            continue
        row += 1
        if row >= first + count:
            return
        if row >= first:
            turns = turn_lines.wire_turns(
                render.RenderCache(again), turn_lines.touched_entries(rows), viewer, language
            )
            yield moment(
                table=again,
                row=row,
                entry=entry,
                viewer=viewer,
                language=language,
                over=over,
                lines=tuple(pending),
                turns=turns,
            )
        pending, rows = [], []


def moment(
    table: Table,
    row: int,
    entry: table_log.Entry,
    viewer: Seat | None,
    language: Language,
    over: bool,
    lines: tuple[wire.Line, ...],
    turns: tuple[wire.Turn, ...],
) -> bodies.Moment:
    assert table.referee is not None
    label = ""
    if isinstance(entry, table_log.Played) and (over or entry.seat == viewer):
        label = table.spec.words.label(table.read_move(entry.move), table.names, language)
    view = table.spec.game.view(table.referee.state, viewer)
    return bodies.Moment(
        row=row,
        n=table.version,
        seat=table_log.seat_of(entry),
        move=label,
        view=raw(view),
        standings=render.standings(table.spec, table.spec.standings(view), table.names, language),
        log=lines,
        turns=turns,
        asked=table.asked_seats(),
    )


def count_moments(log: Sequence[table_log.Row]) -> int:
    """Number of moments."""
    return sum(isinstance(row.entry, MOMENTS) for row in log)


# ---------------------------------------------------------------- forks


def may_fork(table: Table, person: str, seat: Seat, origin_runs: bool = False) -> bool:
    """Whether a person may fork: any finished race, or one without other people in an own seat."""
    if table.fault is not None:
        return False  # the result differs under the current rules
    mine = table.places[seat].person == person
    if table.state in (*ENDED_STATES, "frozen"):
        return mine or not origin_runs
    people = {place.person for place in table.places if place.person is not None}
    return table.state == "racing" and people == {person} and mine


class Branch(Struct, frozen=True):
    """A fork that is not saved yet: table, own rows, reference to the parent."""

    table: Table
    first: tuple[table_log.Row, ...]
    fork: Fork


def fork(
    id: str,
    table: Table,
    log: Sequence[table_log.Row],
    at: int,
    places: tuple[Place, ...],
    host: str,
    now: int,
    *,
    same_luck: bool = False,
    exercise: table_log.Exercise | None = None,
) -> Branch:
    """Fork a table after a moment; with the same luck, the later draws are repeated. Refused if
    nothing is left to decide."""
    entries = forks.inherited_entries(log, at)
    opened = replace(
        table.head,
        edition=table.edition,
        places=places,
        clock=wire.NoClock(),
        slow=None,
        listed=False,
        watching="link",
        key="",
        host=host,
        forked=wire.Forked(table.id, at),
        guide="",
        luck=table_log.Luck(len(entries), ()) if same_luck else None,
        exercise=exercise,
        brought=False,
    )
    started = next(row.entry for row in log if isinstance(row.entry, table_log.Started))
    head = table_log.Row(0, opened, None, now)
    second = table_log.Row(1, replace(started, places=places), None, now)
    last = forks.FIRST_PARENT_ROW + len(entries) - 1
    found = Fork(table.id, at, last, same_luck, 0, now)
    rows = log_rows.join_rows([head, second], found, log, entries, -1)
    made = replay_rows(id, table.spec, rows, table.clocks.outages)
    if made.state != "racing":
        raise Denied("closed", "fork-over")
    return Branch(made, (head, second), found)

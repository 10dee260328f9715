"""What a seat has prepared gives to its ask, and how that changes. There is no I/O here."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, TypeAlias

from msgspec import Raw
from msgspec.structs import replace

from paddock.core import program_checks, program_turns, programs
from paddock.core.game import ask_of
from paddock.core.program_turns import Sitting, Turn
from paddock.core.program_types import (
    MAX_PREPARED_IN_A_ROW,
    MAX_PROGRAMS_PER_SEAT,
    BadProgram,
    Plan,
    Programs,
)
from paddock.core.programs import Answered, CoDriven, Woken
from paddock.core.record import TakeBack
from paddock.core.seats import Seat
from paddock.core.sheet import open_sheet
from paddock.server.api import wire
from paddock.server.tables.programs import AnyPrepared, Line, Prepared
from paddock.server.tables.table import Table

Given: TypeAlias = Answered | CoDriven | Woken


def judge(table: Table, seat: Seat, found: AnyPrepared) -> Given:
    """What a seat's programs give to its ask, or why its person is asked."""
    referee = table.referee
    ask = ask_of(table.asks(), seat)
    if not found.lines or ask is None or referee is None or not is_driven_by_person(table, seat):
        return programs.UNPREPARED
    if table.prepared_in_a_row >= MAX_PREPARED_IN_A_ROW:
        return Woken("fuse", found.programs)
    if has_taken_back(table, seat):
        return Woken("taken-back", found.programs)
    spec = table.spec
    view, turn = spec.game.view(referee.state, seat), program_turns.turn_of(spec, referee.state)
    given = programs.answer(spec, found.programs, ask, view, turn)
    if isinstance(given, CoDriven) and co_driver_level(table) is None:
        return Woken("no-co-drivers", given.programs)
    return given


def is_driven_by_person(table: Table, seat: Seat) -> bool:
    """Whether programs may answer for a seat: its person drives, in a race that is no lesson."""
    place = table.places[seat]
    is_taught = table.head.exercise is not None or table.course is not None
    return place.person is not None and place.level is None and not is_taught


def has_taken_back(table: Table, seat: Seat) -> bool:
    """Whether a seat's last row takes one back: its person wants to decide this alone."""
    assert table.referee is not None
    mine = next((row for row in reversed(table.referee.rows) if row.seat == seat), None)
    return isinstance(mine, TakeBack)


def co_driver_level(table: Table) -> str | None:
    """Level of the bots that answer for people at this table; none: they are not allowed."""
    return None if table.slow.options.co_drivers == "none" else table.co_driver_level


def confirm(table: Table, seat: Seat, given: CoDriven, move: Any) -> Answered | Woken:
    """A co-driver's choice, unless its person wants to see it."""
    assert table.referee is not None
    ask, spec, state = ask_of(table.asks(), seat), table.spec, table.referee.state
    if ask is None:
        return programs.UNPREPARED
    view, turn = spec.game.view(state, seat), program_turns.turn_of(spec, state)
    return programs.confirm(spec, given, ask, view, turn, move)


def sitting_of(table: Table) -> Sitting:
    """The turns for which everybody plans now."""
    return table.sitting


def has_plan(table: Table, found: AnyPrepared) -> bool:
    """Whether steps are left of a plan of this sitting."""
    bodies = [program.body for program in found.programs]
    last = table.sitting.last_turn
    return any(
        isinstance(body, Plan) and body.steps and not body.dropped and body.last_turn >= last
        for body in bodies
    )


def may_plan(table: Table, seat: Seat) -> bool:
    """Whether the sheet of a seat has something to plan in this sitting."""
    if table.referee is None or not is_driven_by_person(table, seat):
        return False
    spec = table.spec
    view = spec.game.view(table.referee.state, seat)
    return open_sheet(spec, view, seat, table.sitting.last_turn).ask is not None


# ---------------------------------------------------------------- changes


def current_turn(table: Table) -> Turn:
    assert table.referee is not None
    return program_turns.turn_of(table.spec, table.referee.state)


def add(table: Table, seat: Seat, found: AnyPrepared, sent: Sequence[Raw]) -> AnyPrepared:
    """The lines with new programs. One that is like an old one takes its place."""
    assert table.referee is not None
    spec, turn = table.spec, current_turn(table)
    view = spec.game.view(table.referee.state, seat)
    kept = [
        line for line in found.lines if not programs.has_expired(spec, line.program, view, turn)
    ]
    next_id = found.next_id
    for text in sent:
        program = program_checks.read_program(spec, bytes(text))
        if program.seat != seat:
            raise BadProgram("this program is of another seat")
        program = programs.stamp(spec, program, view, turn)
        kept = [
            line for line in kept if not program_checks.is_replaced(line.program.body, program.body)
        ]
        kept.append(Line(next_id, program))
        next_id += 1
    if len(kept) > MAX_PROGRAMS_PER_SEAT:
        raise BadProgram(f"a seat has at most {MAX_PROGRAMS_PER_SEAT} programs")
    return Prepared(tuple(kept), next_id, "", found.rev + 1)


def drop(found: AnyPrepared, ids: Collection[int]) -> AnyPrepared | None:
    """Without some lines, or without all; none if that changes nothing."""
    kept = tuple([line for line in found.lines if ids and line.id not in ids])
    if kept == found.lines and not found.note:
        return None
    return replace(found, lines=kept, note="", rev=found.rev + 1)


def with_programs(found: AnyPrepared, after: Programs, note: str = "") -> AnyPrepared:
    """The same lines with their programs as they are after an ask."""
    lines = tuple(
        [replace(line, program=one) for line, one in zip(found.lines, after, strict=True)]
    )
    return replace(found, lines=lines, note=note or found.note, rev=found.rev + 1)


def after_answer(found: AnyPrepared, given: Answered, at: wire.Millis) -> AnyPrepared:
    """After a program has answered: it is counted, and a plan has one step less."""
    changed = with_programs(found, given.programs)
    lines = list(changed.lines)
    line = lines[given.program]
    lines[given.program] = replace(line, answers=line.answers + 1, last_at=at)
    is_done = isinstance(line.program.body, Plan) and not line.program.body.steps
    if is_done:
        del lines[given.program]
    return replace(changed, lines=tuple(lines))


def after_own_answer(table: Table, seat: Seat, found: AnyPrepared, move: Any) -> AnyPrepared | None:
    """After the seat was answered for in another way; none if nothing changes."""
    ask = ask_of(table.asks(), seat)
    if ask is None or table.referee is None or not found.lines:
        return None
    spec, question = table.spec, ask.question.prompt
    subject = spec.programs.subject(spec.game.view(table.referee.state, seat), ask)
    after = programs.follow(found.programs, question, subject, move, current_turn(table))
    return None if after == found.programs else with_programs(found, after)


def shown_lines(table: Table, seat: Seat, found: AnyPrepared) -> list[Line[Any]]:
    """Lines that have not run out."""
    referee = table.referee
    if referee is None or not found.lines:
        return list(found.lines)
    spec, turn = table.spec, current_turn(table)
    view = spec.game.view(referee.state, seat)
    return [
        line for line in found.lines if not programs.has_expired(spec, line.program, view, turn)
    ]


def ended_seats(before: Table, after: Table) -> tuple[list[Seat], str]:
    """Seats whose programs end with new rows, and the note for their person."""
    if before.edition != after.edition:
        return list(range(len(after.places))), "edition"
    gone = [
        seat
        for seat, place in enumerate(after.places)
        if before.places[seat].person not in (None, place.person)
    ]
    return gone, ""


def end(found: dict[Seat, AnyPrepared], before: Table, after: Table) -> dict[Seat, AnyPrepared]:
    """What is left of a table's programs after new rows, as `store.programs.end` saves it."""
    if not found:
        return found
    if after.state in ("over", "closed"):
        return {}
    seats, note = ended_seats(before, after)
    return found | {
        seat: Prepared(next_id=one.next_id, note=note if one.lines else one.note, rev=one.rev + 1)
        for seat, one in found.items()
        if seat in seats
    }

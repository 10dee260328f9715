"""A table as lists show it: the part of a table stored in the index."""

from __future__ import annotations

from msgspec import Raw, Struct

from paddock.core.game import Outcome
from paddock.core.progress import Progress
from paddock.core.seats import Seat
from paddock.server.api import wire
from paddock.server.tables.slow_play import Former
from paddock.server.tables.table import Table
from paddock.server.tables.table_log import Place


class Summary(Struct, frozen=True):
    """Summary of a table for lists."""

    edition: str
    options: Raw
    clock: wire.Clock
    host: str
    places: tuple[Place, ...]
    asked: tuple[Seat, ...]
    forked: wire.Forked | None = None
    outcome: Outcome | None = None
    frozen: str = ""  # why, for operators
    key: str = ""
    locked: bool = False
    watching: wire.Watching = "open"
    rematch: str | None = None
    kind: wire.TableKind = "race"
    progress: Progress | None = None  # while it runs
    former: tuple[tuple[Former, ...], ...] = ()  # who drove the seats before; empty: no one
    holidays: tuple[tuple[Seat, wire.Holiday], ...] = ()  # that are not over


class Listed(Struct, frozen=True):
    """Index entry of a table."""

    id: str
    game: str
    state: wire.TableState
    listed: bool
    version: int
    created: int
    changed: int
    summary: Summary


def summarize(table: Table) -> Summary:
    """The summary of a table, cached until its next row."""
    if table.summary is None:
        table.summary = make_summary(table)
    return table.summary


def make_summary(table: Table) -> Summary:
    return Summary(
        edition=table.edition,
        options=table.head.options,
        clock=table.clock,
        host=table.head.host,
        places=tuple(table.places),
        asked=table.asked_seats(),
        forked=table.head.forked,
        outcome=table.outcome(),
        frozen=table.frozen.why if table.frozen else "",
        key=table.membership.key,
        locked=table.membership.locked,
        watching=table.membership.watching,
        rematch=table.membership.rematch,
        kind=kind_of(table),
        progress=current_progress(table),
        former=former_drivers(table),
        holidays=coming_holidays(table),
    )


def former_drivers(table: Table) -> tuple[tuple[Former, ...], ...]:
    """Who drove each seat before; empty if no one did."""
    known = table.slow.former
    return tuple(known.get(seat, ()) for seat in range(len(table.places))) if known else ()


def coming_holidays(table: Table) -> tuple[tuple[Seat, wire.Holiday], ...]:
    """Holidays of a running race that were not over at its last row."""
    found = []
    if table.slow.holidays and table.state == "racing":
        for seat, place in enumerate(table.places):
            one = table.slow.holiday_at(place.person, table.changed)
            if one is not None:
                found.append((seat, wire.Holiday(one.begins, one.ends, one.how)))
    return tuple(found)


def kind_of(table: Table) -> wire.TableKind:
    if table.head.guide:
        return "lesson"
    if table.head.brought:
        return "brought"
    return "race" if table.head.exercise is None else "exercise"


def current_progress(table: Table) -> Progress | None:
    """How far a running race is."""
    if table.referee is None or table.state != "racing":
        return None
    return table.spec.progress(table.referee.state)


def is_shown(table: Table) -> bool:
    """Whether lists show it to everyone: to sit down, or later to watch."""
    company = table.membership
    return company.listed and (table.state == "gathering" or company.watching == "open")


def listing_of(table: Table) -> Listed:
    return Listed(
        id=table.id,
        game=table.head.game,
        state=table.state,
        listed=is_shown(table),
        version=table.version,
        created=table.created,
        changed=table.changed,
        summary=summarize(table),
    )

"""A table as lists show it: the part of a table stored in the index."""

from __future__ import annotations

from msgspec import Raw, Struct

from paddock.core.game import Outcome
from paddock.core.progress import Progress
from paddock.core.seats import Seat
from paddock.server.api import wire
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
    return Summary(
        edition=table.edition,
        options=table.head.options,
        clock=table.head.clock,
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
    )


def kind_of(table: Table) -> wire.TableKind:
    if table.head.guide:
        return "lesson"
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

"""A table as lists show it: the part of a table stored in the index."""

from __future__ import annotations

from msgspec import Raw, Struct

from paddock.core.game import Outcome
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
        table.edition,
        table.head.options,
        table.head.clock,
        table.head.host,
        tuple(table.places),
        table.asked_seats(),
        table.head.forked,
        table.outcome(),
        table.frozen.why if table.frozen else "",
        table.membership.key,
        table.membership.locked,
        table.membership.watching,
        table.membership.rematch,
    )


def is_shown(table: Table) -> bool:
    """Whether lists show it to everyone: to sit down, or later to watch."""
    company = table.membership
    return company.listed and (table.state == "gathering" or company.watching == "open")


def listing_of(table: Table) -> Listed:
    return Listed(
        table.id,
        table.head.game,
        table.state,
        is_shown(table),
        table.version,
        table.created,
        table.changed,
        summarize(table),
    )

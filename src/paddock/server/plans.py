"""What can be done at a table: each plan is the row it would make, or why it is refused. Nothing
here changes anything; a plan is saved, and then folded in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Raw

from paddock.core.errors import NotUndoable
from paddock.core.house import AnyHouse
from paddock.core.seats import Seat, numbered
from paddock.server import table_log
from paddock.server.refused import Denied
from paddock.server.table import Closed, Plan, Table
from paddock.server.table_log import Place

EVERY = 4
"""Every so many rows a fingerprint of the position is saved: rules that lead elsewhere are found
out when the race is played through again."""
MOST_TALK = 2_000  # words to the table that are kept
MOST_OTHERS = 5_000  # rows that are no moves: seats, standing answers, what is taken back, talk


# ---------------------------------------------------------------- the race


def start(table: Table, level: str, bot: Callable[[str, Seat, AnyHouse], Place]) -> Plan:
    """The set-up; bots of a level take the seats that are still open."""
    if table.referee is not None:
        raise Closed("the race has begun already")
    places = tuple(
        place if place.kind != "open" else bot(level, seat, table.house)
        for seat, place in enumerate(table.places)
    )
    race = table.set_up(tuple(place.name for place in places))
    return Plan(table_log.Started(places, race.dealt, table.house.card.edition), race=race)


def move(table: Table, seat: Seat, number: int | None, chosen: Any, by: table_log.By) -> Plan:
    """The row that a move would make."""
    planned = table.racing().plan(seat, chosen, number)
    after = planned.step.state
    marked = (table.version + 1) % EVERY == 0 or table.house.game.outcome(after) is not None
    played = table_log.Played(
        seat,
        Raw(msgspec.json.encode(chosen)),
        planned.entry.draws,
        by,
        table.house.notation.text(chosen, numbered(len(table.places))),
        table.fingerprint(after) if marked else "",
    )
    return Plan(played, move=planned)


def undo(table: Table, seat: Seat, row: int) -> Plan:
    found = table.undo(seat)
    if found is None or found != row:
        raise NotUndoable(f"{table.names[seat]} cannot take back row {row}")
    return other(table, table_log.TookBack(seat, row))


def standing(table: Table, seat: Seat, question: str, sent: Raw) -> Plan | None:
    """A standing answer to a question of this game, or its end; nothing if it is so already."""
    if not table.house.words.has(f"ask.{question}"):
        raise Denied("unknown")
    given = None if bytes(sent) == b"null" else table.read_move(sent)
    if given == table.standing.get((seat, question)):
        return None
    entry = table_log.StandingAnswer(seat, question, Raw(msgspec.json.encode(given)))
    return other(table, entry)


def thaw(table: Table) -> Plan:
    """A table that can be played through goes on, whatever it was frozen for."""
    if table.fault is not None:
        raise Closed(table.fault.why)
    if table.held is None:
        raise Closed("the table is not frozen")
    return Plan(table_log.Thawed())


# ---------------------------------------------------------------- what is no move


def other(table: Table, entry: table_log.Entry) -> Plan:
    """A row that is no move; of these there is an end."""
    if table.others >= MOST_OTHERS:
        raise Denied("too-many", "table-full")
    return Plan(entry)


def talk(table: Table, said: table_log.Said) -> Plan:
    if table.talk >= MOST_TALK:
        raise Denied("too-many", "table-full")
    return other(table, said)

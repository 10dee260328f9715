"""Delete an account: remove the name from all stored data."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import sqlalchemy as sa
from msgspec.structs import replace
from sqlalchemy.engine import Connection

from paddock.core.errors import PaddockError
from paddock.core.seats import Seat
from paddock.server.live.loading import load
from paddock.server.people.local_time import QuietHours
from paddock.server.people.person import Person
from paddock.server.store import Store, index, packing, people, programs, schema, snapshots
from paddock.server.store.store import rows
from paddock.server.tables import actions, table_log
from paddock.server.tables import records as written
from paddock.server.tables.listing import Listed
from paddock.server.tables.table_log import Place
from paddock.server.workers.bot_turns import DEFAULT_LEVEL

if TYPE_CHECKING:
    from paddock.server.live.hub import Hub

DELETED_NAME = "–"
ENDED_STATES = ("over", "closed")


def record_of(store: Store, one: Listed) -> str | None:
    """Record of a finished race; none if it never started or cannot be read."""
    try:
        table = store.read_sync(lambda c: load(c, one.id, store.outages, whole=True))
        return None if table is None else written.record_text(table, one.summary.outcome)
    except PaddockError:
        return None


async def delete_account(hub: Hub, person: Person) -> None:
    """Leave every table, remove the name everywhere, and delete the person."""
    found = await hub.store.read(lambda c: index.list_tables(c, person=person.id, limit=100_000))
    for one in found:
        if one.state in ("gathering", "racing"):
            live = await hub.live(one.id)
            for seat in live.table.seats_of(person.id):
                try:
                    bot = Place(level=DEFAULT_LEVEL)
                    leave = partial(actions.leave, seat=seat, person=person.id, bot=bot)
                    await live.save(leave, None)
                except PaddockError:
                    continue  # a bot drives already
    for one in found:
        await hub.store.write(one.id, partial(scrub, table=one.id, person=person))
        if one.id in hub.open_tables:
            await hub.open_tables[one.id].reload()
        # a snapshot saved with a last move
        await hub.store.write(one.id, partial(snapshots.drop, table=one.id))
    await hub.store.write("", lambda c: people.remove(c, person.id))
    await hub.notices.on_change()
    hub.drop_person(person.id)
    await asyncio.sleep(0)


def scrub(connection: Connection, table: str, person: Person) -> None:
    """Remove a person's name from a table's rows (packed or not) and from the index."""
    found = rows(connection, table)
    names = {
        place.name for row in found for place in places_in(row.entry) if place.person == person.id
    }
    names |= {person.name}
    c = schema.log.c
    changed = False
    for row in found:
        entry = scrub_entry(row.entry, person.id, names)
        if entry is not row.entry:
            changed = True
            mine = (c.table_id == table) & (c.n == row.n)
            body = table_log.encode(entry)
            connection.execute(sa.update(schema.log).where(mine).values(body=body))
    if changed:
        packing.repack(connection, table, lambda entry: scrub_entry(entry, person.id, names))
    snapshots.drop(connection, table)
    programs.delete_seats(connection, table, seats_of(found, person.id))
    index.rename(connection, table, person.id, DELETED_NAME)


def seats_of(found: Sequence[table_log.Row], person: str) -> set[Seat]:
    """Seats that a person ever had at a table."""
    seats: set[Seat] = set()
    for row in found:
        match row.entry:
            case table_log.Opened(places=places) | table_log.Started(places=places):
                seats |= {seat for seat, place in enumerate(places) if place.person == person}
            case table_log.Sat(seat, place) if place.person == person:
                seats.add(seat)
    return seats


def places_in(entry: table_log.Entry) -> tuple[Place, ...]:
    match entry:
        case table_log.Opened() | table_log.Started():
            return entry.places
        case table_log.Sat() | table_log.Left():
            return (entry.place,)
    return ()


def scrub_entry(entry: table_log.Entry, person: str, names: set[str]) -> table_log.Entry:
    """An entry without the name of a person."""

    def nameless(place: Place) -> Place:
        mine = person in (place.person, place.held)
        return replace(place, name=DELETED_NAME) if mine else place

    match entry:
        case table_log.Opened() | table_log.Started():
            made = tuple(nameless(place) for place in entry.places)
            return entry if made == entry.places else replace(entry, places=made)
        case table_log.Sat() | table_log.Left():
            place = nameless(entry.place)
            gone = isinstance(entry, table_log.Left) and entry.name in names
            if gone:
                return replace(entry, place=place, name=DELETED_NAME)
            return entry if place == entry.place else replace(entry, place=place)
        case table_log.Said() if entry.person == person:
            return replace(entry, name=DELETED_NAME, text="…")
        case (
            table_log.Proposed()
            | table_log.Agreed()
            | table_log.HolidayTaken()
            | table_log.HolidayEnded()
        ) if entry.person == person:
            return replace(entry, name=DELETED_NAME)
        case table_log.QuietHoursSet() if entry.person == person:
            return replace(entry, hours=QuietHours("", 0, 0))  # a time zone tells where they live
        case table_log.Rematch() if entry.name in names:
            return replace(entry, name=DELETED_NAME)
    return entry

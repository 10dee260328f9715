"""For those who run a server: what is stored, as files, from files, and played through again."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import Raw, Struct
from sqlalchemy.engine import Connection

from paddock import games
from paddock.core import record as records
from paddock.core.errors import PaddockError, UnreadableRecord
from paddock.core.record import AnyRecord, Play, TakeBack
from paddock.core.referee import Referee
from paddock.server import table_log, wire
from paddock.server.hub import UnknownTable, load
from paddock.server.store import Store, index, schema
from paddock.server.store.store import New
from paddock.server.table import Listed, Plan, Table
from paddock.server.table_log import Place


class Verdict(Struct, frozen=True):
    """What playing a stored table through has shown."""

    table: str
    game: str
    rows: int
    wrong: str = ""


def listing(store: Store, limit: int = 1000) -> list[Listed]:
    return store.reading(lambda connection: index.some(connection, limit=limit))


def all_ids(connection: Connection) -> list[str]:
    found = schema.tables.select().with_only_columns(schema.tables.c.id)
    return [str(id) for (id,) in connection.execute(found.order_by(schema.tables.c.created))]


def loaded(store: Store, id: str) -> Table:
    table = store.reading(lambda connection: load(connection, id))
    if table is None:
        raise UnknownTable(f"there is no table {id}")
    return table


def export(store: Store, id: str) -> str:
    """The record of a table as text, as far as it was played."""
    referee = loaded(store, id).referee
    if referee is None:
        raise UnreadableRecord(f"table {id}: the race has not begun")
    house = games.find(referee.game.card.id)
    return records.write(house, referee.record(), referee.state, referee.outcome())


def verify(store: Store) -> Iterator[Verdict]:
    """Play everything through that is stored, and compare it with what lists say."""
    for id in store.reading(all_ids):
        yield store.reading(lambda connection, id=id: verdict(connection, id))  # type: ignore[misc]


def verdict(connection: Connection, id: str) -> Verdict:
    listed = index.one(connection, id)
    assert listed is not None
    try:
        table = load(connection, id)
    except PaddockError as wrong:
        return Verdict(id, listed.game, 0, str(wrong))
    if table is None:
        return Verdict(id, listed.game, 0, "its log is empty")
    return Verdict(id, listed.game, table.version + 1, difference(table, listed))


def difference(table: Table, listed: Listed) -> str:
    if table.frozen and listed.state != "frozen":
        return table.frozen
    found = table.listed()
    for field in Listed.__struct_fields__:
        ours, kept = getattr(found, field), getattr(listed, field)
        if msgspec.json.encode(ours) != msgspec.json.encode(kept):
            return f"the list says {field} is {kept}, the log says {ours}"
    return ""


def entries_of(record: AnyRecord, host: str = "") -> list[New]:
    """The rows of a table for a record; bots drive on where it breaks off."""
    house = games.find(record.game)
    places = tuple(Place(name, None, "greedy") for name in record.names)
    options = Raw(msgspec.json.encode(record.options))
    opened = table_log.Opened(
        record.game, house.card.edition, options, places, wire.NoClock(), True, host
    )
    out: list[table_log.Entry] = [opened, table_log.Started(places, record.dealt)]
    for row in record.rows:
        match row:
            case TakeBack(seat, taken):
                out.append(table_log.TookBack(seat, taken + 2))
            case Play(seat, move, draws):
                out.append(table_log.Played(seat, Raw(msgspec.json.encode(move)), draws))
    return [(Plan(entry), None) for entry in out]


def bring_in(store: Store, text: str, id: str) -> Table:
    """A new table from a record."""
    house, record, closing = records.read(text, games.find)
    referee = Referee.again(house.game, record)
    if records.fingerprint(house, referee.state, len(record.names)) != closing.state:
        raise UnreadableRecord("the record does not lead to the state it names")
    made = store.opening(id, lambda first: Table(id, house, first), entries_of(record))
    return store.writer.submit(id, made).result()

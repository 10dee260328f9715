"""Records of races that were played elsewhere: verified, then kept as tables."""

from __future__ import annotations

from itertools import islice
from typing import Any, TypeAlias

import msgspec
from litestar import Controller, post
from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler
from litestar.params import JSONBody

from paddock import games
from paddock.core.studio import MAX_TRACKS_PER_SEASON, fault_texts
from paddock.server.api import bodies, wire
from paddock.server.api.errors import Denied
from paddock.server.http.context import (
    RequestContext,
    RequesterDependency,
    TheHub,
    find_session,
)
from paddock.server.http.disconnects import CANCEL_ON_DISCONNECT
from paddock.server.http.tracks import own_tracks_in
from paddock.server.live.hub import Hub
from paddock.server.rendering import render
from paddock.server.store import attempts, index, packing
from paddock.server.store.attempts import Limit
from paddock.server.tables import brought
from paddock.server.tables.brought import BroughtRace, Verification
from paddock.server.tables.listing import Listed
from paddock.server.workers.quotas import ADDRESS_QUOTA_FACTOR, HOUR_MS

AnyConnection: TypeAlias = ASGIConnection[Any, Any, Any, Any]
SLICE_SECONDS = 0.5
MAX_REQUEST_BYTES = 2 * bodies.MAX_RECORD_BYTES  # quotes in a JSON text take two bytes


async def count_attempt(connection: AnyConnection, _: BaseRouteHandler) -> None:
    """Count each try, also one that fails. A guard: the body, which may be large, is read later."""
    hub: Hub = connection.app.state.hub
    person, _session = await find_session(connection, hub)
    if person is None:
        raise Denied("forbidden")
    most, now, store = hub.settings.records, hub.clock(), hub.store
    origin = hub.origin(connection.client.host if connection.client else "")
    limits = {
        f"record person {person.id}": Limit(most, HOUR_MS),
        f"record address {origin}": Limit(ADDRESS_QUOTA_FACTOR * most, HOUR_MS),
    }
    if not await store.write("", lambda c: attempts.take(c, store.insert, limits, now)):
        raise Denied("too-many", "too-many-records", most=most)


class Records(Controller):
    path = "/api/records"
    tags = ("tables",)

    @post(
        "/",
        guards=[count_attempt],
        opt=CANCEL_ON_DISCONNECT,
        request_max_body_size=MAX_REQUEST_BYTES,
    )
    async def bring(
        self, hub: TheHub, asking: RequesterDependency, data: JSONBody[bodies.NewRecord]
    ) -> wire.TableCard:
        """Keep a race that was played elsewhere, if its record follows the rules. The same record
        is one table."""
        person = asking.person
        if len(data.record.encode()) > bodies.MAX_RECORD_BYTES:
            raise Denied("too-large", "record-too-long", most=bodies.MAX_RECORD_BYTES // 1024)
        found = await keep(hub, await verify(hub, asking, data), asking)
        spec = games.find_spec(found.game)
        return render.card(found, spec, person.id, asking.language)


async def verify(hub: Hub, asking: RequestContext, data: bodies.NewRecord) -> BroughtRace:
    """Replay a record in the heavy lane. Others have their turns between its slices."""
    heavy, now = hub.offload.heavy, hub.clock()
    work = await heavy.run(asking.path, read, data, asking, now)
    while True:
        race = await heavy.run(asking.path, work.advance, SLICE_SECONDS)
        if race is not None:
            return race


def read(data: bodies.NewRecord, asking: RequestContext, now: int) -> Verification:
    given = brought.read(data.record)
    brought.check_names(given.record)
    check_tracks(given, asking)
    person = asking.person
    mine = brought.seat_of(given.record, data.seat, person.name)
    return Verification(given, person.id, mine, now, asking.language)


def check_tracks(given: brought.ReadRecord, asking: RequestContext) -> None:
    """An own track must be valid, as at a table here."""
    spec = given.spec
    race = spec if spec.studio else games.find_race(spec.card.id, games.all_specs())
    if race is None or race.studio is None:
        return
    options = msgspec.to_builtins(given.record.options)
    for text in islice(own_tracks_in(options), MAX_TRACKS_PER_SEASON):
        if faults := race.studio.judge(text):
            texts = fault_texts(faults, race.words, asking.language)
            raise Denied("unreadable", "track", faults=texts)


async def keep(hub: Hub, race: BroughtRace, asking: RequestContext) -> Listed:
    """Save the table, unless it is there already. Its rows are packed at once: they are many."""
    id = race.table.id
    packed = await hub.offload.heavy.run(asking.path, packing.compress, race.rows)
    await hub.store.keep_packed(race.table, packed, asking.origin)
    found = await hub.store.read(lambda c: index.find(c, id))
    if found is None:
        raise Denied("unavailable")
    return found

"""Replays, records, reviews and forks of a race."""

from __future__ import annotations

from typing import Annotated

from litestar import Controller, MediaType, Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter
from msgspec.structs import replace

from paddock.server.api import bodies, wire
from paddock.server.api.errors import Denied
from paddock.server.common.ids import new_id
from paddock.server.http.context import RequestContext, RequesterDependency, TheHub
from paddock.server.http.disconnects import CANCEL_ON_DISCONNECT
from paddock.server.http.tables import bot_place, card_of, level_of
from paddock.server.live.hub import Hub
from paddock.server.rendering import render, replay
from paddock.server.store import index
from paddock.server.tables import records
from paddock.server.tables.listing import listing_of
from paddock.server.tables.table import Table
from paddock.server.tables.table_log import Place
from paddock.server.workers import review_body


async def watchable_table(hub: Hub, id: str, person: str | None) -> Table:
    """A table that this person may watch."""
    live = await hub.live(id)
    if not live.may_watch(person):
        raise Denied("forbidden", "not-watched")
    return live.table


async def origin_runs(hub: Hub, forked: wire.Forked | None) -> bool:
    """Whether a race that one was forked from still runs: its secrets stay hidden there."""
    if forked is None:
        return False
    return await hub.store.read(lambda c: index.origin_runs(c, forked.table))


async def finished_race(hub: Hub, id: str, person: str | None) -> Table:
    """A finished race without secrets that this person may watch."""
    table = await watchable_table(hub, id, person)
    if table.state != "over" or await origin_runs(hub, table.head.forked):
        raise Denied("closed", "race-runs")
    return table


async def review_page(hub: Hub, table: Table, asking: RequestContext) -> bodies.ReviewPage:
    state, kept = await hub.reviews.find(table)
    review = None
    if kept is not None:
        async with hub.offload.heavy.turn(*asking.path) as turn:
            review = await hub.reviews.page(table, kept, asking.language, turn)
    card = render.card(listing_of(table), table.spec, asking.id, asking.language)
    share = 0.0 if kept is None else kept.share
    return bodies.ReviewPage(card, state, share, review_body.THRESHOLDS, review)


class Replays(Controller):
    path = "/api/tables/{table:str}"
    tags = ("replays",)

    @get("/replay", opt=CANCEL_ON_DISCONNECT)
    async def replay(
        self,
        table: FromPath[str],
        hub: TheHub,
        asking: RequesterDependency,
        eye: FromQuery[int | None] = None,
        first: Annotated[int, QueryParameter(name="from", ge=0)] = 0,
        count: Annotated[int, QueryParameter(ge=1, le=replay.MAX_MOMENTS)] = replay.MAX_MOMENTS,
    ) -> bodies.Replay:
        """Part of the replay, moment by moment, as a viewer sees it."""
        found = await watchable_table(hub, table, asking.id)
        allowed = replay.allowed_viewers(
            found, asking.id, await origin_runs(hub, found.head.forked)
        )
        if eye is not None and eye not in allowed:
            raise Denied("not-yours")
        async with hub.offload.heavy.turn(*asking.path) as turn:
            log = await hub.rows(found)
            moments = await turn.run(
                lambda: tuple(replay.moments(found, log, eye, asking.language, first, count))
            )
        card = render.card(listing_of(found), found.spec, asking.id, asking.language)
        return bodies.Replay(card, eye, allowed, replay.count_moments(log), moments)

    @get("/record", media_type=MediaType.TEXT, opt=CANCEL_ON_DISCONNECT)
    async def record(
        self, table: FromPath[str], hub: TheHub, asking: RequesterDependency
    ) -> Response[str]:
        """The record with every draw; only of a finished race."""
        found = await watchable_table(hub, table, asking.id)
        if found.state not in (*replay.ENDED_STATES, "frozen") or await origin_runs(
            hub, found.head.forked
        ):
            raise Denied("closed", "race-runs")
        name = f"{found.head.game}-{table}.jsonl"
        listed = await hub.store.read(lambda c: index.find(c, table))
        outcome = None if listed is None else listed.summary.outcome
        async with hub.offload.heavy.turn(*asking.path) as turn:
            whole = await hub.whole(found, turn)
            text = await turn.run(records.record_text, whole, outcome)
        return Response(
            text,
            media_type="text/plain; charset=utf-8",
            headers={"content-disposition": f'attachment; filename="{name}"'},
        )

    @get("/review", opt=CANCEL_ON_DISCONNECT)
    async def review(
        self, table: FromPath[str], hub: TheHub, asking: RequesterDependency
    ) -> bodies.ReviewPage:
        """The review of a race, as far as it is computed."""
        return await review_page(hub, await finished_race(hub, table, asking.id), asking)

    @post("/review", status_code=200)
    async def begin_review(
        self, table: FromPath[str], hub: TheHub, asking: RequesterDependency
    ) -> bodies.ReviewPage:
        """Start the review of a finished race. The result is stored."""
        asker, found = asking.asker, await finished_race(hub, table, asking.id)
        await hub.reviews.begin(found, asker)
        return await review_page(hub, found, asking)

    @post("/fork")
    async def fork(
        self,
        table: FromPath[str],
        hub: TheHub,
        asking: RequesterDependency,
        data: JSONBody[bodies.Fork],
    ) -> wire.TableCard:
        """Open a new table from a moment of this one, against bots."""
        person, found = asking.person, await watchable_table(hub, table, asking.id)
        level = level_of(data.level, found.spec, hub.settings.own_bots)
        log = await hub.rows(found)
        if not 0 <= data.row < replay.count_moments(log) or not 0 <= data.seat < len(found.places):
            raise Denied("unknown")
        if not replay.may_fork(
            found, person.id, data.seat, await origin_runs(hub, found.head.forked)
        ):
            raise Denied("forbidden", "race-runs")
        places = tuple(
            replace(
                Place(person.name, person.id)
                if seat == data.seat
                else bot_place(level, seat, found.spec),
                livery=old.livery,
            )
            for seat, old in enumerate(found.places)
        )
        if data.same_luck:
            await finished_race(hub, table, person.id)
        async with hub.offload.heavy.turn(*asking.path) as turn:
            made = await turn.run(
                replay.fork,
                new_id(),
                found,
                log,
                at=data.row,
                places=places,
                host=person.id,
                now=hub.clock(),
                same_luck=data.same_luck,
            )
        return card_of(await hub.open_fork(made, asking.asker), asking)

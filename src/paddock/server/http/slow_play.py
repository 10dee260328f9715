"""Slow races: holidays, pauses, more time, and seats that change hands."""

from __future__ import annotations

from datetime import date
from functools import partial

from litestar import Controller, delete, get, post, put
from litestar.params import FromPath, JSONBody

from paddock.core.seats import Seat
from paddock.server.api import bodies, wire
from paddock.server.api.errors import Denied
from paddock.server.common.ids import new_id
from paddock.server.http.context import RequestContext, RequesterDependency, TheHub
from paddock.server.http.tables import card_of, level_of
from paddock.server.live.hub import Hub
from paddock.server.people.local_time import is_zone
from paddock.server.rendering import render
from paddock.server.store import channels, index
from paddock.server.tables import slow_actions
from paddock.server.tables.bank_clock import SUBSTITUTE_HOURS
from paddock.server.tables.listing import current_progress
from paddock.server.tables.table import PlannedRow, Table
from paddock.server.workers import quotas

TOKEN_BYTES = 18
FALLBACK_ZONE = "UTC"


async def zone_of(hub: Hub, asking: RequestContext, sent: str) -> str:
    """Time zone of a person: as sent by the browser, else as in their settings."""
    if sent:
        if not is_zone(sent):
            raise Denied("unreadable", "zone")
        return sent
    person = asking.person.id
    found = await hub.store.read(lambda c: channels.settings_of(c, person))
    return found.zone or FALLBACK_ZONE


def first_day(text: str | None) -> date | None:
    try:
        return None if text is None else date.fromisoformat(text)
    except ValueError:
        raise Denied("unreadable", "day") from None


def seat_of_token(table: Table, seat: Seat, token: str) -> None:
    """Refuse a token that is not that of the seat's link."""
    places, offer = table.places, table.slow.offers.get(seat)
    if not 0 <= seat < len(places):
        raise Denied("unknown")
    if offer is None or offer.digest != slow_actions.digest_of(token):
        raise Denied("forbidden", "offer-used")


class SlowPlay(Controller):
    path = "/api/tables/{table:str}"
    tags = ("slow races",)

    @post("/holiday", status_code=200)
    async def take_holiday(
        self,
        table: FromPath[str],
        hub: TheHub,
        asking: RequesterDependency,
        data: JSONBody[bodies.TakeHoliday],
    ) -> wire.TableCard:
        """Be away for whole days: a bot drives, or the table waits."""
        live, person = await hub.live(table), asking.person.id
        zone, first = await zone_of(hub, asking, data.zone), first_day(data.first)

        def plan(now: Table) -> PlannedRow:
            return slow_actions.take_holiday(
                now,
                person,
                first=first,
                days=data.days,
                how=data.how,
                zone=zone,
                now=hub.clock(),
            )

        await live.save(plan, None)
        await live.save(lambda now: slow_actions.change_in_time(now, hub.clock()), None)
        return card_of(live, asking)

    @delete("/holiday", status_code=200)
    async def end_holiday(
        self, table: FromPath[str], hub: TheHub, asking: RequesterDependency
    ) -> wire.TableCard:
        """Come back early, or do not go."""
        live, person = await hub.live(table), asking.person.id
        await live.save(lambda now: slow_actions.end_holiday(now, person, hub.clock()), None)
        await live.save(lambda now: slow_actions.change_in_time(now, hub.clock()), None)
        return card_of(live, asking)

    @post("/pause", status_code=200)
    async def pause(
        self,
        table: FromPath[str],
        hub: TheHub,
        asking: RequesterDependency,
        data: JSONBody[bodies.PauseTable],
    ) -> wire.TableCard:
        """Stop all banks for some days (host only)."""
        live, person = await hub.live(table), asking.person.id
        await live.save(lambda now: slow_actions.pause(now, person, data.days, hub.clock()), None)
        return card_of(live, asking)

    @delete("/pause", status_code=200)
    async def end_pause(
        self, table: FromPath[str], hub: TheHub, asking: RequesterDependency
    ) -> wire.TableCard:
        """Let the banks run again (host only)."""
        live, person = await hub.live(table), asking.person.id
        await live.save(lambda now: slow_actions.end_pause(now, person, hub.clock()), None)
        return card_of(live, asking)

    @put("/pace")
    async def change_pace(
        self,
        table: FromPath[str],
        hub: TheHub,
        asking: RequesterDependency,
        data: JSONBody[bodies.ChangePace],
    ) -> wire.TableCard:
        """Change clock, sittings or co-drivers (host only). Less time needs a proposal."""
        live, person = await hub.live(table), asking.person.id
        check_level(hub, live.table, data.slow)
        await live.save(
            lambda now: slow_actions.change_pace(now, person, data.clock, data.slow), None
        )
        return card_of(live, asking)

    @post("/seats/{seat:int}/time", status_code=200)
    async def grant_time(
        self, table: FromPath[str], seat: FromPath[int], hub: TheHub, asking: RequesterDependency
    ) -> wire.TableCard:
        """Add a day to the bank of one seat (host only), twice a race."""
        live, person = await hub.live(table), asking.person.id
        await live.save(lambda now: slow_actions.grant_time(now, person, seat), None)
        return card_of(live, asking)

    @post("/seats/{seat:int}/offer", status_code=201)
    async def offer(
        self, table: FromPath[str], seat: FromPath[int], hub: TheHub, asking: RequesterDependency
    ) -> bodies.SeatLink:
        """Make a link by which another person may take over a seat. It is shown once."""
        live, person, token = await hub.live(table), asking.person.id, new_id(TOKEN_BYTES)
        await live.save(
            lambda now: slow_actions.offer_seat(now, seat, person, token, hub.clock()), None
        )
        opens = live.table.slow.offers[seat].opens
        return bodies.SeatLink(f"/take/{table}/{seat}/{token}", opens)

    @delete("/seats/{seat:int}/offer", status_code=200)
    async def end_offer(
        self, table: FromPath[str], seat: FromPath[int], hub: TheHub, asking: RequesterDependency
    ) -> wire.TableCard:
        """Offer a seat no longer."""
        live, person = await hub.live(table), asking.person.id
        await live.save(lambda now: slow_actions.end_offer(now, seat, person), None)
        return card_of(live, asking)

    @get("/seats/{seat:int}/offer/{token:str}")
    async def offered(
        self,
        table: FromPath[str],
        seat: FromPath[int],
        token: FromPath[str],
        hub: TheHub,
        asking: RequesterDependency,
    ) -> bodies.OfferedSeat:
        """What a link offers."""
        live = await hub.live(table)
        await live.catch_up()
        now = live.table
        seat_of_token(now, seat, token)
        bank = now.bank_clocks
        left = 0 if bank is None else bank.time_left(seat, hub.clock())
        return bodies.OfferedSeat(
            table=table,
            seat=seat,
            title=now.spec.title(asking.language),
            name=now.places[seat].name,
            progress=render.describe_progress(current_progress(now), asking.language),
            opens=now.slow.offers[seat].opens,
            bank=0 if bank is None else max(left, SUBSTITUTE_HOURS * 3_600_000),
        )

    @post("/seats/{seat:int}/take", status_code=200)
    async def take_over(
        self,
        table: FromPath[str],
        seat: FromPath[int],
        hub: TheHub,
        asking: RequesterDependency,
        data: JSONBody[bodies.TakeOver],
    ) -> wire.TableCard:
        """Take over a seat by a link. It works once."""
        live, person, asker = await hub.live(table), asking.person, asking.asker

        def plan(now: Table) -> PlannedRow:
            return slow_actions.take_over(now, seat, person, person.name, data.token, hub.clock())

        async with hub.lock_of(f"seats {asker.origin}"):  # a quota is not checked twice at once
            await hub.store.read(partial(quotas.check_seats, hub.settings, asker))
            await live.save(plan, None)
            note = partial(index.set_seat_origin, table=table, seat=seat, origin=asker.origin)
            await hub.store.write(table, note)
        return card_of(live, asking)


def check_level(hub: Hub, table: Table, slow: wire.SlowOptions | None) -> None:
    """Refuse a level of co-drivers that does not exist."""
    if slow is not None and slow.level:
        level_of(slow.level, table.spec, hub.settings.own_bots)

"""Tables: the lobby, opening one, sitting down, leaving, starting."""

from __future__ import annotations

import secrets
from functools import partial

import msgspec
from litestar import Controller, delete, get, post
from litestar.params import FromPath, FromQuery, JSONBody
from msgspec import Raw
from sqlalchemy.engine import Connection

from paddock import games
from paddock.core.errors import BadSeats
from paddock.core.house import AnyHouse
from paddock.core.options import convert
from paddock.core.seats import Language, Seat
from paddock.server import bodies, budgets, plans, render, table_log, wire
from paddock.server.bots import DEFAULT_LEVEL
from paddock.server.http.context import Asker, Asking, TheHub
from paddock.server.http.persons import cleaned
from paddock.server.listing import Listed, listing_of
from paddock.server.live import LiveTable
from paddock.server.refused import Denied
from paddock.server.store import index
from paddock.server.table import Closed, Plan, Table
from paddock.server.table_log import Place
from paddock.server.thinking import LEVELS

SHOWN = 30  # tables in each list of the lobby


def new_id() -> str:
    """A table's id is its link: long enough not to be guessed."""
    return secrets.token_urlsafe(9)


def level_of(level: str | None, house: AnyHouse) -> str:
    if level is not None and level not in LEVELS and level not in house.levels:
        raise Denied("unknown")
    return level or DEFAULT_LEVEL


def bot_place(level: str, seat: Seat, house: AnyHouse, *, language: Language) -> Place:
    """A bot, named by its level and its seat in the language of whoever asked for it."""
    words = render.WORDS if level in LEVELS else house.words
    return Place(f"{words.tell(f'bot.{level}', language)} {seat + 1}", None, level)


def seated(wish: wire.Wish, seat: Seat, asking: Asking, house: AnyHouse) -> Place:
    """Who sits there, as far as it is known."""
    person = asking.person
    match wish:
        case wire.Me():
            return Place(person.name, person.id)
        case wire.Here(name):
            return Place(cleaned(name), person.id)
        case wire.Bot(level):
            return bot_place(level_of(level, house), seat, house, language=asking.language)
        case wire.Open():
            return Place()


def card_of(live: LiveTable, asking: Asking) -> wire.TableCard:
    table = live.table
    return render.card(listing_of(table), table.house, asking.id, asking.language)


def cards(found: list[Listed], person: str | None, language: Language) -> list[wire.TableCard]:
    houses: dict[str, AnyHouse] = games.houses()  # type: ignore[assignment]
    return [
        render.card(one, houses[one.game], person, language) for one in found if one.game in houses
    ]


async def start_if_full(live: LiveTable, language: Language) -> None:
    """A race begins by itself once nobody is missing."""
    table, named = live.table, partial(bot_place, language=language)
    if table.state == "gathering" and all(place.kind != "open" for place in table.places):
        try:
            await live.save(lambda now: plans.start(now, DEFAULT_LEVEL, named), "start")
        except Closed:
            return


class Tables(Controller):
    path = "/api"
    tags = ("tables",)

    @get("/lobby")
    async def lobby(self, hub: TheHub, asking: Asker) -> bodies.Lobby:
        """My races with my turn first, open tables, running and finished ones."""

        def job(c: Connection) -> list[list[Listed]]:
            mine = index.some(c, person=asking.id, limit=100) if asking.id else []
            rest = [
                index.some(c, state=state, listed=True, limit=SHOWN)
                for state in ("gathering", "racing", "over")
            ]
            return [[one for one in mine if one.state != "over"], *rest]

        found = [cards(some, asking.id, asking.language) for some in await hub.store.read(job)]
        yours, *rest = found
        yours.sort(key=lambda card: (not card.your_turn, -card.changed))
        return bodies.Lobby(tuple(yours), *(tuple(some) for some in rest))

    @post("/tables")
    async def open(
        self, hub: TheHub, asking: Asker, data: JSONBody[bodies.NewTable]
    ) -> wire.TableCard:
        """Open a table. It starts by itself once nobody is missing."""
        person, house = asking.person, games.find(data.game)
        if not house.card.fits(len(data.seats)):
            least, most = house.card.seats
            raise BadSeats(f"{house.card.title} seats {least} to {most}, not {len(data.seats)}")
        options = convert(house.options, data.options or {})
        opened = table_log.Opened(
            house.card.id,
            house.card.edition,
            Raw(msgspec.json.encode(options)),
            tuple(seated(wish, seat, asking, house) for seat, wish in enumerate(data.seats)),
            data.clock,
            data.listed,
            person.id,
        )
        live = await hub.open(new_id(), [(Plan(opened), None)], asking.asker)
        await start_if_full(live, asking.language)
        return card_of(live, asking)

    @get("/tables/{table:str}")
    async def one(self, table: FromPath[str], hub: TheHub, asking: Asker) -> wire.TableCard:
        return card_of(await hub.live(table), asking)

    @post("/tables/{table:str}/seats/{seat:int}", status_code=200)
    async def sit(
        self,
        table: FromPath[str],
        seat: FromPath[int],
        hub: TheHub,
        asking: Asker,
        data: JSONBody[bodies.Sit],
    ) -> wire.TableCard:
        """Take an open seat, or take back one's own from the bot that drives it."""
        live, person = await hub.live(table), asking.person
        name = person.name if data.name is None else cleaned(data.name)

        def plan(now: Table) -> Plan:
            place = place_at(now, seat)
            if place.person == person.id:
                if place.level is None:
                    raise Denied("closed")
                return plans.other(
                    now, table_log.Sat(seat, Place(place.name, person.id), back=True)
                )
            if place.kind != "open":
                raise Denied("forbidden", "seat-taken")
            return plans.other(now, table_log.Sat(seat, Place(name, person.id)))

        async with hub.one_at_a_time(person.id):
            if place_at(live.table, seat).kind == "open":
                await hub.store.read(partial(budgets.check_seats, hub.settings, person.id))
            await live.save(plan, None)
        await start_if_full(live, asking.language)
        return card_of(live, asking)

    @delete("/tables/{table:str}/seats/{seat:int}", status_code=200)
    async def leave(
        self,
        table: FromPath[str],
        seat: FromPath[int],
        hub: TheHub,
        asking: Asker,
        level: FromQuery[str | None] = None,
    ) -> wire.TableCard:
        """Leave a seat: to whoever comes before the start, to a bot afterwards."""
        live, person = await hub.live(table), asking.person
        bot = level_of(level, live.table.house)

        def plan(now: Table) -> Plan:
            place = place_at(now, seat)
            if place.person != person.id:
                raise Denied("not-yours")
            if now.state == "over" or place.level is not None:
                raise Denied("closed")
            if now.state == "gathering":
                return plans.other(now, table_log.Left(seat, Place(), place.name))
            return plans.other(
                now, table_log.Left(seat, Place(place.name, person.id, bot), place.name)
            )

        await live.save(plan, None)
        return card_of(live, asking)

    @post("/tables/{table:str}/start", status_code=200)
    async def start(
        self, table: FromPath[str], hub: TheHub, asking: Asker, data: JSONBody[bodies.Start]
    ) -> wire.TableCard:
        """The host starts: bots take the seats that are still open."""
        live = await hub.live(table)
        level = level_of(data.level, live.table.house)
        if live.table.head.host != asking.person.id:
            raise Denied("forbidden")
        if live.table.state != "gathering":
            raise Denied("closed")
        named = partial(bot_place, language=asking.language)
        await live.save(lambda now: plans.start(now, level, named), "start")
        return card_of(live, asking)


def place_at(table: Table, seat: Seat) -> Place:
    if not 0 <= seat < len(table.places):
        raise Denied("unknown")
    return table.places[seat]

"""Tables: lobby, opening, sitting down, leaving, starting."""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec
from litestar import Controller, delete, get, patch, post, put
from litestar.params import FromPath, FromQuery, JSONBody
from msgspec import Raw
from msgspec.structs import replace
from sqlalchemy.engine import Connection

from paddock import games
from paddock.analysis.advice import explain_advice
from paddock.bots import LEVELS, STYLED_NAMES
from paddock.bots.names import DRIVER_NAMES
from paddock.core import guide as guides
from paddock.core.errors import BadSeats
from paddock.core.game import Amount, ask_of
from paddock.core.game_spec import AnyGameSpec
from paddock.core.options import convert_options
from paddock.core.seats import Language, Seat
from paddock.server.api import bodies, wire
from paddock.server.api.errors import Denied
from paddock.server.common.ids import new_id
from paddock.server.http.context import RequestContext, RequesterDependency, TheHub
from paddock.server.http.tracks import check_own_tracks
from paddock.server.live.hub import may_begin, plan_start
from paddock.server.live.live_table import LiveTable
from paddock.server.people.names import clean_name
from paddock.server.people.person import Person
from paddock.server.rendering import render
from paddock.server.store import index
from paddock.server.tables import actions, table_log
from paddock.server.tables.listing import Listed, listing_of
from paddock.server.tables.liveries import check_livery
from paddock.server.tables.paces import pace_called
from paddock.server.tables.table import PlannedRow, Table, TableClosed
from paddock.server.tables.table_log import Place
from paddock.server.workers import quotas
from paddock.server.workers.bot_turns import DEFAULT_LEVEL
from paddock.server.workers.jobs import OLD_LEVELS

MAX_LISTED_TABLES = 30  # in each list of the lobby
UNFINISHED_STATES = ("gathering", "racing", "frozen")
FINISHED_STATES = ("over",)


def new_key() -> str:
    """Key of an invitation, for locked or reserved seats."""
    return new_id()


def level_of(level: str | None, spec: AnyGameSpec, own_bots: tuple[str, ...] = ()) -> str:
    """A level of bots that a table may choose; `own_bots` are those that the owner allows."""
    if level is None:
        return DEFAULT_LEVEL
    now = OLD_LEVELS.get(level, level)
    if now not in LEVELS and now not in STYLED_NAMES and now not in (*spec.levels, *own_bots):
        raise Denied("unknown")
    return now


def clock_for(data: bodies.NewTable, spec: AnyGameSpec, options: Any) -> wire.Clock:
    """The clock of a new table: as sent, or that of a proposed pace."""
    if data.pace is None:
        return data.clock
    if not isinstance(data.clock, wire.NoClock):
        raise Denied("unreadable", "clock-and-pace")
    return pace_called(spec, options, data.pace).clock


def slow_options(
    clock: wire.Clock,
    chosen: wire.SlowOptions | None,
    spec: AnyGameSpec,
    own_bots: tuple[str, ...],
) -> wire.SlowOptions | None:
    """What holds at a new table with banks; the level of co-drivers is checked."""
    if not isinstance(clock, wire.Bank):
        if chosen is not None:
            raise Denied("unreadable", "no-bank")
        return None
    found = chosen or wire.SlowOptions()
    found = replace(found, turns=found.turns or spec.programs.turns_per_sitting)
    return replace(found, level=level_of(found.level, spec, own_bots)) if found.level else found


def bot_place(level: str, seat: Seat, spec: AnyGameSpec) -> Place:
    """A bot of a level with a name."""
    return Place(DRIVER_NAMES[seat % len(DRIVER_NAMES)], None, level)


def place_for(
    wish: wire.Wish,
    seat: Seat,
    asking: RequestContext,
    spec: AnyGameSpec,
    own_bots: tuple[str, ...],
) -> Place:
    """Place for a wish."""
    person = asking.person
    match wish:
        case wire.Me():
            return Place(person.name, person.id)
        case wire.Here(name):
            return Place(clean_name(name), person.id)
        case wire.Bot(level):
            return bot_place(level_of(level, spec, own_bots), seat, spec)
        case wire.Open():
            return Place()
        case wire.Reserved(name):
            return Place(clean_name(name), held="")


def paint_places(
    spec: AnyGameSpec, options: Any, places: tuple[Place, ...], liveries: tuple[int, ...]
) -> tuple[Place, ...]:
    """The places with the colours chosen for them."""
    if len(liveries) > len(places):
        raise BadSeats(f"{len(places)} seats and {len(liveries)} colours")
    painted = list(places)
    for seat, livery in enumerate(liveries):
        check_livery(spec, options, painted, seat, livery)
        painted[seat] = replace(painted[seat], livery=livery)
    return tuple(painted)


def card_of(live: LiveTable, asking: RequestContext) -> wire.TableCard:
    table = live.table
    return render.card(listing_of(table), table.spec, asking.id, asking.language)


def cards(found: list[Listed], person: str | None, language: Language) -> list[wire.TableCard]:
    specs: dict[str, AnyGameSpec] = games.all_specs()  # type: ignore[assignment]
    return [
        render.card(one, specs[one.game], person, language) for one in found if one.game in specs
    ]


def sits(listed: Listed, person: str) -> bool:
    """Whether a person has a seat now, and not only had one."""
    return any(place.person == person for place in listed.summary.places)


async def start_if_full(live: LiveTable) -> None:
    """Start the race once all seats are taken and everyone is there."""
    if may_begin(live):
        try:
            await live.save(plan_start, "start")
        except TableClosed:
            return


class Tables(Controller):
    path = "/api"
    tags = ("tables",)

    @get("/lobby")
    async def lobby(self, hub: TheHub, asking: RequesterDependency) -> bodies.Lobby:
        """Own races with my turn first, then open, running and finished tables."""

        def job(c: Connection) -> tuple[list[list[Listed]], list[str]]:
            mine, learnt = [], []
            if asking.id:
                rows = index.races_of(c, asking.id, UNFINISHED_STATES)
                mine = [table for _, table in rows if table is not None and sits(table, asking.id)]
                learnt = index.games_of(c, asking.id, FINISHED_STATES)
            rest = [
                index.list_fairly(c, state, MAX_LISTED_TABLES)
                for state in ("gathering", "racing", "over")
            ]
            return [mine, *rest], learnt

        lists, learnt = await hub.store.read(job)
        yours, *rest = [cards(some, asking.id, asking.language) for some in lists]
        yours.sort(key=lambda card: (not card.your_turn, -card.changed))
        waiting, racing, over = map(tuple, rest)
        return bodies.Lobby(tuple(yours), waiting, racing, over, tuple(learnt))

    @post("/tables")
    async def open(
        self, hub: TheHub, asking: RequesterDependency, data: JSONBody[bodies.NewTable]
    ) -> wire.TableCard:
        """Open a table. The race starts once all seats are taken."""
        person, spec = asking.person, games.find_spec(data.game)
        if not spec.card.allows_seats(len(data.seats)):
            least, most = spec.card.seats
            raise BadSeats(f"{spec.card.title} seats {least} to {most}, not {len(data.seats)}")
        await check_own_tracks(hub, asking, data, spec)
        options = convert_options(spec.options, data.options or {})
        places = paint_places(
            spec,
            options,
            tuple(
                place_for(wish, seat, asking, spec, hub.settings.own_bots)
                for seat, wish in enumerate(data.seats)
            ),
            data.liveries,
        )
        clock = clock_for(data, spec, options)
        anybody = any(isinstance(wish, wire.Open) for wish in data.seats) and not data.locked
        listed = anybody if data.listed is None else data.listed
        opened = table_log.Opened(
            spec.card.id,
            spec.card.edition,
            Raw(msgspec.json.encode(options)),
            places,
            clock,
            listed,
            person.id,
            key=new_key(),
            locked=data.locked,
            watching=data.watching or ("open" if listed else "link"),
            slow=slow_options(clock, data.slow, spec, hub.settings.own_bots),
        )
        live = await hub.open(new_id(), [(PlannedRow(opened), None)], asking.asker)
        await start_if_full(live)
        return card_of(live, asking)

    @post("/guides")
    async def learn(
        self, hub: TheHub, asking: RequesterDependency, data: JSONBody[bodies.Learn]
    ) -> wire.TableCard:
        """Open a guided race of my own. It starts at once."""
        person, spec = asking.person, games.find_spec(data.game)
        if data.guide not in guides.guide_names(spec):
            raise Denied("unknown")
        course = guides.get_course(spec, data.guide)
        guide = course.guide
        opened = table_log.Opened(
            spec.card.id,
            spec.card.edition,
            Raw(msgspec.json.encode(course.options)),
            tuple(
                Place(person.name, person.id)
                if name == guide.you
                else Place(name.capitalize(), None, guide.free.rivals[name])
                for name in guide.seats
            ),
            wire.NoClock(),
            False,
            person.id,
            watching="closed",
            guide=data.guide,
            start=guide.start,
        )
        live = await hub.open(new_id(), [(PlannedRow(opened), None)], asking.asker)
        await start_if_full(live)
        return card_of(live, asking)

    @post("/tables/{table:str}/guide", status_code=200)
    async def guide(
        self,
        table: FromPath[str],
        hub: TheHub,
        asking: RequesterDependency,
        data: JSONBody[bodies.GuideStep],
    ) -> wire.TableCard:
        """Go back to before a mistake, or skip the rest of the guide."""
        live, person = await hub.live(table), asking.person
        if not live.table.seats_of(person.id):
            raise Denied("not-yours")
        plan = actions.rewind_mistake if data.do == "back" else actions.hurry
        await live.save(plan, None)
        return card_of(live, asking)

    @get("/tables/{table:str}")
    async def one(
        self, table: FromPath[str], hub: TheHub, asking: RequesterDependency
    ) -> wire.TableCard:
        live = await hub.live(table)
        if live.table.state != "gathering" and not live.may_watch(asking.id):
            raise Denied("forbidden", "not-watched")
        return card_of(live, asking)

    @post("/tables/{table:str}/seats/{seat:int}", status_code=200)
    async def sit(
        self,
        table: FromPath[str],
        seat: FromPath[int],
        hub: TheHub,
        asking: RequesterDependency,
        data: JSONBody[bodies.Sit],
    ) -> wire.TableCard:
        """Take an open seat, or take back an own seat from a bot."""
        live, person = await hub.live(table), asking.person
        name = person.name if data.name is None else clean_name(data.name)

        def plan(now: Table) -> PlannedRow:
            return actions.sit(now, seat, person, name, data.key, data.livery)

        asker = asking.asker
        async with hub.lock_of(f"seats {asker.origin}"):  # a quota is not checked twice at once
            new = actions.place_at(live.table, seat).empty
            if new and live.table.head.host != person.id:
                await hub.store.read(partial(quotas.check_seats, hub.settings, asker))
            await live.save(plan, None)
            if new:
                note = partial(index.set_seat_origin, table=table, seat=seat, origin=asker.origin)
                await hub.store.write(table, note)
        await start_if_full(live)
        return card_of(live, asking)

    @put("/tables/{table:str}/seats/{seat:int}/livery")
    async def paint(
        self,
        table: FromPath[str],
        seat: FromPath[int],
        hub: TheHub,
        asking: RequesterDependency,
        data: JSONBody[bodies.Paint],
    ) -> wire.TableCard:
        """Choose the colour of an own seat, or as the host that of a bot, before the start."""
        live, person = await hub.live(table), asking.person
        await live.save(lambda now: actions.paint(now, seat, person.id, data.livery), None)
        return card_of(live, asking)

    @delete("/tables/{table:str}/seats/{seat:int}", status_code=200)
    async def leave(
        self,
        table: FromPath[str],
        seat: FromPath[int],
        hub: TheHub,
        asking: RequesterDependency,
        level: FromQuery[str | None] = None,
    ) -> wire.TableCard:
        """Leave a seat: it is open before the start, a bot takes over afterwards."""
        live, person = await hub.live(table), asking.person
        spec = live.table.spec
        bot = bot_place(level_of(level, spec, hub.settings.own_bots), seat, spec)
        await live.save(lambda now: actions.leave(now, seat, person.id, bot), None)
        return card_of(live, asking)

    @post("/tables/{table:str}/seats/{seat:int}/hint", status_code=200)
    async def hint(
        self, table: FromPath[str], seat: FromPath[int], hub: TheHub, asking: RequesterDependency
    ) -> list[bodies.Hint]:
        """Recommend an option from what this seat sees. Only if no other person races; hints are
        counted."""
        live, person = await hub.live(table), asking.person
        now = live.table
        if seat not in now.seats_of(person.id):
            raise Denied("not-yours")
        ask = ask_of(now.asks(), seat)
        if ask is None or now.referee is None or now.places[seat].level is not None:
            raise Denied("not-asked")
        if not now.may_hint(seat):
            raise Denied("forbidden", "no-hints")
        spec, language = now.spec, asking.language
        view = spec.game.view(now.referee.state, seat)
        found = await hub.bots.advise(live, seat, ask, asking.asker)
        return [
            bodies.Hint(
                spec.words.label(one.move, now.names, language),
                round(one.place, 2),
                explain_advice(spec, view, ask, one, language),
                spec.notation.text(one.move, now.names),
                one.move.amount if isinstance(ask.options, Amount) else None,
            )
            for one in found
        ]

    @patch("/tables/{table:str}")
    async def change(
        self,
        table: FromPath[str],
        hub: TheHub,
        asking: RequesterDependency,
        data: JSONBody[bodies.TableChange],
    ) -> wire.TableCard:
        """Change who may join and watch (host only)."""
        live, person = await hub.live(table), asking.person
        changed = table_log.Changed(data.listed, data.locked, data.watching)
        await live.save(lambda now: actions.change(now, person.id, changed), None)
        return card_of(live, asking)

    @delete("/tables/{table:str}", status_code=200)
    async def close(
        self, table: FromPath[str], hub: TheHub, asking: RequesterDependency
    ) -> wire.TableCard:
        """Close the table (host only): before the start, or if no other person races."""
        live, person = await hub.live(table), asking.person
        await live.save(lambda now: actions.close(now, person.id), None)
        return card_of(live, asking)

    @post("/tables/{table:str}/proposal", status_code=200)
    async def propose(
        self,
        table: FromPath[str],
        hub: TheHub,
        asking: RequesterDependency,
        data: JSONBody[bodies.Propose],
    ) -> wire.TableCard:
        """Propose to abandon the race, that a bot or another person takes over for an absent one,
        or another pace."""
        live, person = await hub.live(table), asking.person
        now = hub.clock()

        def plan(found: Table) -> PlannedRow:
            return actions.propose(
                found, person, data.what, data.seat, now, clock=data.clock, slow=data.slow
            )

        await live.save(plan, None)
        return card_of(live, asking)

    @put("/tables/{table:str}/proposal")
    async def agree(
        self,
        table: FromPath[str],
        hub: TheHub,
        asking: RequesterDependency,
        data: JSONBody[bodies.Agree],
    ) -> wire.TableCard:
        """Accept or reject a proposal."""
        live, person = await hub.live(table), asking.person
        await live.save(lambda now: actions.agree(now, person, data.yes), None)
        return card_of(live, asking)

    @post("/tables/{table:str}/rematch")
    async def rematch(
        self, table: FromPath[str], hub: TheHub, asking: RequesterDependency
    ) -> wire.TableCard:
        """Open a rematch with the same bots and reserved seats for all who raced."""
        live, person = await hub.live(table), asking.person
        if not live.table.seats_of(person.id):
            raise Denied("not-yours")
        async with live.rematching:
            found = live.table.membership.rematch
            if found is None:
                found = new_id()
                offered = actions.rematch(live.table, person, found)
                opened = PlannedRow(rematch_card(live.table, person))
                await hub.open(found, [(opened, None)], asking.asker)
                await live.save(lambda now: offered, "rematch")
            made = await hub.live(live.table.membership.rematch or found)
        await start_if_full(made)
        return card_of(made, asking)

    @post("/tables/{table:str}/start", status_code=200)
    async def start(
        self,
        table: FromPath[str],
        hub: TheHub,
        asking: RequesterDependency,
        data: JSONBody[bodies.Start],
    ) -> wire.TableCard:
        """Start (host only): bots take the open seats. Everyone who has a seat must be there."""
        live = await hub.live(table)
        level = level_of(data.level, live.table.spec, hub.settings.own_bots)
        if live.table.head.host != asking.person.id:
            raise Denied("forbidden")
        if live.table.state != "gathering":
            raise Denied("closed")
        if absent := live.absent_seats():
            names = ", ".join(live.table.places[seat].name for seat in absent)
            raise Denied("closed", "not-there", who=names)
        await live.save(lambda now: actions.start(now, level, bot_place), "start")
        return card_of(live, asking)


def rematch_card(table: Table, person: Person) -> table_log.Opened:
    """The table of the rematch."""

    def place(old: Place) -> Place:
        if old.person is None:
            return old
        if old.person == person.id:
            return Place(old.name, person.id, livery=old.livery)
        return Place(old.name, held=old.person, livery=old.livery)

    return replace(
        table.head,
        edition=table.spec.card.edition,
        places=tuple(place(old) for old in table.places),
        host=person.id,
        forked=None,
        luck=None,
        exercise=None,
        brought=False,
        key=new_key(),
        listed=False,
        locked=True,
        clock=table.clock,
        slow=table.slow.options if table.bank_clocks is not None else None,
    )

"""Exercises: of the day, from one's own races; and why somebody chose as he did."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Controller, get, post
from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec.structs import replace

from paddock import games
from paddock.bots.advice import why
from paddock.bots.judge import DOUBTFUL
from paddock.bots.reasons import Prospect, asked_in, reason_lines
from paddock.bots.review import Decision
from paddock.core.house import AnyHouse
from paddock.core.seats import Seat
from paddock.server import bodies, exercises, looking_back, records, replay, table_log, wire
from paddock.server.http.context import Asker, Asking, TheHub
from paddock.server.http.disconnects import CANCELS
from paddock.server.http.replays import finished
from paddock.server.http.tables import bot_place, card_of, level_of, new_id
from paddock.server.hub import Hub
from paddock.server.refused import Denied
from paddock.server.store import index
from paddock.server.table import Table
from paddock.server.table_log import Place
from paddock.server.thinking import Look

LATEST = 20
"""Races of one's own that are gone through for exercises."""


def around(table_seats: int, seat: Seat, asking: Asking, house: AnyHouse) -> tuple[Place, ...]:
    """Somebody among bots."""
    person, level = asking.person, level_of(None, house)
    return tuple(
        Place(person.name, person.id) if one == seat else bot_place(level, one, house)
        for one in range(table_seats)
    )


def house_of(game: str) -> AnyHouse:
    """A game that has exercises."""
    house = games.find(game)
    if not exercises.daily(house):
        raise Denied("unknown")
    return house


async def day_page(hub: Hub, game: str, asking: Asking) -> bodies.Exercises:
    house = house_of(game)
    state, its = await hub.exercises.find(house)
    found = tuple([bodies.ExerciseCard(n, round(one.least, 2)) for n, one in enumerate(its.found)])
    return bodies.Exercises(game, house.title(asking.language), hub.exercises.day(), state, found)


class Exercises(Controller):
    path = "/api"
    tags = ("exercises",)

    @get("/games/{game:str}/exercises")
    async def of_day(self, game: FromPath[str], hub: TheHub, asking: Asker) -> bodies.Exercises:
        """Today's exercises of a game, as far as they are found."""
        return await day_page(hub, game, asking)

    @post("/games/{game:str}/exercises", status_code=200)
    async def begin(self, game: FromPath[str], hub: TheHub, asking: Asker) -> bodies.Exercises:
        """Have today's exercises looked for; it takes a while, then they are kept for the day."""
        await hub.exercises.begin(house_of(game), asking.asker)
        return await day_page(hub, game, asking)

    @post("/games/{game:str}/exercises/{number:int}")
    async def try_it(
        self, game: FromPath[str], number: FromPath[int], hub: TheHub, asking: Asker
    ) -> wire.TableCard:
        """A table of one's own that stands where an exercise of today does."""
        house, person = house_of(game), asking.person
        _, its = await hub.exercises.find(house)
        if not 0 <= number < len(its.found):
            raise Denied("unknown")
        one = its.found[number]
        async with hub.offload.heavy.turn(*asking.path) as turn:
            seats = await turn.run(exercises.seats_of, one)
            places = around(seats, one.seat, asking, house)
            rows = await turn.run(exercises.entries, one, places, person.id)
        return card_of(await hub.open(new_id(), rows, asking.asker), asking)

    @get("/exercises", opt=CANCELS)
    async def mine(self, hub: TheHub, asking: Asker) -> bodies.MyExercises:
        """The games that have exercises, and where I went wrong in races that were looked back
        upon, the latest race first; a stranger has raced nowhere yet."""
        person, found = asking.id, list[bodies.Mistake]()
        listed = await hub.store.read(
            lambda c: index.some(c, state="over", person=person, limit=LATEST) if person else []
        )
        for one in listed:
            table = (await hub.live(one.id)).table
            state, kept = await hub.reviews.find(table)
            if state != "done" or kept is None:
                continue
            async with hub.offload.heavy.turn(*asking.path) as turn:
                whole = await hub.whole(table, turn)
                found += await turn.run(mistakes, whole, kept.review.decisions, person, asking)
        offered = [
            bodies.ExerciseGame(house.card.id, house.title(asking.language))
            for house in games.houses().values()
            if exercises.daily(house)
        ]
        return bodies.MyExercises(tuple(offered), tuple(found))

    @post("/tables/{table:str}/exercise")
    async def again(
        self, table: FromPath[str], hub: TheHub, asking: Asker, data: JSONBody[bodies.Again]
    ) -> wire.TableCard:
        """A table that stands where I went wrong."""
        found = await finished(hub, table, asking.id)
        if data.seat not in found.seats_of(asking.person.id):
            raise Denied("not-yours")
        _, kept = await hub.reviews.find(found)
        its = () if kept is None else kept.review.decisions
        log = await hub.rows(found)
        async with hub.offload.heavy.turn(*asking.path) as turn:
            whole = await hub.whole(found, turn)
            one = await turn.run(wrong_at, whole, its, data)
            if one is None:
                raise Denied("unknown")
            places = around(len(found.places), data.seat, asking, found.house)
            best = msgspec.json.encode(looking_back.read(found, one).other).decode()
            asked = table_log.Exercise(one.row, one.seat, best, 0.0)
            made = await turn.run(
                replay.fork,
                new_id(),
                found,
                log,
                data.at,
                places,
                asking.person.id,
                hub.clock(),
                exercise=asked,
            )
        return card_of(await hub.open_fork(made, asking.asker), asking)

    @get("/tables/{table:str}/exercise", opt=CANCELS)
    async def verdict(
        self, table: FromPath[str], hub: TheHub, asking: Asker
    ) -> bodies.ExerciseState:
        """What is to be found at a table that is an exercise, and whether it was."""
        now = (await hub.live(table)).table
        its = now.head.exercise
        if its is None or its.seat not in now.seats_of(asking.person.id) or now.referee is None:
            raise Denied("unknown")
        async with hub.offload.heavy.turn(*asking.path) as turn:
            whole = await hub.whole(now, turn)
        move = exercises.answered(whole)
        if move is None:
            return bodies.ExerciseState("open", its.least)
        best, language = exercises.answer_of(now), asking.language
        cost = 0.0 if move == best else await hub.exercises.cost(whole, move, asking.asker)
        words, names = now.house.words, now.names
        async with hub.offload.heavy.turn(*asking.path) as turn:
            seen, ask = await turn.run(exercises.asked, whole)
        return bodies.ExerciseState(
            "solved" if cost < DOUBTFUL else "missed",
            its.least,
            round(cost, 2),
            words.label(move, names, language),
            words.label(best, names, language),
            why(now.house, seen, ask, best, language),
        )

    @get("/tables/{table:str}/why", opt=CANCELS)
    async def reasons(
        self,
        table: FromPath[str],
        hub: TheHub,
        asking: Asker,
        at: Annotated[int, QueryParameter(ge=0)],
    ) -> bodies.Reasons:
        """Why whoever was to move at a moment chose as he did, by what he could see."""
        found = await finished(hub, table, asking.id)
        async with hub.offload.heavy.turn(*asking.path) as turn:
            whole = await hub.whole(found, turn)
            timeline = await turn.run(looking_back.Timeline, whole)
            row = next((r for r in range(len(timeline.after)) if timeline.before(r) == at), None)
            if row is None:
                raise Denied("unknown")
            text = await turn.run(records.record_text, whole)
        look = Look(text, "why", (row,))
        told = await hub.exercises.thought(look, tuple[Prospect, ...], found, asking.asker)
        lines = await hub.offload.heavy.run(asking.path, reasons_told, whole, row, told, asking)
        return bodies.Reasons(lines)


def wrong_at(table: Table, decisions: tuple[Decision, ...], at: bodies.Again) -> Decision | None:
    """Where a seat went wrong at a moment, if it can be put again."""
    timeline = looking_back.Timeline(table)
    its = [d for d in decisions if d.seat == at.seat and timeline.before(d.row) == at.at]
    return next(iter(exercises.fitting(table, its)), None)


def mistakes(
    table: Table, decisions: tuple[Decision, ...], person: str | None, asking: Asking
) -> list[bodies.Mistake]:
    """Those of a person's decisions in a race that can be put again, dearest first."""
    timeline, mine = looking_back.Timeline(table), table.seats_of(person)
    return [
        bodies.Mistake(
            table.id,
            table.head.game,
            table.house.title(asking.language),
            timeline.before(one.row),
            one.seat,
            table.house.words.kind(one.question, asking.language),
            "blunder" if one.kind == "blunder" else "mistake",
            round(one.cost, 2),
        )
        for one in sorted(exercises.fitting(table, decisions), key=lambda one: -one.cost)
        if one.seat in mine
    ]


def reasons_told(
    table: Table, row: int, found: tuple[Prospect, ...], asking: Asking
) -> tuple[str, ...]:
    """Sentence by sentence."""
    house = table.house
    assert table.referee is not None
    asked = asked_in(house, table.referee.record(), row)
    if asked is None:
        return (house.words.tell("review.why.no-move", asking.language, at=row),)
    read = tuple([replace(one, move=msgspec.convert(one.move, house.move)) for one in found])
    return tuple(reason_lines(house, table.names, asked[0], asked[1], read, asking.language))

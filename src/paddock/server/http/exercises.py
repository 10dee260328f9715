"""Exercises: daily ones, from own races, and reasons for a decision."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Controller, get, post
from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec.structs import replace

from paddock import games
from paddock.analysis.advice import explain_option
from paddock.analysis.judge import MIN_NAMED_PLACES
from paddock.analysis.reasons import Prospect, decision_of_row, reason_lines
from paddock.analysis.review import Decision
from paddock.core.game_spec import AnyGameSpec
from paddock.core.seats import Seat
from paddock.server.api import bodies, wire
from paddock.server.api.errors import Denied
from paddock.server.common.ids import new_id
from paddock.server.http.context import RequestContext, RequesterDependency, TheHub
from paddock.server.http.disconnects import CANCEL_ON_DISCONNECT
from paddock.server.http.replays import finished_race
from paddock.server.http.tables import bot_place, card_of, level_of
from paddock.server.live.hub import Hub
from paddock.server.rendering import replay
from paddock.server.store import index
from paddock.server.tables import records, table_log
from paddock.server.tables.table import Table
from paddock.server.tables.table_log import Place
from paddock.server.workers import exercises, review_body
from paddock.server.workers.jobs import ReviewJob

MAX_OWN_RACES = 20
"""Number of own races that are searched for mistakes."""


def places_with_bots(
    table_seats: int, seat: Seat, asking: RequestContext, spec: AnyGameSpec
) -> tuple[Place, ...]:
    """Places of a person among bots."""
    person, level = asking.person, level_of(None, spec)
    return tuple(
        Place(person.name, person.id) if one == seat else bot_place(level, one, spec)
        for one in range(table_seats)
    )


def spec_of(game: str) -> AnyGameSpec:
    """A game that has exercises."""
    spec = games.find_spec(game)
    if not exercises.has_daily(spec):
        raise Denied("unknown")
    return spec


async def day_page(hub: Hub, game: str, asking: RequestContext) -> bodies.Exercises:
    spec = spec_of(game)
    state, daily = await hub.exercises.find(spec)
    found = tuple(
        [bodies.ExerciseCard(n, round(one.least, 2)) for n, one in enumerate(daily.found)]
    )
    return bodies.Exercises(game, spec.title(asking.language), hub.exercises.day(), state, found)


class Exercises(Controller):
    path = "/api"
    tags = ("exercises",)

    @get("/games/{game:str}/exercises")
    async def of_day(
        self, game: FromPath[str], hub: TheHub, asking: RequesterDependency
    ) -> bodies.Exercises:
        """Today's exercises of a game, as far as they are found."""
        return await day_page(hub, game, asking)

    @post("/games/{game:str}/exercises", status_code=200)
    async def begin(
        self, game: FromPath[str], hub: TheHub, asking: RequesterDependency
    ) -> bodies.Exercises:
        """Start the search for today's exercises. The result is stored for the day."""
        await hub.exercises.begin(spec_of(game), asking.asker)
        return await day_page(hub, game, asking)

    @post("/games/{game:str}/exercises/{number:int}")
    async def try_it(
        self, game: FromPath[str], number: FromPath[int], hub: TheHub, asking: RequesterDependency
    ) -> wire.TableCard:
        """Open a table at the position of one of today's exercises."""
        spec, person = spec_of(game), asking.person
        _, daily = await hub.exercises.find(spec)
        if not 0 <= number < len(daily.found):
            raise Denied("unknown")
        one = daily.found[number]
        async with hub.offload.heavy.turn(*asking.path) as turn:
            seats = await turn.run(exercises.seats_of, one)
            places = places_with_bots(seats, one.seat, asking, spec)
            rows = await turn.run(exercises.entries, one, places, person.id)
        return card_of(await hub.open(new_id(), rows, asking.asker), asking)

    @get("/exercises", opt=CANCEL_ON_DISCONNECT)
    async def mine(self, hub: TheHub, asking: RequesterDependency) -> bodies.MyExercises:
        """Games with exercises, and mistakes in reviewed own races, the latest race first. Empty
        for a visitor without a session."""
        person, found = asking.id, list[bodies.Mistake]()
        listed = await hub.store.read(
            lambda c: (
                index.list_tables(c, state="over", person=person, limit=MAX_OWN_RACES)
                if person
                else []
            )
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
            bodies.GameTitle(spec.card.id, spec.title(asking.language))
            for spec in games.all_specs().values()
            if exercises.has_daily(spec)
        ]
        return bodies.MyExercises(tuple(offered), tuple(found))

    @post("/tables/{table:str}/exercise")
    async def again(
        self,
        table: FromPath[str],
        hub: TheHub,
        asking: RequesterDependency,
        data: JSONBody[bodies.Again],
    ) -> wire.TableCard:
        """Open a table at the position of an own mistake."""
        found = await finished_race(hub, table, asking.id)
        if data.seat not in found.seats_of(asking.person.id):
            raise Denied("not-yours")
        _, kept = await hub.reviews.find(found)
        decisions = () if kept is None else kept.review.decisions
        log = await hub.rows(found)
        async with hub.offload.heavy.turn(*asking.path) as turn:
            whole = await hub.whole(found, turn)
            one = await turn.run(mistake_at, whole, decisions, data)
            if one is None:
                raise Denied("unknown")
            places = places_with_bots(len(found.places), data.seat, asking, found.spec)
            best = msgspec.json.encode(review_body.read_decision(found, one).other).decode()
            asked = table_log.Exercise(one.row, one.seat, best, 0.0)
            made = await turn.run(
                replay.fork,
                new_id(),
                found,
                log,
                at=data.at,
                places=places,
                host=asking.person.id,
                now=hub.clock(),
                exercise=asked,
            )
        return card_of(await hub.open_fork(made, asking.asker), asking)

    @get("/tables/{table:str}/exercise", opt=CANCEL_ON_DISCONNECT)
    async def verdict(
        self, table: FromPath[str], hub: TheHub, asking: RequesterDependency
    ) -> bodies.ExerciseState:
        """Result of an exercise at its table."""
        now = (await hub.live(table)).table
        exercise = now.head.exercise
        if (
            exercise is None
            or exercise.seat not in now.seats_of(asking.person.id)
            or now.referee is None
        ):
            raise Denied("unknown")
        async with hub.offload.heavy.turn(*asking.path) as turn:
            whole = await hub.whole(now, turn)
        move = exercises.given_answer(whole)
        if move is None:
            return bodies.ExerciseState("open", exercise.least)
        best, language = exercises.answer_of(now), asking.language
        cost = 0.0 if move == best else await hub.exercises.cost(whole, move, asking.asker)
        words, names = now.spec.words, now.names
        async with hub.offload.heavy.turn(*asking.path) as turn:
            seen, ask = await turn.run(exercises.exercise_ask, whole)
        return bodies.ExerciseState(
            "solved" if cost < MIN_NAMED_PLACES else "missed",
            exercise.least,
            round(cost, 2),
            words.label(move, names, language),
            words.label(best, names, language),
            explain_option(now.spec, seen, ask, best, language),
        )

    @get("/tables/{table:str}/why", opt=CANCEL_ON_DISCONNECT)
    async def reasons(
        self,
        table: FromPath[str],
        hub: TheHub,
        asking: RequesterDependency,
        at: Annotated[int, QueryParameter(ge=0)],
    ) -> bodies.Reasons:
        """Reasons for the choice at a moment, based on what that seat could see."""
        found = await finished_race(hub, table, asking.id)
        async with hub.offload.heavy.turn(*asking.path) as turn:
            whole = await hub.whole(found, turn)
            timeline = await turn.run(review_body.Timeline, whole)
            row = next((r for r in range(len(timeline.after)) if timeline.before(r) == at), None)
            if row is None:
                raise Denied("unknown")
            text = await turn.run(records.record_text, whole)
        look = ReviewJob(text, "why", (row,))
        told = await hub.exercises.judge(look, tuple[Prospect, ...], found, asking.asker)
        lines = await hub.offload.heavy.run(asking.path, reason_texts, whole, row, told, asking)
        return bodies.Reasons(lines)


def mistake_at(table: Table, decisions: tuple[Decision, ...], at: bodies.Again) -> Decision | None:
    """The mistake of a seat at a moment, if it can be tried again."""
    timeline = review_body.Timeline(table)
    matching = [d for d in decisions if d.seat == at.seat and timeline.before(d.row) == at.at]
    return next(iter(exercises.retryable_mistakes(table, matching)), None)


def mistakes(
    table: Table, decisions: tuple[Decision, ...], person: str | None, asking: RequestContext
) -> list[bodies.Mistake]:
    """A person's mistakes in a race that can be tried again, the most expensive first."""
    timeline, mine = review_body.Timeline(table), table.seats_of(person)
    return [
        bodies.Mistake(
            table=table.id,
            game=table.head.game,
            title=table.spec.title(asking.language),
            at=timeline.before(one.row),
            seat=one.seat,
            question=table.spec.words.kind(one.question, asking.language),
            kind="blunder" if one.kind == "blunder" else "mistake",
            cost=round(one.cost, 2),
        )
        for one in sorted(exercises.retryable_mistakes(table, decisions), key=lambda one: -one.cost)
        if one.seat in mine
    ]


def reason_texts(
    table: Table, row: int, found: tuple[Prospect, ...], asking: RequestContext
) -> tuple[str, ...]:
    """Reasons as sentences."""
    spec = table.spec
    assert table.referee is not None
    asked = decision_of_row(spec, table.referee.record(), row)
    if asked is None:
        return (spec.words.tell("review.why.no-move", asking.language, at=row),)
    read = tuple([replace(one, move=msgspec.convert(one.move, spec.move)) for one in found])
    return tuple(reason_lines(spec, table.names, asked[0], asked[1], read, asking.language))

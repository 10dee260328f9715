"""Exercises: daily ones, found by background jobs and stored for the day, and mistakes of own
races."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from paddock import games
from paddock.analysis.exercises import (
    EXERCISES_PER_DAY,
    MAX_RACES_PER_DAY,
    answerable_rows,
    truncate_record,
    view_and_ask_at_end,
)
from paddock.analysis.review import Decision
from paddock.analysis.scale import scale_of
from paddock.core import record
from paddock.core.game import Ask
from paddock.core.game_spec import AnyGameSpec
from paddock.core.record import Play
from paddock.server.api import wire
from paddock.server.api.errors import Denied
from paddock.server.rendering.raw_json import raw
from paddock.server.store.background_results import REPORTS
from paddock.server.store.store import NewRow
from paddock.server.tables import table_log
from paddock.server.tables.table import PlannedRow, Table
from paddock.server.tables.table_log import Place
from paddock.server.workers.background_jobs import BackgroundJobs, Job, JobState
from paddock.server.workers.background_queue import check_pending
from paddock.server.workers.jobs import (
    ExerciseJudge,
    ExerciseSearch,
    FoundExercise,
    ReviewJob,
    WorkerFailed,
)
from paddock.server.workers.quotas import Requester
from paddock.server.workers.services import Services

LOG = logging.getLogger("paddock.exercises")
EXERCISE_VERSION = 2
"""Version of the algorithm. Increase it to search again."""
MAX_PENDING_PER_PERSON = 2
"""Games whose exercises one person may have searched at a time."""
MAX_PENDING_ANSWERS = 4
"""Answers that one person may wait for at a time."""
MISTAKE_KINDS = ("mistake", "blunder")
"""Classes of decisions that can be tried again."""


class DailySet(Struct, frozen=True):
    """Exercises of a day found so far."""

    races: int  # races searched
    found: tuple[FoundExercise, ...] = ()
    missed: tuple[int, ...] = ()  # of these, races in which the search failed

    @property
    def next_race(self) -> int | None:
        """Next race to search; none: complete, or no race left."""
        if len(self.found) >= EXERCISES_PER_DAY:
            return None
        return self.races if self.races < MAX_RACES_PER_DAY else next(iter(self.missed), None)

    def with_result(self, race: int, one: FoundExercise | None) -> DailySet:
        """With the result of a race."""
        left = tuple([other for other in self.missed if other != race])
        found = self.found if one is None else (*self.found, one)
        return DailySet(max(self.races, race + 1), found, left)

    def with_miss(self, race: int) -> DailySet:
        """With a failed race, which is searched again after all others."""
        daily = self.with_result(race, None)
        return replace(daily, missed=(*daily.missed, race))


DAILY_SET = msgspec.json.Decoder(DailySet)
EMPTY_SET = DailySet(0)


class Exercises:
    """Exercise jobs of this process."""

    def __init__(self, hub: Services) -> None:
        self.hub = hub
        self.jobs = BackgroundJobs(hub, REPORTS, "exercises", LOG)
        self.working = self.jobs.working
        self.asking: list[Requester] = []  # who waits for an answer

    def day(self) -> str:
        """Today in UTC, the same everywhere."""
        return datetime.fromtimestamp(self.hub.clock() / 1000, UTC).date().isoformat()

    async def find(self, spec: AnyGameSpec) -> tuple[JobState, DailySet]:
        """State of today's exercises of a game."""
        return await self.find_edition(spec, self.edition(spec))

    async def find_edition(self, spec: AnyGameSpec, edition: str) -> tuple[JobState, DailySet]:
        state, body = await self.jobs.find(exercises_key(spec), edition)
        return state, DAILY_SET.decode(body) if body else EMPTY_SET

    def edition(self, spec: AnyGameSpec) -> str:
        return f"{spec.card.edition} {EXERCISE_VERSION} {self.day()}"

    async def begin(self, spec: AnyGameSpec, asker: Requester) -> None:
        """Start the search for today's exercises, unless they are complete or being searched. A
        partial result of an abandoned search is continued."""
        state, daily = await self.find(spec)
        mark, edition, day = exercises_key(spec), self.edition(spec), self.day()
        if not self.jobs.may_begin(mark, state):
            return

        async def retry_later(wrong: WorkerFailed) -> None:
            """A failed race may still have an exercise: search it again, after the others."""
            LOG.error("no exercises", extra={"game": spec.card.id, "why": str(wrong)})
            _, daily = await self.find_edition(spec, edition)
            if daily.next_race is not None:
                await self.keep(mark, edition, daily.with_miss(daily.next_race))

        job = Job(
            key=mark,
            edition=edition,
            asker=asker,
            work=partial(self.search, spec, asker, daily, edition, day),
            on_failure=retry_later,
            log_fields={"game": spec.card.id},
        )
        await self.jobs.begin(job, MAX_PENDING_PER_PERSON, "too-many-exercises")

    async def search(
        self, spec: AnyGameSpec, asker: Requester, daily: DailySet, edition: str, day: str
    ) -> None:
        """Search race by race, until there are enough."""
        mark = exercises_key(spec)
        path = (asker.origin, asker.person, mark)
        while (race := daily.next_race) is not None:
            exercise: FoundExercise | None = await self.hub.background.work(
                path, ExerciseSearch(spec.card.id, day, race), FoundExercise | None
            )
            daily = daily.with_result(race, exercise)
            await self.keep(mark, edition, daily)

    async def keep(self, mark: str, edition: str, daily: DailySet) -> None:
        await self.jobs.save(mark, edition, daily, done=daily.next_race is None)

    async def cost(self, table: Table, move: Any, asker: Requester) -> float:
        """Cost of an answer, in places."""
        exercise = table.head.exercise
        assert exercise is not None
        assert table.referee is not None
        found, state, outcome = table.referee.record(), table.referee.state, table.outcome()
        text = await self.hub.offload.heavy.run(
            (asker.origin, asker.person), record.write_record, table.spec, found, state, outcome
        )
        piece = ExerciseJudge(
            text, exercise.rows, exercise.seat, exercise.answer, msgspec.json.encode(move).decode()
        )
        cost: float = await self.judge(piece, float, table, asker)
        return cost

    async def judge(
        self, piece: ExerciseJudge | ReviewJob, type: Any, table: Table, asker: Requester
    ) -> Any:
        """Judge a move for a requester, with a limit on pending answers."""
        check_pending(self.asking, asker, MAX_PENDING_ANSWERS, "too-many-questions")
        self.asking.append(asker)
        try:
            return await self.hub.background.work(
                (asker.origin, asker.person, table.id), piece, type
            )
        except WorkerFailed:
            raise Denied("unavailable", "no-thought") from None
        finally:
            self.asking.remove(asker)


def has_daily(spec: AnyGameSpec) -> bool:
    """Whether a game has daily exercises: single races with a known scale."""
    return scale_of(spec) is not None


def exercises_key(spec: AnyGameSpec) -> str:
    return f"exercises:{spec.card.id}"


def exercise_ask(table: Table) -> tuple[Any, Ask[Any]]:
    """View and ask at the position of the exercise, whatever was answered since."""
    exercise, referee = table.head.exercise, table.referee
    assert exercise is not None
    assert referee is not None
    return view_and_ask_at_end(
        table.spec, truncate_record(referee.record(), exercise.rows), exercise.seat
    )


def given_answer(table: Table) -> Any:
    """The person's answer to the exercise; none if there is none yet."""
    exercise = table.head.exercise
    assert exercise is not None
    assert table.referee is not None
    for row in table.referee.record().rows[exercise.rows :]:
        if isinstance(row, Play) and row.seat == exercise.seat:
            return row.move
    return None


def answer_of(table: Table) -> Any:
    assert table.head.exercise is not None
    return msgspec.json.decode(table.head.exercise.answer, type=table.spec.move)


def retryable_mistakes(table: Table, decisions: Sequence[Decision]) -> list[Decision]:
    """Mistakes that can be tried again, because the answer is one of the options."""
    assert table.referee is not None, "a race was decided"
    wrong = [one for one in decisions if one.kind in MISTAKE_KINDS]
    fit = answerable_rows(table.spec, table.referee.record(), {one.row for one in wrong})
    return [one for one in wrong if one.row in fit]


def seats_of(found: FoundExercise) -> int:
    """Number of seats."""
    return len(record.read_any_edition(found.record, games.find_spec)[1].names)


def entries(found: FoundExercise, places: tuple[Place, ...], host: str) -> list[NewRow]:
    """Rows of a table at the position of a daily exercise."""
    spec, race, _ = record.read_any_edition(found.record, games.find_spec)
    opened = table_log.Opened(
        game=spec.card.id,
        edition=spec.card.edition,
        options=raw(race.options),
        places=places,
        clock=wire.NoClock(),
        listed=False,
        host=host,
        watching="link",
        exercise=table_log.Exercise(len(race.rows), found.seat, found.answer, found.least),
    )
    rows: list[NewRow] = [
        (PlannedRow(opened), None),
        (PlannedRow(table_log.Started(places, race.dealt)), None),
    ]
    for row in race.rows:
        assert isinstance(row, Play), "bots take nothing back"
        rows.append((PlannedRow(table_log.Played(row.seat, raw(row.move), row.draws, "bot")), None))
    return rows

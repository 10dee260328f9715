"""Jobs of workers and how to run one: bot moves, reviews, track races, exercises.

Imports nothing of the server, so that a worker process starts quickly.
"""

from __future__ import annotations

import functools
import random
from typing import Any, Literal, TypeAlias

import msgspec

from paddock import bots, games
from paddock.analysis import exercises
from paddock.analysis.advice import advise
from paddock.analysis.reasons import decision_of_row, prospects
from paddock.analysis.review import Reviewer
from paddock.analysis.track_trials import run_trials
from paddock.core import record
from paddock.core.chance import UnrecordedChance
from paddock.core.errors import PaddockError
from paddock.core.game import Ask
from paddock.core.game_spec import AnyGameSpec
from paddock.core.referee import Referee

OLD_LEVELS = {"random": "easy", "greedy": "medium", "mc": "hard"}
"""Old names of levels, in stored tables."""

ADVICE = "advice"
"""Name in place of a bot: recommend options instead of choosing one."""


class WorkerFailed(PaddockError):
    """A job without a result."""


class BotJob(msgspec.Struct, frozen=True, tag=True):
    """A bot's decision, from the view of its seat."""

    game: str
    bot: str
    view: bytes
    ask: bytes
    luck: int  # seed of the bot's random numbers
    own: bool = False  # a bot of the owner, whose code may be run


class ReviewJob(msgspec.Struct, frozen=True, tag=True):
    """One slice of a review, from the record of the race."""

    record: str
    what: Literal["curve", "glance", "closely", "why"]
    rows: tuple[int, ...] = ()
    """Rows of the decisions to judge or explain; for a glance, start and stop of a range."""


class TrackJob(msgspec.Struct, frozen=True, tag=True):
    """Races of bots on a valid track, by number."""

    game: str
    text: str
    seed: int
    first: int
    count: int


class ExerciseSearch(msgspec.Struct, frozen=True, tag=True):
    """Search for an exercise in one of a day's races."""

    game: str
    day: str
    race: int


class FoundExercise(msgspec.Struct, frozen=True):
    """An exercise: the record up to the decision, the best move, and the margin."""

    record: str
    seat: int
    answer: str  # JSON
    least: float


class ExerciseJudge(msgspec.Struct, frozen=True, tag=True):
    """Cost of an answer to an exercise, in places."""

    record: str
    rows: int  # of the record, before the decision
    seat: int
    answer: str  # JSON
    move: str


WorkerJob: TypeAlias = BotJob | ReviewJob | TrackJob | ExerciseSearch | ExerciseJudge
JOBS: msgspec.msgpack.Decoder[WorkerJob] = msgspec.msgpack.Decoder(WorkerJob)


@functools.cache
def bot_and_decoders(game: str, bot: str, own: bool) -> tuple[Any, Any, Any]:
    spec = games.find_spec(game)
    return bots.make_bot(bot, spec, own=own), msgspec.msgpack.Decoder(spec.view), asks_of(spec)


def asks_of(spec: AnyGameSpec) -> Any:
    return msgspec.msgpack.Decoder(Ask[spec.move])  # type: ignore[name-defined]


def work(job: WorkerJob) -> bytes:
    """Run a job. The result is MessagePack."""
    match job:
        case BotJob():
            return think(job)
        case ReviewJob():
            return review_slice(job)
        case TrackJob():
            races = range(job.first, job.first + job.count)
            tried = run_trials(games.find_spec(job.game), job.text, job.seed, races)
            return msgspec.msgpack.encode(tried)
        case ExerciseSearch():
            return msgspec.msgpack.encode(search_exercise(job))
        case ExerciseJudge():
            return msgspec.msgpack.encode(judge_answer(job))


def work_encoded(job: bytes) -> bytes:
    return work(JOBS.decode(job))


def review_slice(look: ReviewJob) -> bytes:
    """Compute one slice of a review."""
    spec, found, _ = record.read_any_edition(look.record, games.find_spec)
    reviewer = Reviewer(spec, found)
    match look.what:
        case "curve":
            return msgspec.msgpack.encode(reviewer.curve())
        case "glance":
            return msgspec.msgpack.encode(reviewer.glance(range(*look.rows)))
        case "closely":
            return msgspec.msgpack.encode(reviewer.judge_rows(look.rows))
        case "why":
            asked = decision_of_row(spec, found, look.rows[0])
            reasons = () if asked is None else prospects(reviewer, look.rows[0], asked)
            return msgspec.msgpack.encode(reasons)


def search_exercise(seek: ExerciseSearch) -> FoundExercise | None:
    spec = games.find_spec(seek.game)
    exercise = exercises.find_daily_exercise(spec, seek.day, seek.race)
    if exercise is None:
        return None
    state = Referee.replay(spec.game, exercise.record).state
    text = record.write_record(spec, exercise.record, state, None)
    return FoundExercise(
        text, exercise.seat, msgspec.json.encode(exercise.answer).decode(), exercise.least
    )


def judge_answer(weigh: ExerciseJudge) -> float:
    spec, found, _ = record.read_any_edition(weigh.record, games.find_spec)
    answer, move = [
        msgspec.json.decode(text, type=spec.move) for text in (weigh.answer, weigh.move)
    ]
    exercise = exercises.Exercise(
        exercises.truncate_record(found, weigh.rows), weigh.seat, answer, 0.0
    )
    return exercises.answer_cost(spec, exercise, move)


def think(job: BotJob) -> bytes:
    """Move of a bot, or recommended options."""
    chance = UnrecordedChance(random.Random(job.luck))
    if job.bot == ADVICE:
        spec = games.find_spec(job.game)
        seen, ask = (
            msgspec.msgpack.decode(job.view, type=spec.view),
            asks_of(spec).decode(job.ask),
        )
        return msgspec.msgpack.encode(advise(spec, seen, ask, chance))
    bot, views, asks = bot_and_decoders(job.game, job.bot, job.own)
    return msgspec.msgpack.encode(bot.choose(views.decode(job.view), asks.decode(job.ask), chance))

"""What runs in a worker process: a bot is given what its seat is given, and chooses; or somebody
looks back upon a race that is over, or a track is tried out.

Nothing of the server is imported here, so that a worker is ready soon.
"""

from __future__ import annotations

import functools
import multiprocessing
import os
import random
import signal
import threading
from multiprocessing.connection import Connection
from typing import Any, Literal, TypeAlias

import msgspec

from paddock import bots, games
from paddock.analysis import exercises
from paddock.analysis.advice import advise
from paddock.analysis.reasons import asked_in, prospects
from paddock.analysis.review import Reviewer
from paddock.analysis.track_trials import trials
from paddock.core import record
from paddock.core.chance import UnrecordedChance
from paddock.core.game import Ask
from paddock.core.game_spec import AnyGameSpec
from paddock.core.referee import Referee

OLD_LEVELS = {"random": "easy", "greedy": "medium", "mc": "hard"}
"""What levels were called at tables that were set up before."""

GOOD, BAD = b"+", b"-"

ADVICE = "advice"
"""In place of a bot: not a move is wanted but what to think of several."""


WORKER_NICENESS = (
    10  # by which workers come after the server: who moves does not wait for who thinks
)


class BotJob(msgspec.Struct, frozen=True, tag=True):
    """What a bot is to decide: it is given what its seat is given."""

    game: str
    bot: str
    view: bytes
    ask: bytes
    luck: int  # what the bot's own dice begin with


class ReviewJob(msgspec.Struct, frozen=True, tag=True):
    """A look back upon a race, of which its record is given."""

    record: str
    what: Literal["curve", "glance", "closely", "why"]
    rows: tuple[int, ...] = ()
    """Of the decisions to look at closely, or whose reasons are wanted; of a glance the first and
    the one after the last."""


class TrackJob(msgspec.Struct, frozen=True, tag=True):
    """Some races of bots on a track that is in order, by their numbers."""

    game: str
    text: str
    seed: int
    first: int
    count: int


class ExerciseSearch(msgspec.Struct, frozen=True, tag=True):
    """An exercise in one of the races of a day."""

    game: str
    day: str
    race: int


class FoundExercise(msgspec.Struct, frozen=True):
    """An exercise: the record up to the decision, what is best there, and by how much."""

    record: str
    seat: int
    answer: str  # JSON
    least: float


class ExerciseJudge(msgspec.Struct, frozen=True, tag=True):
    """What an answer to an exercise costs, in places."""

    record: str
    rows: int  # of it, before the decision
    seat: int
    answer: str  # JSON
    move: str


WorkerJob: TypeAlias = BotJob | ReviewJob | TrackJob | ExerciseSearch | ExerciseJudge


def serve(pipe: Connection, niceness: int) -> None:
    """Think about one thing after another, as long as there is somebody to think for."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # workers end with the server, not with a key
    os.nice(niceness)
    threading.Thread(target=end_with_parent, daemon=True).start()
    jobs: msgspec.msgpack.Decoder[WorkerJob] = msgspec.msgpack.Decoder(WorkerJob)
    answer = GOOD  # awake
    while True:
        try:
            pipe.send_bytes(answer)
            job = jobs.decode(pipe.recv_bytes())
        except (EOFError, OSError):  # nobody is there any more
            return
        try:
            answer = GOOD + work(job)
        except Exception as wrong:  # told to whoever asked; the next one may be better
            answer = BAD + repr(wrong).encode()


def end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


@functools.cache
def bot_and_decoders(game: str, bot: str) -> tuple[Any, Any, Any]:
    spec = games.find(game)
    return bots.make(bot, spec), msgspec.msgpack.Decoder(spec.view), asks_of(spec)


def asks_of(spec: AnyGameSpec) -> Any:
    return msgspec.msgpack.Decoder(Ask[spec.move])  # type: ignore[name-defined]


def work(job: WorkerJob) -> bytes:
    match job:
        case BotJob():
            return think(job)
        case ReviewJob():
            return review_slice(job)
        case TrackJob():
            races = range(job.first, job.first + job.count)
            tried = trials(games.find(job.game), job.text, job.seed, races)
            return msgspec.msgpack.encode(tried)
        case ExerciseSearch():
            return msgspec.msgpack.encode(search_exercise(job))
        case ExerciseJudge():
            return msgspec.msgpack.encode(judge_answer(job))


def review_slice(look: ReviewJob) -> bytes:
    """One of the looks that make up a review."""
    spec, found, _ = record.read_any_edition(look.record, games.find)
    reviewer = Reviewer(spec, found)
    match look.what:
        case "curve":
            return msgspec.msgpack.encode(reviewer.curve())
        case "glance":
            return msgspec.msgpack.encode(reviewer.glance(range(*look.rows)))
        case "closely":
            return msgspec.msgpack.encode(reviewer.closely(look.rows))
        case "why":
            asked = asked_in(spec, found, look.rows[0])
            reasons = () if asked is None else prospects(reviewer, look.rows[0], asked)
            return msgspec.msgpack.encode(reasons)


def search_exercise(seek: ExerciseSearch) -> FoundExercise | None:
    spec = games.find(seek.game)
    exercise = exercises.of_day_in(spec, seek.day, seek.race)
    if exercise is None:
        return None
    state = Referee.replay(spec.game, exercise.record).state
    text = record.write(spec, exercise.record, state, None)
    return FoundExercise(
        text, exercise.seat, msgspec.json.encode(exercise.answer).decode(), exercise.least
    )


def judge_answer(weigh: ExerciseJudge) -> float:
    spec, found, _ = record.read_any_edition(weigh.record, games.find)
    answer, move = [
        msgspec.json.decode(text, type=spec.move) for text in (weigh.answer, weigh.move)
    ]
    exercise = exercises.Exercise(exercises.stopped(found, weigh.rows), weigh.seat, answer, 0.0)
    return exercises.cost(spec, exercise, move)


def think(job: BotJob) -> bytes:
    """What a bot chooses, given what its seat is given."""
    chance = UnrecordedChance(random.Random(job.luck))
    if job.bot == ADVICE:
        spec = games.find(job.game)
        seen, ask = (
            msgspec.msgpack.decode(job.view, type=spec.view),
            asks_of(spec).decode(job.ask),
        )
        return msgspec.msgpack.encode(advise(spec, seen, ask, chance))
    bot, views, asks = bot_and_decoders(job.game, job.bot)
    return msgspec.msgpack.encode(bot.choose(views.decode(job.view), asks.decode(job.ask), chance))

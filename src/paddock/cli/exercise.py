"""`paddock exercise`: decisions with one clear answer."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple
from zlib import crc32

import click
from msgspec import to_builtins

from paddock import files
from paddock.cli.command_line import Argument, Option
from paddock.cli.common import Json, Lang, language_of, print_json
from paddock.cli.output import print_drawing, say
from paddock.core.errors import BadOption, UnknownGame
from paddock.core.game_spec import AnyGameSpec
from paddock.core.seats import Language
from paddock.core.words import CORE_PACKAGE, Words

if TYPE_CHECKING:
    from paddock.analysis.exercises import Exercise

NAME = "exercise"


def command(
    what: Annotated[
        str,
        Argument(
            metavar="GAME|FILE|FOLDER", help="A game, a record (.race), or a folder of exercises."
        ),
    ],
    day: Annotated[str, Option(help="The day, like 2026-11-17. Default: today.")] = "",
    seat: Annotated[
        int | None, Option(min=0, help="For a record: whose mistakes. Default: the first seat.")
    ] = None,
    keep: Annotated[Path | None, Option(help="Save unsolved exercises to this folder.")] = None,
    lang: Lang = "en",
    json: Json = False,
) -> None:
    """Solve exercises: today's for a game, or the mistakes in a race.

    For a GAME: the exercises of a day from races between bots, the same for everyone. For a FILE:
    the mistakes of a seat, or the last moment of an unfinished race. For a FOLDER: exercises saved
    with `--keep`; solved ones are removed from it. Exercises of a day have one answer that deep
    search rates clearly best; elsewhere any answer as good counts. `--json` asks nothing and lists
    `row`, `seat`, `question`, `answer`, `least` (what any other answer costs at least; 0: unknown).

    Example: `paddock exercise heat`
    Example: `paddock exercise race.race --seat 2 --keep later`
    Example: `paddock exercise later`
    """
    language = language_of(lang)
    meant = find_exercises(what, day_of(day, language), seat, language)
    if json:
        print_json([exercise_figures(spec, exercise) for spec, exercise, _ in meant.found])
        return
    put_any = False
    for spec, exercise, file in meant.found:
        put_any = True
        right = ask_exercise(spec, exercise, meant.goal, language)
        if right and file is not None:
            file.unlink()
        elif not right and keep is not None and file is None:
            store_exercise(spec, exercise, keep)
    if not put_any:
        say(meant.none)


class ExerciseSet(NamedTuple):
    """Exercises with the file of stored ones, the message id of their goal, and the text if there
    are none."""

    found: Iterable[tuple[AnyGameSpec, Exercise, Path | None]]
    goal: str
    none: str


def day_of(text: str, language: Language) -> str:
    """A date as given, or today."""
    if not text:
        return datetime.datetime.now(datetime.UTC).date().isoformat()
    try:
        return datetime.date.fromisoformat(text).isoformat()
    except ValueError:
        raise BadOption(Words(CORE_PACKAGE).tell("exercise.no-day", language, day=text)) from None


def find_exercises(what: str, day: str, seat: int | None, language: Language) -> ExerciseSet:
    """Find the exercises of a game, a folder or a record."""
    from paddock.analysis import exercises
    from paddock.games import find_spec

    try:
        spec = find_spec(what)
    except UnknownGame:
        path = Path(what)
        if path.is_dir():
            return exercises_of_folder(path, language)
        if path.suffix == ".race":
            return exercises_of_record(path, seat, language)
        raise
    found = ((spec, exercise, None) for exercise in exercises.exercises_of_day(spec, day))
    return ExerciseSet(found, "exercise.goal", Words(CORE_PACKAGE).tell("exercise.none", language))


def exercises_of_folder(folder: Path, language: Language) -> ExerciseSet:
    """Exercises stored in a folder. It is not stored whether they were mistakes."""
    none = Words(CORE_PACKAGE).tell("exercise.none", language)
    return ExerciseSet(read_folder(folder), "exercise.goal-open", none)


def read_folder(folder: Path) -> Iterator[tuple[AnyGameSpec, Exercise, Path]]:
    from paddock.analysis import exercises
    from paddock.core import record
    from paddock.games import find_spec

    for file in sorted(folder.glob("*.race")):
        spec, stopped, _ = record.read_record(files.read_text(file), find_spec)
        exercise = exercises.make_exercise(spec, stopped, seat_of(file), clear=False)
        if exercise is not None:
            yield spec, exercise, file


def exercises_of_record(path: Path, seat: int | None, language: Language) -> ExerciseSet:
    """The mistakes of a finished race, or the last position of an unfinished one."""
    from paddock.analysis import exercises
    from paddock.core import record
    from paddock.games import find_spec

    spec, race, closing = record.read_record(files.read_text(path), find_spec)
    words, names = spec.words, race.names
    if seat is not None and seat >= len(names):
        raise BadOption(f"there is no seat {seat} in {path}")
    if closing.outcome is not None:
        found = (
            (spec, exercise, None)
            for exercise in exercises.exercises_of_race(spec, race, seat or 0)
        )
        none = words.tell("exercise.no-mistake", language, names, seat=seat or 0)
        return ExerciseSet(found, "exercise.goal-again", none)
    exercise = exercises.make_exercise(spec, race, seat, clear=False)
    if (
        exercise is None
        and seat is not None
        and (first := exercises.make_exercise(spec, race, clear=False))
    ):
        refused = words.tell("exercise.not-first", language, names, seat=seat, whom=first.seat)
        raise BadOption(refused)
    one = [] if exercise is None else [(spec, exercise, None)]
    return ExerciseSet(one, "exercise.goal-open", words.tell("exercise.none", language))


def ask_exercise(spec: AnyGameSpec, exercise: Exercise, goal: str, language: Language) -> bool:
    """Ask the user an exercise; whether the answer was right."""
    from paddock.analysis.exercises import check_answer

    words, names = spec.words, exercise.record.names
    seen, ask = exercise.view_and_ask(spec)
    print_drawing(spec.draw(seen, exercise.seat, names, language))
    say(words.tell(goal, language, names, seat=exercise.seat))
    say(words.prompt(ask, names, language))
    labels = [words.label(move, names, language) for move in ask.options]
    for n, (move, label) in enumerate(zip(ask.options, labels, strict=True), 1):
        remark = spec.option_info(seen, exercise.seat, move, language).remark
        say(f"{n:3}  {label}" + (f"  ({remark})" if remark else ""))
    move = ask.options[ask_number(len(labels), language) - 1]
    right, lost = check_answer(spec, exercise, move)
    best = words.label(move if right else exercise.answer, names, language)
    said = "exercise.right" if right else "exercise.wrong"
    say(words.tell(said, language, best=best, places=f"{lost:.2f}"))
    return right


def ask_number(most: int, language: Language) -> int:
    """Ask for a number from 1 to `most` until one is typed."""
    words = Words(CORE_PACKAGE)
    while True:
        typed = str(click.prompt(words.tell("exercise.which", language), "", show_default=False))
        if typed.isdecimal() and 1 <= int(typed) <= most:
            return int(typed)
        say(words.tell("exercise.number", language, most=most))


def store_exercise(spec: AnyGameSpec, exercise: Exercise, folder: Path) -> None:
    """Store an exercise in a folder, as a record that stops there."""
    from paddock.core import record
    from paddock.core.referee import AnyReferee, Referee

    folder.mkdir(parents=True, exist_ok=True)
    referee: AnyReferee = Referee.replay(spec.game, exercise.record)
    text = record.write_record(spec, exercise.record, referee.state, None)
    rows, checksum = len(exercise.record.rows), crc32(text.encode())
    name = f"{spec.card.id}-{rows}-{checksum:08x}-{exercise.seat}.race"
    files.write_text(folder / name, text)


def seat_of(file: Path) -> int | None:
    """The seat of a stored exercise, from its file name."""
    named = re.search(r"-[0-9a-f]{8}-(\d+)$", file.stem)
    return int(named[1]) if named else None


def exercise_figures(spec: AnyGameSpec, exercise: Exercise) -> dict[str, Any]:
    _, ask = exercise.view_and_ask(spec)
    return {
        "row": len(exercise.record.rows),
        "seat": exercise.seat,
        "question": ask.question.prompt,
        "answer": to_builtins(exercise.answer),
        "least": exercise.least,
    }

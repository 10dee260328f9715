"""`paddock exercise`: decisions with one clear answer."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple
from zlib import crc32

import typer
from msgspec import to_builtins

from paddock import files
from paddock.cli.common import Json, Lang, console, language_of, print_json
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
        typer.Argument(
            metavar="GAME|FILE|FOLDER", help="A game, a record (.race), or kept exercises."
        ),
    ],
    day: Annotated[str, typer.Option(help="Whose exercises, as 2026-11-17; none: today's.")] = "",
    seat: Annotated[
        int | None, typer.Option(min=0, help="Of a record: who went wrong; none: the first.")
    ] = None,
    keep: Annotated[
        Path | None, typer.Option(help="A folder for those that were not found.")
    ] = None,
    lang: Lang = "en",
    json: Json = False,
) -> None:
    """Solve positions of a game: of today, or where somebody went wrong in a race.

    Of a GAME, the exercises of a day from races of bots, the same for everybody. Of a FILE, the
    moments in which a seat went wrong, or where an unfinished race stops. Of a FOLDER, those kept
    with `--keep`; what is found is taken out of it. Those of a day have one answer that deep search
    calls clearly the best; elsewhere anything will do that is as good. `--json` asks nothing and
    lists `row`, `seat`, `question`, `answer`, `least` (any other costs so much; 0: not said).

    Example: `paddock exercise heat`
    Example: `paddock exercise race.race --seat 2 --keep later`
    Example: `paddock exercise later`
    """
    language = language_of(lang)
    meant = gathered(what, day_of(day, language), seat, language)
    if json:
        print_json([summed(spec, its) for spec, its, _ in meant.found])
        return
    put_any = False
    for spec, its, file in meant.found:
        put_any = True
        right = put(spec, its, meant.goal, language)
        if right and file is not None:
            file.unlink()
        elif not right and keep is not None and file is None:
            kept(spec, its, keep)
    if not put_any:
        console().print(meant.none)


class Gathered(NamedTuple):
    """The exercises meant, with the file of those that were kept; how they are put, and what is
    said if there are none."""

    found: Iterable[tuple[AnyGameSpec, Exercise, Path | None]]
    goal: str
    none: str


def day_of(text: str, language: Language) -> str:
    """A day as it was given, or today."""
    if not text:
        return datetime.datetime.now(datetime.UTC).date().isoformat()
    try:
        return datetime.date.fromisoformat(text).isoformat()
    except ValueError:
        raise BadOption(Words(CORE_PACKAGE).tell("exercise.no-day", language, day=text)) from None


def gathered(what: str, day: str, seat: int | None, language: Language) -> Gathered:
    """Of a game, else of a folder or a record."""
    from paddock.analysis import exercises
    from paddock.games import find_spec

    try:
        spec = find_spec(what)
    except UnknownGame:
        path = Path(what)
        if path.is_dir():
            return of_folder(path, language)
        if path.suffix == ".race":
            return of_record(path, seat, language)
        raise
    found = ((spec, its, None) for its in exercises.exercises_of_day(spec, day))
    return Gathered(found, "exercise.goal", Words(CORE_PACKAGE).tell("exercise.none", language))


def of_folder(folder: Path, language: Language) -> Gathered:
    """What was kept; whether somebody went wrong there is not known any more."""
    none = Words(CORE_PACKAGE).tell("exercise.none", language)
    return Gathered(in_folder(folder), "exercise.goal-open", none)


def in_folder(folder: Path) -> Iterator[tuple[AnyGameSpec, Exercise, Path]]:
    from paddock.analysis import exercises
    from paddock.core import record
    from paddock.games import find_spec

    for file in sorted(folder.glob("*.race")):
        spec, stopped, _ = record.read_record(files.read_text(file), find_spec)
        its = exercises.make_exercise(spec, stopped, seat_of(file), clear=False)
        if its is not None:
            yield spec, its, file


def of_record(path: Path, seat: int | None, language: Language) -> Gathered:
    """Where somebody went wrong, or where an unfinished race stops."""
    from paddock.analysis import exercises
    from paddock.core import record
    from paddock.games import find_spec

    spec, race, closing = record.read_record(files.read_text(path), find_spec)
    words, names = spec.words, race.names
    if seat is not None and seat >= len(names):
        raise BadOption(f"there is no seat {seat} in {path}")
    if closing.outcome is not None:
        found = ((spec, its, None) for its in exercises.exercises_of_race(spec, race, seat or 0))
        none = words.tell("exercise.no-mistake", language, names, seat=seat or 0)
        return Gathered(found, "exercise.goal-again", none)
    its = exercises.make_exercise(spec, race, seat, clear=False)
    if (
        its is None
        and seat is not None
        and (first := exercises.make_exercise(spec, race, clear=False))
    ):
        refused = words.tell("exercise.not-first", language, names, seat=seat, whom=first.seat)
        raise BadOption(refused)
    one = [] if its is None else [(spec, its, None)]
    return Gathered(one, "exercise.goal-open", words.tell("exercise.none", language))


def put(spec: AnyGameSpec, its: Exercise, goal: str, language: Language) -> bool:
    """Ask somebody; whether he found it."""
    from paddock.analysis.exercises import check_answer

    out, words, names = console(), spec.words, its.record.names
    seen, ask = its.view_and_ask(spec)
    out.print(spec.draw(seen, its.seat, names, language))
    out.print(words.tell(goal, language, names, seat=its.seat))
    out.print(words.prompt(ask, names, language))
    labels = [words.label(move, names, language) for move in ask.options]
    for n, (move, label) in enumerate(zip(ask.options, labels, strict=True), 1):
        remark = spec.option_info(seen, its.seat, move, language).remark
        out.print(f"{n:3}  {label}" + (f"  ({remark})" if remark else ""), highlight=False)
    move = ask.options[number(len(labels), language) - 1]
    right, lost = check_answer(spec, its, move)
    best = words.label(move if right else its.answer, names, language)
    said = "exercise.right" if right else "exercise.wrong"
    out.print(words.tell(said, language, best=best, places=f"{lost:.2f}"))
    return right


def number(most: int, language: Language) -> int:
    """One of so many, asked for until it is one."""
    words = Words(CORE_PACKAGE)
    while True:
        typed = str(typer.prompt(words.tell("exercise.which", language), "", show_default=False))
        if typed.isdecimal() and 1 <= int(typed) <= most:
            return int(typed)
        console().print(words.tell("exercise.number", language, most=most))


def kept(spec: AnyGameSpec, its: Exercise, folder: Path) -> None:
    """Into the folder, as a race that stops there."""
    from paddock.core import record
    from paddock.core.referee import AnyReferee, Referee

    folder.mkdir(parents=True, exist_ok=True)
    referee: AnyReferee = Referee.replay(spec.game, its.record)
    text = record.write_record(spec, its.record, referee.state, None)
    name = f"{spec.card.id}-{len(its.record.rows)}-{crc32(text.encode()):08x}-{its.seat}.race"
    files.write_text(folder / name, text)


def seat_of(file: Path) -> int | None:
    """Who is asked in one that was kept, by its name."""
    named = re.search(r"-[0-9a-f]{8}-(\d+)$", file.stem)
    return int(named[1]) if named else None


def summed(spec: AnyGameSpec, its: Exercise) -> dict[str, Any]:
    _, ask = its.view_and_ask(spec)
    return {
        "row": len(its.record.rows),
        "seat": its.seat,
        "question": ask.question.prompt,
        "answer": to_builtins(its.answer),
        "least": its.least,
    }

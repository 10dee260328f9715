"""`paddock review`: analysis of a finished race."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from paddock import files
from paddock.cli.command_line import Argument, Option
from paddock.cli.common import Json, Lang, language_of, print_json
from paddock.cli.output import print_table, say
from paddock.core.errors import BadOption
from paddock.core.game_spec import AnyGameSpec
from paddock.core.record import AnyRecord
from paddock.core.seats import Language

if TYPE_CHECKING:
    from paddock.analysis.review import Sum

NAME = "review"
BARS = "▁▂▃▄▅▆▇█"
CURVE_WIDTH = 60


def command(
    file: Annotated[Path, Argument(metavar="FILE", help="A record (.race).")],
    lang: Lang = "en",
    seed: Annotated[int, Option(help="The same seed, the same review.")] = 0,
    why: Annotated[
        int | None, Option(min=0, metavar="ROW", help="Only why this move was chosen.")
    ] = None,
    json: Json = False,
) -> None:
    """Look back upon a race: who was ahead when, what decisions cost, what luck brought.

    Decisions are judged by what their seat could know; costs are in places. Inaccuracies cost a
    tenth of a place or more for certain, mistakes a quarter, blunders half. `--json` has `expected`
    (the place of each seat by row), `decisions`, `draws`, `sums` and `moments`.

    `--why ROW` says instead what could be expected of that move and of the best others, by what was
    seen then; its `--json` is a list of `move`, `place`, `well`, `badly`.

    Example: `paddock review race.race`
    Example: `paddock review race.race --why 40`
    """
    from paddock.analysis.review import review
    from paddock.analysis.review_text import review_lines
    from paddock.core import record
    from paddock.games import find_spec

    language = language_of(lang)
    spec, found, closing = record.read_record(files.read_text(file), find_spec)
    if closing.outcome is None:
        raise BadOption(spec.words.tell("review.not-over", language))
    if why is not None:
        explain(spec, found, why, seed, language, json=json)
        return
    words = spec.words
    if not json and len(closing.outcome.places) + len(closing.outcome.others) == 1:
        say(words.tell("review.alone", language))
        return
    its = review(spec, found, seed)
    if json:
        print_json(its)
        return
    titles = ("start", "luck", "cost", "rest", "result", "without-luck")
    rows = [(found.names[seat], *figures(one)) for seat, one in enumerate(its.sums)]
    print_table(("", *[words.tell(f"review.{title}", language) for title in titles]), rows, left=1)
    say()
    field = max(max(places) for places in its.expected)
    for seat, name in enumerate(found.names):
        places = [row[seat] for row in its.expected]
        say(f"{name:12} {curve(places, field)}")
    say()
    for line in review_lines(spec, found, its, language):
        say(line)


def figures(one: Sum) -> list[str]:
    """The figures of a seat in places; very small ones are shown as 0."""
    places = (one.start, one.luck, -one.cost, -one.rest, one.result, one.without_luck)
    signs = ("", "+", "+", "+", "", "")
    return [f"{place:{sign}z.2f}" for place, sign in zip(places, signs, strict=True)]


def explain(
    spec: AnyGameSpec, record: AnyRecord, row: int, seed: int, language: Language, *, json: bool
) -> None:
    """Explain a move: the expected results of it and of the best others."""
    from paddock.analysis import reasons
    from paddock.analysis.review import Reviewer

    words, last = spec.words, len(record.rows) - 1
    if row > last:
        raise BadOption(words.tell("review.why.no-row", language, at=row, last=last))
    asked = reasons.decision_of_row(spec, record, row)
    if asked is None:
        raise BadOption(words.tell("review.why.no-move", language, at=row))
    seen, ask, _ = asked
    found = reasons.prospects(Reviewer(spec, record, seed), row, asked)
    if json:
        print_json(found)
        return
    for line in reasons.reason_lines(spec, record.names, seen, ask, found, language):
        say(line)


def curve(places: list[float], field: float) -> str:
    """The place over the race as a line of bars, first place at the top."""
    step = max(1.0, len(places) / CURVE_WIDTH)
    some = [
        places[min(len(places) - 1, int(i * step))] for i in range(min(CURVE_WIDTH, len(places)))
    ]
    some[-1] = places[-1]
    top = len(BARS) - 1
    return "".join(BARS[round(top * (field - it) / max(1e-9, field - 1))] for it in some)

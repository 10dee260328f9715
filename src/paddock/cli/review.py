"""`paddock review`: analysis of a finished race."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from paddock import files
from paddock.cli.command_line import Argument, Option
from paddock.cli.common import Json, Lang, Ray, language_of, print_json
from paddock.cli.output import Progress, print_table, say
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
    files_: Annotated[
        list[Path], Argument(metavar="FILE…", help="A record (.race); several with --json.")
    ],
    lang: Lang = "en",
    seed: Annotated[int, Option(help="The same seed gives the same review.")] = 0,
    why: Annotated[
        int | None, Option(min=0, metavar="ROW", help="Only why this move was chosen.")
    ] = None,
    deep: Annotated[
        bool, Option("--deep", help="Heat only: thousands of races to the finish, in its kernel.")
    ] = False,
    ray: Ray = "",
    json: Json = False,
) -> None:
    """Review a race: who was ahead when, what decisions cost, what luck did.

    Each decision is compared with the other options in imagined races that go on from there, by
    what the driver could see. Costs are in places. Inaccuracies cost a tenth of a place or more for
    certain (97.5 %), mistakes a quarter, blunders half. The luck-adjusted place is the place with
    average luck. `--json` has `expected`
    (the place of each seat by row), `decisions`, `draws`, `sums` and `moments`.

    `--why ROW` says instead what could be expected of that move and of the best others, by what was
    seen then; its `--json` is a list of `move`, `place`, `well`, `badly`.

    `--deep` compares what seems a mistake in up to 2,000 races to the finish, not 160. It needs
    Heat's kernel, which is quick where paddock[fast] is installed.

    Several files give one JSON object by file name; `--ray` reviews them on a cluster.

    Example: `paddock review race.race`
    Example: `paddock review race.race --why 40`
    """
    from paddock.analysis.review import review
    from paddock.analysis.review_text import review_lines
    from paddock.core import record
    from paddock.games import find_spec

    language = language_of(lang)
    if len(files_) > 1 or ray:
        if why is not None or deep or not json:
            raise BadOption("several reviews, or a cluster, need --json and no --why or --deep")
        print_json(review_all(files_, seed, language, ray))
        return
    (file,) = files_
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
    its = review(spec, found, seed, deep=deep)
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


def review_all(paths: list[Path], seed: int, language: Language, ray: str) -> dict[str, object]:
    """The reviews of several records, here or on a cluster."""
    from paddock import cluster
    from paddock.analysis.review_file import review_text

    jobs = [(files.read_text(path), seed, language) for path in paths]
    found = cluster.run_jobs(review_text, jobs, ray) if ray else (review_text(*job) for job in jobs)
    with Progress(quiet=False) as progress:
        reviews: dict[str, object] = {}
        for path, its in zip(paths, found, strict=True):
            reviews[str(path)] = its
            progress.update(f"{len(reviews)} of {len(paths)} races")
    return reviews


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

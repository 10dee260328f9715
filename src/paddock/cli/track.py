"""`paddock track`: check an own track and report its properties."""

from __future__ import annotations

from typing import Annotated

import click
import msgspec

from paddock.analysis.track_trials import Report, studio_of
from paddock.cli.command_line import Argument, Option
from paddock.cli.common import Game, Json, Lang, language_of, print_json, read_value
from paddock.cli.output import print_table, say
from paddock.core.game_spec import AnyGameSpec
from paddock.core.seats import Language
from paddock.core.statistics import Mean
from paddock.core.studio import AnyStudio, fault_text
from paddock.core.words import Words
from paddock.measure.tracks import report_on_track

NAME = "track"


def command(
    game: Game,
    track: Annotated[str, Argument(metavar="FILE", help="A file, or a printed track.")],
    races: Annotated[int, Option(min=0, help="How many test races between bots.")] = 0,
    seed: Annotated[int, Option(help="The same seed gives the same report.")] = 1,
    workers: Annotated[int, Option(min=1, max=256, help="Processes.")] = 1,
    lang: Lang = "en",
    json: Json = False,
) -> None:
    """Check a track, and with --races report how bots race on it.

    FILE is what the studio saves, or the id of a printed track. If it breaks a rule, all faults are
    listed and the exit code is 1. Otherwise race on it: `paddock play GAME -o own=@FILE`. A road
    of Winds of War with two ends is raced in `winds-of-war-mille-miglia`.

    The report has turns (or rounds) per lap by car class, overtakes and accidents per race by
    corner, and for each grid place the average result and how much better it is than the middle.
    `--json` has `faults` (`rule`, `at`, `text`), `warnings` and `report`.

    Example: `paddock track winds-of-war my.toml --races 100 --seed 7`
    """
    from paddock.games import find_spec

    spec, language = find_spec(game), language_of(lang)
    studio = studio_of(spec)
    text = text_of(studio, track)
    faults = studio.judge(text)
    found = report_on_track(game, text, races, seed, workers) if races and not faults else None
    if json:
        lines = [
            {"rule": fault.rule, "at": fault.at, "text": fault_text(fault, spec.words, language)}
            for fault in faults
        ]
        unwise = [fault_text(warning, spec.words, language) for warning in studio.warn(text)]
        report_of = msgspec.to_builtins(found)
        print_json({"faults": lines, "warnings": unwise, "report": report_of})
    elif faults:
        for fault in faults:
            say(fault_text(fault, spec.words, language))
    elif found is None:
        say(length_text(spec, text, language))
        say(spec.words.tell("report.in-order", language))
    else:
        say(length_text(spec, text, language))
        show(found, spec.words, language)
    for warning in () if json else studio.warn(text):
        say(fault_text(warning, spec.words, language))
    if faults:
        raise click.exceptions.Exit(1)


def text_of(studio: AnyStudio, track: str) -> str:
    """The text of a printed track by id, or of a file, cut off beyond the longest allowed text."""
    if track in studio.printed_tracks():
        return studio.printed_tracks()[track]
    return read_value(f"@{track}")


def length_text(spec: AnyGameSpec, text: str, language: Language) -> str:
    length = studio_of(spec).measure(text)
    return spec.words.tell(
        "report.length" if length.laps else "report.length-road",
        language,
        name=length.name,
        spaces=length.spaces,
        laps=length.laps,
        corners=" ".join(length.corners),
    )


def show(found: Report, words: Words, language: Language) -> None:
    def table(titles: tuple[str, ...], rows: list[tuple[str, ...]]) -> None:
        say()
        print_table([words.tell(f"report.{title}", language) for title in titles], rows)

    any_class = words.tell("report.any", language)
    say(words.tell("report.races", language, races=found.races, seed=found.seed))
    table(
        ("class", "how-many", "lap", "race"),
        [
            (kind.kind or any_class, str(kind.races), around(kind.lap), around(kind.turns))
            for kind in found.kinds
        ],
    )
    table(
        ("corner", "sign", "passes", "accidents"),
        [
            (str(corner.corner), corner.sign, f"{corner.passes:.2f}", f"{corner.accidents:.2f}")
            for corner in found.corners
        ],
    )
    table(
        ("slot", "place", "better", "wins"),
        [
            (str(slot.slot), around(slot.place), f"{slot.advantage:+.2f}", f"{slot.wins:.0%}")
            for slot in found.slots
        ],
    )


def around(mean: Mean) -> str:
    return f"{mean.value:.2f} ± {mean.margin:.2f}"

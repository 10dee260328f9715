"""What several commands share: their options, and how figures are printed."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console

from paddock.core.errors import BadOption, PaddockError
from paddock.core.game_spec import AnyGameSpec
from paddock.core.languages import languages, match_language
from paddock.core.options import parse_options
from paddock.core.seats import Language
from paddock.core.studio import MAX_TRACK_CHARACTERS

Game = Annotated[str, typer.Argument(metavar="GAME", help="The game: see `paddock games`.")]
Options = Annotated[
    list[str],
    typer.Option("-o", "--option", metavar="NAME=VALUE", help="An option of the race; repeatable."),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Lang = Annotated[str, typer.Option("--lang", metavar="|".join(languages()), help="The language.")]


class BadLanguage(PaddockError):
    pass


def language_of(text: str) -> Language:
    known = match_language(text)
    if known is None:
        raise BadLanguage(f"no language {text!r}; the languages are: {', '.join(languages())}")
    return known


def options_of(spec: AnyGameSpec, given: Sequence[str]) -> Any:
    """The options of a race from `name=value` texts."""
    pairs: dict[str, list[str]] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadOption(f"option {text!r}: write name=value")
        pairs.setdefault(name.strip(), []).append(content(value.strip()))
    return parse_options(spec.options, pairs, spec.words)


def content(value: str) -> str:
    """A value as it was given, or what stands in a file: `own=@my.toml`."""
    if not value.startswith("@"):
        return value
    with Path(value[1:]).open(encoding="utf-8", errors="replace") as file:
        return file.read(MAX_TRACK_CHARACTERS + 1)


def listed(text: str) -> tuple[str, ...]:
    """The parts of a list with commas."""
    return tuple(part.strip() for part in text.split(",") if part.strip())


def print_json(value: object) -> None:
    sys.stdout.write(msgspec.json.format(msgspec.json.encode(value), indent=2).decode() + "\n")


def console() -> Console:
    """Where people read; a pipe gets lines as long as they are."""
    out = Console(highlight=False)
    return out if out.is_terminal else Console(highlight=False, width=200)


def err() -> Console:
    return Console(stderr=True, highlight=False)


def on_terminal() -> bool:
    """Whether a bar that moves would be seen by a person."""
    return sys.stderr.isatty()

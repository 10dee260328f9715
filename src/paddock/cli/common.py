"""Shared parts of commands: options and output."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import msgspec

from paddock.cli.command_line import Argument, Option
from paddock.core.errors import BadOption, PaddockError
from paddock.core.game_spec import AnyGameSpec
from paddock.core.languages import languages, match_language
from paddock.core.options import parse_options
from paddock.core.seats import Language
from paddock.core.studio import MAX_TRACK_CHARACTERS

Game = Annotated[str, Argument(metavar="GAME", help="The game: see `paddock games`.")]
Options = Annotated[
    list[str],
    Option("-o", "--option", metavar="NAME=VALUE", help="A race option; may be repeated."),
]
Ray = Annotated[
    str,
    Option(
        "--ray",
        metavar="ADDRESS",
        help="Run on a Ray cluster: its address, `auto`, or `local` to start one here.",
    ),
]
Json = Annotated[bool, Option("--json", help="Print JSON.")]
Lang = Annotated[str, Option("--lang", metavar="|".join(languages()), help="The language.")]


class BadLanguage(PaddockError):
    pass


def language_of(text: str) -> Language:
    known = match_language(text)
    if known is None:
        raise BadLanguage(f"no language {text!r}; the languages are: {', '.join(languages())}")
    return known


def has_screen(plain: bool) -> bool:
    """Whether a race is shown on the screen: in a terminal, unless plain lines are asked for."""
    return not plain and sys.stdin.isatty() and sys.stdout.isatty()


def options_of(spec: AnyGameSpec, given: Sequence[str]) -> Any:
    """Parse the options of a race from `name=value` texts."""
    pairs: dict[str, list[str]] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadOption(f"option {text!r}: write name=value")
        pairs.setdefault(name.strip(), []).append(read_value(value.strip()))
    return parse_options(spec.options, pairs, spec.words)


def read_value(value: str) -> str:
    """A value as given, or the content of a file: `own=@my.toml`."""
    if not value.startswith("@"):
        return value
    with Path(value[1:]).open(encoding="utf-8", errors="replace") as file:
        return file.read(MAX_TRACK_CHARACTERS + 1)


def split_list(text: str) -> tuple[str, ...]:
    """Split a list at its commas."""
    return tuple(part.strip() for part in text.split(",") if part.strip())


def print_json(value: object) -> None:
    sys.stdout.write(msgspec.json.format(msgspec.json.encode(value), indent=2).decode() + "\n")

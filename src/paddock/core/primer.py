"""Primers: introductions to a game, with positions that the boards draw.

A primer is the file `primer.toml` of a game: what the game is about, and parts with text and a
picture. A picture is a position in the notation of scenarios, some steps of the first guide, or its
mistake. Everything in it is computed by the rules.
"""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Any, Literal

import msgspec
from msgspec import Struct, field

from paddock.core.errors import PaddockError
from paddock.core.game_spec import AnyGameSpec
from paddock.core.guide import Free, Guide, Translated


class BrokenPrimer(PaddockError):
    """A primer that cannot be read, or not be played by the current rules."""


class Frame(Struct, frozen=True, forbid_unknown_fields=True):
    """What is done next in a picture with steps, and its text."""

    say: Translated
    do: tuple[str, ...] = ()  # "you: plan 2 2,3"


class Part(Struct, frozen=True, forbid_unknown_fields=True):
    """A part of the page: text, clauses, and at most one picture."""

    kind: Literal["setup", "turn", "wrong", "table"]
    title: Translated
    say: Translated  # Markdown
    rule: tuple[str, ...] = ()
    steps: tuple[int, int] | None = None  # of the first guide, to be stepped through
    mistake: int | None = None  # the mistake of that step of it: before and after
    seats: tuple[str, ...] = ()  # of a position of its own
    you: str = "you"
    options: dict[str, Any] = field(default_factory=dict, name="with")
    given: tuple[str, ...] | None = None
    begin: str = ""
    dice: dict[str, list[str | int]] = {}
    frame: tuple[Frame, ...] = ()

    def position(self) -> Guide:
        """The position of the picture, as a guide without steps."""
        return Guide(
            title=self.title,
            pitch=self.title,
            seats=self.seats,
            you=self.you,
            step=(),
            free=Free(self.say, {}),
            options=self.options,
            given=self.given,
            begin=self.begin,
            dice=self.dice,
        )


class Primer(Struct, frozen=True, forbid_unknown_fields=True):
    """An introduction, as written in its file."""

    about: Translated
    part: tuple[Part, ...]


def read_primer(spec: AnyGameSpec) -> Primer | None:
    """The primer of a game, or None; a series has none of its own."""
    package = type(spec.game).__module__.rpartition(".")[0]
    file = resources.files(package).joinpath("primer.toml")
    if not file.is_file():
        return None
    try:
        return msgspec.convert(tomllib.loads(file.read_text("utf-8")), Primer)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as wrong:
        raise BrokenPrimer(f"{spec.card.id}: {wrong}") from None

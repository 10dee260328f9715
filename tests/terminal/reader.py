"""A simulated player who knows none of the games and reads only the screen."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable
from unittest.mock import patch

from paddock import cli

LINE = re.compile(r"^ (?P<mark>[* ]) *(?P<code>\S.*?)(?:  (?P<told>.*))?$")
PROMPT = "Your choice"


class Option:
    """A line of the list: its code and its text."""

    def __init__(self, line: re.Match[str]) -> None:
        self.code, self.told = line["code"], line["told"] or ""
        self.marked = line["mark"] == "*"

    def number(self, pattern: str, otherwise: float = 0) -> float:
        """A number in the text; a group of the pattern holds it."""
        return self.read(self.told, pattern, otherwise)

    @staticmethod
    def read(text: str, pattern: str, otherwise: float = 0) -> float:
        found = re.search(pattern, text)
        return float(found[1]) if found else otherwise


class Screen:
    """The output since the last answer."""

    def __init__(self, text: str) -> None:
        self.lines = text.splitlines()
        asked = [n for n, line in enumerate(self.lines) if line.startswith("alex: ")]
        self.prompt = self.lines[asked[-1]] if asked else ""
        listed = [LINE.match(line) for line in self.lines[asked[-1] + 1 :]] if asked else []
        self.options = [Option(line) for line in listed if line]

    def best(self, pattern: str, worth: Callable[[Option], float]) -> str | None:
        """Of the options that match, the one with the highest value."""
        fitting = [option for option in self.options if re.search(pattern, option.told)]
        return max(fitting, key=worth).code if fitting else None


Choice = Callable[[Screen], str | None]
"""What to type; None takes the default."""


class Reader:
    """A keyboard that reads the output first, and records everything printed and typed."""

    def __init__(self, choose: Choice) -> None:
        self.choose = choose
        self.printed = io.StringIO()
        self.read_to = 0

    def readline(self) -> str:
        whole = self.printed.getvalue()
        typed = self.choose(Screen(whole[self.read_to :])) or ""
        self.read_to = len(whole)
        self.printed.write(f"{typed}\n")
        return f"{typed}\n"


def race(game: str, choose: Choice, *arguments: str) -> str:
    """Play a whole race in plain lines; the transcript."""
    reader = Reader(choose)
    with patch.object(sys, "stdin", reader), patch.object(sys, "stdout", reader.printed):
        assert cli.run(["play", game, "--plain", *arguments]) == 0
    return "\n".join(line.rstrip() for line in reader.printed.getvalue().splitlines()) + "\n"

"""What commands print: tables, lines and progress, as plain text."""

from __future__ import annotations

import shutil
import sys
import textwrap
import time
from collections.abc import Sequence
from itertools import zip_longest
from types import TracebackType

from paddock.core.styled_text import StyledText

GAP = "  "
MIN_LAST_COLUMN = 20
PIPE_WIDTH = 200
"""Columns in a pipe, where nobody looks at the width of a screen."""
REFRESH_SECONDS = 0.1


def say(text: str = "") -> None:
    """Print a line."""
    sys.stdout.write(f"{text}\n")


def warn(text: str) -> None:
    """Print a line to stderr."""
    sys.stderr.write(f"{text}\n")


def is_on_terminal() -> bool:
    """Whether stderr is a terminal, so that progress makes sense."""
    return sys.stderr.isatty()


def print_table(
    titles: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    left: int | None = None,
    indent: str = "",
) -> None:
    """Print a table. The first `left` columns are aligned left, the others right; without it all
    left. Titles that are all empty are not printed."""
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else PIPE_WIDTH
    for line in table_lines(titles, rows, len(titles) if left is None else left, width, indent):
        say(line)


def table_lines(
    titles: Sequence[str], rows: Sequence[Sequence[str]], left: int, width: int, indent: str = ""
) -> list[str]:
    """The lines of a table. If it is too wide and the last column is text, that one is wrapped."""
    whole = [titles, *rows] if any(titles) else list(rows)
    cells = [[cell.split("\n") for cell in row] for row in whole]
    widths = [
        max((len(line) for row in cells for line in row[column]), default=0)
        for column in range(len(titles))
    ]
    if widths and left == len(titles):
        room = width - len(indent) - sum(widths[:-1]) - len(GAP) * (len(widths) - 1)
        widths[-1] = min(widths[-1], max(MIN_LAST_COLUMN, room))
        for row in cells:
            row[-1] = [
                part for line in row[-1] for part in textwrap.wrap(line, max(1, widths[-1])) or [""]
            ]
    found = []
    for row in cells:
        for parts in zip_longest(*row, fillvalue=""):
            aligned = [
                part.ljust(size) if column < left else part.rjust(size)
                for column, (part, size) in enumerate(zip(parts, widths, strict=True))
            ]
            found.append((indent + GAP.join(aligned)).rstrip())
    return found


def print_drawing(drawing: StyledText) -> None:
    """Print a board: in colours on a terminal where Rich is installed."""
    if sys.stdout.isatty():
        try:
            from rich.console import Console

            from paddock.terminal.rich_text import to_rich
        except ImportError:
            pass
        else:
            Console(highlight=False).print(to_rich(drawing))
            return
    say(drawing.plain)


class Progress:
    """A line on stderr that says how far a command is; nothing if that is no terminal."""

    def __init__(self, *, quiet: bool = False) -> None:
        self.shown = not quiet and is_on_terminal()
        self.next_time, self.length = 0.0, 0

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.length:
            self.write("")

    def update(self, text: str) -> None:
        """Show another text, not more often than one can read."""
        if self.shown and time.monotonic() >= self.next_time:
            self.next_time = time.monotonic() + REFRESH_SECONDS
            self.write(text[: shutil.get_terminal_size().columns - 1])

    def write(self, text: str) -> None:
        sys.stderr.write(f"\r{text:<{self.length}}" + ("" if text else "\r"))
        sys.stderr.flush()
        self.length = len(text)

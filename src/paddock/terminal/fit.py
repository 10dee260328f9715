"""Long lines folded at words, so that a narrow terminal cuts nothing off."""

from __future__ import annotations

from itertools import pairwise

from rich.cells import cell_len, get_character_cell_size
from rich.text import Text

INDENT_COLUMNS = 2  # of a folded line's next part, further in than the line itself
MOST_INDENT_COLUMNS = 16
COLUMN_GAP = "  "  # between the columns of a row


def fold_line(line: str, columns: int) -> tuple[list[int], int]:
    """Where a line is broken, and how far its next parts are indented.

    A gap between columns is the best place, then a space, then the edge.
    """
    own = len(line) - len(line.lstrip())
    indent = min(own + INDENT_COLUMNS, MOST_INDENT_COLUMNS, columns // 2)
    breaks: list[int] = []
    start, room = 0, columns
    while cell_len(line[start:].rstrip()) > room:
        end = find_end(line, start, room)
        gap = line.rfind(COLUMN_GAP, start + (end - start) // 2, end + 1)
        at = gap if gap >= 0 else line.rfind(" ", start + max(1, own), end + 1)
        start = end if at < 0 else len(line) - len(line[at:].lstrip())
        breaks.append(start)
        own, room = 0, columns - indent
    return breaks, indent


def find_end(line: str, start: int, columns: int) -> int:
    """The end of what fits into the columns: some characters take two of them."""
    end = start
    while end < len(line) and (columns := columns - get_character_cell_size(line[end])) >= 0:
        end += 1
    return max(end, start + 1)


def fold(text: str, columns: int) -> str:
    """A text whose lines are all at most this wide."""
    return fold_text(Text(text), columns).plain


def fold_text(text: Text, columns: int) -> Text:
    """A styled text whose lines are all at most this wide."""
    lines: list[Text] = []
    for line in text.split("\n", allow_blank=True):
        breaks, indent = fold_line(line.plain, columns)
        for start, end in pairwise([0, *breaks, len(line)]):
            part = line[start:end]
            part.rstrip()
            lines.append(Text(" " * indent).append_text(part) if start else part)
    return Text("\n").join(lines)

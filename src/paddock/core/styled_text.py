"""Styled text: how a game draws its board for the terminal, without a terminal library.

Only the terminal needs Rich: it converts the spans (`paddock.terminal.rich_text`).
"""

from __future__ import annotations

from typing import NamedTuple


class StyledSpan(NamedTuple):
    """A part of the text with a style, in the words of Rich: `bold red`, `black on white`."""

    start: int
    end: int
    style: str


class StyledText:
    """A text that grows, with styles for its parts."""

    __slots__ = ("focus", "plain", "spans", "style")

    def __init__(self, plain: str = "", style: str = "") -> None:
        self.plain = plain
        self.style = style
        """The style of all of it, below the spans."""
        self.spans: list[StyledSpan] = []
        self.focus: tuple[int, int] | None = None
        """The lines that matter to the viewer, where not all of it fits: from, to."""

    def __len__(self) -> int:
        return len(self.plain)

    def __str__(self) -> str:
        return self.plain

    def __add__(self, other: StyledText | str) -> StyledText:
        both = StyledText(self.plain, self.style)
        both.spans = self.spans.copy()
        both.focus = self.focus
        return both.append(other)

    def append(self, text: StyledText | str, style: str = "") -> StyledText:
        """Add a text at the end. A style is for plain text; a styled text has its own."""
        start = len(self.plain)
        if isinstance(text, str):
            added, style_of_all, spans = text, style, []
        else:
            added, style_of_all, spans = text.plain, text.style, text.spans
            if text.focus is not None:
                self.focus = start + text.focus[0], start + text.focus[1]
        if style_of_all and added:
            self.spans.append(StyledSpan(start, start + len(added), style_of_all))
        self.plain += added
        self.spans += [StyledSpan(start + s.start, start + s.end, s.style) for s in spans]
        return self

    def stylize(self, style: str, start: int, end: int) -> None:
        """Give a part of the text a style."""
        self.spans.append(StyledSpan(start, min(end, len(self.plain)), style))

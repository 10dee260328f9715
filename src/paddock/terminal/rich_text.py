"""Styled text of a game as text of Rich."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rich.text import Span, Text

from paddock.core.styled_text import StyledText


def to_rich(drawing: StyledText) -> Text:
    spans = [Span(span.start, span.end, span.style) for span in drawing.spans]
    return Text(drawing.plain, drawing.style, spans=spans)


COLOUR_STYLES = {
    "black": "bold black on white",
    "blue": "bold dodger_blue1",
    "gray": "bold grey62",
    "green": "bold green3",
    "orange": "bold dark_orange",
    "purple": "bold medium_purple1",
    "red": "bold red1",
    "white": "bold white",
    "yellow": "bold yellow1",
}
"""How the name of a driver looks with a chosen colour."""


def paint_names(drawing: Text, names: Sequence[str], colours: Sequence[str]) -> Text:
    """The names of drivers in the colours of their cars."""
    for name, colour in zip(names, colours, strict=False):
        if colour:
            drawing.highlight_regex(
                rf"(?<!\w){re.escape(name)}(?!\w)", COLOUR_STYLES.get(colour, "bold")
            )
    return drawing

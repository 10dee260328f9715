"""Styled text of a game as text of Rich."""

from __future__ import annotations

from rich.text import Span, Text

from paddock.core.styled_text import StyledText


def to_rich(drawing: StyledText) -> Text:
    spans = [Span(span.start, span.end, span.style) for span in drawing.spans]
    return Text(drawing.plain, drawing.style, spans=spans)

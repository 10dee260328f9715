"""The race as text."""

from __future__ import annotations

from rich.text import Text

from paddock.core.seats import Language, Names, Seat
from paddock.games.heat.view import View


def draw(seen: View, seat: Seat | None, names: Names, language: Language = "en") -> Text:
    return Text(seen.course)

"""The races of Three Bends that the laws walk along: a spread of options and seats."""

from __future__ import annotations

from typing import Any

from paddock.games.template import GAMES
from paddock.games.template.state import Options

SERIES = GAMES[1].options

SPREAD: tuple[tuple[Any, int], ...] = (
    (Options(), 2),
    (Options(), 4),
    (Options(length=10, grid="staggered"), 6),
    (Options(length=40, blocking=False), 3),
    (SERIES(race=Options(length=10), races=2), 3),
    (SERIES(race=Options(length=12, grid="staggered"), races=3), 2),
)

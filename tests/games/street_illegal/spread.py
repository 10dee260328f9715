"""The races of Street Illegal that the laws walk along: a spread of options and seats."""

from __future__ import annotations

from typing import Any

from paddock.games.street_illegal import SERIES
from paddock.games.street_illegal.state import Options

SERIES_OPTIONS = SERIES.options

SPREAD: tuple[tuple[Any, int], ...] = (
    (Options(), 1),
    (Options(), 4),
    (Options(grid="tactical"), 3),
    (Options(grid="tactical", open_chips=False), 7),
    (Options(grid="random", brake_to="at_limit"), 2),
    (Options(nitrous=True), 7),
    (Options(better_old_pros=True), 2),
    (Options("tactical", "at_limit", False, True, True), 5),
    (SERIES_OPTIONS(races=2), 2),
    (SERIES_OPTIONS(race=Options("random", nitrous=True), races=2), 3),
)
